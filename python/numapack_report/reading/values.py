# SPDX-License-Identifier: BSD-3-Clause
"""The figures of a profile: their values, and why there are none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Optional

from ..words import count

MOST_REASONS = 4


def value_of(figure: Optional[dict[str, Any]]) -> Optional[float]:
    """The median; of a printed range without one its middle; None for a hole."""
    if not figure or figure.get("invalid"):
        return None
    if "median" in figure:
        return figure["median"]
    ends = [figure[key] for key in ("min", "max") if key in figure]
    return sum(ends) / len(ends) if ends else None


def least(figure: Optional[dict[str, Any]]) -> Optional[float]:
    return figure.get("min") if figure and not figure.get("invalid") else None


def most(figure: Optional[dict[str, Any]]) -> Optional[float]:
    return figure.get("max") if figure and not figure.get("invalid") else None


def reasons(figures: Iterable[Optional[dict[str, Any]]]) -> list[tuple[str, int]]:
    """Why figures are missing, and how many, the commonest first."""
    return Counter(figure["invalid"] for figure in figures if figure and figure.get("invalid")).most_common()


def holes_in_words(figures: Iterable[Optional[dict[str, Any]]]) -> str:
    found = [f"{count(number, 'cell')}: {reason}" for reason, number in reasons(figures)]
    more = f"; and {len(found) - MOST_REASONS} other reasons" if len(found) > MOST_REASONS else ""
    return f"Holes, {'; '.join(found[:MOST_REASONS])}{more}." if found else ""


def inferred(figure: Optional[dict[str, Any]]) -> str:
    """How a published figure that is not legible was inferred; "" of one that is."""
    return figure.get("conditions", {}).get("inferred", "") if figure else ""


def inferred_in_words(figures: Iterable[Optional[dict[str, Any]]]) -> str:
    found = Counter(how for how in map(inferred, figures) if how).most_common()
    each = [f"{count(number, 'cell')}: {how}" for how, number in found]
    return f"* Inferred, {'; '.join(each)}." if found else ""


def median(values: Iterable[float]) -> Optional[float]:
    """Of one of the values where their number is odd, else the mean of the middle two."""
    ordered = sorted(values)
    middle = len(ordered) // 2
    if not ordered:
        return None
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2
