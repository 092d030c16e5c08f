# SPDX-License-Identifier: BSD-3-Clause
"""What stands at the top of the page: a few figures, each with the place in the documents that it comes from."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Optional

from .reading.values import median, value_of
from .section import Inputs, Profile
from .sections.products import name_of
from .tables import Cell, show
from .words import count


@dataclass(frozen=True)
class Fact:
    name: str
    value: Cell
    unit: str = ""
    note: str = ""
    first: bool = False  # the one to know


def facts(inputs: Inputs) -> list[tuple[str, list[Fact]]]:
    """By machine, and what is of none."""
    found = [(profile.name if inputs.against else "What was measured", _of_profile(profile)) for profile in inputs.profiles()]
    found = [(name, facts) for name, facts in found if facts]
    results = _of_results(inputs)
    return [*found, ("What was run", results)] if results else found


def node_latencies(profile: Profile) -> dict[tuple[int, int], float]:
    """Of cores' node and memory's node: the median over the cores of the largest block that each chased without load."""
    groups: dict[tuple[int, int], list[float]] = defaultdict(list)
    for (node, pu), cell in profile.memory_latencies().items():
        home, value = profile.machine.node_of(pu), value_of(cell["latency_ns"])
        if home and value is not None:
            groups[home.number, node].append(value)
    return {key: middle for key, values in groups.items() if (middle := median(values)) is not None}


def _of_profile(profile: Profile) -> list[Fact]:
    machine = profile.machine
    found = [Fact("cores", float(len(machine.cores)), "", f"{count(len(machine.packages), 'package')}, "
                  f"{count(len(machine.nodes), 'node')}, {machine.architecture}")] if machine.nodes else []
    latencies = node_latencies(profile)
    local = [value for (cpu, node), value in latencies.items() if cpu == node]
    remote = [(value, cpu, node) for (cpu, node), value in latencies.items() if cpu != node]
    if local and remote:
        worst = max(remote)
        base = latencies.get((worst[1], worst[1])) or median(local)
        found.append(Fact("furthest memory", worst[0] / base, "times",
                          f"as long as its own: from node {worst[1]} to node {worst[2]}", first=True))
    if local:
        found.append(Fact("local memory", median(local), "ns", f"median of {count(len(local), 'node')}"))
    if remote:
        found.append(Fact("remote memory", median(value for value, *_ in remote), "ns",
                          f"median of {count(len(remote), 'pair')} of nodes; most {show(max(remote)[0])} ns"))
    elif len(machine.nodes) == 1 and local:
        found.append(Fact("remote memory", "none", "", "one node: placement changes nothing here", first=True))
    found += [fact for fact in (_bandwidth(profile), _cores(profile)) if fact]
    return found


def _bandwidth(profile: Profile) -> Optional[Fact]:
    rates = [(value, f"{cell['kernel']}, {count(cell['threads'], 'thread') if 'threads' in cell else 'threads not said'}")
             for cell in profile.part("stream") if (value := value_of(cell["gb_per_s"])) is not None]
    if rates:
        best = max(rates)
        return Fact("highest bandwidth", best[0], "GB/s", f"STREAM, {best[1]}")
    rates = [(value, f"node {cell['cpu_node']} to node {cell['memory_node']}, {cell['kernel']}")
             for cell in profile.part("node_bandwidth") if (value := value_of(cell["gb_per_s"])) is not None]
    return Fact("highest bandwidth", max(rates)[0], "GB/s", max(rates)[1]) if rates else None


def _cores(profile: Profile) -> Optional[Fact]:
    found = [(value, cell["reader"], cell["owner"]) for cell in profile.part("core_to_core")
             if cell["reader"] != cell["owner"] and cell["level"] > 0 and (value := value_of(cell.get("latency_ns"))) is not None]
    if not found:
        return None
    low, high = min(found), max(found)
    return Fact("core to core", f"{show(low[0])} – {show(high[0])}", "ns",
                f"nearest CPU {low[1]} and {low[2]}, furthest {high[1]} and {high[2]}")


def _of_results(inputs: Inputs) -> list[Fact]:
    found = []
    for document in inputs.of_kind("comparison")[:2]:
        own = document.data["results"][0] if document.data["results"] else {}
        if own.get("gflops"):
            ratio = (own.get("ratio_to_best") or {}).get("median")
            note = name_of(document.data["problem"]) + (f"; {show(ratio)} of the best" if ratio is not None else "")
            found.append(Fact(own["library"], own["gflops"]["median"], "GF/s", note))
    for document in inputs.of_kind("lab run")[:1]:
        counts = document.data["counts"]
        if counts and counts["reads"].get("all"):
            crossing = counts["reads"].get("cross_die", 0) + counts["reads"].get("cross_chip", 0)
            found.append(Fact("reads that cross", 100 * crossing / counts["reads"]["all"], "%", "of the lines counted in the lab"))
    return found
