# SPDX-License-Identifier: BSD-3-Clause
"""The page and the document about one counted run."""

from __future__ import annotations

import json
import os
import pathlib
import sys
from collections.abc import Sequence
from typing import Any

from .errors import USAGE, LabError
from . import first_order
from .fit import prose, table
from .machine.description import Machine
from .machine.sizes import GIB, show_cpus, show_size

_CLASSES = ("all", "local", "cross_die", "cross_chip")


def page(counts: dict[str, Any], machine: Machine, most: int = 0) -> str:
    """A table of reads and one of writes, in cache lines: for each node and in all, by class and by the node accessed; in
    lines of so many characters (0: no limit)."""
    totals = counts["counts"]
    title = f"Accesses that left a node's caches, in lines of {machine.line} bytes: a row is what that node's CPUs did\n"
    parts = [prose(title, most) if most else title]
    for kind in ("reads", "writes"):
        pairs = totals["by_node_pair"][kind]
        header = [kind, *(name.replace("_", "-") for name in _CLASSES), "|", "to node 0",
                  *(f"node {node}" for node in range(1, len(machine.nodes)))]
        rows = [_row(f"node {entry['node']}", entry[kind], pairs[entry["node"]]) for entry in totals["by_node"]
                if machine.nodes[entry["node"]].cpus]
        parts.append(table([header, *rows, _row("in all", totals[kind], [sum(column) for column in zip(*pairs)])], most))
    remarks = _remarks(totals, machine)
    parts.append(prose(remarks, most) if most else remarks)
    return "\n".join(parts)


def _row(name: str, classes: dict[str, int], by_node: list[int]) -> list[str]:
    return [name, *(f"{classes[key]:,}" for key in _CLASSES), "|", *(f"{cell:,}" for cell in by_node)]


def _remarks(totals: dict[str, Any], machine: Machine) -> str:
    hits = totals.get("hits", {})
    lines = [f"{totals['instructions']:,} instructions, {totals['loads']:,} loads, {totals['stores']:,} stores; hits "
             + ", ".join(f"{name.replace('_', ' ').upper() if name != 'same_node' else 'other private caches of the node'} "
                         f"{count:,}" for name, count in hits.items()),
             f"of the reads, {totals['cache_to_cache']['all']:,} were served by another node's cache; "
             f"{totals['left_dirty']['all']:,} lines were still dirty at the end (no writes yet)",
             first_order.remark(first_order.document(totals, machine))]
    if totals.get("unplaced"):
        lines.append(f"{totals['unplaced']:,} lines had no known node and count as node 0's")
    return "\n".join(lines) + "\n"


def describe(machine: Machine, arch: str, most: int = 0) -> str:
    """A machine in a sentence, in lines of so many characters (0: one line)."""
    cores = [len(node.cpus) for node in machine.nodes if node.cpus]
    extra = len(machine.nodes) - len(cores)
    form = f"{len(cores)} nodes of {cores[0]} cores" if len(set(cores)) == 1 else f"nodes of {cores} cores"
    text = (f"{machine.name}: {form}" + (f" and {extra} memory-only" if extra else "") +
            f", {machine.packages} packages of {machine.dies} dies, {machine.memory / GIB:.1f} GB, {arch}\n")
    return prose(text, most) if most else text


def machine_document(machine: Machine, arch: str) -> dict[str, Any]:
    """The machine as its file has it, with the name, the architecture and how far it was scaled."""
    caches: dict[str, Any] = {"line": machine.line}
    for level, cache in enumerate(machine.caches, 1):
        caches[f"l{level}"] = {"size": show_size(cache.size), "ways": cache.ways}
        if level == 2:
            caches["l2"]["cores"] = cache.cores
    return {
        "name": machine.name, "arch": arch, "scaled": machine.scaled, "packages": machine.packages, "dies": machine.dies,
        "nodes": [{"cpus": show_cpus(node.cpus), "memory": show_size(node.memory), "package": node.package,
                   "die": node.die} for node in machine.nodes],
        "distances": machine.distances, "caches": caches, "latency_ns": machine.latency_ns,
        "bandwidth_mb": machine.bandwidth_mb,
        "lines_in_flight": machine.lines_in_flight, "instructions_per_ns": machine.instructions_per_ns}


def check_writable(path: str) -> None:
    """Before minutes of counting: LabError if the file cannot be written."""
    folder = os.path.dirname(os.path.abspath(path))
    if path != "-" and (os.path.isdir(path) or not os.access(path if os.path.exists(path) else folder, os.W_OK)):
        raise LabError(f"cannot write {path}", USAGE)


def traffic(by_cpu: list[dict[str, Any]], cpus: Sequence[int] = ()) -> str:
    """Lines that CPU j (column) took over from CPU i (line), as CSV: of these CPUs in their order, or up to the last CPU that exchanged
    any."""
    lines = {(entry["from"], cpu["cpu"]): entry["lines"] for cpu in by_cpu for entry in cpu["taken_over"]}
    order = cpus or range(1 + max((cpu for pair in lines for cpu in pair), default=-1))
    return "".join(",".join(str(lines.get((source, into), 0)) for into in order) + "\n" for source in order)


def write(path: str, document: dict[str, Any]) -> None:
    """A document, as write_text() does."""
    write_text(path, json.dumps(document, indent=1) + "\n")


def write_text(path: str, text: str) -> None:
    """To standard output for "-", else into a file, which appears only once it is whole."""
    if path == "-":
        sys.stdout.write(text)
        sys.stdout.flush()
        return
    target = pathlib.Path(path)
    beside = target.with_name(f".{target.name}.new")
    try:
        if target.exists() and not target.is_file():  # such as /dev/stderr
            target.write_text(text, encoding="utf-8")
            return
        beside.write_text(text, encoding="utf-8")
        beside.replace(target)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise LabError(f"cannot write {path}: {error.strerror}", 1) from error
