# SPDX-License-Identifier: BSD-3-Clause
"""What `numapack run --report` saw in a program."""

from __future__ import annotations

from typing import Any

from ..charts import Axis, Bars, Series
from ..section import Inputs, Missing, Section
from ..tables import Column, Table, show

KEY, TITLE = "runs", "What programs called"
TO = (("one_thread_calls", "one thread"), ("one_node_calls", "one node"), ("some_nodes_calls", "some nodes"),
      ("all_nodes_calls", "all nodes"))
MOST_ROWS = 24


def size_of(call: dict[str, Any]) -> str:
    return f"{show(call['least_size'])} and more" if call["below_size"] is None else \
        f"{show(call['least_size'])}–{show(call['below_size'] - 1)}"


def section(inputs: Inputs) -> Section:
    documents = inputs.of_kind("run")
    if not documents:
        return Section(KEY, TITLE, missing=(Missing("a program's calls", "numapack run --report --json run.json -- python3 train.py"),))
    charts: list[Bars] = []
    tables: list[Table] = []
    words: list[str] = []
    for number, document in enumerate(documents):
        data = document.data
        name = " ".join(data["command"])
        total = data["total"]
        words.append(f"In {name}: {show(total['calls'])} calls, {show(total['seconds'])} s in them, of {show(data['seconds'])} s.")
        words += [f"Hint: {hint}." for hint in data["hints"]]
        calls = sorted(data["calls"], key=lambda call: -call["seconds"])
        labels = tuple(f"{call['routine']} {size_of(call)}" for call in calls[:MOST_ROWS])
        if calls:
            charts.append(Bars(f"run-time-{number}", f"Time in calls: {name}", "What takes the time is where placement pays.",
                               labels, (Series("time", tuple(call["seconds"] for call in calls[:MOST_ROWS])),),
                               Axis("time", "s", from_zero=True), "routine and size"))
            charts.append(Bars(f"run-threads-{number}", f"How far calls were spread: {name}",
                               "Many calls on one thread: they are too small to share.", labels,
                               tuple(Series(text, tuple(call[key] for call in calls[:MOST_ROWS])) for key, text in TO),
                               Axis("calls", from_zero=True), "routine and size", stacked=True))
        if data["operands"]["bytes_by_node"]:
            by_node = data["operands"]["bytes_by_node"]
            charts.append(Bars(f"run-operands-{number}", f"Where operands lived: {name}", "One long bar: one node serves all.",
                               tuple(f"node {node}" for node in by_node), (Series("operands", tuple(by_node.values())),),
                               Axis("operands", "bytes", from_zero=True), "node"))
        tables += [_calls(name, calls), _processes(name, data["processes"])]
    return Section(KEY, TITLE, tuple(words), tuple(charts), tuple(tables))


def _calls(name: str, calls: list) -> Table:
    columns = (Column("routine"), Column("size"), Column("calls"), Column("time", "s"), Column("rate", "GF/s"),
               *(Column(text, "calls") for _, text in TO), Column("crossing by plan", "bytes"),
               Column("by a BLAS that knows no nodes", "bytes"))
    return Table(f"Calls: {name}", columns, tuple(
        (call["routine"], size_of(call), call["calls"], call["seconds"], call["gigaflops_per_second"], *(call[key] for key, _ in TO),
         call["crossing_bytes"], call["blind_crossing_bytes"]) for call in calls))


def _processes(name: str, processes: list) -> Table:
    columns = (Column("process"), Column("command"), Column("calls"), Column("time", "s"), Column("threads"))
    return Table(f"Processes: {name}", columns, tuple(
        (str(one["process"]), one["command"], one["calls"], one["seconds"], one["threads"]) for one in processes))
