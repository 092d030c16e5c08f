# SPDX-License-Identifier: BSD-3-Clause
"""Reads and checks machine files: JSON, described in docs/reference/prove/lab.md. Every mistake is one line that names its place."""

from __future__ import annotations

import json
import pathlib
from collections.abc import Mapping
from typing import Any

from ..errors import BAD_MACHINE, USAGE, LabError
from .description import Cache, Machine, Matrix, Node
from .sizes import MIB, parse_cpus, parse_size, show_cpus

MOST_CPUS, MOST_NODES = 128, 32
_KEYS = {"description", "packages", "dies", "nodes", "distances", "caches", "latency_ns", "bandwidth_mb", "scale",
         "lines_in_flight", "instructions_per_ns"}
_NODE_KEYS = {"cpus", "memory", "package", "die"}
_CACHE_KEYS = {"line", "l1", "l2", "l3"}


def names(folder: pathlib.Path) -> list[str]:
    """The machines that come with numapack."""
    return sorted(path.stem for path in folder.glob("*.json"))


def load(name: str, folder: pathlib.Path) -> Machine:
    """A machine by name, or from a file if `name` has a slash or ends in .json."""
    path = pathlib.Path(name)
    if "/" not in name and not name.endswith(".json"):
        path = folder / f"{name}.json"
        if not path.is_file():
            raise LabError(f"no machine {name!r}; there are {', '.join(names(folder))}, or give a FILE.json", USAGE)
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise LabError(f"cannot read machine {path}: {error.strerror}", BAD_MACHINE) from error
    except ValueError as error:
        raise LabError(f"machine {path} is no JSON: {error}", BAD_MACHINE) from error
    try:
        return parse(document, path.stem)
    except ValueError as error:
        raise LabError(f"machine {path}: {error}", BAD_MACHINE) from error


def parse(document: Any, name: str) -> Machine:
    """A checked machine. ValueError says what is wrong."""
    _only(document, _KEYS, "the machine")
    packages = _count(document.get("packages", 1), "packages")
    dies = _count(document.get("dies", 1), "dies")
    entries = document.get("nodes")
    if not isinstance(entries, list) or not entries:
        raise ValueError('"nodes" must be a list with at least one node')
    if len(entries) > MOST_NODES:
        raise ValueError(f"{len(entries)} nodes; at most {MOST_NODES} can be emulated")
    cpus = [_cpus(entry, index) for index, entry in enumerate(entries)]
    _check_cpus(cpus, packages * dies)
    total = sum(map(len, cpus))
    nodes = tuple(_node(entry, index, cpus[index], packages, dies, total // (packages * dies))
                  for index, entry in enumerate(entries))
    if not nodes[0].cpus or not nodes[0].memory:
        raise ValueError("node 0 must have CPUs and memory: the kernel boots there")
    machine = Machine(
        name=name, packages=packages, dies=dies, nodes=nodes, description=str(document.get("description", "")),
        distances=_distances(document.get("distances"), nodes), **_caches(document.get("caches"), nodes),
        scale=document.get("scale"), latency_ns=_table(document, "latency_ns", nodes, least_is_local=True),
        bandwidth_mb=_table(document, "bandwidth_mb", nodes, least_is_local=False), **_rates(document))
    if machine.scale is not None and not (isinstance(machine.scale, (int, float)) and 0 < machine.scale <= 1):
        raise ValueError('"scale" must be a number over 0, at most 1')
    return machine


def _rates(document: Mapping[str, Any]) -> dict[str, Any]:
    """What the first-order time counts with."""
    found: dict[str, Any] = {}
    for key in ("lines_in_flight", "instructions_per_ns"):
        if (value := document.get(key)) is None:
            continue
        if not isinstance(value, (int, float)) or isinstance(value, bool) or not 0 < value < 1000:
            raise ValueError(f'"{key}" is {value!r}; it is a number over 0, under 1000')
        found[key] = value
    return found


def _only(entry: Any, keys: set[str], where: str) -> None:
    if not isinstance(entry, Mapping):
        raise ValueError(f"{where} must be an object")
    for key in entry:
        if key not in keys:
            raise ValueError(f'{where} has an unknown key "{key}"; there are {", ".join(sorted(keys))}')


def _count(value: Any, key: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise ValueError(f'"{key}" must be a whole number from 1')
    return value


def _cpus(entry: Any, index: int) -> tuple[int, ...]:
    _only(entry, _NODE_KEYS, f"node {index}")
    try:
        return parse_cpus(entry.get("cpus", ""))
    except ValueError as error:
        raise ValueError(f'node {index}: "cpus": {error}') from error


def _check_cpus(cpus: list[tuple[int, ...]], dies: int) -> None:
    owner: dict[int, int] = {}
    for index, listed in enumerate(cpus):
        for cpu in listed:
            if cpu in owner:
                raise ValueError(f"CPU {cpu} is on node {owner[cpu]} and on node {index}")
            owner[cpu] = index
            if len(owner) > MOST_CPUS:
                raise ValueError(f"more than {MOST_CPUS} CPUs cannot be emulated")
    missing = set(range(max(owner, default=-1) + 1)) - set(owner)
    if missing:
        raise ValueError(f"CPUs {show_cpus(list(missing))} are on no node; number CPUs from 0 without gaps")
    if not owner or len(owner) % dies:
        raise ValueError(f"{len(owner)} CPUs cannot be spread evenly over {dies} dies in all")


def _node(entry: Any, index: int, cpus: tuple[int, ...], packages: int, dies: int, per_die: int) -> Node:
    try:
        memory = parse_size(entry.get("memory", 0))
    except ValueError as error:
        raise ValueError(f'node {index}: "memory": {error}') from error
    if memory % MIB:
        raise ValueError(f"node {index}: memory must be whole MiB")
    if not cpus and not memory:
        raise ValueError(f"node {index} has neither CPUs nor memory")
    places = {cpu // per_die for cpu in cpus}
    if len({place // dies for place in places}) > 1:
        raise ValueError(f"node {index}: its CPUs {show_cpus(cpus)} are of more than one package "
                         f"({per_die * dies} CPUs each)")
    place = min(places, default=0)
    package, die = entry.get("package", place // dies), entry.get("die", place % dies)
    for key, value, limit in (("package", package, packages), ("die", die, dies)):
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < limit:
            raise ValueError(f'node {index}: "{key}" must be a number from 0 to {limit - 1}')
    if not cpus and "package" not in entry and packages > 1:
        raise ValueError(f'node {index} has no CPUs: say in which "package" its memory lies')
    if cpus and package * dies + die not in places:
        raise ValueError(f"node {index}: CPUs {show_cpus(cpus)} are on package {place // dies}, die {place % dies}, "
                         f"not on package {package}, die {die}")
    return Node(cpus, memory, package, die)


def _square(value: Any, count: int, key: str) -> Matrix:
    good = isinstance(value, list) and len(value) == count and all(
        isinstance(row, list) and len(row) == count for row in value)
    if not good:
        raise ValueError(f'"{key}" must be a table of {count} rows and {count} columns, as many as nodes')
    for row in value:
        for cell in row:
            if not isinstance(cell, int) or isinstance(cell, bool) or cell < 0:
                raise ValueError(f'"{key}": {cell!r} is no whole number from 0')
    return tuple(tuple(row) for row in value)


def _symmetric(table: Matrix, key: str, nodes: tuple[Node, ...]) -> None:
    for a, row in enumerate(table):
        for b in range(a):
            if nodes[a].cpus and nodes[b].cpus and row[b] != table[b][a]:
                raise ValueError(f'"{key}" is not symmetric: {b} to {a} is {table[b][a]}, {a} to {b} is {row[b]}')


def _distances(value: Any, nodes: tuple[Node, ...]) -> Matrix:
    count = len(nodes)
    if value is None:
        return tuple(tuple(10 if a == b else 12 if x.package == y.package else 20 for b, y in enumerate(nodes))
                     for a, x in enumerate(nodes))
    table = _square(value, count, "distances")
    for a in range(count):
        for b in range(count):
            if a == b and table[a][b] != 10:
                raise ValueError(f'"distances": node {a} to itself is {table[a][b]}; firmware says 10')
            if a != b and not 10 < table[a][b] < 255:
                raise ValueError(f'"distances": {a} to {b} is {table[a][b]}; between nodes it is 11 to 254')
            if table[a][b] != table[b][a]:
                raise ValueError(f'"distances" is not symmetric: {a} to {b} is {table[a][b]}, {b} to {a} is {table[b][a]}')
    return table


def _table(document: Any, key: str, nodes: tuple[Node, ...], least_is_local: bool) -> Matrix | None:
    if document.get(key) is None:
        return None
    table = _square(document[key], len(nodes), key)
    _symmetric(table, key, nodes)
    for a, row in enumerate(table):
        for b, cell in enumerate(row):
            if not nodes[a].cpus or not nodes[b].memory:
                continue
            if cell == 0:
                raise ValueError(f'"{key}": {a} to {b} is 0')
            if nodes[a].memory and nodes[b].cpus and (cell < row[a] if least_is_local else cell > row[a]):
                better = "less" if least_is_local else "more"
                raise ValueError(f'"{key}": {a} to {b} is {cell}, {better} than node {a} to itself, {row[a]}')
    return table


def _caches(value: Any, nodes: tuple[Node, ...]) -> dict[str, Any]:
    _only(value if value is not None else {}, _CACHE_KEYS, '"caches"')
    value = value or {}
    line = value.get("line", 64)
    if line not in (32, 64, 128, 256):
        raise ValueError('"caches": "line" must be 32, 64, 128 or 256 bytes')
    caches: list[Cache] = []
    for level in (1, 2, 3):
        entry = value.get(f"l{level}")
        if entry is None:
            continue
        if len(caches) != level - 1:
            raise ValueError(f'"caches": l{level} needs l{level - 1}')
        caches.append(_cache(entry, level, line, nodes))
    return {"line": line, "caches": tuple(caches)}


def _cache(entry: Any, level: int, line: int, nodes: tuple[Node, ...]) -> Cache:
    where = f"cache l{level}"
    _only(entry, {"size", "ways", "cores"} if level == 2 else {"size", "ways"}, where)
    try:
        size = parse_size(entry.get("size"))
    except ValueError as error:
        raise ValueError(f'{where}: "size": {error}') from error
    ways = _count(entry.get("ways"), f"{where}: ways")
    if ways > 32:
        raise ValueError(f"{where}: more than 32 ways")
    if size == 0 or size % (ways * line):
        raise ValueError(f"{where}: {size} bytes are no whole number of sets of {ways} ways of {line} bytes")
    cores = _count(entry.get("cores", 1), f"{where}: cores")
    if any(len(node.cpus) % cores for node in nodes):
        raise ValueError(f"{where} is shared by {cores} cores, which do not divide the cores of every node")
    return Cache(size, ways, 0 if level == 3 else cores)
