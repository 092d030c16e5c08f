# SPDX-License-Identifier: BSD-3-Clause
"""Figures of hardware threads and nodes, laid out by place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Optional

from .charts import Axis, Edge, HeatMap
from .reading.machine import Machine
from .reading.values import value_of

Figures = dict[Any, Optional[dict[str, Any]]]
MOST_COLUMNS = 16


def cores_grid(machine: Machine, figures: Figures, **words: Any) -> HeatMap:
    """One cell a core: a row or more for each node, in the order of packages and nodes, as on the posters."""
    rows: list[str] = []
    names: list[tuple[str, ...]] = []
    cells: list[tuple[Optional[float], ...]] = []
    edges: list[Edge] = []
    known = set(machine.pus)
    groups = [(f"node {node.number}", node.package, list(node.pus)) for node in machine.nodes if node.pus]
    rest = [pu for pu in figures if pu not in known]
    if rest:
        groups.append(("no node said", -1, rest))
    width = min(MOST_COLUMNS, max((len(pus) for _, _, pus in groups), default=1))
    before: Optional[int] = None
    for name, package, pus in groups:
        if rows:
            edges.append(Edge(len(rows), package != before))
        before = package
        for begin in range(0, len(pus), width):
            part = pus[begin:begin + width]
            rows.append(name if len(pus) <= width else f"{name}, {part[0]}–{part[-1]}")
            names.append(tuple(f"CPU {pu}" for pu in part) + ("",) * (width - len(part)))
            cells.append(tuple(value_of(figures.get(pu)) for pu in part) + (None,) * (width - len(part)))
    return HeatMap(rows=tuple(rows), columns=tuple(str(index) for index in range(width)), cells=tuple(cells),
                   names=tuple(names), row_edges=tuple(edges), row_title="node", column_title="core of its row", **words)


def chip_grid(layout: Sequence[Sequence[int]], values: Mapping[int, Optional[float]], **words: Any) -> HeatMap:
    """One cell a core, where it lies on the chip; holes where there is none."""
    return HeatMap(rows=tuple(map(str, range(len(layout)))), columns=tuple(map(str, range(max(map(len, layout))))),
                   cells=tuple(tuple(values.get(pu) for pu in row) for row in layout),
                   names=tuple(tuple(f"CPU {pu}" if pu >= 0 else "" for pu in row) for row in layout),
                   row_title="row", column_title="column", **words)


def pairs_map(machine: Machine, figures: Figures, rows: list[int], columns: list[int], *, nodes_in_rows: bool = False,
              **words: Any) -> HeatMap:
    """Rows and columns of hardware threads (or rows of nodes) with lines where another node or package begins."""
    cells = tuple(tuple(value_of(figures.get((row, column))) for column in columns) for row in rows)
    row_edges = machine.node_edges(rows) if nodes_in_rows else machine.edges(rows)
    name = "node" if nodes_in_rows else "CPU"
    return HeatMap(rows=tuple(f"{name} {row}" for row in rows), columns=tuple(f"CPU {column}" for column in columns),
                   cells=cells, row_edges=row_edges, column_edges=machine.edges(columns), **words)


def nodes_map(machine: Machine, figures: Figures, rows: list[int], columns: list[int], **words: Any) -> HeatMap:
    cells = tuple(tuple(value_of(figures.get((row, column))) for column in columns) for row in rows)
    return HeatMap(rows=tuple(f"node {row}" for row in rows), columns=tuple(f"node {column}" for column in columns), cells=cells,
                   row_edges=machine.node_edges(rows), column_edges=machine.node_edges(columns), **words)


LATENCY = Axis("latency", "ns")
BANDWIDTH = Axis("bandwidth", "GB/s")
