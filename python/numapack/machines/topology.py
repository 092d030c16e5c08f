# SPDX-License-Identifier: BSD-3-Clause
"""A machine as the library sees it: packages, dies, nodes, caches, distances."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from numapack.system import tables
from numapack.system.command import run_json
from numapack.machines.profiles import published_file

__all__ = ["Cache", "Machine", "Node", "machine"]


@dataclass(frozen=True)
class Cache:
    """One cache: its level, its size and that of a line in bytes, and how many cores share it."""

    level: int
    bytes: int
    line_bytes: int
    cores: int


@dataclass(frozen=True)
class Node:
    """A NUMA node.

    Attributes
    ----------
    number : int or None
        The kernel's; None: of cores that are left of a node which is switched off or hidden.
    package, die : int or None
        Where it is, counted from 0.
    kind : str
        ``DRAM``, ``HBM``, ``MCDRAM``, ``NVM`` ...
    memory : int or None
        Bytes; 0: none; None: not known.
    cpus : tuple of int
        Its hardware threads, by the kernel's numbers.
    cores, usable_cores : int
        How many, and how many of them this process may use.
    distances : tuple of int
        To each node in the order of :attr:`Machine.nodes`, as the firmware has it: 10 is local.
    """

    number: int | None
    package: int | None
    die: int | None
    kind: str
    memory: int | None
    cpus: tuple[int, ...]
    cores: int
    usable_cores: int
    distances: tuple[int, ...]


@dataclass(frozen=True)
class Machine:
    """A machine.

    Attributes
    ----------
    name : str
        Of the processors, or what described it.
    architecture : str
        ``x86_64``, ``aarch64`` ...
    nodes : tuple of Node
    cpus : tuple of int
        All hardware threads, by the kernel's numbers.
    packages, dies, cores : int
        How many.
    threads : int
        Worth starting: usable cores, or less where a quota allows less.
    caches : tuple of Cache
        Data and unified ones, each there is.
    distances : tuple of tuple of int
        ``distances[i][j]`` from ``nodes[i]`` to ``nodes[j]``; 10 is local.
    distances_known : bool
        Whether the firmware says so; else they are assumed from the place.
    page_bytes : int
    fingerprint : str
        By which its profile is found.
    raw : dict
        The document, as docs/reference/measure/topo.md describes it.
    """

    name: str
    architecture: str
    nodes: tuple[Node, ...]
    cpus: tuple[int, ...]
    packages: int
    dies: int
    cores: int
    threads: int
    caches: tuple[Cache, ...]
    distances: tuple[tuple[int, ...], ...]
    distances_known: bool
    page_bytes: int
    fingerprint: str
    raw: dict[str, Any] = field(repr=False, compare=False)

    def __repr__(self) -> str:
        return f"{self._title()}\n{tables.text(_TITLES, self._rows())}\n{self._note()}"

    def _repr_html_(self) -> str:
        return tables.html(self._title(), _TITLES, self._rows(), self._note())

    def _title(self) -> str:
        parts = ((self.packages, "package"), (self.dies, "die"), (len(self.nodes), "node"), (self.cores, "core"),
                 (len(self.cpus), "hardware thread"))
        return f"{self.name}, {self.architecture}: {', '.join(tables.count(*part) for part in parts)}"

    def _rows(self) -> list[tuple[object, ...]]:
        return [("?" if node.number is None else node.number, _or_dash(node.package), _or_dash(node.die), node.kind,
                 _memory(node), node.cores, tables.show_list(node.cpus) or "–",
                 " ".join(map(str, node.distances))) for node in self.nodes]

    def _note(self) -> str:
        kinds = sorted(Counter(self.caches).items(), key=lambda entry: (entry[0].level, entry[0].bytes))
        caches = [f"{number} x L{cache.level} {tables.show_bytes(cache.bytes)}"
                  + (f" of {cache.cores} cores each" if cache.cores > 1 else "") for cache, number in kinds]
        said = "" if self.distances_known else "distances are assumed; "
        return f"{', '.join(caches) or 'caches unknown'}; {said}{tables.count(self.threads, 'thread')} worth starting"


_TITLES = ("node", "package", "die", "kind", "memory", "cores", "CPUs", "distances")


def _memory(node: Node) -> str:
    if node.memory is None:
        return "unknown"
    return tables.show_bytes(node.memory) if node.memory else "–"


def _or_dash(number: int | None) -> object:
    return "–" if number is None else number


def machine(source: str | os.PathLike[str] | None = None) -> Machine:
    """This machine, or another one.

    Parameters
    ----------
    source : str or path-like, optional
        A file of hwloc's (``lstopo --of xml machine.xml``), a synthetic description such as ``"pack:2 numa:2 core:24 pu:1"``, a
        profile that describes its machine, or the name of a published machine. Without it this machine, with what this process may
        use.

    Returns
    -------
    Machine

    Raises
    ------
    CommandError
        The source cannot be read, in the words of ``numapack topo``.

    Examples
    --------
    >>> import numapack
    >>> numapack.machine("pack:2 numa:2 core:4 pu:1")
    pack:2 numa:2 core:4 pu:1, x86_64: 2 packages, 4 dies, 4 nodes, 16 cores, 16 hardware threads
    node  package  die  kind  memory   cores  CPUs   distances
    0     0        0    DRAM  unknown  4      0-3    10 12 20 20
    1     0        1    DRAM  unknown  4      4-7    12 10 20 20
    2     1        2    DRAM  unknown  4      8-11   20 20 10 12
    3     1        3    DRAM  unknown  4      12-15  20 20 12 10
    caches unknown; distances are assumed; 16 threads worth starting
    >>> [node.cores for node in numapack.machine("kunpeng920").nodes]
    [24, 24, 24, 24]
    """
    words = ["--from", published_file(source)] if source is not None else []
    return _read(run_json("topo", *words))


def _read(document: dict[str, Any]) -> Machine:
    cores = document["cores"]
    slit = tuple(tuple(map(round, row)) for row in document["distances"]["slit"])
    nodes = tuple(Node(
        node["os_index"], node["package"], node["die"], node["kind"], node["memory_bytes"],
        tuple(cpu for core in node["cores"] for cpu in cores[core]["hardware_threads"]), len(node["cores"]),
        len(node["usable_cores"]), slit[node["index"]]) for node in document["nodes"])
    return Machine(
        _name(document), document["architecture"], nodes, tuple(sorted(cpu for core in cores for cpu in core["hardware_threads"])),
        len(document["packages"]), document["dies"], len(cores), document["allowance"]["threads"],
        tuple(Cache(cache["level"], cache["size_bytes"], cache["line_bytes"], len(cache["cores"])) for cache in document["caches"]),
        slit, document["distances"]["from_firmware"], document["pages"]["page_bytes"], document["fingerprint"], document)


def _name(document: dict[str, Any]) -> str:
    """The processors' model, and how many there are."""
    models = [package["model"] for package in document["packages"] if package["model"]]
    return str(models[0] if models else document["source"])
