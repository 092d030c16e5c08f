# SPDX-License-Identifier: BSD-3-Clause
"""The emulated machine as a value. machine_file.py reads it, scale.py shrinks it, qemu.py turns it into options."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

ARCHITECTURES = ("x86_64", "aarch64")
LOCAL, CROSS_DIE, CROSS_CHIP = "local", "cross_die", "cross_chip"

Matrix = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Cache:
    """One data or unified cache. `cores` share it; 0 means all cores of a node."""

    size: int
    ways: int
    cores: int = 1


@dataclass(frozen=True)
class Node:
    """A NUMA node: CPUs (none: memory only), bytes of memory, and where it lies."""

    cpus: tuple[int, ...]
    memory: int
    package: int
    die: int


@dataclass(frozen=True)
class Machine:
    """Nodes are numbered as in the list. `distances` is the firmware's table (10 is local); `latency_ns` and
    `bandwidth_mb` (a second, in MB), if given, hold [from][to], with zeros where `from` has no CPUs."""

    name: str
    packages: int
    dies: int  # in a package
    nodes: tuple[Node, ...]
    distances: Matrix
    caches: tuple[Cache, ...]  # L1 (data) first; at most three levels
    line: int = 64
    latency_ns: Matrix | None = None
    bandwidth_mb: Matrix | None = None
    description: str = ""
    lines_in_flight: float | None = None  # a CPU; this and the next for the first-order time
    instructions_per_ns: float | None = None
    scale: float | None = None  # what a user most likely wants, for machines too large to emulate
    scaled: float = 1.0  # how far this one has been shrunk

    @property
    def cpu_count(self) -> int:
        return sum(len(node.cpus) for node in self.nodes)

    @property
    def cores_per_die(self) -> int:
        return self.cpu_count // (self.packages * self.dies)

    @property
    def memory(self) -> int:
        return sum(node.memory for node in self.nodes)

    def node_of_cpu(self, cpu: int) -> int:
        return next(index for index, node in enumerate(self.nodes) if cpu in node.cpus)

    def reach(self, a: int, b: int) -> str:
        """Local, across dies of a package, or across packages."""
        if a == b:
            return LOCAL
        if self.nodes[a].package != self.nodes[b].package:
            return CROSS_CHIP
        return CROSS_DIE

    def latency(self, a: int, b: int) -> int:
        """Nanoseconds; without a table 9 for each step of the firmware's distance, which puts local memory at 90."""
        return self.latency_ns[a][b] if self.latency_ns else 9 * self.distances[a][b]

    def replace(self, **changes: object) -> Machine:
        return dataclasses.replace(self, **changes)  # type: ignore[arg-type]
