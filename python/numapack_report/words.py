# SPDX-License-Identifier: BSD-3-Clause
"""Small pieces of text that many parts use."""

from __future__ import annotations

from collections.abc import Iterable


def count(number: float, what: str) -> str:
    """1 node, 4 nodes."""
    return f"{number:g} {what}{'' if number == 1 else 's'}"


def ranges(numbers: Iterable[int]) -> str:
    """0-3, 8 for 0, 1, 2, 3 and 8."""
    parts: list[list[int]] = []
    for number in sorted(numbers):
        if parts and parts[-1][1] == number - 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in parts) or "none"


def shortened(text: str, most: int) -> str:
    """A list that is cut at one of its commas."""
    return text if len(text) <= most else text[:most].rsplit(",", 1)[0] + ", …"
