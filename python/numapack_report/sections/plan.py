# SPDX-License-Identifier: BSD-3-Clause
"""Who computes what, and the bytes that cross between nodes, next to the least possible."""

from __future__ import annotations

from typing import Any, Optional

from ..charts import Axis, Bars, Block, Blocks, HeatMap, Series
from ..errors import UsageError
from ..section import Inputs, Missing, Section
from ..tables import Column, Table, show
from .products import name_of

KEY, TITLE = "plan", "The plan"
BYTES = Axis("bytes", "bytes", from_zero=True)


def section(inputs: Inputs) -> Section:
    documents = inputs.of_kind("plan") + [one for one in inputs.of_kind("comparison") if one.data.get("plan")]
    if not documents:
        return Section(KEY, TITLE, missing=(Missing("a plan", "numapack plan -n 8192 --json plan.json"),))
    charts, tables, words = [], [], []
    for number, document in enumerate(documents):
        plan, problem = document.data["plan"] or {}, document.data["problem"]
        where = document.data.get("machine", "")
        name = name_of(problem) + (f" on {where.rpartition('/')[2]}" if where else "")
        words += _said(name, plan, problem)
        if len(plan.get("nodes", [])) < 2:
            continue  # one node: nothing crosses, and it computes all
        charts += [chart for chart in (_grid(name, plan, problem, number), _links(name, plan, number, document.path),
                                       _classes(name, plan, number)) if chart]
        if plan.get("traffic"):
            tables.append(_pairs(name, plan))
    return Section(KEY, TITLE, tuple(words), tuple(charts), tuple(tables))


def _said(name: str, plan: dict[str, Any], problem: dict[str, Any]) -> list[str]:
    homes = ", ".join(f"{key} {value}" for key, value in problem.get("homes", {}).items())
    words = f"{name}" + (f"; homes: {homes}" if homes else "")
    if "seconds_estimate" in plan:
        words += f"; {show(plan['seconds_estimate'])} s expected"
    traffic, bound = plan.get("traffic"), plan.get("bound")
    if traffic and bound:
        words += f"; {show(traffic['crossing_bytes'], 'bytes')} cross between nodes, at least {show(bound['crossing_bytes'], 'bytes')} must"
    return [words + ".", *[f"Why: {reason}." for reason in plan.get("reasons", [])]]


def _grid(name: str, plan: dict[str, Any], problem: dict[str, Any], number: int) -> Optional[Blocks]:
    blocks = []
    for task in plan.get("tasks", []):
        rows, columns = task.get("rows"), task.get("columns")
        if not (isinstance(rows, list) and isinstance(columns, list) and len(rows) == len(columns) == 2):
            return None
        blocks.append(Block(f"node {task.get('node', '?')}", tuple(rows), tuple(columns)))
    if not blocks:
        return None
    return Blocks(f"plan-grid-{number}", f"C over the nodes: {name}", "Each node computes its part, from what lies at home where it can.",
                  problem["m"], problem["n"], tuple(blocks))


def _both(traffic: dict[str, Any], nodes: list[str], place: str) -> tuple[tuple[float, ...], ...]:
    """Read and written together, [node][home]."""
    read, written = traffic["read"], traffic["written"]
    if not (len(read) == len(written) == len(nodes) and all(len(row) == len(nodes) for row in read + written)):
        raise UsageError(f"{place}: the plan's traffic is no table of its {len(nodes)} nodes")
    return tuple(tuple(a + b for a, b in zip(*rows)) for rows in zip(read, written))


def _nodes(plan: dict[str, Any]) -> list[str]:
    return [f"node {node}" for node in plan.get("nodes", [])]


def _links(name: str, plan: dict[str, Any], number: int, place: str) -> Optional[HeatMap]:
    nodes = _nodes(plan)
    if not plan.get("traffic") or len(nodes) < 2:
        return None
    return HeatMap(f"plan-links-{number}", f"Bytes read and written from node to home: {name}",
                   "What is off the diagonal crosses a link; the table below has the least possible next to it.",
                   tuple(nodes), tuple(nodes), _both(plan["traffic"], nodes, place), BYTES, "node", "home")


def _classes(name: str, plan: dict[str, Any], number: int) -> Optional[Bars]:
    traffic, bound = plan.get("traffic"), plan.get("bound")
    if not (traffic and bound and bound["crossing_bytes"]):
        return None
    kinds = ("cross_die_bytes", "cross_chip_bytes", "crossing_bytes")
    return Bars(f"plan-bound-{number}", f"What crosses, next to the least possible: {name}",
                "As long as the other: nothing crosses twice.", ("cross-die", "cross-chip", "in all"),
                (Series("plan", tuple(traffic[kind] for kind in kinds)), Series("least", tuple(bound[kind] for kind in kinds))),
                BYTES, "link")


def _pairs(name: str, plan: dict[str, Any]) -> Table:
    nodes = _nodes(plan)
    columns = (Column("node"), Column("home"), Column("read", "bytes"), Column("least read", "bytes"), Column("written", "bytes"),
               Column("least written", "bytes"))
    traffic, bound = plan["traffic"], plan.get("bound") or {"read": [], "written": []}

    def cell(matrix: list, row: int, column: int) -> Optional[float]:
        return matrix[row][column] if row < len(matrix) and column < len(matrix[row]) else None

    rows = tuple((node, home, cell(traffic["read"], row, column), cell(bound["read"], row, column),
                  cell(traffic["written"], row, column), cell(bound["written"], row, column))
                 for row, node in enumerate(nodes) for column, home in enumerate(nodes))
    return Table(f"Bytes from node to home: {name}", columns, rows)
