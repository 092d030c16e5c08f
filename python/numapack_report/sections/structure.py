# SPDX-License-Identifier: BSD-3-Clause
"""Where cores are, as far as latencies alone tell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Optional

from ..errors import UsageError
from ..charts import Axis, HeatMap
from ..grids import chip_grid
from ..section import Inputs, Missing, Section
from ..tables import Column, Table, show
from ..words import count, ranges

KEY, TITLE = "structure", "Where cores are, from latencies alone"
WIDTH = 16
MOST_TILES = 256  # a side


def section(inputs: Inputs) -> Section:
    documents = [document for document in inputs.of_kind("inference") if document.data["cpus"]]
    if not documents:
        return Section(KEY, TITLE, missing=(Missing("groups of cores", "numapack infer --json infer.json"),))
    charts, tables, words = [], [], []
    for number, document in enumerate(documents):
        data = document.data
        name = f"{data['source']}: " if len(documents) > 1 else ""
        words += [name + word for word in _said(data)]
        finest = [(label, group) for label, group in _groups(data["groups"]) if not group["parts"]]
        if len(finest) > 1:
            charts.append(_grid(f"groups-{number}", f"{name}groups of CPUs with the same latencies",
                                "One colour is one group at the finest. Holes: no such CPU, or one without figures.",
                                data, _colours(finest), Axis("group, and its median latencies"), _categories(finest)))
        if data["mesh"]:
            charts.append(_mesh(number, name, data["mesh"], finest))
        tables.append(_table(name, data))
        if data["nearest"]:
            chart, table = _nearest(number, name, data)
            charts.append(chart)
            tables.append(table)
    return Section(KEY, TITLE, tuple(words), tuple(charts), tuple(tables))


def _groups(group: dict[str, Any], label: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """A group and those within it, each with its number: "2.1" is the first within the second."""
    yield label, group
    for index, part in enumerate(group["parts"], 1):
        yield from _groups(part, f"{label}.{index}" if label else str(index))


def _said(data: dict[str, Any]) -> list[str]:
    latencies = "between cores" if data["between"] == "cores" else \
        f"to the memory of node{'s' if len(data['columns']) > 1 else ''} {', '.join(map(str, data['columns']))}"
    groups = data["groups"]
    found = {"groups": f"{len(groups['parts'])} groups", "gradient": f"an order, but {groups['because']}"}.get(
        groups["structure"], f"no structure: {groups['because']}")
    left_out = f" Without complete figures: {count(data['cpus_left_out'], 'CPU')}." if data["cpus_left_out"] else ""
    return [f"Latencies of {count(len(data['cpus']), 'CPU')} {latencies} show {found}.{left_out}", *(f"{line}." for line in data["firmware"])]


def _to_several(data: dict[str, Any]) -> bool:
    """To several memories, of which one median says nothing."""
    return data["between"] == "memory" and len(data["columns"]) > 1


def _table(name: str, data: dict[str, Any]) -> Table:
    to_nodes = _to_several(data)
    figures = tuple(Column(f"to node {node}", "ns") for node in data["columns"]) if to_nodes else \
        (Column("median", "ns"), Column("least", "ns"), Column("most", "ns"))
    return Table(f"{name}groups, and groups within them",
                 (Column("group"), Column("CPUs"), *figures, Column("silhouette", "1"), Column("which")), tuple(
                     (label or "all", len(group["cpus"]),
                      *(group["to_memories_ns"] if to_nodes else (group["median_ns"], group["least_ns"], group["greatest_ns"])),
                      group["silhouette"], ranges(group["cpus"])) for label, group in _groups(data["groups"])), folded=True)


def _nearest(number: int, name: str, data: dict[str, Any]) -> tuple[HeatMap, Table]:
    """CPUs by the memory that they reach soonest: quadrants, where latencies grow hop by hop and form no groups."""
    nearest = data["nearest"]
    groups = nearest["groups"]
    title = f"{name}CPUs by the nearest of the memories of nodes {ranges(nearest['nodes'])}"
    chart = _grid(f"nearest-{number}", title, f"Silhouette {show(nearest['silhouette'])}, chance of noise {show(nearest['chance'])}.", data,
                  {cpu: index for index, group in enumerate(groups) for cpu in group["cpus"]},
                  Axis("nearest node, and the median latency to it"),
                  tuple(f"node {group['node']}: {show(group['own_ns'])} ns" for group in groups))
    columns = (Column("node"), Column("CPUs"), Column("to it", "ns"), Column("to the next", "ns"), Column("least gap", "ns"), Column("which"))
    return chart, Table(title, columns, tuple(
        (group["node"], len(group["cpus"]), group["own_ns"], group["next_ns"], group["least_gap_ns"], ranges(group["cpus"]))
        for group in groups), folded=True)


def _latencies(group: dict[str, Any]) -> str:
    several = group["to_memories_ns"] if len(group["to_memories_ns"]) > 1 else [group["median_ns"]]
    return "one CPU" if several == [None] else " ".join(map(show, several)) + " ns"


def _categories(finest: list[tuple[str, dict[str, Any]]]) -> tuple[str, ...]:
    return tuple(f"{label}: {_latencies(group)}" for label, group in finest)


def _colours(finest: list[tuple[str, dict[str, Any]]]) -> dict[int, int]:
    return {cpu: index for index, (_, group) in enumerate(finest) for cpu in group["cpus"]}


def _grid(key: str, title: str, says: str, data: dict[str, Any], colours: dict[int, int], axis: Axis, categories: tuple[str, ...]) -> HeatMap:
    if layout := data.get("layout"):
        return chip_grid(layout, colours, key=key, title=title, look_at=says, quantity=axis, categories=categories)
    lines = range(0, max(data["cpus"]) + 1, WIDTH)
    cells = tuple(tuple(colours.get(cpu) for cpu in range(first, first + WIDTH)) for first in lines)
    return HeatMap(key, title, says, tuple(f"CPU {first}" for first in lines), tuple(str(index) for index in range(WIDTH)), cells,
                   axis, "from", "CPU of its row",
                   names=tuple(tuple(f"CPU {cpu}" for cpu in range(first, first + WIDTH)) for first in lines),
                   categories=categories)


def _inside(core: dict[str, Any], width: int, height: int) -> tuple[int, int]:
    """The only tile that fits."""
    tile = core["tiles"][0]
    if len(tile) != 2 or not (0 <= tile[0] < width and 0 <= tile[1] < height):
        raise UsageError(f"mesh.cores: CPU {core['cpu']}'s tile is {tile}, and the mesh has {width} x {height}")
    return tile[0], tile[1]


def _mesh(number: int, name: str, mesh: dict[str, Any], finest: list[tuple[str, dict[str, Any]]]) -> HeatMap:
    """Cores whose tile is the only one that fits; others would have to be drawn where they may not be."""
    colours = _colours(finest) if len(finest) > 1 else {}
    width, height = mesh["width"], mesh["height"]
    if not (0 < width <= MOST_TILES and 0 < height <= MOST_TILES):
        raise UsageError(f"mesh: {width} x {height} tiles; each side is 1 to {MOST_TILES}")
    cpus: list[list[list[int]]] = [[[] for _ in range(width)] for _ in range(height)]
    unsure = 0
    for core in mesh["cores"]:
        if len(core["tiles"]) == 1:
            x, y = _inside(core, width, height)
            cpus[y][x].append(core["cpu"])
        else:
            unsure += 1

    def colour(tile: list[int]) -> Optional[float]:
        return colours.get(tile[0], 0) if tile else None

    left = f" Not drawn, since several tiles fit: {count(unsure, 'CPU')}." if unsure else ""
    return HeatMap(f"mesh-{number}", f"{name}CPUs on {'a ring' if mesh['ring'] else 'the mesh'}",
                   f"A hop costs {show(mesh['hop_ns'])} ns; the model misses a figure by {show(mesh['residual_ns'])} ns.{left}",
                   tuple(str(row) for row in range(height)), tuple(str(column) for column in range(width)),
                   tuple(tuple(colour(tile) for tile in row) for row in cpus), Axis("group"), "row", "column",
                   names=tuple(tuple(f"CPU {ranges(tile)}" if tile else "" for tile in row) for row in cpus),
                   categories=_categories(finest) if colours else ("a CPU",))
