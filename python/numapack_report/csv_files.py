# SPDX-License-Identifier: BSD-3-Clause
"""Each picture's table, and each other table, as a CSV file."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from .chart_tables import table_of
from .output import write_text
from .section import Section
from .tables import to_csv


def write_csv(sections: Iterable[Section], folder: Path) -> int:
    """The number of files."""
    count = 0
    for section in sections:
        named = [(chart.key, table_of(chart)) for chart in section.charts]
        named += [(f"{section.key}-table-{index}", table) for index, table in enumerate(section.tables)]
        for name, table in named:
            write_text(str(folder / f"{name}.csv"), to_csv(table))
            count += 1
    return count
