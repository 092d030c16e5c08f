# SPDX-License-Identifier: BSD-3-Clause
"""Pictures as plotly.js takes them: plain dictionaries. Colours of text and grids are the page's, which knows whether it is
light or dark; `meta` tells it the shape that a picture wants."""

from __future__ import annotations

import math
from functools import singledispatch
from typing import Any, Optional

from ..charts import Axis, Bars, Blocks, Chart, Curves, Flow, HeatMap, Tree
from ..tables import show
from . import colours
from .axes import byte_ticks, even_byte_ticks, thinned
from .plotly_heat import heat_figure

WHISKERS = 1.6
LONG_BAR = 0.22
MARGIN = {"l": 10, "r": 10, "t": 12, "b": 10}


@singledispatch
def figure_of(chart: Chart) -> dict[str, Any]:
    raise TypeError(f"no figure of {type(chart).__name__}")


figure_of.register(HeatMap, heat_figure)


def _axis(axis: Axis, values: list[float]) -> dict[str, Any]:
    found: dict[str, Any] = {"title": {"text": axis.text, "standoff": 8}, "automargin": True, "zeroline": False}
    if axis.log:
        found["type"] = "log"
        found["dtick"] = "D2"  # 1, 2 and 5 of each power of ten
    if axis.from_zero and not axis.log:
        found["rangemode"] = "tozero"
    if axis.unit == "bytes":
        found["tickvals"], found["ticktext"] = byte_ticks(values) if axis.log else even_byte_ticks(values)
    return found


def _layout(**more: Any) -> dict[str, Any]:
    return {"margin": dict(MARGIN), "showlegend": False, "hovermode": "closest", **more}


@figure_of.register
def _(chart: Curves) -> dict[str, Any]:
    places = sorted({point.x for line in chart.lines for point in line.points})
    data = []
    for number, line in enumerate(chart.lines):
        points = {point.x: point for point in line.points}
        own = [point.x for point in line.points] if chart.measured_x else places
        found = list(line.points) if chart.measured_x else [points.get(place) for place in places]
        colour = colours.THINGS[number % len(colours.THINGS)]
        trace: dict[str, Any] = {
            "type": "scatter", "mode": "lines+markers", "name": line.name, "x": own,
            "y": [point.y if point else None for point in found], "connectgaps": False,
            "line": {"color": colour, "width": 2, "dash": colours.DASHES[number // len(colours.THINGS) % len(colours.DASHES)]},
            "marker": {"size": 6, "symbol": colours.MARKERS[number % len(colours.MARKERS)]},
            "text": [show(place, chart.x.unit) for place in own],
            "hovertemplate": f"%{{text}}: %{{y:.4g}} {chart.y.unit}<extra>{line.name}</extra>"}
        # A place that this line does not cover is not a gap in the line.
        if any(point is None for point in found):
            kept = [index for index, point in enumerate(found) if point]
            for key in ("x", "y", "text"):
                trace[key] = [trace[key][index] for index in kept]
        data.append(trace)
    shapes = [{"type": "line", "x0": mark.x, "x1": mark.x, "yref": "paper", "y0": 0, "y1": 1,
               "line": {"width": 1, "dash": "dot"}} for mark in chart.marks]
    notes = [{"x": math.log10(mark.x) if chart.x.log else mark.x, "yref": "paper", "y": 1, "yanchor": "bottom",
              "text": mark.label, "showarrow": False, "font": {"size": 11}} for mark in chart.marks]
    return {"data": data, "layout": _layout(
        xaxis=_axis(chart.x, places), yaxis=_axis(chart.y, []), shapes=shapes, annotations=notes,
        showlegend=len(chart.lines) > 1, legend={"orientation": "h", "y": -0.22, "x": 0, "yanchor": "top"},
        margin={**MARGIN, "t": 34 if notes else 12}),
        "meta": {"height": 380 + 14 * max(0, len(chart.lines) - 3)}}


@figure_of.register
def _(chart: Bars) -> dict[str, Any]:
    data = []
    shades = colours.spread(len(chart.series)) if chart.stacked else colours.THINGS
    reach = max(chart.values(), default=0.0)
    for number, series in enumerate(chart.series):
        trace: dict[str, Any] = {
            "type": "bar", "orientation": "h", "name": series.name, "y": list(range(len(chart.categories))),
            "x": list(series.values), "marker": {"color": shades[number % len(shades)]},
            "text": [show(value, chart.quantity.unit) for value in series.values], "textposition": [_where(value, reach) for value in series.values],
            "insidetextfont": {"color": colours.text_for(colours.parts(shades[number % len(shades)]))}, "textangle": 0,
            "constraintext": "none", "cliponaxis": False,
            "customdata": list(chart.categories),
            "hovertemplate": f"%{{customdata}}: %{{text}} {'' if chart.quantity.unit == 'bytes' else chart.quantity.unit}"
                             f"<extra>{series.name}</extra>"}
        if chart.stacked:
            trace["textposition"] = "inside"
        if series.lows and not chart.stacked:
            # Beyond a short bar stands its whisker, too.
            trace["text"] = [text if where == "inside" else f"\u2003{text}" for text, where in zip(trace["text"], trace["textposition"])]
            trace["error_x"] = {
                "type": "data", "symmetric": False, "thickness": 1, "width": 3,
                "array": [high - value if value is not None and high is not None else 0
                          for value, high in zip(series.values, series.highs)],
                "arrayminus": [value - low if value is not None and low is not None else 0
                               for value, low in zip(series.values, series.lows)]}
            trace["insidetextanchor"] = "start"
        data.append(trace)
    indices, labels = thinned(chart.categories, 40)
    bars = len(chart.categories) * (1 if chart.stacked else max(len(chart.series), 1))
    values = [value for series in chart.series for value in series.values if value is not None]
    if chart.stacked:
        values = [sum(series.values[index] or 0 for series in chart.series) for index in range(len(chart.categories))]
    return {"data": data, "layout": _layout(
        barmode="stack" if chart.stacked else "group",
        # A part that has no room for its figure has none: the table does.
        **({"uniformtext": {"mode": "hide", "minsize": 10}} if chart.stacked else {}), showlegend=len(chart.series) > 1,
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0, "traceorder": "normal"},
        xaxis={**_axis(chart.quantity, values), "type": "linear", **_reach(chart, values)},
        yaxis={"autorange": "reversed", "tickvals": indices, "ticktext": labels, "automargin": True}),
        "meta": {"height": min(96 + (30 if len(chart.series) > 1 else 0) + bars * 17 + len(chart.categories) * 9, 1100)}}


def _where(value: Optional[float], reach: float) -> str:
    """Of a bar's figure: in it where it has room on a narrow page, too."""
    return "inside" if value is not None and value >= LONG_BAR * reach else "outside"


def _reach(chart: Bars, values: list[float]) -> dict[str, Any]:
    """Where a whisker is far longer than all bars, the axis ends before its end: the table has it."""
    if chart.limits:
        return {"range": [0, 1.05 * chart.limits[1]]}
    ends = [high for series in chart.series for high in series.highs if high is not None]
    if not values or not ends or chart.stacked or max(ends) <= WHISKERS * max(values):
        return {}
    return {"range": [0, WHISKERS * max(values)]}


@figure_of.register
def _(chart: Flow) -> dict[str, Any]:
    names = list(chart.sources) + list(chart.targets)
    shades = colours.spread(max(len(chart.sources), len(chart.targets)))
    links = [(row, len(chart.sources) + column, value) for row, cells in enumerate(chart.cells)
             for column, value in enumerate(cells) if value]
    unit = "" if chart.quantity.unit == "bytes" else f" {chart.quantity.unit}"
    return {"data": [{
        "type": "sankey", "arrangement": "fixed",
        "node": {"label": names, "pad": 18, "thickness": 18, "x": [0.001] * len(chart.sources) + [0.999] * len(chart.targets),
                 "y": _places([sum(cell or 0 for cell in row) for row in chart.cells])
                 + _places([sum(row[column] or 0 for row in chart.cells) for column in range(len(chart.targets))]),
                 "color": [shades[index] for index in range(len(chart.sources))] + [shades[index] for index in range(len(chart.targets))]},
        "link": {"source": [link[0] for link in links], "target": [link[1] for link in links],
                 "value": [link[2] for link in links],
                 "color": [shades[link[0]].replace("rgb", "rgba").replace(")", ",0.45)") for link in links],
                 "customdata": [show(link[2], chart.quantity.unit) for link in links],
                 "hovertemplate": f"%{{source.label}} to %{{target.label}}: %{{customdata}}{unit}<extra></extra>"}}],
        "layout": _layout(), "meta": {"height": 140 + 55 * max(len(chart.sources), len(chart.targets))}}


def _places(weights: list[float]) -> list[float]:
    """Middles of parts below each other in their own order, 0 to 1, with gaps: else plotly.js chooses an order."""
    whole, gap = sum(weights) or 1.0, 0.05
    room = 1 - gap * (len(weights) - 1)
    places, above = [], 0.0
    for index, weight in enumerate(weights):
        places.append(min(max((above + weight / 2) / whole * room + gap * index, 0.001), 0.999))
        above += weight
    return places


@figure_of.register
def _(chart: Tree) -> dict[str, Any]:
    kinds = list(dict.fromkeys(item.kind for item in chart.items))
    shades = {kind: at for kind, at in zip(kinds, colours.spread(len(kinds)))}
    return {"data": [{
        "type": "icicle", "branchvalues": "total", "tiling": {"orientation": "v"}, "sort": False,
        "ids": [item.name for item in chart.items], "labels": [item.label for item in chart.items],
        "parents": [item.inside for item in chart.items], "values": [item.weight for item in chart.items],
        "text": [item.detail for item in chart.items], "textinfo": "label",
        "hovertemplate": "%{label}<br>%{text}<extra></extra>", "pathbar": {"visible": False}, "leaf": {"opacity": 1},
        "textposition": "top center",
        "insidetextfont": {"color": [colours.text_on(kinds.index(item.kind) / max(len(kinds) - 1, 1)) for item in chart.items]},
        # The whole has the page's colour, because its text does.
        "marker": {"colors": [shades[item.kind] if item.inside else "rgba(0,0,0,0)" for item in chart.items], "line": {"width": 1}}}],
        # Numbers of cores that are shrunk until they fit are specks.
        "layout": _layout(uniformtext={"minsize": 9, "mode": "hide"}), "meta": {"height": 30 + 46 * len(kinds)}}


@figure_of.register
def _(chart: Blocks) -> dict[str, Any]:
    shades = colours.spread(len(chart.blocks))
    shapes, notes = [], []
    for number, block in enumerate(chart.blocks):
        shapes.append({"type": "rect", "x0": block.columns[0], "x1": block.columns[1], "y0": block.rows[0],
                       "y1": block.rows[1], "fillcolor": shades[number], "line": {"width": 1, "color": "#808080"},
                       "layer": "below"})
    share = [index / max(len(chart.blocks) - 1, 1) for index in range(len(chart.blocks))]
    middle = {"type": "scatter", "mode": "text", "x": [sum(block.columns) / 2 for block in chart.blocks],
              "y": [sum(block.rows) / 2 for block in chart.blocks], "text": [block.name for block in chart.blocks],
              "textfont": {"color": [colours.text_on(part) for part in share], "size": 13},
              "customdata": [f"rows {show(block.rows[0])} to {show(block.rows[1] - 1)}, columns {show(block.columns[0])} to "
                             f"{show(block.columns[1] - 1)}" for block in chart.blocks],
              "hovertemplate": "%{text}: %{customdata}<extra></extra>"}
    return {"data": [middle], "layout": _layout(
        shapes=shapes, annotations=notes,
        xaxis={"range": [0, chart.columns], "title": {"text": "columns of C"}, "side": "top", "showgrid": False,
               "zeroline": False, "automargin": True},
        yaxis={"range": [chart.rows, 0], "title": {"text": "rows of C", "standoff": 12}, "showgrid": False, "zeroline": False,
               "automargin": True}),
        "meta": {"aspect": min(max(chart.rows / max(chart.columns, 1), 0.3), 1.0), "most_width": 480}}


