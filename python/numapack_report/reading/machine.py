# SPDX-License-Identifier: BSD-3-Clause
"""The machine of a profile: its hardware threads in the order in which they lie, and where packages and nodes begin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

from ..charts import Edge


@dataclass(frozen=True)
class Node:
    number: int  # the kernel's
    package: int
    kind: str
    memory_bytes: Optional[float]
    pus: tuple[int, ...]  # one of each core, in order


@dataclass(frozen=True)
class Cache:
    level: int
    bytes: float
    pus: frozenset[int]


@dataclass(frozen=True)
class Machine:
    name: str
    architecture: str
    nodes: tuple[Node, ...]  # by package, then by number
    caches: tuple[Cache, ...]
    cores: tuple[tuple[int, ...], ...]
    layout: tuple[tuple[int, ...], ...] = ()  # CPUs as they lie on the chip; -1: none there

    @property
    def pus(self) -> tuple[int, ...]:
        """One hardware thread of each core, by package and node."""
        return tuple(pu for node in self.nodes for pu in node.pus)

    @property
    def packages(self) -> tuple[int, ...]:
        return tuple(sorted({node.package for node in self.nodes}))

    def node_of(self, pu: int) -> Optional[Node]:
        return next((node for node in self.nodes if pu in node.pus), None)

    def place(self, pu: int) -> tuple[int, int, int]:
        """A key to sort hardware threads by where they lie."""
        node = self.node_of(pu)
        return (node.package, self.nodes.index(node), pu) if node else (1 << 30, 0, pu)

    def edges(self, pus: list[int]) -> tuple[Edge, ...]:
        """Where in this list, which is in order, another node or package begins."""
        found = []
        for index in range(1, len(pus)):
            before, here = self.node_of(pus[index - 1]), self.node_of(pus[index])
            if before != here:
                found.append(Edge(index, not before or not here or before.package != here.package))
        return tuple(found)

    def node_edges(self, numbers: list[int]) -> tuple[Edge, ...]:
        package = {node.number: node.package for node in self.nodes}
        return tuple(Edge(index, package.get(numbers[index - 1]) != package.get(numbers[index]))
                     for index in range(1, len(numbers)))

    def cache_sizes(self) -> list[tuple[int, float]]:
        """Level and size of each size there is, from the smallest level on."""
        return sorted({(cache.level, cache.bytes) for cache in self.caches})


def read_machine(data: dict[str, Any]) -> Machine:
    cores = tuple(tuple(core) for core in data.get("cores", []) if core)
    siblings = {pu for core in cores for pu in core[1:]}
    nodes = sorted((Node(node["os_index"], node.get("package", 0), node.get("kind", ""), node.get("memory_bytes"),
                         tuple(sorted(pu for pu in node.get("pus", []) if pu not in siblings)))
                    for node in data.get("nodes", [])), key=lambda node: (node.package, node.number))
    if not cores:
        cores = tuple((pu,) for node in nodes for pu in node.pus)
    caches = tuple(Cache(cache["level"], cache["bytes"], frozenset(cache["pus"])) for cache in data.get("caches", []))
    return Machine(data.get("name") or "a machine without a name", data.get("architecture", ""), tuple(nodes), caches, cores,
                   tuple(map(tuple, data.get("layout", []))))
