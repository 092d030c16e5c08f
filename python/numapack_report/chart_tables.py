# SPDX-License-Identifier: BSD-3-Clause
"""The table of each kind of picture. Rows and columns are where the arrow keys go."""

from __future__ import annotations

from functools import singledispatch

from .charts import Bars, Blocks, Chart, Curves, Flow, HeatMap, Tree
from .tables import Column, Table


@singledispatch
def table_of(chart: Chart) -> Table:
    raise TypeError(f"no table of {type(chart).__name__}")


@table_of.register
def _(chart: HeatMap) -> Table:
    unit = "" if chart.categories else chart.quantity.unit
    caption = f"{chart.title}, {chart.quantity.text}"
    if chart.names:  # each cell is something of its own: a line each
        rows = tuple((name, chart.rows[row], _cell(chart, row, column))
                     for row, names in enumerate(chart.names) for column, name in enumerate(names) if name)
        return Table(caption, (Column(chart.column_title), Column(chart.row_title), Column(chart.quantity.title, unit)), rows)
    corner = f"{chart.row_title} \\ {chart.column_title}"
    columns = (Column(corner), *(Column(name, unit) for name in chart.columns))
    return Table(caption, columns, tuple(
        (name, *(_cell(chart, row, column) for column in range(len(chart.columns)))) for row, name in enumerate(chart.rows)))


def _cell(chart: HeatMap, row: int, column: int):
    value = chart.cells[row][column]
    return chart.categories[int(value)] if chart.categories and value is not None else value


@table_of.register
def _(chart: Curves) -> Table:
    if chart.measured_x:
        columns = (Column("curve"), Column(chart.x.title, chart.x.unit), Column(chart.y.title, chart.y.unit),
                   Column("least", chart.y.unit), Column("most", chart.y.unit))
        return Table(f"{chart.title}: {chart.y.text}", columns, tuple(
            (line.name, point.x, point.y, point.low, point.high) for line in chart.lines for point in line.points))
    places = sorted({point.x for line in chart.lines for point in line.points})
    lines = [{point.x: point for point in line.points} for line in chart.lines]
    ranges = any(point.low is not None for line in chart.lines for point in line.points)
    columns = [Column(chart.x.title, chart.x.unit)]
    for line in chart.lines:
        columns.append(Column(line.name, chart.y.unit))
        if ranges:
            columns += [Column(f"{line.name}: least", chart.y.unit), Column(f"{line.name}: most", chart.y.unit)]
    rows = []
    for place in places:
        row: list = [place]
        for line in lines:
            point = line.get(place)
            row.append(point.y if point else None)
            if ranges:
                row += [point.low, point.high] if point else [None, None]
        rows.append(tuple(row))
    return Table(f"{chart.title}: {chart.y.text}", tuple(columns), tuple(rows))


@table_of.register
def _(chart: Bars) -> Table:
    columns = [Column(chart.category_title)]
    for series in chart.series:
        columns.append(Column(series.name, chart.quantity.unit))
        if series.lows:
            columns += [Column(f"{series.name}: least", chart.quantity.unit), Column(f"{series.name}: most", chart.quantity.unit)]
    rows = []
    for index, name in enumerate(chart.categories):
        row: list = [name]
        for series in chart.series:
            row.append(series.values[index])
            if series.lows:
                row += [series.lows[index], series.highs[index]]
        rows.append(tuple(row))
    return Table(f"{chart.title}: {chart.quantity.text}", tuple(columns), tuple(rows))


@table_of.register
def _(chart: Flow) -> Table:
    columns = (Column("from \\ to"), *(Column(name, chart.quantity.unit) for name in chart.targets))
    return Table(f"{chart.title}: {chart.quantity.text}", columns,
                 tuple((name, *row) for name, row in zip(chart.sources, chart.cells)))


@table_of.register
def _(chart: Tree) -> Table:
    labels = {item.name: item.label for item in chart.items}
    return Table(chart.title, (Column("part"), Column("kind"), Column("inside"), Column("details")),
                 tuple((item.label, item.kind, labels.get(item.inside, ""), item.detail) for item in chart.items))


@table_of.register
def _(chart: Blocks) -> Table:
    columns = (Column("part"), Column("first row"), Column("end of rows"), Column("first column"), Column("end of columns"))
    return Table(chart.title, columns, tuple((block.name, *block.rows, *block.columns) for block in chart.blocks))
