# SPDX-License-Identifier: BSD-3-Clause
"""Latency while other cores draw bandwidth from the same memory."""

from __future__ import annotations

from collections import defaultdict

from ..charts import Axis, Curves, Line, Point
from ..reading.values import holes_in_words, least, most, value_of
from ..section import Inputs, Missing, Section

KEY, TITLE = "loaded", "Latency under load"


def section(inputs: Inputs) -> Section:
    lines: list[Line] = []
    missing: list[Missing] = []
    words: list[str] = []
    for profile in inputs.profiles():
        loaded = [cell for cell in profile.part("memory_latency") if "load_gb_per_s" in cell]
        groups: dict[tuple[int, int], list[Point]] = defaultdict(list)
        for cell in loaded:
            figure = cell["latency_ns"]
            groups[cell["pu"], cell["node"]].append(
                Point(cell["load_gb_per_s"], value_of(figure), least(figure), most(figure)))
        found = [Line(f"{inputs.label(profile)}CPU {pu}, node {node}", tuple(sorted(points, key=lambda point: point.x)))
                 for (pu, node), points in groups.items() if any(point.y is not None for point in points)]
        lines += found
        if not found:
            missing.append(Missing.of(profile, inputs, "latency under load", "numapack latency --loaded"))
        holes = holes_in_words(cell["latency_ns"] for cell in loaded)
        if holes:
            words.append(f"{inputs.label(profile)}{holes}")
    charts = (Curves("loaded-latency", "Latency of one core while the others of its node read",
                     "Where the curve turns up, the memory is full: more threads only wait longer.", tuple(lines),
                     Axis("what the others read", "GB/s", from_zero=True), Axis("latency", "ns", from_zero=True)),) if lines else ()
    return Section(KEY, TITLE, tuple(words), charts, (), tuple(missing))
