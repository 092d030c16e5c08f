# SPDX-License-Identifier: BSD-3-Clause
"""From inputs to sections."""

from __future__ import annotations

from dataclasses import replace

from .charts import Bars, Curves, HeatMap, on_one_scale
from .errors import UsageError
from .section import Inputs, Missing, Section
from .sections import ALL


def sections_of(inputs: Inputs) -> list[Section]:
    """All of them, empty ones too; heat maps of one quantity share their colours."""
    sections = []
    for make in ALL:
        try:
            sections.append(without_empty_charts(make(inputs)))
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
            # The form of what is read was checked; what contradicts itself all the same is not worth a traceback.
            paths = ", ".join([*(profile.path for profile in inputs.profiles()), *(one.path for one in inputs.others)])
            where = make.__module__.rpartition(".")[2]
            raise UsageError(f"the section \"{where}\" cannot be made from {paths}: {type(error).__name__}: {error}") from error
    shared = iter(on_one_scale([chart for section in sections for chart in section.charts], bars=inputs.against is not None))
    return [replace(section, charts=tuple(next(shared) for _ in section.charts)) for section in sections]


def without_empty_charts(section: Section) -> Section:
    """One of holes alone shows nothing: it is said."""
    empty = [chart for chart in section.charts if isinstance(chart, (HeatMap, Curves, Bars)) and not chart.values()]
    kept = tuple(chart for chart in section.charts if chart not in empty)
    return replace(section, charts=kept, missing=(*section.missing, *(Missing(f"{chart.title}: no cell has a figure") for chart in empty)))


def title_of(inputs: Inputs) -> tuple[str, str]:
    """The page's title and the line below it."""
    if not inputs.profile:
        return "numapack report", ", ".join(one.path.rpartition("/")[2] for one in inputs.others)
    conditions = inputs.profile.data.get("conditions", {})
    when = f"measured {conditions['date'][:10]}" if isinstance(conditions.get("date"), str) else inputs.profile.data.get("made_by", "")
    against = f" against {inputs.against.name}" if inputs.against else ""
    return f"{inputs.profile.name}{against}", ", ".join(filter(None, ("Memory, caches and links", inputs.profile.machine.architecture, when)))
