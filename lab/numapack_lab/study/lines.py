# SPDX-License-Identifier: BSD-3-Clause
"""Lines of memory and changes in per cent, as the study's tables have them. A line that is dirty in a cache at the end counts
as written: on a larger problem it would have been."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .. import fit
from .cases import CLASSES

KINDS = ("reads", "writes")
COLUMNS = [(kind, reach) for kind in KINDS for reach in CLASSES]
Lines = Mapping[str, Mapping[str, float]]


def amounts(run: dict[str, Any]) -> Lines:
    """Lines of reads and writes by class."""
    counts = run["counts"]
    return {"reads": {reach: counts["reads"][reach] for reach in CLASSES},
            "writes": {reach: counts["writes"][reach] + counts["left_dirty"][reach] for reach in CLASSES}}


def crossing(lines: Lines) -> float:
    """Lines that left their node: what the bound is about."""
    return sum(lines[kind][reach] for kind in KINDS for reach in CLASSES[1:])


def change(new: float, old: float) -> float | None:
    """In per cent; None of nothing."""
    return 100 * (new / old - 1) if old else None


def show(percent: float | None) -> str:
    return "-" if percent is None else f"{percent:+.1f} %"


def thousands(lines: float | None) -> str:
    return "-" if lines is None else f"{lines / 1000:.1f}"


def titles(columns: list[tuple[str, str]]) -> list[str]:
    return [f"{kind} {reach.replace('_', '-')}" for kind, reach in columns]


def table(rows: list[list[str]]) -> str:
    return fit.table(rows, fit.width())
