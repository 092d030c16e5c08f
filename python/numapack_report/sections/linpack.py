# SPDX-License-Identifier: BSD-3-Clause
"""Linpack and its studies: who initialised the matrix, under which policy."""

from __future__ import annotations

from ..charts import Axis, Bars, Curves, Line, Point, Series
from ..reading.documents import Document
from ..section import Inputs, Missing, Section
from ..tables import Column, Table, show
from .products import RATE, spread

KEY, TITLE = "linpack", "Linpack"
STUDIES = {"linpack": "rate over size", "sizes": "who initialised the matrix, over size", "nb": "width of the initialised blocks",
           "outer": "the outer product"}


def section(inputs: Inputs) -> Section:
    documents = inputs.of_kind("Linpack study")
    if not documents:
        return Section(KEY, TITLE, missing=(Missing(
            "Linpack", "numapack linpack -n 2048,4096 --library numapack --library openblas --json linpack.json"),))
    charts, tables = [], []
    for number, document in enumerate(documents):
        runs = [run for run in document.data["runs"] if run.get("gflops")]
        if document.data["study"] == "outer":
            charts.append(_outer(runs, number))
        elif runs:
            charts.append(_curves(document, runs, number))
        tables.append(_table(document))
    return Section(KEY, TITLE, (), tuple(charts), tuple(tables))


def _curves(document: Document, runs: list, number: int) -> Curves:
    widths = document.data["study"] == "nb"
    lines: dict[str, list[Point]] = {}
    for run in runs:
        name = f"{run['library']}, n = {show(run['n'])}" if widths else f"{run['library']}, {run['init']}, {run['policy']}"
        place = float(run["init"].rpartition(":")[2]) if widths else run["n"]
        lines.setdefault(name, []).append(Point(place, *(spread(run, key) for key in ("median", "min", "max"))))
    return Curves(f"linpack-{number}", f"Linpack: {STUDIES.get(document.data['study'], document.data['study'])}",
                  "Lines far apart at large n: the matrix lies on one node, or the threads wait for each other.",
                  tuple(Line(name, tuple(sorted(points, key=lambda point: point.x))) for name, points in lines.items()),
                  Axis("columns of a block" if widths else "equations n", "", log=widths), RATE)


def _outer(runs: list, number: int) -> Bars:
    places = tuple(dict.fromkeys(f"n = {show(run['n'])}, k = {show(run.get('k'))}" for run in runs))
    names = tuple(dict.fromkeys(f"{run['library']}, {run['init']}, {run['policy']}" for run in runs))
    table = {(f"n = {show(run['n'])}, k = {show(run.get('k'))}", f"{run['library']}, {run['init']}, {run['policy']}"): run for run in runs}
    series = tuple(Series(name, *(tuple(spread(table.get((place, name), {}), key) for place in places)
                                  for key in ("median", "min", "max"))) for name in names)
    return Bars(f"linpack-{number}", "The product that Linpack spends its time in, C -= A B",
                "The less k, the more placement matters.", places, series, RATE, "problem")


def _table(document: Document) -> Table:
    columns = (Column("library"), Column("n"), Column("initialised"), Column("policy"), Column("threads"), Column("rate", "GF/s"),
               Column("share of FMA peak", "1"), Column("residual", "1"), Column("failed"))
    rows = tuple((run["library"], run["n"], run["init"], run["policy"], run.get("threads"), spread(run, "median"),
                  run.get("efficiency"), run.get("residual"), run.get("failure")) for run in document.data["runs"])
    return Table(f"Linpack: {STUDIES.get(document.data['study'], document.data['study'])}: all that was measured", columns, rows)
