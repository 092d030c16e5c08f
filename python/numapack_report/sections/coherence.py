# SPDX-License-Identifier: BSD-3-Clause
"""What a core waits for a line that another core's cache holds, by the state of the line."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from ..charts import Bars, HeatMap, Series
from ..grids import BANDWIDTH, LATENCY, cores_grid, pairs_map
from ..reading.values import holes_in_words, inferred, inferred_in_words, least, most, value_of
from ..section import Inputs, Missing, Profile, Section

KEY, TITLE = "coherence", "From core to core"
STATES = {"M": "modified", "E": "exclusive", "S": "shared", "O": "owned", "F": "forwarded"}
LEVELS = {0: "memory", 1: "L1", 2: "L2", 3: "L3", 4: "L4"}
WAYS = {"swap_ns": "compare-and-swap", "store_ns": "store"}
# Of one reader, more pairs than this are a map; fewer are a table of states and levels.
FEW_OWNERS = 12


def section(inputs: Inputs) -> Section:
    charts: list = []
    words: list[str] = []
    missing: list[Missing] = []
    for index, profile in enumerate(inputs.profiles()):
        cells = profile.part("core_to_core")
        found = _maps(inputs, profile, cells, index) + _handovers(inputs, profile, index) + _states(inputs, profile, cells, index)
        charts += found
        if not found:
            missing.append(Missing.of(profile, inputs, "latency between cores", "numapack coherence"))
        holes = holes_in_words(cell.get("latency_ns") for cell in cells)
        if holes:
            words.append(f"{inputs.label(profile)}{holes}")
        if guesses := inferred_in_words(cell.get(key) for cell in cells for key in ("latency_ns", "gb_per_s")):
            words.append(f"{inputs.label(profile)}{guesses}")
    if charts:
        words.append("States of lines are intended, not guaranteed: a program cannot ask the hardware for them.")
    return Section(KEY, TITLE, tuple(words), tuple(charts), (), tuple(missing))


def _maps(inputs: Inputs, profile: Profile, cells: list, index: int) -> list[HeatMap]:
    """One map for each state and level that many pairs have."""
    groups: dict[tuple[str, int], dict[tuple[int, int], Any]] = defaultdict(dict)
    for cell in cells:
        if "latency_ns" in cell and "sharer" not in cell:
            key = (cell["reader"], cell["owner"])
            group = groups[cell["state"], cell["level"]]
            # The smallest block: larger ones no longer fit the level.
            if key not in group or cell.get("bytes", 0) < group[key].get("bytes", 0):
                group[key] = cell
    maps = []
    for (state, level), group in sorted(groups.items(), key=lambda entry: ("MESOF".find(entry[0][0]), entry[0][1])):
        readers, owners = ({key[side] for key in group} for side in (0, 1))
        words = {"quantity": LATENCY, "scale": f"core to core {level}",
                 "key": f"core-core-{index}-{state}-{level}"}
        title = f"{inputs.label(profile)}lines {STATES.get(state, state)} in another core's {LEVELS.get(level, f'L{level}')}"
        figures = {key: cell["latency_ns"] for key, cell in group.items()}
        if len(readers) == 1 and len(owners) > FEW_OWNERS:
            reader = next(iter(readers))
            maps.append(cores_grid(profile.machine, {owner: figure for (_, owner), figure in figures.items()},
                                   title=f"{title}, read by CPU {reader}",
                                   look_at=f"A cell is the core that has the line; CPU {reader} reads it. Steps in colour are "
                                           "clusters, dies and packages.", **words))
        elif len(readers) > 2 and len(owners) > 2:
            pus = sorted(readers | owners, key=profile.machine.place)
            maps.append(pairs_map(profile.machine, figures, pus, pus, title=title, square=True, row_title="reading CPU",
                                  column_title="owning CPU",
                                  look_at="Blocks of one colour are cores that are equally near each other; lines lie between "
                                          "nodes, thick ones between packages.", **words))
    return maps


def _handovers(inputs: Inputs, profile: Profile, index: int) -> list[HeatMap]:
    """The hand-over of a line between two cores."""
    pairs = profile.part("handovers")
    maps = []
    for key, way in WAYS.items() if pairs else ():
        figures = {(cell[one], cell[other]): cell[key] for cell in pairs for one, other in (("one", "other"), ("other", "one"))}
        pus = sorted({pu for pair in figures for pu in pair}, key=profile.machine.place)
        maps.append(pairs_map(
            profile.machine, figures, pus, pus, key=f"handover-{index}-{way}", square=True,
            title=f"{inputs.label(profile)}handing a line over by {way.replace('-', ' ')}",
            look_at="What a lock or a flag costs between two cores. Measured once a pair: both halves are the same.",
            quantity=LATENCY, row_title="CPU", column_title="CPU", scale=f"handover {way}"))
    return maps


def _states(inputs: Inputs, profile: Profile, cells: list, index: int) -> list[Bars]:
    """Of a few pairs, latency and read bandwidth for each state and level."""
    pairs = list(dict.fromkeys((cell["reader"], cell["owner"]) for cell in cells))
    if len(pairs) > FEW_OWNERS:
        pairs = _nearest_of_each_kind(profile, pairs)
    names = [("its own" if reader == owner else f"CPU {owner}'s") for reader, owner in pairs]
    readers = {reader for reader, _ in pairs}
    if len(readers) > 1:
        names = [f"CPU {reader} reads {name}" for (reader, _), name in zip(pairs, names)]
    bars = []
    for key, quantity, what in (("latency_ns", LATENCY, "latency"), ("gb_per_s", BANDWIDTH, "read bandwidth")):
        table: dict[str, dict[tuple[int, int], Any]] = defaultdict(dict)
        for cell in cells:
            if value_of(cell.get(key)) is not None and (cell["reader"], cell["owner"]) in pairs:
                place = f"{LEVELS.get(cell['level'], cell['level'])}, {STATES.get(cell['state'], cell['state'])}"
                place += f" with CPU {cell['sharer']}" if "sharer" in cell else ""
                table[place].setdefault((cell["reader"], cell["owner"]), cell[key])
        if not table:
            continue
        categories = sorted(table, key=lambda place: (place.startswith("memory"), place))
        marked = tuple(place + "*" * any(inferred(figure) != "" for figure in table[place].values()) for place in categories)
        series = tuple(Series(name, *(tuple(of(table[place].get(pair)) for place in categories) for of in (value_of, least, most)))
                       for pair, name in zip(pairs, names) if any(pair in row for row in table.values()))
        who = f"CPU {next(iter(readers))} reads" if len(readers) == 1 else "some pairs"
        bars.append(Bars(f"states-{index}-{what.replace(' ', '-')}", f"{inputs.label(profile)}{what} by level and state, {who}",
                         "What is modified elsewhere often costs more than what is shared.", marked, series,
                         quantity, "where the line is", scale=f"states {what}"))
    return bars


def _nearest_of_each_kind(profile: Profile, pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Of the first reader: itself, the first of its node, and the first of each other node."""
    reader = pairs[0][0]
    found: dict[Any, tuple[int, int]] = {}
    for pair in pairs:
        if pair[0] == reader:
            node = profile.machine.node_of(pair[1])
            found.setdefault((node.number if node else None, pair[0] == pair[1]), pair)
    return list(found.values())[:FEW_OWNERS // 2]
