# SPDX-License-Identifier: BSD-3-Clause
"""On which nodes pages are: of operands, of a process, and what the kernel counted."""

from __future__ import annotations

from typing import Any

from ..charts import Axis, Bars, HeatMap, Series
from ..errors import UsageError
from ..section import Inputs, Missing, Section
from ..tables import Column, Table, show
from .products import name_of

KEY, TITLE = "pages", "Where the pages are"
PAGES = Axis("pages", from_zero=True)
BYTES = Axis("memory", "bytes", from_zero=True)
MOST_MAPPINGS = 15


def section(inputs: Inputs) -> Section:
    charts: list = []
    tables: list[Table] = []
    for number, document in enumerate(inputs.of_kind("comparison")):
        if document.data.get("pages"):
            charts += _operands(document.data, number)
    for number, document in enumerate(inputs.of_kind("page map")):
        charts.append(_mappings(document.data, number))
        if document.data.get("map"):
            charts.append(_map(document.data, number, document.path))
    for document in inputs.of_kind("page count"):
        tables.append(_counted(document.data))
    missing = () if charts or tables else (Missing("pages of operands or of a process", "numapack where PID --map largest --json pages.json"),)
    return Section(KEY, TITLE, (), tuple(charts), tuple(tables), missing)


def _operands(data: dict[str, Any], number: int) -> list[Bars]:
    rows: dict[str, dict[str, float]] = {}
    for name, pages in data["pages"].items():
        if pages and "by_node" in pages:
            rows[name] = pages["by_node"]
        elif name == "packed" and pages:
            rows.update({f"packed by node {node}": part["by_node"] for node, part in pages.items()
                         if isinstance(part, dict) and isinstance(part.get("by_node"), dict)})
    if not rows:
        return []
    return [_by_node(f"operand-pages-{number}", f"Pages of the operands: {name_of(data['problem'])}", rows, PAGES, "operand")]


def _by_node(key: str, title: str, rows: dict[str, dict[str, float]], axis: Axis, what: str) -> Bars:
    nodes = sorted({node for row in rows.values() for node in row}, key=lambda node: (len(node), node))
    return Bars(key, title, "One colour: all on one node. Equal parts: interleaved.", tuple(rows),
                tuple(Series(f"node {node}", tuple(row.get(node) for row in rows.values())) for node in nodes), axis, what, stacked=True)


def _mappings(data: dict[str, Any], number: int) -> Bars:
    largest = sorted(data["mappings"], key=lambda mapping: -mapping["resident_bytes"])[:MOST_MAPPINGS]
    rows = {f"{mapping.get('begin', '')} {mapping['name'] or 'anonymous'}, {mapping['policy']}":
            dict(zip(map(str, data["nodes"]), mapping["bytes_by_node"])) for mapping in largest}
    return _by_node(f"process-{number}", f"Memory of process {data['process']} ({data['command']})", rows, BYTES, "mapping")


def _map(data: dict[str, Any], number: int, path: str) -> HeatMap:
    drawn = data["map"]
    height, width, cells = drawn["height"], drawn["width"], drawn["cells"]
    if height < 1 or width < 1 or len(cells) != height * width:
        raise UsageError(f"{path}: page map.map has {len(cells)} cells, not {height} x {width}")
    words = [f"node {node}" for node in data["nodes"]] + ["unknown"]
    place = {**{node: index for index, node in enumerate(data["nodes"])}, "unknown": len(words) - 1}
    table = tuple(tuple(place.get(cell) for cell in cells[row * width:(row + 1) * width]) for row in range(height))
    return HeatMap(f"page-map-{number}", f"Pages from {drawn.get('begin', '?')} to {drawn.get('end', '?')}",
                   "Stripes are interleaving or blocks of columns; one colour is one node. Holes: untouched.",
                   tuple(str(row) for row in range(height)), tuple(str(column) for column in range(width)), table,
                   Axis("node with most of the pages"), "line", "cell", categories=tuple(words))


def _counted(data: dict[str, Any]) -> Table:
    kinds = [key for key in data["nodes"][0] if key != "node"] if data["nodes"] else []
    columns = (Column("pages"), *(Column(f"node {node['node']}", "pages") for node in data["nodes"]))
    return Table(f"Pages that the kernel handed out during {' '.join(data['command'])}, {show(data['seconds'])} s", columns,
                 tuple((kind, *(node.get(kind) for node in data["nodes"])) for kind in kinds))
