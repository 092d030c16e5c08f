# SPDX-License-Identifier: BSD-3-Clause
"""Pictures for papers: what matplotlib makes of each chart."""

from __future__ import annotations

import math
import textwrap
from functools import singledispatch
from typing import Any

from matplotlib import pyplot
from matplotlib.colors import ListedColormap
from matplotlib.patches import Rectangle
from matplotlib.ticker import LogLocator, NullFormatter

from ..charts import Axis, Bars, Blocks, Chart, Curves, Edge, Flow, HeatMap, Tree
from ..tables import show
from . import colours
from .axes import byte_ticks, even_byte_ticks, thinned
from .plotly_heat import MOST_COLUMNS_WITH_TEXT, MOST_TEXTS, short

HOLE = "#c9ccd1"
MARKERS = ("o", "s", "D", "^", "x", "P", "*", "v")
DASHES = ("-", "--", ":", "-.")
INCHES_OF_A_TICK = 0.6


def figure_of(chart: Chart) -> Any:
    return draw(chart).figure


@singledispatch
def draw(chart: Chart, axes: Any = None) -> Any:
    """The axes that it is drawn on: these, or those of a new figure of a size that suits it."""
    raise TypeError(f"no figure of {type(chart).__name__}")


def _titled(axes: Any, width: float, height: float, title: str) -> Any:
    title = title[:1].upper() + title[1:]
    if axes is not None:
        axes.set_title(textwrap.fill(title, max(int(_inches(axes)[0] * 12), 20)), fontsize=10, loc="left")
        return axes
    figure, axes = pyplot.subplots(figsize=(width, height), layout="constrained")
    figure.suptitle(textwrap.fill(title, int(width * 13)), fontsize=10, x=0.01, ha="left")
    return axes


def _inches(axes: Any) -> tuple[float, float]:
    room = axes.get_window_extent()
    return room.width / axes.figure.dpi, room.height / axes.figure.dpi


def _legend(axes: Any) -> None:
    """Above the picture, where it hides nothing; a title of the axes is above it."""
    legend = axes.legend(fontsize=7, bbox_to_anchor=(0, 1), loc="lower left", ncol=3, frameon=False)
    if title := axes.get_title(loc="left"):
        axes.set_title(title, fontsize=10, loc="left", pad=10 + 11 * math.ceil(len(legend.get_texts()) / 3))


def _ticks(axes: Any, which: str, axis: Axis, values: list[float]) -> None:
    getattr(axes, f"set_{which}label")(axis.text)
    if axis.log:
        getattr(axes, f"set_{which}scale")("log")
    if axis.unit == "bytes":
        most = int(_inches(axes)[which == "y"] / INCHES_OF_A_TICK)
        places, names = byte_ticks(values, most) if axis.log else even_byte_ticks(values)
        getattr(axes, f"set_{which}ticks")(places, names, minor=False)
        getattr(axes, f"set_{which}ticks")([], minor=True)
    elif axis.log:
        along = getattr(axes, f"{which}axis")
        along.set_major_locator(LogLocator(subs=(1, 2, 5)))
        along.set_major_formatter(lambda value, _: show(value))
        along.set_minor_formatter(NullFormatter())


@draw.register
def _(chart: HeatMap, axes: Any = None) -> Any:
    rows, columns = len(chart.rows), len(chart.columns)
    side = max(3.2, min(7.2, 1.6 + 0.36 * rows)) if chart.square else None
    column = max(0.5, 0.085 * max(map(len, chart.columns), default=0))  # inches, so that labels do not meet
    axes = _titled(axes, max(4.6, min(9.5, 2.6 + column * min(columns, 16))), side or max(2.0, min(8.0, 1.4 + 0.36 * rows)), chart.title)
    cells = [[math.nan if cell is None else cell for cell in row] for row in chart.cells]
    values = chart.values()
    low, high = chart.limits or ((min(values), max(values)) if values else (0, 1))
    colour_map: Any = pyplot.get_cmap("cividis")
    if chart.categories:
        low, high = -0.5, len(chart.categories) - 0.5
        shades = [tuple(part / 255 for part in colours.at(index / max(len(chart.categories) - 1, 1)))
                  for index in range(len(chart.categories))]
        colour_map = ListedColormap(shades)
    image = axes.imshow(cells, aspect="equal" if chart.square else "auto", cmap=colour_map.with_extremes(bad=HOLE), vmin=low,
                        vmax=high if high > low else low + 1, interpolation="nearest")
    if high > low:  # else its ticks would say more than the cells
        bar = axes.figure.colorbar(image, ax=axes, shrink=0.8)
        if chart.categories:
            bar.set_ticks(range(len(chart.categories)), labels=chart.categories)
        elif chart.quantity.unit == "bytes":
            bar.set_ticks([low, high], labels=[show(low, "bytes"), show(high, "bytes")])
        bar.set_label(chart.quantity.text)
    for which, labels, title in (("x", chart.columns, chart.column_title), ("y", chart.rows, chart.row_title)):
        places, names = thinned(labels, 24)
        getattr(axes, f"set_{which}ticks")(places, [name.removeprefix("CPU ") for name in names], fontsize=8)
        getattr(axes, f"set_{which}label")(title)
    _edges(axes, chart.column_edges, chart.row_edges)
    if rows * columns <= MOST_TEXTS and columns <= MOST_COLUMNS_WITH_TEXT and not chart.categories:
        _texts(axes, chart, low, high)
    return axes


def _edges(axes: Any, columns: tuple[Edge, ...], rows: tuple[Edge, ...]) -> None:
    for edge in columns:
        axes.axvline(edge.before - 0.5, color="white", linewidth=2.5 if edge.strong else 0.9)
    for edge in rows:
        axes.axhline(edge.before - 0.5, color="white", linewidth=2.5 if edge.strong else 0.9)


def _texts(axes: Any, chart: HeatMap, low: float, high: float) -> None:
    for row, cells in enumerate(chart.cells):
        for column, cell in enumerate(cells):
            if chart.names and not chart.names[row][column]:
                continue
            shade = "#606060" if cell is None else colours.text_on((cell - low) / ((high - low) or 1))
            axes.text(column, row, short(cell, chart.quantity.unit).replace("<br>", "\n"), ha="center", va="center", fontsize=7, color=shade)


@draw.register
def _(chart: Curves, axes: Any = None) -> Any:
    axes = _titled(axes, 7.0, 4.2, chart.title)
    places = [point.x for line in chart.lines for point in line.points]
    for number, line in enumerate(chart.lines):
        axes.plot([point.x for point in line.points], [math.nan if point.y is None else point.y for point in line.points],
                  label=line.name, color=colours.THINGS[number % len(colours.THINGS)], marker=MARKERS[number % len(MARKERS)],
                  markersize=4, linestyle=DASHES[number // len(colours.THINGS) % len(DASHES)])
    _ticks(axes, "x", chart.x, places)
    _ticks(axes, "y", chart.y, [])
    for mark in chart.marks:
        axes.axvline(mark.x, color="#606060", linewidth=0.8, linestyle=":")
        axes.annotate(mark.label, (mark.x, 1), (-2, -2), xycoords=("data", "axes fraction"), textcoords="offset points", ha="right",
                      va="top", fontsize=8)
    if chart.y.from_zero and not chart.y.log:
        axes.set_ylim(bottom=0)
    axes.grid(color="#dfe3e8", linewidth=0.6)
    if len(chart.lines) > 1:
        _legend(axes)
    return axes


@draw.register
def _(chart: Bars, axes: Any = None) -> Any:
    count = len(chart.categories) * (1 if chart.stacked else len(chart.series))
    axes = _titled(axes, 7.0, max(2.0, min(11.0, 1.3 + 0.2 * count + 0.1 * len(chart.categories))), chart.title)
    shades = colours.spread(len(chart.series)) if chart.stacked else colours.THINGS
    places = range(len(chart.categories))
    base = [0.0] * len(chart.categories)
    height = 0.8 if chart.stacked else 0.8 / max(len(chart.series), 1)
    for number, series in enumerate(chart.series):
        shade = tuple(part / 255 for part in colours.parts(shades[number % len(shades)]))
        widths = [value or 0 for value in series.values]
        at = list(places) if chart.stacked else [place - 0.4 + (number + 0.5) * height for place in places]
        axes.barh(at, widths, height, left=base if chart.stacked else None, label=series.name, color=shade)
        if chart.stacked:
            base = [a + b for a, b in zip(base, widths)]
            continue
        for place, value in zip(at, series.values):
            axes.annotate(f" {show(value, chart.quantity.unit)}", (value or 0, place), va="center", fontsize=7, annotation_clip=False)
    axes.set_yticks(list(places), chart.categories, fontsize=8)
    axes.invert_yaxis()
    axes.margins(x=0.12)
    if chart.limits:
        axes.set_xlim(0, 1.12 * chart.limits[1])
    _ticks(axes, "x", chart.quantity, [value for series in chart.series for value in series.values if value is not None])
    if len(chart.series) > 1:
        _legend(axes)
    return axes


@draw.register
def _(chart: Flow, axes: Any = None) -> Any:
    """As a table of colours, which a printed page shows better than bands."""
    return draw(HeatMap(chart.key, chart.title, chart.look_at, chart.sources, chart.targets, chart.cells, chart.quantity, "from", "to"), axes)


@draw.register
def _(chart: Tree, axes: Any = None) -> Any:
    kinds = list(dict.fromkeys(item.kind for item in chart.items))
    axes = _titled(axes, 9.0, 0.9 + 0.42 * len(kinds), chart.title)
    begins: dict[str, float] = {"": 0.0}
    shades = {kind: index / max(len(kinds) - 1, 1) for index, kind in enumerate(kinds)}
    whole = chart.items[0].weight or 1
    for item in chart.items:
        begin = begins[item.inside]
        begins[item.inside] = begin + item.weight
        begins[item.name] = begin
        row = kinds.index(item.kind)
        axes.barh(row, item.weight, 0.94, begin, color=tuple(part / 255 for part in colours.at(shades[item.kind])), edgecolor="white",
                  linewidth=0.5)
        if item.weight / whole > 0.009 * max(len(item.label), 2):
            axes.text(begin + item.weight / 2, row, item.label, ha="center", va="center", fontsize=7, color=colours.text_on(shades[item.kind]))
    axes.set_yticks(range(len(kinds)), kinds, fontsize=8)
    axes.invert_yaxis()
    axes.set_xlim(0, whole)
    axes.set_xlabel("cores")
    return axes


@draw.register
def _(chart: Blocks, axes: Any = None) -> Any:
    axes = _titled(axes, 5.0, 5.0, chart.title)
    for number, block in enumerate(chart.blocks):
        share = number / max(len(chart.blocks) - 1, 1)
        axes.add_patch(Rectangle((block.columns[0], block.rows[0]), block.columns[1] - block.columns[0], block.rows[1] - block.rows[0],
                                 facecolor=tuple(part / 255 for part in colours.at(share)), edgecolor="white"))
        axes.text(sum(block.columns) / 2, sum(block.rows) / 2, block.name, ha="center", va="center", color=colours.text_on(share))
    axes.set_xlim(0, chart.columns)
    axes.set_ylim(chart.rows, 0)
    axes.set_xlabel("columns of C")
    axes.set_ylabel("rows of C")
    return axes
