# SPDX-License-Identifier: BSD-3-Clause
"""Ticks of axes that plotting libraries do not have: sizes in powers of two."""

from __future__ import annotations

import math

from ..tables import show_bytes

MOST_TICKS = 9


def byte_ticks(values: list[float], most: int = MOST_TICKS) -> tuple[list[float], list[str]]:
    """Powers of two from the least to the largest of them, not more than so many, with their names."""
    positive = [value for value in values if value > 0]
    if not positive:
        return [], []
    low, high = math.floor(math.log2(min(positive))), math.ceil(math.log2(max(positive)))
    step = max(1, math.ceil((high - low + 1) / max(min(most, MOST_TICKS), 2)))
    ticks = [float(1 << power) for power in range(max(low, 0), high + 1, step)]
    return ticks, [show_bytes(tick) for tick in ticks]


def even_byte_ticks(values: list[float]) -> tuple[list[float], list[str]]:
    """From zero on in equal steps of a power of two, with their names."""
    largest = max(values, default=0.0)
    if largest <= 0:
        return [], []
    step = 2.0 ** math.ceil(math.log2(largest / 5))
    ticks = [step * index for index in range(int(largest / step) + 1)]
    return ticks, ["0" if tick == 0 else show_bytes(tick) for tick in ticks]


def thinned(labels: tuple[str, ...], most: int = 32) -> tuple[list[int], list[str]]:
    """Indices and texts of labels that fit along an axis."""
    step = max(1, math.ceil(len(labels) / most))
    chosen = list(range(0, len(labels), step))
    return chosen, [labels[index] for index in chosen]
