# SPDX-License-Identifier: BSD-3-Clause
"""What follows from the measurements, in words."""

from __future__ import annotations

from typing import Any

from ..charts import Axis, Bars, Series
from ..section import Inputs, Missing, Section
from ..tables import Column, Table, show
from ..words import ranges

KEY, TITLE = "advice", "What follows from it"


def section(inputs: Inputs) -> Section:
    documents = inputs.of_kind("advice")
    if not documents:
        return Section(KEY, TITLE, missing=(Missing("advice", "numapack advise --json advice.json"),))
    charts, tables, words = [], [], []
    for number, document in enumerate(documents):
        data = document.data
        name = f"{data['machine']}: " if len(documents) > 1 else ""
        words += [name + word for word in _said(data)]
        if data["patterns"]:
            charts.append(Bars(
                f"patterns-{number}", f"{name}a barrier, broadcast or reduction of {show(data.get('threads'))} threads, predicted",
                "From the latencies between cores; the table has the share of the time that goes between nodes.",
                tuple(pattern["pattern"] for pattern in data["patterns"]),
                (Series("predicted", tuple(pattern["predicted_ns"] for pattern in data["patterns"])),),
                Axis("time", "ns", from_zero=True), "pattern"))
            tables.append(Table(f"{name}patterns", (Column("pattern"), Column("predicted", "ns"), Column("share between nodes", "1")),
                                tuple((one["pattern"], one["predicted_ns"], one["share_between_nodes"]) for one in data["patterns"]),
                                folded=True))
        if data["nodes"]:
            tables.append(_order(name, data))
        statements = data["inferences"]["statements"]
        if statements:
            tables.append(Table(f"{name}what is inferred, and from what", (Column("kind"), Column("statement"), Column("evidence")),
                                tuple((one["kind"], one["statement"], "; ".join(one["evidence"])) for one in statements)))
    return Section(KEY, TITLE, tuple(words), tuple(charts), tuple(tables))


def _said(data: dict[str, Any]) -> list[str]:
    words = [f"The profile is hollow: without {', '.join(data['hollow'])}; estimates stand in."] if data.get("hollow") else []
    if data["pin_groups"]:
        groups = "; ".join(ranges(group) for group in data["pin_groups"][:8])
        more = f" and {len(data['pin_groups']) - 8} more groups" if len(data["pin_groups"]) > 8 else ""
        text = f"Threads that share a variable belong on cores with a common {data['groups_share']}: {groups}{more}"
        if data.get("inside_ns") and data.get("outside_ns"):
            text += f" ({show(data['inside_ns'])} ns between them, {show(data['outside_ns'])} ns or more beyond)"
        words.append(text + ".")
    if data.get("fast_bytes"):
        because = f" ({data['fast_because']})" if data.get("fast_because") else ""
        words.append(f"Keep what they share within {show(data['fast_bytes'], 'bytes')}{because}.")
    patterns = [pattern for pattern in data["patterns"] if not pattern["pattern"].startswith("reduction")]
    if patterns:
        best = min(patterns, key=lambda pattern: pattern["predicted_ns"])
        words.append(f"Fastest pattern for a barrier or broadcast of all: {best['pattern']}, {show(best['predicted_ns'])} ns predicted.")
    return words


def _order(name: str, data: dict[str, Any]) -> Table:
    most = max(len(node["nearest_first"]) for node in data["nodes"])
    columns = (Column("from"), *(Column(f"{index + 1}." if index else "nearest") for index in range(most)))
    rows = []
    for node in data["nodes"]:
        cells = [f"node {near['node']}" + "".join(f", {show(near[key])} {unit}" for key, unit in (("latency_ns", "ns"), ("gb_per_s", "GB/s"))
                                                  if near.get(key) is not None) for near in node["nearest_first"]]
        rows.append((f"node {node['from']}", *cells, *([None] * (most - len(cells)))))
    return Table(f"{name}which node to take if one must cross, nearest first", columns, tuple(rows))
