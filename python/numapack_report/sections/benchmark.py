# SPDX-License-Identifier: BSD-3-Clause
"""The benchmark's cells: numapack and the best of its peers."""

from __future__ import annotations

from ..charts import Axis, Bars, Series
from ..section import Inputs, Missing, Section
from ..tables import Column, Table

KEY, TITLE = "benchmark", "The benchmark"
MOST_BARS = 40


def section(inputs: Inputs) -> Section:
    documents = inputs.of_kind("benchmark")
    if not documents:
        return Section(KEY, TITLE, missing=(Missing("the benchmark's cells", "make bench QUICK=1 (writes build/bench/results-quick.json)"),))
    charts, tables, words = [], [], []
    for number, document in enumerate(documents):
        rows = document.data["rows"]
        ratios = sorted(((row["ratio"], name) for name, row in rows.items() if row.get("ratio") is not None))
        shown = ratios if len(ratios) <= MOST_BARS else ratios[:MOST_BARS // 2] + ratios[-MOST_BARS // 2:]
        if shown:
            charts.append(Bars(
                f"benchmark-{number}", "Rate over the best peer's in the same round"
                + ("" if shown is ratios else f", the {MOST_BARS // 2} least and the {MOST_BARS // 2} largest of {len(ratios)}"),
                "1: as fast as the best of the others. The last part of a cell's name is the number of threads.",
                tuple(name for _, name in shown), (Series("ratio", tuple(ratio for ratio, _ in shown)),),
                Axis("ratio to the best peer", "1", from_zero=True), "cell"))
        peers = list(dict.fromkeys(peer for row in rows.values() for peer in row.get("peers", {})))
        columns = (Column("cell"), Column("numapack", "GF/s"), *(Column(peer, "GF/s") for peer in peers),
                   Column("ratio to best", "1"), Column("share of FMA peak", "1"))
        tables.append(Table(f"Cells of the benchmark begun at {document.data['begun']}", columns, tuple(
            (name, row.get("gflops"), *(row.get("peers", {}).get(peer) for peer in peers), row.get("ratio"), row.get("efficiency"))
            for name, row in rows.items())))
        below = sum(ratio < 1 for ratio, _ in ratios)
        words.append(f"{len(ratios)} cells on up to {document.data['threads']} threads; {below} below the best of the others.")
    return Section(KEY, TITLE, tuple(words), tuple(charts), tuple(tables))
