# SPDX-License-Identifier: BSD-3-Clause
"""Products and factorisations of several libraries."""

from __future__ import annotations

from typing import Any

from ..charts import Axis, Bars, Series
from ..reading.documents import Document
from ..section import Inputs, Missing, Section
from ..tables import Column, Table, show

KEY, TITLE = "products", "Products and factorisations of several libraries"
RATE = Axis("rate", "GF/s", from_zero=True)


def name_of(problem: dict[str, Any]) -> str:
    """As in dsyrk, 512 x 512, k = 256, uplo L."""
    letters = ", ".join(f"{key} {value}" for key, value in problem.get("letters", {}).items())
    size = f"{show(problem['m'])} x {show(problem['n'])}"
    if problem.get("k") is not None:
        size += f", k = {show(problem['k'])}"
    return f"{problem['type']}{problem['routine']}, {size}" + (f", {letters}" if letters else "")


def spread(run: dict[str, Any], key: str):
    return (run.get("gflops") or {}).get(key)


def section(inputs: Inputs) -> Section:
    documents = inputs.of_kind("comparison")
    if not documents:
        return Section(KEY, TITLE, missing=(Missing(
            "rates of several libraries", "numapack gemm -n 2048 --peer openblas --peer blis --check --json gemm.json"),))
    charts, tables, words = [], [], []
    for number, document in enumerate(documents):
        charts.append(_rates(document, number))
        tables.append(_table(document))
        words += _said(document)
    return Section(KEY, TITLE, tuple(words), tuple(charts), tuple(tables))


def _rates(document: Document, number: int) -> Bars:
    results = document.data["results"]
    conditions = document.data["conditions"]
    return Bars(f"products-{number}", f"rate of {name_of(document.data['problem'])}, {conditions.get('threads', '?')} threads",
                "Bars are medians over the rounds, whiskers the slowest and the fastest round. Ratios within a round are in the table.",
                tuple(run["library"] for run in results),
                (Series("rate", *(tuple(spread(run, key) for run in results) for key in ("median", "min", "max"))),),
                RATE, "library")


def _table(document: Document) -> Table:
    columns = (Column("library"), Column("version"), Column("rate", "GF/s"), Column("ratio to best", "1"),
               Column("share of FMA peak", "1"), Column("error over bound", "1"), Column("failed"))
    rows = tuple((run["library"], run.get("version") or None, spread(run, "median"), (run.get("ratio_to_best") or {}).get("median"),
                  run.get("efficiency"), run.get("error_over_bound"), run.get("failure")) for run in document.data["results"])
    return Table(f"All that was measured of {name_of(document.data['problem'])}", columns, rows)


def _said(document: Document) -> list[str]:
    conditions = document.data["conditions"]
    name = name_of(document.data["problem"])
    words = []
    peak = ((conditions.get("fma_peak") or {}).get("gflops") or {}).get("median")
    if peak is not None:
        words.append(f"{name}: the FMA peak of all threads in the same rounds was {show(peak)} GF/s.")
    load = conditions.get("load_average")
    threads = conditions.get("threads")
    if isinstance(load, (int, float)) and isinstance(threads, (int, float)) and load > 0.5 * threads:
        words.append(f"{name}: others used the machine, too (load {show(load)} on {show(threads)} threads): compare within rounds only.")
    words += [f"{name}: {lack.get('library', 'a library')} has no {lack.get('lacks', 'such routine')}."
              for lack in document.data.get("left_out", []) if isinstance(lack, dict)]
    return words
