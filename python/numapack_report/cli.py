# SPDX-License-Identifier: BSD-3-Clause
"""`numapack report`: parses, gathers, draws, writes."""

from __future__ import annotations

import argparse
import shutil
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn, Optional

from numapack_lab.command_line import Parser, unwritten

from . import build, page, summary
from .banner import banners
from .errors import ReportError, UsageError
from .output import check_folder, check_target, write_text
from .picture_files import write_pictures
from .reading.command import Command
from .reading.inputs import gather, profile_path

EPILOGUE = """\
files: a profile (numapack probe), and what gemm, linpack, plan, lab, run,
where, stat, topo, infer, advise write with --json, and make bench; each is
recognised by what it holds. Without files: this machine's stored profile,
else a probe of a minute.

Example:
  numapack report
  numapack report profile.json gemm.json linpack.json -o report.html
  numapack report --from kunpeng920 -o kunpeng920.html
  numapack report profile.json --against kunpeng920 --svg figures --csv figures
"""


class _Parser(Parser):
    def refuse(self, message: str) -> NoReturn:
        raise UsageError(message)


def parser() -> argparse.ArgumentParser:
    made = _Parser(prog="numapack report", description="Make an HTML page of all measurements, with charts and tables",
                   epilog=EPILOGUE, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    made.add_argument("files", nargs="*", metavar="FILE", help="JSON documents of numapack's")
    made.add_argument("--from", dest="origin", metavar="NAME|FILE",
                        help="the profile to show: a file, or a published machine by its name; nothing is measured")
    made.add_argument("-o", "--output", metavar="FILE", help="the page (report.html); - is standard output")
    made.add_argument("--against", metavar="NAME|FILE",
                        help="another machine on the same scale: a profile, or a published one by its name")
    made.add_argument("--png", metavar="DIR", help="every picture as PNG into this folder")
    made.add_argument("--svg", metavar="DIR", help="every picture as SVG into this folder")
    made.add_argument("--csv", metavar="DIR", help="every table as CSV into this folder")
    made.add_argument("--study", metavar="DIR", help="the figures of the published studies, from their data, into this folder")
    return made


def main(arguments: Sequence[str], command: Optional[str], machines: Optional[Path]) -> int:
    """The exit code. `machines`: the folder of the published ones."""
    try:
        code = _run(parser().parse_args(list(arguments)), Command(command), machines)
        sys.stdout.flush()
        return code
    except ReportError as error:
        line = f"numapack: report: {error}"
        if sys.stderr.isatty():
            line = textwrap.fill(line, shutil.get_terminal_size().columns, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
        print(line, file=sys.stderr)
        return error.code
    except KeyboardInterrupt:
        print("numapack: report: interrupted", file=sys.stderr)
        return 130
    except OSError as error:
        return unwritten("report", error)


def _run(chosen: argparse.Namespace, command: Command, machines: Optional[Path]) -> int:
    if chosen.study:
        from . import study

        return study.run(chosen, command, machines)
    folders = {kind: check_folder(folder) for kind in ("png", "svg", "csv") if (folder := getattr(chosen, kind))}
    wanted = chosen.output or (None if folders else "report.html")
    if wanted:
        check_target(wanted)
    files = [*chosen.files, *([profile_path(chosen.origin, "--from", machines)] if chosen.origin else [])]
    inputs = gather(files, chosen.against, command, machines)
    sections = build.sections_of(inputs)
    if wanted:
        title, lead = build.title_of(inputs)
        write_text(wanted, page.render(title, lead, banners(inputs), summary.facts(inputs), sections))
        if wanted != "-":
            print(wanted)
    write_pictures(sections, folders)
    return 0
