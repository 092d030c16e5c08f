#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The report's front door: what `numapack report` starts, with its own path as the first word ("-": there is none)."""

import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
# The lab is next to it, in the source tree and where they are installed.
sys.path[:0] = [str(HERE), str(HERE.parent / "lab")]
DEBIAN = "/usr/bin/python3"

from numapack_report import cli  # noqa: E402


def published() -> "pathlib.Path | None":
    """Next to this file's folder where installed, in data/ in the source tree."""
    return next((folder for folder in (HERE.parent / "machines", HERE.parent / "data" / "machines") if folder.is_dir()), None)


def in_the_other_python() -> None:
    """A python3 that comes first on the PATH need not be the one that the system's plotly is installed for."""
    if os.path.exists(DEBIAN) and os.path.realpath(sys.executable) != os.path.realpath(DEBIAN):
        os.execv(DEBIAN, [DEBIAN, "-B", str(HERE / "report.py"), *sys.argv[1:]])


def describe() -> int:
    """For the manual and completion, which the lab is the other one to need it for; not for people."""
    from numapack_lab import describe as words

    words.write([cli.parser()])
    return 0


if __name__ == "__main__":
    if sys.argv[2:] == ["describe"]:
        sys.exit(describe())
    try:
        import plotly  # noqa: F401
    except ImportError:
        in_the_other_python()
    command = sys.argv[1] if len(sys.argv) > 1 else "-"
    sys.exit(cli.main(sys.argv[2:], None if command == "-" else command, published()))
