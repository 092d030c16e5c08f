# SPDX-License-Identifier: BSD-3-Clause
"""A smaller machine of the same form, on which a small problem behaves as a large one does on the whole."""

from __future__ import annotations

from ..errors import BAD_MACHINE, USAGE, LabError
from .description import Cache, Machine, Node
from .sizes import MIB

LEAST_MEMORY = 512 * MIB  # a node: the kernel's own on node 0, and room for a problem


def scale(machine: Machine, factor: float) -> Machine:
    """The machine with its cores, its caches and its memory multiplied by `factor` (over 0, at most 1).

    It is the sums over a node that shrink: a node of half the cores with caches of a core as large as before has half
    the private caches. Where cores cannot shrink as far (one stays), the cache of each shrinks the rest of the way.
    Caches keep their ways and lose sets. Nodes, distances, latencies stay; bandwidth shrinks like the cores."""
    if not 0 < factor <= 1:
        raise LabError(f"--scale {factor:g}: give a number over 0, at most 1", USAGE)
    if factor == 1:
        return machine
    nodes: list[Node] = []
    first = 0
    for node in machine.nodes:
        count = max(1, round(len(node.cpus) * factor)) if node.cpus else 0
        memory = max(LEAST_MEMORY, round(node.memory * factor / (128 * MIB)) * 128 * MIB) if node.memory else 0
        nodes.append(Node(tuple(range(first, first + count)), min(memory, node.memory), node.package, node.die))
        first += count
    for package in range(machine.packages):
        for die in range(machine.dies):
            cores = sum(len(n.cpus) for n in nodes if (n.package, n.die) == (package, die))
            if machine.cores_per_die and cores * machine.packages * machine.dies != first:
                raise LabError(f"--scale {factor:g}: machine {machine.name} would have dies of different numbers of cores",
                               BAD_MACHINE)
    caches = tuple(_cache(cache, factor, machine.cpu_count / first, machine, nodes) for cache in machine.caches)
    bandwidth = machine.bandwidth_mb and tuple(
        tuple(max(1, round(cell * factor)) if cell else 0 for cell in row) for row in machine.bandwidth_mb)
    return machine.replace(nodes=tuple(nodes), caches=caches, bandwidth_mb=bandwidth, scale=None,
                           scaled=machine.scaled * factor)


def _cache(cache: Cache, factor: float, fewer: float, machine: Machine, nodes: list[Node]) -> Cache:
    cores = cache.cores
    if cores == 0:  # one a node
        size = cache.size * factor
    else:
        while any(len(node.cpus) % cores for node in nodes):
            cores -= 1
        size = cache.size * factor * fewer * cores / cache.cores
    sets = max(1, round(size / (cache.ways * machine.line)))
    return Cache(sets * cache.ways * machine.line, cache.ways, cores)
