# SPDX-License-Identifier: BSD-3-Clause
"""Tables for terminals and notebooks. Colours are the notebook's own, so that they suit light and dark ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import cast

from numapack.system import report_library

_CELL = "text-align:left;padding:2px 12px 2px 0;border:0"


def text(titles: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Columns side by side, two spaces between them."""
    lines = [list(titles), *([str(cell) for cell in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines)]
    return "\n".join("  ".join(f"{cell:<{width}}" for cell, width in zip(line, widths)).rstrip() for line in lines)


def html(caption: str, titles: Sequence[str], rows: Iterable[Sequence[object]], note: str = "") -> str:
    """A table, the first cell of each row being its name, and a line below it."""
    head = "".join(f'<th scope="col" style="{_CELL}">{escape(title)}</th>' for title in titles)
    body = "".join(f"<tr>{_row(row)}</tr>" for row in rows)
    below = f'<div style="padding:4px 0;white-space:pre-line">{escape(note)}</div>' if note else ""
    return (f'<table><caption style="text-align:left;font-weight:bold;caption-side:top;white-space:nowrap">{escape(caption)}</caption>'
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{below}")


def paragraph(words: str) -> str:
    """A line of HTML."""
    return f"<p>{escape(words)}</p>"


def show_bytes(count: float | None) -> str:
    """As KiB, MiB ...; of None a dash."""
    return cast("str", report_library.module("tables").show_bytes(count))


def show_list(numbers: Iterable[int]) -> str:
    """``0-3,8``, as the kernel writes lists of processors."""
    stretches: list[list[int]] = []
    for number in sorted(numbers):
        if stretches and number == stretches[-1][-1] + 1:
            stretches[-1][1:] = [number]
        else:
            stretches.append([number])
    return ",".join("-".join(map(str, stretch)) for stretch in stretches)


def count(number: int, noun: str) -> str:
    """``1 node``, ``2 nodes``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _row(row: Sequence[object]) -> str:
    name, *rest = row
    return (f'<th scope="row" style="{_CELL};font-weight:normal">{escape(str(name))}</th>'
            + "".join(f'<td style="{_CELL}">{escape(str(cell))}</td>' for cell in rest))
