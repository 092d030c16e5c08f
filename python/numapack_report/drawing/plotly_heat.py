# SPDX-License-Identifier: BSD-3-Clause
"""Heat maps for plotly.js: the amount in the cell where there is room, lines between nodes and packages, holes grey."""

from __future__ import annotations

from typing import Any, Optional

from ..charts import Edge, HeatMap
from ..tables import show
from . import colours

MOST_TEXTS = 260
MOST_CROSSES = 4000
MOST_COLUMNS_WITH_TEXT = 17


def heat_figure(chart: HeatMap) -> dict[str, Any]:
    unit = "" if chart.categories or chart.quantity.unit == "bytes" else f" {chart.quantity.unit}"
    values = chart.values()
    low, high = chart.limits or ((min(values), max(values)) if values else (0.0, 1.0))
    if chart.categories:
        low, high = -0.5, len(chart.categories) - 0.5
    heat: dict[str, Any] = {
        "type": "heatmap", "x": list(chart.columns), "y": list(chart.rows), "z": [list(row) for row in chart.cells],
        "zmin": low, "zmax": high if high > low else low + 1,
        "colorscale": _steps(len(chart.categories)) if chart.categories else colours.SCALE, "hoverongaps": True,
        "xgap": 1 if len(chart.columns) <= 80 else 0, "ygap": 1 if len(chart.rows) <= 80 else 0,
        "colorbar": _bar(chart), "hovertemplate": _hover(chart, unit)}
    hover = _texts(chart)
    if hover is not None:
        heat["text"] = hover
    if chart.quantity.unit == "bytes" or high <= low:
        heat["showscale"] = False  # no ticks that say more than the cells
        del heat["colorbar"]
    data = [heat]
    if len(chart.rows) * len(chart.columns) <= MOST_TEXTS and len(chart.columns) <= MOST_COLUMNS_WITH_TEXT:
        data.append(_cell_texts(chart, low, heat["zmax"]))
    else:
        data += _holes(chart)
    shapes = [_line("x", edge, len(chart.rows)) for edge in chart.column_edges]
    shapes += [_line("y", edge, len(chart.columns)) for edge in chart.row_edges]
    meta: dict[str, Any] = {"height": min(max(130 + 30 * len(chart.rows), 190), 900)}
    if chart.square and len(chart.rows) > 4:
        meta = {"aspect": 0.92, "most_width": 820}
    elif len(chart.columns) <= 6:
        meta["most_width"] = 260 + 110 * len(chart.columns)
    return {"data": data, "layout": {
        "margin": {"l": 10, "r": 10, "t": 12, "b": 10}, "showlegend": False, "shapes": shapes,
        "xaxis": _axis(chart.columns, chart.column_title, len(chart.columns)),
        "yaxis": {**_axis(chart.rows, chart.row_title, len(chart.rows)), "autorange": False,
                  "range": [len(chart.rows) - 0.5, -0.5]}}, "meta": meta}


def _axis(labels: tuple[str, ...], title: str, count: int) -> dict[str, Any]:
    # The page chooses how many labels fit.
    return {"type": "category", "title": {"text": title, "standoff": 6}, "automargin": True,
            "showgrid": False, "zeroline": False, "range": [-0.5, count - 0.5], "ticks": "", "tickangle": 0}


def _bar(chart: HeatMap) -> dict[str, Any]:
    bar: dict[str, Any] = {"title": {"text": chart.quantity.unit if not chart.categories else "", "side": "top"},
                           "thickness": 12, "outlinewidth": 0}
    if chart.categories:
        bar["tickvals"] = list(range(len(chart.categories)))
        bar["ticktext"] = list(chart.categories)
    return bar


def _steps(count: int) -> list[list[Any]]:
    """A colour scale of so many plain colours."""
    steps = []
    for index, colour in enumerate(colours.spread(count)):
        steps += [[index / count, colour], [(index + 1) / count, colour]]
    return steps


def _texts(chart: HeatMap) -> Optional[list[list[str]]]:
    if chart.names:
        return [list(names) + [""] * (len(chart.columns) - len(names)) for names in chart.names]
    if chart.categories:
        return [["" if cell is None else chart.categories[int(cell)] for cell in row] for row in chart.cells]
    if chart.quantity.unit == "bytes":
        return [[show(cell, "bytes") for cell in row] for row in chart.cells]
    return None


def _hover(chart: HeatMap, unit: str) -> str:
    if chart.names:
        return f"%{{text}}: %{{z:.4g}}{unit}<extra></extra>"
    amount = "%{text}" if chart.categories or chart.quantity.unit == "bytes" else f"%{{z:.4g}}{unit}"
    return f"{chart.row_title} %{{y}}, {chart.column_title} %{{x}}: {amount}<extra></extra>"


def _cell_texts(chart: HeatMap, low: float, high: float) -> dict[str, Any]:
    x, y, texts, shades = [], [], [], []
    for row, cells in enumerate(chart.cells):
        for column, cell in enumerate(cells):
            if chart.names and not chart.names[row][column]:
                continue
            x.append(chart.columns[column])
            y.append(chart.rows[row])
            texts.append("" if chart.categories else short(cell, chart.quantity.unit))
            shades.append("#808080" if cell is None else colours.text_on((cell - low) / (high - low)))
    return {"type": "scatter", "mode": "text", "x": x, "y": y, "text": texts, "hoverinfo": "skip",
            "textfont": {"color": shades, "size": 11}, "meta": "cells"}


def short(value: Optional[float], unit: str) -> str:
    """What fits into a cell: three digits."""
    if value is None or unit == "bytes":
        return show(value, unit).replace(" ", "<br>") if value is not None else "–"
    if abs(value) >= 1e6 or (value and abs(value) < 1e-2):
        return f"{value:.2g}"
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}"


def _holes(chart: HeatMap) -> list[dict[str, Any]]:
    """A cross on each hole, which no colour of the scale can be taken for; cells with text have a dash there."""
    x, y = [], []
    for row, cells in enumerate(chart.cells):
        for column, cell in enumerate(cells):
            if cell is None and not (chart.names and not chart.names[row][column]):
                x.append(chart.columns[column])
                y.append(chart.rows[row])
    if not x or len(x) > MOST_CROSSES:
        return []
    return [{"type": "scatter", "mode": "markers", "x": x, "y": y, "hoverinfo": "skip", "meta": "holes",
             "marker": {"symbol": "x-thin", "size": 5, "line": {"width": 1}}}]


def _line(axis: str, edge: Edge, length: int) -> dict[str, Any]:
    across = "y" if axis == "x" else "x"
    return {"type": "line", f"{axis}0": edge.before - 0.5, f"{axis}1": edge.before - 0.5, f"{across}0": -0.5,
            f"{across}1": length - 0.5, "line": {"width": 4 if edge.strong else 1.5}, "name": "edge"}
