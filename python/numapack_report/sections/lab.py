# SPDX-License-Identifier: BSD-3-Clause
"""What was counted on an emulated machine: cache lines from node to node."""

from __future__ import annotations

from typing import Any

from ..charts import Axis, Bars, Flow, Series
from ..section import Inputs, Missing, Section
from ..tables import show

KEY, TITLE = "lab", "Counted in the lab"
LINES = Axis("cache lines", from_zero=True)
CLASSES = ("local", "cross_die", "cross_chip")


def section(inputs: Inputs) -> Section:
    documents = inputs.of_kind("lab run")
    counted = [document for document in documents if document.data["counts"]]
    missing = () if counted else (Missing("counted accesses", "numapack lab --json counts.json -- ./my_program"),)
    charts: list = []
    words: list[str] = []
    for number, document in enumerate(counted):
        counts = document.data["counts"]
        program = " ".join(document.data["program"])
        name = program.rpartition("/")[2] if len(program) > 70 else program
        machine = document.data.get("machine", {})
        words.append(f"{name} on {machine.get('name', 'a machine')}, counted: {document.data['counted']}; "
                     f"{show(counts.get('instructions'))} instructions. A line is 64 bytes unless the machine says otherwise.")
        for kind, verb in (("reads", "read from"), ("writes", "written to")):
            if any(cell for row in counts["by_node_pair"][kind] for cell in row):
                charts.append(_flow(counts, kind, verb, name, number))
            else:
                words.append(f"No lines were {verb} any node's memory while it was counted.")
        charts.append(_classes(counts, name, number))
    return Section(KEY, TITLE, tuple(words), tuple(charts), (), missing)


def _flow(counts: dict[str, Any], kind: str, verb: str, name: str, number: int) -> Flow:
    cells = counts["by_node_pair"][kind]
    return Flow(f"lab-{kind}-{number}", f"Lines that nodes {verb.split()[0]} from each other's memory: {name}" if kind == "reads"
                else f"Lines that nodes wrote to each other's memory: {name}",
                f"Left: whose CPUs. Right: whose memory is {verb}. Bands that are not straight across cross between nodes.",
                tuple(f"CPUs of node {node}" for node in range(len(cells))),
                tuple(f"memory of node {node}" for node in range(max(map(len, cells), default=0))), tuple(map(tuple, cells)), LINES)


def _classes(counts: dict[str, Any], name: str, number: int) -> Bars:
    return Bars(f"lab-classes-{number}", f"Local and crossing lines: {name}", "Only local does not wait for a link.", ("reads", "writes"),
                tuple(Series(key.replace("_", "-"), tuple(counts[kind].get(key) for kind in ("reads", "writes"))) for key in CLASSES),
                LINES, "what", stacked=True)
