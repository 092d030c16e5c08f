# SPDX-License-Identifier: BSD-3-Clause
"""Pages in lines that the terminal has; of C++'s pages src/cli/terminal/fit.hpp does the same."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Sequence


def width() -> int:
    """COLUMNS, else the terminal's, else 80."""
    return shutil.get_terminal_size((80, 24)).columns


def table(rows: Sequence[Sequence[str]], most: int = 0) -> str:
    """Columns as wide as their widest cell, numbers to the right. Where that is more than `most` characters (0: no limit),
    its columns in groups below each other, each with the first column."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    groups: list[list[int]] = [[]]
    for column in range(1, len(widths)):
        group = groups[-1]
        if most and group and widths[0] + sum(2 + widths[one] for one in (*group, column)) > most:
            groups.append([column])
        else:
            group.append(column)
    parts = []
    for group in groups:
        lines = ["  ".join([row[0].ljust(widths[0]), *(row[one].rjust(widths[one]) for one in group)]).rstrip() for row in rows]
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def prose(text: str, most: int, hang: str = "  ") -> str:
    """Lines of words, each wrapped."""
    return "\n".join(textwrap.fill(line, most, subsequent_indent=hang, break_long_words=False, break_on_hyphens=False)
                     for line in text.splitlines()) + "\n"


def say(message: str) -> None:
    """On standard error: folded on a terminal, else in one line, for what reads it."""
    sys.stderr.write(prose(message, width()) if sys.stderr.isatty() else f"{message}\n")
