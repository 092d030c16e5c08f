# SPDX-License-Identifier: BSD-3-Clause
"""Read bandwidth of one core over the size of what it reads."""

from __future__ import annotations

from collections import defaultdict

from ..charts import Axis, Curves, Line, Point
from ..reading.values import least, most, value_of
from ..section import Inputs, Profile, Section
from .coherence import STATES
from .sizes import SIZE, lines_of_all

KEY, TITLE = "bandwidth", "Bandwidth over size"
LEAST_SIZES = 3
MOST_LINES = 8


def _lines(inputs: Inputs, profile: Profile) -> list[Line]:
    groups: dict[str, dict[float, Point]] = defaultdict(dict)
    for cell in profile.part("core_to_core"):
        if cell.get("bytes") and "gb_per_s" in cell and "sharer" not in cell:
            figure = cell["gb_per_s"]
            whose = "its own lines" if cell["reader"] == cell["owner"] else f"CPU {cell['owner']}'s lines"
            name = f"{inputs.label(profile)}CPU {cell['reader']}, {whose}, {STATES.get(cell['state'], cell['state'])}"
            groups[name].setdefault(cell["bytes"], Point(cell["bytes"], value_of(figure), least(figure), most(figure)))
    for cell in profile.part("node_bandwidth"):
        if cell.get("bytes"):
            figure = cell["gb_per_s"]
            name = (f"{inputs.label(profile)}node {cell['cpu_node']} to node {cell['memory_node']}, {cell['kernel']}, "
                    f"{cell.get('threads', '?')} threads")
            groups[name].setdefault(cell["bytes"], Point(cell["bytes"], value_of(figure), least(figure), most(figure)))
    lines = [Line(name, tuple(sorted(points.values(), key=lambda point: point.x))) for name, points in groups.items()]
    return [line for line in lines if sum(point.y is not None for point in line.points) >= LEAST_SIZES][:MOST_LINES]


def section(inputs: Inputs) -> Section:
    lines, marks, missing = lines_of_all(inputs, _lines, "bandwidth of several sizes", "numapack coherence")
    if not lines:
        return Section(KEY, TITLE, missing=missing)
    chart = Curves("bandwidth-sizes", "Read bandwidth of one core over size",
                   "The drop after each dotted line is what the next level gives to one core.", tuple(lines), SIZE,
                   Axis("read bandwidth", "GB/s", log=True), marks)
    return Section(KEY, TITLE, (), (chart,), (), missing)
