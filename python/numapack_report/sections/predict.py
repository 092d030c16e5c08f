# SPDX-License-Identifier: BSD-3-Clause
"""What calls are predicted to take: over nodes, sizes, blocks, threads and placements."""

from __future__ import annotations

from typing import Any

from ..charts import Axis, Bars, Chart, Curves, Line, Point, Series, Value
from ..reading.documents import Document
from ..section import Inputs, Missing, Section
from ..tables import Column, Table
from .products import RATE

KEY, TITLE = "predict", "Predicted times"
LOOK_AT = "From a walk over the schedules with a clock, nothing is measured; the table has the parts of the time."
AXES = {"nodes": "nodes", "n": "n", "block": "columns of a block", "threads_asked": "threads"}
SPEED_UP = Axis("times as fast as on one node", "1", from_zero=True)


def section(inputs: Inputs) -> Section:
    documents = inputs.of_kind("prediction")
    if not documents:
        return Section(KEY, TITLE, missing=(Missing(
            "predicted times", "numapack predict --sizes 1024:8192:1024 --compare oblivious --json predict.json"),))
    charts = tuple(chart_of(document, f"predict-{number}") for number, document in enumerate(documents))
    return Section(KEY, TITLE, (), charts, tuple(map(_table, documents)))


def chart_of(document: Document, key: str, title: str = "", published: tuple[Line, ...] = ()) -> Chart:
    """Over what varies most; `published`: what a document prints of the same."""
    cases = document.data["cases"]
    varying = {axis: len({case[axis] for case in cases}) for axis in AXES}
    axis = max(varying, key=lambda one: varying[one])
    problem = document.data["problem"]
    size = "" if varying["n"] > 1 else f", n = {cases[0]['n']:g}"
    title = title or f"{problem['type']}{problem['routine']}{size}, predicted"
    if varying[axis] < 2:
        return _by_home(cases, key, title)
    lines: dict[str, list[dict[str, Any]]] = {}
    for case in cases:
        others = [f"{AXES[other]} {case[other]:g}" for other in AXES if other != axis and varying[other] > 1]
        lines.setdefault(", ".join([case["algorithm"], *filter(None, [case["home"]]), *others]), []).append(case)
    scales = axis == "nodes" and 1 in {case["nodes"] for case in cases}
    made = [Line(name, tuple(Point(case[axis], _times(case, of) if scales else case["gflops"])
                             for case in sorted(of, key=lambda one: one[axis]))) for name, of in lines.items()]
    return Curves(key, title, LOOK_AT, (*made, *published), Axis(AXES[axis]), SPEED_UP if scales else RATE)


def _times(case: dict[str, Any], line: list[dict[str, Any]]) -> Value:
    alone = next((one["total_s"] for one in line if one["nodes"] == 1), None)
    return alone / case["total_s"] if alone and case["total_s"] else None


def _by_home(cases: list[dict[str, Any]], key: str, title: str) -> Bars:
    homes = tuple(dict.fromkeys(case["home"] for case in cases))
    rates = {(case["home"], case["algorithm"]): case["gflops"] for case in cases}
    series = tuple(Series(name, tuple(rates.get((home, name)) for home in homes))
                   for name in dict.fromkeys(case["algorithm"] for case in cases))
    return Bars(key, title, LOOK_AT, tuple(home or "as asked for" for home in homes), series, RATE, "homes of the operands")


def _table(document: Document) -> Table:
    problem = document.data["problem"]
    columns = (Column("n"), Column("nodes"), Column("threads"), Column("threads asked for"), Column("block"), Column("homes"), Column("by"), Column("time", "s"),
               Column("rate", "GF/s"), Column("arithmetic", "s"), Column("own memory", "s"), Column("other nodes' memory", "s"),
               Column("waiting", "s"))
    rows = tuple((case["n"], case["nodes"], case["threads"], case["threads_asked"] or None, case["block"] or None, case["home"] or None, case["algorithm"],
                  case["total_s"], case["gflops"], case["arithmetic_s"], case["local_memory_s"], case["remote_memory_s"],
                  case["waiting_s"]) for case in document.data["cases"])
    return Table(f"{problem['type']}{problem['routine']}, predicted", columns, rows, folded=True)
