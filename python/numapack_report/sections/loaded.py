# SPDX-License-Identifier: BSD-3-Clause
"""Latency while other cores draw bandwidth from the same memory."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from math import gcd, inf
from typing import Any

from ..charts import Axis, Curves, Line, Point
from ..reading.values import holes_in_words, least, most, value_of
from ..section import Inputs, Missing, Profile, Section

KEY, TITLE = "loaded", "Latency under load"
LOOK_AT = "Where the curve turns up, the memory is full: more threads only wait longer."


def section(inputs: Inputs) -> Section:
    charts: list[Curves] = []
    plain: list[Line] = []
    missing: list[Missing] = []
    words: list[str] = []
    for profile in inputs.profiles():
        loaded = [cell for cell in profile.part("memory_latency") if "load_gb_per_s" in cell]
        found = _lines(profile, inputs, loaded)
        plain += found
        curves = _curves(profile, inputs)
        charts += curves
        if not found and not curves:
            missing.append(Missing.of(profile, inputs, "latency under load", "numapack latency --loaded"))
        holes = holes_in_words(cell["latency_ns"] for cell in loaded + profile.part("loaded_latency"))
        if holes:
            words.append(f"{inputs.label(profile)}{holes}")
    if plain:
        charts.insert(0, _chart("loaded-latency", "Latency of one core while the others of its node read", plain, "what the others read"))
    return Section(KEY, TITLE, tuple(words), tuple(charts), (), tuple(missing))


def share_in_words(share: float) -> str:
    """Bytes read to bytes written, as `numapack latency --loaded --writes` has them: "3:1"; "reads"."""
    if not share:
        return "reads"
    for written in range(1, 65):
        read = written * (1 - share) / share
        if abs(read - round(read)) < 1e-6 and gcd(round(read), written) == 1:
            return f"{round(read)}:{written}"
    return f"{100 * share:.3g} % written"


def _chart(key: str, title: str, lines: list[Line], over: str) -> Curves:
    return Curves(key, title, LOOK_AT, tuple(lines), Axis(over, "GB/s", from_zero=True), Axis("latency", "ns", from_zero=True))


def _lines(profile: Profile, inputs: Inputs, loaded: list[dict[str, Any]]) -> list[Line]:
    """Of profiles without curves: the median of what the others read stands for each point."""
    groups: dict[tuple[int, int], list[Point]] = defaultdict(list)
    for cell in loaded:
        figure = cell["latency_ns"]
        groups[cell["pu"], cell["node"]].append(Point(cell["load_gb_per_s"], value_of(figure), least(figure), most(figure)))
    return [Line(f"{inputs.label(profile)}CPU {pu}, node {node}", tuple(sorted(points, key=lambda point: point.x)))
            for (pu, node), points in groups.items() if any(point.y is not None for point in points)]


def _curves(profile: Profile, inputs: Inputs) -> list[Curves]:
    """A chart for each node's memory, with a line for each node that draws and share of writes, in the order of what was asked for:
    at the end bandwidth may fall."""
    homes: dict[int, dict[tuple[int, float], list[tuple[float, Point]]]] = defaultdict(lambda: defaultdict(list))
    for cell in profile.part("loaded_latency"):
        rate, figure = value_of(cell["gb_per_s"]), cell["latency_ns"]
        if rate is not None and value_of(figure) is not None:
            asked = cell.get("asked_gb_per_s", inf)
            point = Point(rate, value_of(figure), least(figure), most(figure))
            homes[cell["node"]][cell["pu"], cell.get("write_share", 0.0)].append((asked, point))
    charts = []
    for number, (home, groups) in enumerate(sorted(homes.items())):
        lines = []
        for (pu, share), points in sorted(groups.items()):
            node = profile.machine.node_of(pu)
            source = f"CPU {pu}" if node is None else f"cores of node {node.number}"
            ordered = tuple(point for _, point in sorted(points, key=lambda pair: pair[0]))
            lines.append(Line(f"{source}, {share_in_words(share)}", ordered))
        title = f"{inputs.label(profile)}Latency over bandwidth of node {home}'s memory, by bytes read to bytes written"
        key = f"loaded-curves-{inputs.profiles().index(profile)}-{number}"
        charts.append(replace(_chart(key, title, lines, "bandwidth"), measured_x=True))
    return charts
