# SPDX-License-Identifier: BSD-3-Clause
"""Tables: the words and numbers of a picture, for screen readers, spreadsheets and tests."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import Optional, Union

Cell = Union[str, float, None]
HOLE = "–"


@dataclass(frozen=True)
class Column:
    title: str
    unit: str = ""

    @property
    def text(self) -> str:
        return self.title if self.unit in ("", "1", "bytes") else f"{self.title}, {self.unit}"


@dataclass(frozen=True)
class Table:
    """The first cell of a row names it."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    folded: bool = False  # to be opened by those who want it


def show(value: Cell, unit: str = "") -> str:
    """A number with four digits, bytes in the unit that suits them, a hole as a dash."""
    if value is None:
        return HOLE
    if isinstance(value, str):
        return value
    if unit == "bytes":
        return show_bytes(value)
    if float(value).is_integer() and abs(value) < 1e15:
        return f"{int(value):,}"
    if abs(value) >= 1e6 or abs(value) < 1e-3:
        return f"{value:.3e}"
    digits = f"{value:.4g}"
    return f"{float(digits):,.0f}" if abs(value) >= 1000 else digits


def show_bytes(value: Optional[float]) -> str:
    if value is None:
        return HOLE
    for power, unit in ((40, "TiB"), (30, "GiB"), (20, "MiB"), (10, "KiB")):
        if abs(value) >= 1 << power:
            return f"{value / (1 << power):.4g} {unit}"
    return f"{value:.4g} B"


def to_csv(table: Table) -> str:
    """Exact numbers, units in the first line, nothing where there is a hole."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([f"{column.title} ({column.unit})" if column.unit else column.title for column in table.columns])
    writer.writerows([["" if cell is None else repr(cell) if isinstance(cell, float) else cell for cell in row]
                      for row in table.rows])
    return text.getvalue()
