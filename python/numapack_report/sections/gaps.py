# SPDX-License-Identifier: BSD-3-Clause
"""What could not be measured, and why; and what else the documents remark."""

from __future__ import annotations

from ..reading.values import reasons
from ..section import Inputs, Section
from ..tables import Column, Table

KEY, TITLE = "gaps", "What could not be measured, and why"
PARTS = (("memory_latency", ("latency_ns",)), ("latency_by_pages", ("latency_ns",)), ("loaded_latency", ("gb_per_s", "latency_ns")),
         ("channel_stride", ("latency_ns",)), ("node_bandwidth", ("gb_per_s",)),
         ("core_to_core", ("latency_ns", "gb_per_s")), ("handovers", ("swap_ns", "store_ns")), ("stream", ("gb_per_s",)), ("barriers", ("time_us",)),
         ("wakes", ("time_us",)), ("fresh_memory", ("gb_per_s",)), ("peaks", ("gflops",)), ("reported", ("value",)))


def section(inputs: Inputs) -> Section:
    rows: list[tuple] = []
    words: list[str] = []
    for profile in inputs.profiles():
        for part, keys in PARTS:
            found = reasons(cell.get(key) for cell in profile.part(part) for key in keys)
            rows += [(profile.name, part.replace("_", " "), float(count), reason) for reason, count in found]
        words += [f"{inputs.label(profile)}{remark}." for remark in profile.data.get("remarks", [])]
    if not rows and not words:
        words = ["Nothing is missing from what was measured." if inputs.profiles() else "There is no profile."]
    columns = (Column("machine"), Column("part"), Column("cells"), Column("why"))
    return Section(KEY, TITLE, tuple(words), (), (Table("Cells without a figure", columns, tuple(rows)),) if rows else ())
