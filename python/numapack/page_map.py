# SPDX-License-Identifier: BSD-3-Clause
"""The pages of an array as a picture."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Protocol, cast

import numpy

from numapack import report_library

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_WIDTH, _MOST_LINES = 64, 32
_UNTOUCHED = -1


class Census(Protocol):
    """What ``numapack.where`` knows of an array."""

    map: numpy.ndarray[Any, Any]  # of each page an index into `nodes`, or -1: untouched
    page_bytes: int
    nodes: Any  # the kernel's numbers


def census(where: Any) -> Census:
    """What is known of these pages, or now asked of this array's."""
    if hasattr(where, "map") and hasattr(where, "page_bytes"):
        return cast("Census", where)
    return cast("Census", sys.modules["numapack"].where(where))


def cells(pages: numpy.ndarray[Any, Any], nodes: int, together: int) -> list[int | None]:
    """Of each so many pages the node with most of them; None: all are untouched."""
    found: list[int | None] = []
    for begin in range(0, len(pages), together):
        part = pages[begin:begin + together]
        counts = numpy.bincount(part[part != _UNTOUCHED], minlength=nodes)
        found.append(int(counts.argmax()) if counts.sum() else None)
    return found


def draw(where: Census, ax: Axes | None) -> Axes:
    pages = numpy.asarray(where.map)
    if len(pages) == 0:
        raise ValueError("there are no pages to draw: the array is empty")
    charts, show = report_library.module("charts"), report_library.module("tables").show_bytes
    together = -(-len(pages) // (_WIDTH * _MOST_LINES))
    values = cells(pages, len(where.nodes), together)
    width = min(_WIDTH, len(values))
    lines = -(-len(values) // width)
    beyond = lines * width - len(values)
    padded = [*values, *[None] * beyond]
    cell_bytes = together * where.page_bytes
    title = f"{show(len(pages) * where.page_bytes)} in pages of {show(where.page_bytes)}"
    title += f", a cell is {together} pages" if together > 1 else ""
    title += ", grey: untouched" if None in values else ""
    axes = report_library.module("drawing.matplotlib_figures").draw(charts.HeatMap(
        "pages", title, "", tuple(show(line * width * cell_bytes) for line in range(lines)), tuple(map(str, range(width))),
        tuple(tuple(padded[line * width:(line + 1) * width]) for line in range(lines)), charts.Axis("node with most of a cell's pages"),
        "offset", f"{show(width * cell_bytes)} a line", categories=tuple(f"node {node}" for node in where.nodes)), ax)
    if beyond:
        axes.axvspan(width - beyond - 0.5, width - 0.5, 0, 1 / lines, color=axes.get_facecolor())
    axes.set_xticks([])
    return cast("Axes", axes)
