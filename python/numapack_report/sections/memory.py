# SPDX-License-Identifier: BSD-3-Clause
"""How long each core waits for the memory of each node, and how much a node draws from another."""

from __future__ import annotations

from typing import Any

from ..charts import Axis, Bars, Chart, HeatMap, Series
from ..grids import BANDWIDTH, LATENCY, chip_grid, cores_grid, nodes_map, pairs_map
from ..reading.values import holes_in_words, least, most, value_of
from ..section import Inputs, Missing, Profile, Section
from ..tables import show

KEY, TITLE = "memory", "From cores to memory"
FEW_NODES = 2
KERNELS = ("read", "triad", "add", "copy", "scale", "fill", "add_add")


def section(inputs: Inputs) -> Section:
    charts: list[Chart] = []
    words: list[str] = []
    missing: list[Missing] = []
    for index, profile in enumerate(inputs.profiles()):
        latencies = profile.memory_latencies()
        if latencies:
            charts += _maps(inputs, profile, latencies, index)
            words += _said(inputs, profile, latencies)
        else:
            missing.append(Missing.of(profile, inputs, "latency of memory from cores", "numapack latency"))
        found = [chart for chart in _bandwidths(inputs, profile, index) if chart.values()]
        charts += found
        if not found:
            holes = holes_in_words(cell["gb_per_s"] for cell in profile.part("node_bandwidth"))
            words += [f"{inputs.label(profile)}bandwidth from node to node: {holes}"] if holes else []
            missing.append(Missing.of(profile, inputs, "bandwidth from node to node", "numapack probe"))
    return Section(KEY, TITLE, tuple(words), tuple(charts), (), tuple(missing))


def _maps(inputs: Inputs, profile: Profile, cells: dict, index: int) -> list[Chart]:
    machine = profile.machine
    package = {node.number: node.package for node in machine.nodes}
    nodes = sorted({node for node, _ in cells}, key=lambda node: (package.get(node, 1 << 30), node))
    pus = sorted({pu for _, pu in cells}, key=machine.place)
    if len(nodes) <= FEW_NODES and len(pus) > 8:
        if machine.layout:
            return [chip_grid(
                machine.layout, {pu: value_of(cells[node, pu]["latency_ns"]) for pu in pus if (node, pu) in cells},
                key=f"core-node-{index}-{node}", title=f"{inputs.label(profile)}latency of node {node}'s memory from each core",
                look_at="Cores as they lie on the chip. Colour changes from the cores near the memory to those far from it.",
                quantity=LATENCY, scale="memory latency") for node in nodes]
        return [cores_grid(
            machine, {pu: cells[node, pu]["latency_ns"] for pu in pus if (node, pu) in cells},
            key=f"core-node-{index}-{node}", title=f"{inputs.label(profile)}latency of node {node}'s memory from each core",
            look_at="A cell is a core, a row the cores of a node; thick lines lie between packages. Rows whose colour differs "
                    "are further away.", quantity=LATENCY, scale="memory latency") for node in nodes]
    figures = {key: cell["latency_ns"] for key, cell in cells.items()}
    if len(pus) == 1:
        rows = [figures[node, pus[0]] for node in nodes]
        return [Bars(f"core-node-{index}", f"{inputs.label(profile)}latency from CPU {pus[0]} to each node's memory",
                     "The longest bar is the node to avoid.", tuple(f"node {node}" for node in nodes),
                     (Series("latency", *(tuple(map(of, rows)) for of in (value_of, least, most)))
                      if any("min" in row for row in rows) else Series("latency", tuple(map(value_of, rows))),),
                     Axis("latency", "ns", from_zero=True), "memory of", scale="memory latency")]
    return [pairs_map(machine, figures, nodes, pus, nodes_in_rows=True, key=f"core-node-{index}",
                      title=f"{inputs.label(profile)}latency from each core to each node's memory",
                      look_at="The dark blocks on the diagonal are cores that read their own node's memory; thick lines lie between packages.",
                      quantity=LATENCY, row_title="memory of", column_title="core (CPU)", scale="memory latency")]


def _said(inputs: Inputs, profile: Profile, cells: dict) -> list[str]:
    ends = sorted((value, node, pu) for (node, pu), cell in cells.items()
                  if (value := value_of(cell["latency_ns"])) is not None)
    holes = holes_in_words(cell["latency_ns"] for cell in cells.values())
    if not ends:
        return [holes] if holes else []
    low, high = ends[0], ends[-1]
    text = f"{inputs.label(profile)}least {show(low[0])} ns (CPU {low[2]}, node {low[1]})"
    if len(ends) > 1:
        text += f", most {show(high[0])} ns (CPU {high[2]}, node {high[1]}), {high[0] / low[0]:.2f} times as much"
    return [f"{text}. {holes}".strip()]


def _bandwidths(inputs: Inputs, profile: Profile, index: int) -> list[HeatMap]:
    """The kernel that most pairs of nodes have, with its largest number of threads for each pair."""
    cells = profile.part("node_bandwidth")
    groups: dict[tuple[str, bool], dict] = {}
    for cell in cells:
        group = groups.setdefault((cell["kernel"], cell.get("streaming_stores", False)), {})
        key = (cell["cpu_node"], cell["memory_node"])
        if key not in group or cell.get("threads", 0) >= group[key].get("threads", 0):
            group[key] = cell
    order = sorted(groups, key=lambda kind: (-sum(value_of(cell["gb_per_s"]) is not None for cell in groups[kind].values()),
                                             KERNELS.index(kind[0]) if kind[0] in KERNELS else 99))
    maps = []
    machine = profile.machine
    package = {node.number: node.package for node in machine.nodes}
    for kernel, streaming in order[:3]:
        group = groups[kernel, streaming]
        rows, columns = (sorted({key[side] for key in group}, key=lambda node: (package.get(node, 1 << 30), node)) for side in (0, 1))
        threads = sorted({cell["threads"] for cell in group.values() if "threads" in cell})
        much = f", {threads[0]}" + (f" to {threads[-1]}" if len(threads) > 1 else "") + " threads a node" if threads else ""
        maps.append(nodes_map(
            machine, {key: cell["gb_per_s"] for key, cell in group.items()}, rows, columns,
            key=f"node-bandwidth-{index}-{kernel}{'-streaming' if streaming else ''}",
            title=f"{inputs.label(profile)}bandwidth from node to node, {kernel}{', streaming stores' if streaming else ''}{much}",
            look_at="Bright is fast. What is not on the diagonal crosses a link. " +
                    holes_in_words(cell["gb_per_s"] for cell in group.values()),
            quantity=BANDWIDTH, row_title="threads on", column_title="memory of", scale=f"bandwidth {kernel}"))
    return maps
