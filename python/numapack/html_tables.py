# SPDX-License-Identifier: BSD-3-Clause
"""Tables for notebooks. Colours are the notebook's own, so that they suit light and dark ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

_CELL = "text-align:left;padding:2px 12px 2px 0;border:0"


def table(caption: str, titles: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table, the first cell of each row being its name."""
    head = "".join(f'<th scope="col" style="{_CELL}">{escape(title)}</th>' for title in titles)
    body = "".join(f"<tr>{_row(row)}</tr>" for row in rows)
    return (f'<table><caption style="text-align:left;font-weight:bold;caption-side:top">{escape(caption)}</caption>'
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>")


def paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def _row(row: Sequence[object]) -> str:
    name, *rest = row
    return (f'<th scope="row" style="{_CELL};font-weight:normal">{escape(str(name))}</th>'
            + "".join(f'<td style="{_CELL}">{escape(str(cell))}</td>' for cell in rest))
