# SPDX-License-Identifier: BSD-3-Clause
"""`numapack report`: parses, gathers, draws, writes."""

from __future__ import annotations

import argparse
import difflib
import errno
import os
import shutil
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn, Optional

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


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        word = message.removeprefix("unrecognized arguments: ").split()[0].split("=")[0]
        if word.startswith("-") and message.startswith("unrecognized"):
            near = difflib.get_close_matches(word, [name for action in self._actions for name in action.option_strings], 1)
            message = f"there is no option {word}; " + (f"the nearest is {near[0]}" if near else "numapack report --help lists those there are")
        raise UsageError(message.removeprefix("argument "))

    def print_help(self, file: Any = None) -> None:
        """Argparse's own says nothing where it cannot be written."""
        print(self.format_help(), end="", file=file or sys.stdout, flush=True)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """An empty value would stand for the option left out."""
        found, extra = super().parse_known_args(args, namespace)
        for action in self._actions:
            value = getattr(found, action.dest, None)
            if value == "" or isinstance(value, list) and "" in value:
                self.error(f"{'/'.join(action.option_strings) or action.metavar}: \"\" is empty, give a value or leave it out")
        return found, extra


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
    except BrokenPipeError:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
        return 128 + 13
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EIO):
            raise
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
        print(f"numapack: report: cannot write: {error.strerror}", file=sys.stderr)
        return 1


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
