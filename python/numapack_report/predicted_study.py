# SPDX-License-Identifier: BSD-3-Clause
"""The studies' figures that show times or rates, as `numapack predict` has them, with the points that the documents print."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .charts import Line, Point
from .reading.command import Command
from .reading.documents import load, parse
from .reading.values import value_of
from .section import Section
from .sections import published as published_section
from .sections.predict import chart_of

# Four sockets of eight cores: the article names neither nodes, cores nor sizes.
NEHALEM_EX = "pack:4 numa:1(memory=64GiB) l3:1(size=24MiB) core:8 pu:1"
OTHERS = "oblivious,paper,paper-team-copy"


@dataclass(frozen=True)
class Figure:
    key: str
    title: str
    machine: str  # "": NEHALEM_EX; else of the published ones
    words: str  # of `numapack predict`
    homes: tuple[str, ...]  # each after --each-home
    remark: str  # what the document prints of the same


FIGURES = (
    Figure("dgemm-nodes", "NUMA-aware DGEMM, figures 5 and 11: speed-up over nodes, n = 20480", "kunpeng920",
           f"-n 20480 --first-nodes 1:4:1 --compare {OTHERS}", (),
           "The points of NUMA-aware DGEMM and OpenBLAS's 2.01 are printed, their sizes are not."),
    Figure("dgemm-sizes", "NUMA-aware DGEMM, figure 10: rate over n on four nodes", "kunpeng920",
           f"--sizes 10240:51200:5120 --compare {OTHERS}", (),
           "Of figure 10 the text prints averages over all sizes, no curve."),
    Figure("dgemm-policies", "NUMA-aware DGEMM, figure 12: memory policies, n = 20480", "kunpeng920",
           f"-n 20480 --compare {OTHERS}",
           ("A=0,B=0,C=0", "A=interleave,B=interleave,C=interleave", "A=interleave:0-1,B=interleave:0-1,C=interleave:0-1"),
           "Figure 12 has no numbers in the text."),
    Figure("dgetrf-sizes", "MKL on Nehalem-EX: DGETRF over n by initialisation and policy", "",
           "--routine dgetrf --sizes 2048:12288:2048 --compare oblivious", ("A=0", "A=interleave", "A=cyclic:64"),
           "The article prints no numbers, only which is faster."),
    Figure("dgetrf-distribution", "MKL on Nehalem-EX: Linpack over the blocks of the distribution, n = 8192", "",
           "--routine dgetrf -n 8192 --compare oblivious", tuple(f"A=cyclic:{nb}" for nb in (8, 16, 32, 64, 128, 256, 512)),
           "The article prints no numbers: up to 64 is best, the larger the worse."),
    Figure("dgetrf-blocks", "DGETRF over its own blocks, n = 8192", "kunpeng920",
           "--routine dgetrf -n 8192 --blocks 24,48,96,144,192,288,384 --compare oblivious", (), "No document has this figure."),
    Figure("outer-64", "MKL on Nehalem-EX: C -= A B, n = 8192, k = 64", "", "-n 8192 -k 64 --compare oblivious",
           ("C=0", "C=interleave", "C=cyclic:64"), "The article prints no numbers."),
    Figure("outer-192", "MKL on Nehalem-EX: C -= A B, n = 8192, k = 192", "", "-n 8192 -k 192 --compare oblivious",
           ("C=0", "C=interleave", "C=cyclic:64"), "The article prints no numbers."),
)


# Machines whose documents print what the model says from other numbers of theirs.
PRINTED = ("xeon-stream", "kunpeng920", "kunpeng920-6426", "thunderx2", "phytium-2000plus")


def section(command: Command, machines: Path) -> Section:
    charts = []
    for figure in FIGURES:
        machine = str(machines / f"{figure.machine}.json") if figure.machine else NEHALEM_EX
        homes = [word for home in figure.homes for word in ("--each-home", home)]
        asked = command.ask("predict", *figure.words.split(), *homes, "--from", machine, "--json", "-")
        published = PUBLISHED[figure.key](load(machine).data) if figure.key in PUBLISHED else ()
        charts.append(chart_of(parse(asked, "numapack predict"), f"predicted-{figure.key}", figure.title, published))
    for name in PRINTED:
        cells = parse(command.ask("predict", "--published", "--from", str(machines / f"{name}.json"), "--json", "-"), "numapack predict")
        charts += published_section.charts_of(cells, f"printed-{name}")
    remarks = tuple(f"{figure.title}: {figure.remark[:1].lower()}{figure.remark[1:]}" for figure in FIGURES)
    return Section("predicted", "The studies' times, predicted", remarks, tuple(charts))


def _value(profile: dict[str, Any], quantity: str, **conditions: str) -> Any:
    return next(value_of(one["value"]) for one in profile["reported"]
                if one["quantity"] == quantity and one["value"].get("conditions", {}) == conditions)


def _speed_ups(profile: dict[str, Any]) -> tuple[Line, ...]:
    points = [Point(nodes, _value(profile, f"speed-up of one to {name} nodes")) for nodes, name in enumerate(("two", "three", "four"), 2)]
    oblivious = Point(4, _value(profile, "speed-up of one to four nodes, OpenBLAS"))
    return Line("published: NUMA-aware", (Point(1, 1.0), *points)), Line("published: OpenBLAS", (Point(1, 1.0), oblivious))


def _averages(profile: dict[str, Any]) -> tuple[Line, ...]:
    """Over its sizes, which is all that the text has: flat lines."""
    peak = profile["machine"]["frequency_ghz"] * _value(profile, "FLOPS per cycle") * _value(profile, "cores")
    sizes = next(one["value"] for one in profile["reported"] if one["quantity"] == "sizes examined")
    return tuple(Line(f"published average: {name}", tuple(Point(sizes[end], share * peak) for end in ("min", "max")))
                 for name in ("NUMA-aware", "OpenBLAS")
                 for share in [_value(profile, "average efficiency", library=name, kernel="8x6") / 100])


PUBLISHED = {"dgemm-nodes": _speed_ups, "dgemm-sizes": _averages}
