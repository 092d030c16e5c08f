# SPDX-License-Identifier: BSD-3-Clause
"""Barriers by algorithm: measured and predicted."""

from __future__ import annotations

from ..charts import Axis, Bars, Series
from ..reading.values import holes_in_words, value_of
from ..section import Inputs, Missing, Section
from ..words import ranges, shortened

KEY, TITLE = "barriers", "Barriers"


def section(inputs: Inputs) -> Section:
    charts: list[Bars] = []
    missing: list[Missing] = []
    words: list[str] = []
    for index, profile in enumerate(inputs.profiles()):
        cells = profile.part("barriers")
        teams = list(dict.fromkeys(tuple(cell["pus"]) for cell in cells))
        measured = any(value_of(cell["time_us"]) is not None for cell in cells)
        for number, team in enumerate(teams):
            rows = [cell for cell in cells if tuple(cell["pus"]) == team]
            charts.append(Bars(
                f"barriers-{index}-{number}",
                f"{inputs.label(profile)}a barrier of {len(team)} threads, CPUs {shortened(ranges(team), 40)}",
                "The best kind differs between machines. Measured far above predicted: somebody else had a core.",
                tuple(cell["algorithm"] for cell in rows),
                (Series("measured", tuple(value_of(cell["time_us"]) for cell in rows)),
                 Series("predicted", tuple(cell.get("predicted_us") for cell in rows))),
                Axis("time", "us", from_zero=True), "algorithm", scale="barriers"))
        if not measured:
            missing.append(Missing.of(profile, inputs, "measured times of barriers", "numapack barrier"))
        holes = holes_in_words(cell["time_us"] for cell in cells)
        if holes:
            words.append(f"{inputs.label(profile)}{holes}")
    return Section(KEY, TITLE, tuple(words), tuple(charts), (), tuple(missing))

