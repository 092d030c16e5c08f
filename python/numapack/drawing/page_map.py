# SPDX-License-Identifier: BSD-3-Clause
"""The pages of an array as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from numapack import pages
from numapack.system import report_library
from numapack.pages import Where

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_WIDTH, _MOST_LINES = 64, 32
_UNTOUCHED, _UNKNOWN = -1, -2


def census(where: NDArray[Any] | Where) -> Where:
    """The counts of a `Where`, or of an array's pages now."""
    return pages.where(where) if isinstance(where, np.ndarray) else where


def cells(numbers: NDArray[Any], kinds: Sequence[int], together: int) -> list[int | None]:
    """For each group of pages, the index of the commonest kind; None: all are untouched."""
    found: list[int | None] = []
    for begin in range(0, len(numbers), together):
        part = numbers[begin:begin + together]
        counts = [int((part == kind).sum()) for kind in kinds]
        found.append(counts.index(max(counts)) if any(counts) else None)
    return found


def draw(where: Where, ax: Axes | None) -> Axes:
    """On these axes, or on those of a new figure."""
    numbers = where.map
    if len(numbers) == 0:
        raise ValueError("there are no pages to draw: the array is empty")
    charts, show = report_library.module("charts"), report_library.module("tables").show_bytes
    together = -(-len(numbers) // (_WIDTH * _MOST_LINES))
    kinds = [*where.nodes, *([_UNKNOWN] if (numbers == _UNKNOWN).any() else [])]
    values = cells(numbers, kinds, together)
    width = min(_WIDTH, len(values))
    lines = -(-len(values) // width)
    beyond = lines * width - len(values)
    padded = [*values, *[None] * beyond]
    title = f"{show(len(numbers) * where.page_bytes)} in pages of {show(where.page_bytes)}"
    title += f"; a cell is {together} pages, coloured by the node of most of them" if together > 1 else ""
    title += "; grey: untouched" if None in values else ""
    if ax is None:
        from matplotlib import pyplot

        ax = pyplot.subplots(figsize=(8.5, 1.4 + max(0.11 * lines, 0.22 * len(kinds))), layout="constrained")[1]
    line_bytes = width * together * where.page_bytes
    axes = report_library.module("drawing.matplotlib_figures").draw(charts.HeatMap(
        "pages", title, "", tuple(show(line * line_bytes) for line in range(lines)), tuple(map(str, range(width))),
        tuple(tuple(padded[line * width:(line + 1) * width]) for line in range(lines)), charts.Axis(""), "offset",
        f"{show(line_bytes)} a line", categories=tuple("unknown" if kind == _UNKNOWN else f"node {kind}" for kind in kinds)), ax)
    if beyond:
        axes.axvspan(width - beyond - 0.5, width - 0.5, 0, 1 / lines, color=axes.get_facecolor())
    axes.set_xticks([])
    return cast("Axes", axes)
