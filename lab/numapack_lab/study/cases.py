# SPDX-License-Identifier: BSD-3-Clause
"""What `numapack lab study` can run, and what the paper found: Electronics 2021, 10, 1984."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

CLASSES = ("local", "cross_die", "cross_chip")
NODE_SETS = ("0", "0,1", "0,2", "0,3", "0,1,2", "0,1,2,3")
ALL_NODES = NODE_SETS[-1]
HOMES = ("0", "interleave", "interleave:1-2", "3")
BASE = "openblas"
# The workload's options for each. A baseline comes first, so that an interrupted study has something to compare with.
LIBRARIES = {
    BASE: ("--library", "/usr/lib/{triplet}/openblas-pthread/libopenblas.so.0"),
    "blis": ("--library", "/usr/lib/{triplet}/blis-pthread/libblis.so.4"),
    "numapack": (),
    "numapack in place": ("--no-localise",),
}
PARTS = {
    "figure13": "Figure 13: all nodes, data on node 0. Thousands of lines; writes with what was dirty at the end",
    "figure14": "Figures 14 and 15: instructions and L1, all nodes, data on node 0. Thousands",
    "call": "One multiplication by numapack: plan, lab and counters, all nodes, data on node 0. Thousands",
    "table1": "Table 1: growing sets of nodes, data on node 0. Shares of all lines",
    "figure12": "Figure 12: data placed differently. Thousands of lines that crossed, reads and writes",
}

# Table 1, n = 50,000, OpenBLAS on growing sets of nodes: events by class, as printed.
PAPER_TABLE1 = {
    "0": {"reads": (4.66e13, 1.23e7, 4.57e7), "writes": (4.63e9, 4.26e4, 3.21e6)},
    "0,1": {"reads": (6.10e10, 4.03e10, 5.24e7), "writes": (7.17e7, 1.92e7, 4.56e5)},
    "0,2": {"reads": (6.10e10, 4.13e10, 9.89e10), "writes": (7.25e7, 2.14e7, 1.80e7)},
    "0,3": {"reads": (6.09e10, 4.17e10, 1.09e10), "writes": (7.33e7, 2.09e7, 1.80e7)},
    "0,1,2": {"reads": (5.91e10, 4.96e10, 1.20e10), "writes": (7.06e7, 3.26e7, 1.66e7)},
    "0,1,2,3": {"reads": (5.65e10, 5.80e10, 1.37e10), "writes": (6.88e7, 4.07e7, 1.89e7)},
}
# Section 5.2 and figure 13: per cent against OpenBLAS on four nodes.
PAPER_FIGURE13 = {"reads": {"local": 20, "cross_die": -24.8, "cross_chip": -22.7},
                  "writes": {"local": -5.3, "cross_die": -62.6, "cross_chip": -29.4}}
# Figures 14 and 15: per cent against OpenBLAS on four nodes, n = 50,000. Loads are fewer, without a figure.
PAPER_FIGURE14 = {"instructions": -58.1, "cycles": -36.54, "l1_load_misses": -16.3}


@dataclass(frozen=True)
class Case:
    """One multiplication."""

    library: str
    nodes: str
    homes: str
    n: int
    machine: str
    arch: str
    beta: int = 1

    @property
    def name(self) -> str:
        return f"{self.library}, node{'s' if ',' in self.nodes else ''} {self.nodes}, data {where(self.homes)}"


@dataclass(frozen=True)
class Setting:
    """What the cases of one study have in common."""

    n: int
    machine: str
    arch: str
    beta: int = 1

    def case(self, library: str, nodes: str, homes: str) -> Case:
        return Case(library, nodes, homes, self.n, self.machine, self.arch, self.beta)


def where(homes: str) -> str:
    if homes.isdigit():
        return f"on node {homes}"
    _, _, nodes = homes.partition(":")
    return f"interleaved over {nodes}" if nodes else "interleaved"


def cases(part: str, setting: Setting, libraries: Iterable[str]) -> list[Case]:
    """What is to run, without repetition, in the order in which results are of use."""
    chosen: list[Case] = []

    def add(node_sets: Iterable[str], all_homes: Iterable[str]) -> None:
        chosen.extend(setting.case(library, nodes, homes) for homes in all_homes for nodes in node_sets
                      for library in LIBRARIES if library in wanted)

    wanted = set(libraries)
    if part in ("figure13", "figure14", "all"):
        add([ALL_NODES], ["0"])
    if part == "call":
        chosen.append(setting.case("numapack", ALL_NODES, "0"))
    if part in ("table1", "all"):
        add(NODE_SETS, ["0"])
    if part in ("figure12", "all"):
        add([ALL_NODES], HOMES)
    if part == "all":
        add(NODE_SETS, HOMES)
    return list(dict.fromkeys(chosen))


Runs = dict[Case, dict[str, Any]]
