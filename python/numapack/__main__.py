# SPDX-License-Identifier: BSD-3-Clause
"""``python -m numapack``: where the library is, its threads, and the machine. ``--json`` writes the same as a document."""

from __future__ import annotations

import argparse
import difflib
import json
import os
import platform
import sys
import textwrap
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

import numapack
from numapack.system import places


def loaded_library() -> str | None:
    """The file of the library that this process works with."""
    with open("/proc/self/maps", encoding="utf-8", errors="surrogateescape") as maps:
        for line in maps:
            path = line.rstrip("\n").partition("/")[2]
            if Path(path).name.startswith("libnumapack.so"):
                return "/" + path
    return None


def document() -> dict[str, Any]:
    """The facts as a document; ``null`` for what is missing."""
    library, command = loaded_library(), places.command()
    drop_in = next(iter(sorted(Path(library).parent.glob("libnumapack_blas.so*"))), None) if library else None
    try:
        machine: dict[str, Any] = {"summary": repr(numapack.machine()), "error": None}
    except numapack.CommandError as error:
        machine = {"summary": None, "error": str(error)}
    return {
        "numapack_python": 1, "version": numapack.__version__, "package": os.path.dirname(os.path.abspath(numapack.__file__)),
        "library": library, "drop_in": drop_in and str(drop_in), "command": command and str(command),
        "threads": numapack.threads(), "cpus_allowed": len(os.sched_getaffinity(0)),
        "python_version": platform.python_version(), "numpy_version": np.__version__, "machine": machine,
    }


def fold(line: str) -> list[str]:
    """Folds text into lines of 80 columns."""
    return textwrap.wrap(line, 80, subsequent_indent="  ", break_on_hyphens=False) if len(line) > 80 else [line]


def page(told: dict[str, Any]) -> str:
    """The document for people."""
    rows = [("numapack", told["version"]), ("package", told["package"]), ("library", told["library"] or "none is loaded"),
            ("drop-in", told["drop_in"] or "none next to the library"), ("command", told["command"] or "none, neither here nor on PATH"),
            ("threads", f"{told['threads']} of {told['cpus_allowed']} CPUs that this process may use"),
            ("with", f"Python {told['python_version']}, NumPy {told['numpy_version']}")]
    machine = [line for text in (told["machine"]["summary"] or told["machine"]["error"]).splitlines() for line in fold(text)]
    return "\n".join([*(f"{name:<9} {value}" for name, value in rows), "", *machine])


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def print_help(self, file: Any = None) -> None:
        """Argparse's own says nothing where it cannot be written."""
        print(self.format_help(), end="", file=file or sys.stdout, flush=True)

    def error(self, message: str) -> NoReturn:
        """Names the option that is nearest to one that there is not."""
        word = message.removeprefix("unrecognized arguments: ").split()[0].split("=")[0]
        if word.startswith("-"):
            near = difflib.get_close_matches(word, [name for action in self._actions for name in action.option_strings], 1)
            message = f"there is no option {word}; " + (f"the nearest is {near[0]}" if near else f"{self.prog} --help lists those there are")
        self.exit(2, f"{self.prog}: {message}\n")


def main() -> int:
    """Writes the page or the document; returns 0, or 1 where that is not possible."""
    parser = Parser(prog="python -m numapack", allow_abbrev=False, description=__doc__.partition(".")[0].replace("``", "") + ".")
    parser.add_argument("--json", action="store_true", help="write a document")
    try:
        as_json = parser.parse_args().json
        told = document()
        print(json.dumps(told, indent=1) if as_json else page(told), flush=True)
        return 0
    except OSError as error:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
        if isinstance(error, BrokenPipeError):
            return 128 + 13
        print(f"{parser.prog}: cannot write to standard output: {error.strerror}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
