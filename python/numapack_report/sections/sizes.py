# SPDX-License-Identifier: BSD-3-Clause
"""Latency over the size of what is chased: the levels of the caches show as steps."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from ..charts import Axis, Curves, Line, Mark, Point
from ..grids import LATENCY
from ..reading.values import least, most, value_of
from ..section import Inputs, Missing, Profile, Section
from ..tables import show_bytes

KEY, TITLE = "sizes", "Latency over size"
LEAST_SIZES = 4
MOST_LINES = 8
SIZE = Axis("size", "bytes", log=True)


def cache_marks(profiles: list[Profile], lines: list[Line]) -> tuple[Mark, ...]:
    """The sizes of caches that lie within what was measured."""
    places = [point.x for line in lines for point in line.points]
    marks: dict[float, list[str]] = defaultdict(list)
    for profile in profiles:
        for level, size in profile.machine.cache_sizes():
            if f"L{level}" not in marks[size]:
                marks[size].append(f"L{level}")
    return tuple(Mark(size, "/".join(names)) for size, names in sorted(marks.items())
                 if size > 0 and min(places) <= size <= max(places))


def sweeps(inputs: Inputs, profile: Profile) -> list[Line]:
    """Each hardware thread and node of which several sizes were measured."""
    groups: dict[tuple[int, int], list[Point]] = defaultdict(list)
    for cell in profile.part("memory_latency"):
        if cell.get("bytes") and "load_gb_per_s" not in cell:
            figure = cell["latency_ns"]
            groups[cell["pu"], cell["node"]].append(Point(cell["bytes"], value_of(figure), least(figure), most(figure)))
    lines = [Line(f"{inputs.label(profile)}CPU {pu}, node {node}", _one_each(points)) for (pu, node), points in groups.items()]
    return [line for line in lines if len(line.points) >= LEAST_SIZES][:MOST_LINES]


def _one_each(points: list[Point]) -> tuple[Point, ...]:
    return tuple(sorted({point.x: point for point in points}.values(), key=lambda point: point.x))


def lines_of_all(inputs: Inputs, lines_of: Callable[[Inputs, Profile], list[Line]], what: str,
                 command: str) -> tuple[list[Line], tuple[Mark, ...], tuple[Missing, ...]]:
    """Of every profile its lines, or that it has none; and the caches of those that have some."""
    lines: list[Line] = []
    shown: list[Profile] = []
    missing: list[Missing] = []
    for profile in inputs.profiles():
        found = lines_of(inputs, profile)
        lines += found
        if found:
            shown.append(profile)
        else:
            missing.append(Missing.of(profile, inputs, what, command))
    return lines, cache_marks(shown, lines) if lines else (), tuple(missing)


def section(inputs: Inputs) -> Section:
    lines, marks, missing = lines_of_all(inputs, sweeps, "latency of many sizes", "numapack latency --sweep")
    if not lines:
        return Section(KEY, TITLE, missing=missing)
    words = [f"The machine says: {', '.join(f'{mark.label} {show_bytes(mark.x)}' for mark in marks)}."] if marks else []
    chart = Curves("latency-sizes", "Latency of a chain of loads over its size",
                   "Flat parts are levels. Where a step comes before its dotted line, something else uses the cache, or pages "
                   "are spread unevenly over its sets.",
                   tuple(lines), SIZE, Axis(LATENCY.title, LATENCY.unit, log=True), marks)
    return Section(KEY, TITLE, tuple(words), (chart,), (), missing)
