# SPDX-License-Identifier: BSD-3-Clause
"""The machine itself: packages, nodes, caches and cores."""

from __future__ import annotations

from ..charts import Axis, Bars, Item, Series, Tree
from ..reading.machine import Cache, Machine, Node
from ..section import Inputs, Missing, Profile, Section
from ..tables import Column, Table, show_bytes
from ..words import count, ranges

KEY, TITLE = "machine", "The machine"
MOST_PARTS = 700  # more are no longer seen: private caches go first


def section(inputs: Inputs) -> Section:
    charts: list = []
    tables: list = []
    missing: list[Missing] = []
    for index, profile in enumerate(inputs.profiles()):
        if not profile.machine.nodes:
            missing.append(Missing.of(profile, inputs, "nodes and cores", "numapack probe"))
            continue
        charts.append(_tree(inputs, profile, index))
        tables.append(_nodes(inputs, profile))
    if not inputs.profile:
        missing.append(Missing("a profile of a machine", "numapack probe"))
    if inputs.profile and inputs.profile.data.get("peaks"):
        charts.append(_peaks(inputs.profile))
    return Section(KEY, TITLE, (), tuple(charts), tuple(tables), tuple(missing))


def _tree(inputs: Inputs, profile: Profile, index: int) -> Tree:
    machine, dies = profile.machine, inputs.dies(profile)
    items = [Item("machine", "", machine.name, len(machine.pus), "machine",
                  f"{count(len(machine.packages), 'package')}, {count(len(machine.nodes), 'node')}, "
                  f"{count(len(machine.cores), 'core')}")]
    for package in machine.packages:
        nodes = [node for node in machine.nodes if node.package == package]
        cores = sum(len(node.pus) for node in nodes)
        items.append(Item(f"p{package}", "machine", f"package {package}", cores, "package",
                          f"{count(len(nodes), 'node')}, {count(cores, 'core')}"))
        held = sorted({dies[node.number] for node in nodes if node.number in dies})
        for die in held if len(held) > 1 else []:
            width = sum(len(node.pus) for node in nodes if dies.get(node.number) == die)
            items.append(Item(f"d{die}", f"p{package}", f"die {die}", width, "die", count(width, "core")))
        for node in nodes:
            inside = f"d{dies[node.number]}" if len(held) > 1 and node.number in dies else f"p{package}"
            items += _node(machine, node, inside)
    return Tree(f"machine-{index}", f"{inputs.label(profile)}packages, nodes, caches and cores",
                "Widths are numbers of cores. Click a part to look into it.", tuple(items))


def _node(machine: Machine, node: Node, inside: str) -> list[Item]:
    kind = "" if node.kind in ("", "DRAM") else f" ({node.kind})"
    memory = f", {show_bytes(node.memory_bytes)}" if node.memory_bytes else ""
    name = f"n{node.number}"
    items = [Item(name, inside, f"node {node.number}{kind}{'' if node.pus else ', no cores'}", len(node.pus), "node",
                  f"{count(len(node.pus), 'core')}{memory}")]
    levels = sorted({cache.level for cache in machine.caches}, reverse=True)
    shared = [level for level in levels if any(len(_inside(cache, machine)) > 1 for cache in machine.caches if cache.level == level)]
    # A cache of one core is said with the core.
    above: dict[int, str] = {pu: name for pu in node.pus}
    for level in shared:
        for number, cache in enumerate(cache for cache in machine.caches if cache.level == level):
            pus = [pu for pu in node.pus if pu in cache.pus]
            parents = {above[pu] for pu in pus}
            if not pus or len(parents) > 1:
                continue
            key = f"{name}.l{level}.{number}"
            items.append(Item(key, parents.pop(), f"L{level} {show_bytes(cache.bytes)}", len(pus), f"L{level} cache",
                              f"shared by {count(len(pus), 'core')}: CPU {ranges(pus)}"))
            above.update(dict.fromkeys(pus, key))
    if len(machine.pus) <= MOST_PARTS:
        own = {pu: ", ".join(f"L{cache.level} {show_bytes(cache.bytes)}" for cache in
                             sorted((cache for cache in machine.caches if pu in cache.pus and cache.level not in shared),
                                    key=lambda cache: cache.level)) for pu in node.pus}
        items += [Item(f"c{pu}", above[pu], f"{pu}", 1, "core", f"CPU {pu}" + (f", {own[pu]}" if own[pu] else ""))
                  for pu in node.pus]
    return items


def _inside(cache: Cache, machine: Machine) -> list[int]:
    return [pu for pu in cache.pus if any(pu == core[0] for core in machine.cores)]


def _nodes(inputs: Inputs, profile: Profile) -> Table:
    columns = (Column("node"), Column("package"), Column("kind"), Column("cores"), Column("memory", "bytes"), Column("CPUs"))
    rows = tuple((f"node {node.number}", float(node.package), node.kind or "not said", float(len(node.pus)), node.memory_bytes,
                  ranges(node.pus)) for node in profile.machine.nodes)
    return Table(f"{inputs.label(profile)}nodes", columns, rows)


def _peaks(profile: Profile) -> Bars:
    peaks = profile.part("peaks")
    return Bars("peaks", "Arithmetic that the cores reach", "Register-only multiply-adds: what efficiency is measured against.",
                tuple(f"{peak['precision']}, {peak['instruction_set']}, {count(peak['threads'], 'thread')}" for peak in peaks),
                (Series("all threads together", tuple(peak["gflops"].get("median") for peak in peaks)),),
                Axis("rate", "GF/s", from_zero=True), "what")

