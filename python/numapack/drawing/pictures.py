# SPDX-License-Identifier: BSD-3-Clause
"""The report's pictures of a profile, on any axes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from numapack.system import report_library
from numapack.machines.profiles import Profile

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def charts(section: str, profile: Profile) -> Sequence[Any]:
    """The charts of a part of a profile that have a figure."""
    parts = report_library.module("section")
    machine = report_library.module("reading.machine").read_machine(profile.raw["machine"])
    inputs = parts.Inputs(parts.Profile(profile.source, profile.raw, machine))
    found = report_library.module(f"sections.{section}").section(inputs).charts
    return [chart for chart in found if not hasattr(chart, "values") or chart.values()]


def draw(found: Sequence[Any], pick: str, profile: Profile, table: str, ax: Axes | None) -> Axes:
    """Draws the first chart whose title has these words. `table`: the profile's table with its figures."""
    figures = need_matplotlib()
    words = pick.lower().replace(",", " ").split()
    if not found:
        why = profile.missing.get(table, "too few of its figures are there")
        raise ValueError(f"{profile.name} has no such picture: {why}")
    picked = [chart for chart in found if all(word in chart.title.lower() for word in words)]
    if not picked:
        raise ValueError(f"pick={pick!r} is of no picture's title; there are: {'; '.join(chart.title for chart in found)}")
    return cast("Axes", figures.draw(picked[0], ax))


def need_matplotlib() -> Any:
    """What draws with it."""
    try:
        import matplotlib  # noqa: F401
    except ImportError as error:
        raise ImportError("numapack.plot draws with matplotlib, which is not installed: pip install matplotlib") from error
    return report_library.module("drawing.matplotlib_figures")
