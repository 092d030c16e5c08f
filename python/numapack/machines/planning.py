# SPDX-License-Identifier: BSD-3-Clause
"""Plans of products."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from numpy.typing import DTypeLike

from numapack import _core
from numapack.drawing import plan_picture
from numapack.system import tables
from numapack.system.command import run_json
from numapack.machines.product_words import Operand, factor, letter
from numapack.machines.profiles import published_file

__all__ = ["Link", "Part", "Plan", "plan"]

_WAYS = {"panels": "packed", "skinny": "thin: the long operand is read once as it lies", "in_place": "as it lies, in the caches"}


@dataclass(frozen=True)
class Part:
    """A node's part: `threads` threads compute these rows and columns of C by the algorithm `way`, with so many bytes of
    workspace."""

    node: int
    threads: int
    rows: range
    columns: range
    way: str
    workspace: int


@dataclass(frozen=True)
class Link:
    """Bytes of A, B and C that node `by` reads from and writes to the memory of node `of`."""

    by: int
    of: int
    read: int
    written: int


@dataclass(frozen=True)
class Plan:
    """The plan of a product C = A B. Nodes have the kernel's numbers; rows and columns are those of C in NumPy.

    Attributes
    ----------
    m, n, k : int
        C is m x n, A is m x k, B is k x n.
    dtype : str
        NumPy's name of the type.
    machine : str
        Which the plan is for.
    homes : dict of str to str
        Where A, B and C lie.
    grid : tuple of int
        Rows and columns of nodes that share C.
    parts : tuple of Part
        Who computes what.
    links : tuple of Link
        What moves between memories and nodes, those of a node with itself among it.
    crossing, bound : int
        Bytes that move between different nodes, and the least that any plan moves for these homes.
    seconds : float
        Expected.
    workspace : int
        Bytes for copies and packing.
    kernel : str
    why : str
        Why so many nodes and threads.
    raw : dict
        The document, as docs/reference/compute/plan.md describes it: of the column-major product C^T = B^T A^T that is run, and therefore with A and B,
        rows and columns exchanged.
    """

    m: int
    n: int
    k: int
    dtype: str
    machine: str
    homes: dict[str, str]
    grid: tuple[int, int]
    parts: tuple[Part, ...]
    links: tuple[Link, ...]
    crossing: int
    bound: int
    seconds: float
    workspace: int
    kernel: str
    why: str
    raw: dict[str, Any] = field(repr=False, compare=False)

    def __repr__(self) -> str:
        blocks = [f"{self._title()}\n{self._about()}", tables.text(_PARTS, self._part_rows())]
        links = self._link_rows()
        blocks += [tables.text(_LINKS, links)] if links else []
        return "\n\n".join([*blocks, self._crossing()])

    def _repr_html_(self) -> str:
        links = self._link_rows()
        grid = plan_picture.svg(self.m, self.n, self.parts)
        beside = tables.html(self._title(), _PARTS, self._part_rows(), self._about())
        below = tables.html("Between nodes", _LINKS, links, self._crossing()) if links else tables.paragraph(self._crossing())
        return f'<div style="display:flex;gap:24px;flex-wrap:wrap;align-items:flex-start"><div>{beside}{below}</div>{grid}</div>'

    def _title(self) -> str:
        return f"C ({self.m} x {self.n}) = A ({self.m} x {self.k}) B ({self.k} x {self.n}), {self.dtype}, on {self.machine}"

    def _about(self) -> str:
        threads = sum(part.threads for part in self.parts)
        homes = ", ".join(f"{name} {home}" for name, home in self.homes.items())
        return (f"homes: {homes}\n{self.grid[0]} x {self.grid[1]} nodes, {tables.count(threads, 'thread')}, "
                f"about {show_seconds(self.seconds)}, workspace {tables.show_bytes(self.workspace)}, kernel {self.kernel}\n"
                f"threads: {self.why}")

    def _part_rows(self) -> list[tuple[object, ...]]:
        return [(f"node {part.node}", part.threads, _stretch(part.rows), _stretch(part.columns), part.way) for part in self.parts]

    def _link_rows(self) -> list[tuple[object, ...]]:
        return [(f"node {link.by}", f"node {link.of}", tables.show_bytes(link.read), tables.show_bytes(link.written))
                for link in self.links if link.by != link.of]

    def _crossing(self) -> str:
        if not self.crossing:
            return "nothing crosses between nodes"
        ratio = f", {self.crossing / self.bound:.3f} times the least possible for these homes" if self.bound else ""
        return f"{tables.show_bytes(self.crossing)} cross between nodes{ratio}"


_PARTS = ("node", "threads", "rows of C", "columns of C", "how")
_LINKS = ("node", "memory of", "reads", "writes")


def plan(a: Operand, b: Operand, *, dtype: DTypeLike = float, threads: int | None = None, nodes: Iterable[int] | None = None,
         placement_a: str | int | None = None, placement_b: str | int | None = None, placement_c: str | int | None = None,
         machine: str | os.PathLike[str] | None = None, profile: str | os.PathLike[str] | None = None) -> Plan:
    """The plan of ``numapack.matmul(a, b)``, without computing it.

    Parameters
    ----------
    a, b : numpy.ndarray, or two numbers
        Matrices of m x k and k x n elements, float32, float64, complex64 or complex128, in C or Fortran order; or their shapes, for
        row-major ones of any size, which need no memory.
    dtype : data-type, default float
        Of operands of which only the shape is given.
    threads : int, optional
        At most so many; without it as many as a call may have now, see ``numapack.limit``.
    nodes : iterable of int, optional
        Only these compute, by the kernel's numbers; without it those that a call may use now.
    placement_a, placement_b, placement_c : str or int, optional
        Where A, B and C lie, in the words of ``numapack.empty``. Without them an array's own placement, else where its pages are now,
        else the first node.
    machine : str or path-like, optional
        Another one, as for ``numapack.machine``.
    profile : str or path-like, optional
        Measured figures from this file in place of those kept for the machine; ``"none"``: estimates.

    Returns
    -------
    Plan

    Raises
    ------
    ValueError
        No matrices, shapes that do not fit, or a type without kernels.
    CommandError
        What ``numapack plan`` cannot be asked for, in its words.

    Examples
    --------
    >>> import numapack
    >>> there = numapack.plan((8192, 8192), (8192, 8192), machine="kunpeng920")
    >>> there.grid, len(there.parts)
    ((2, 2), 4)
    """
    here = machine is None
    first, second = factor(a, dtype, placement_a, here), factor(b, dtype, placement_b, here)
    if first.columns != second.rows:
        raise ValueError(f"shapes do not fit: A has {first.columns} columns, B has {second.rows} rows")
    kind, name = letter(first, second)
    words: list[object] = ["-m", first.rows, "-n", second.columns, "-k", first.columns, "--type", kind, "--row-major", "--beta", 0,
             *first.words("a"), *second.words("b")]
    third = factor((first.rows, second.columns), dtype, placement_c, here)
    for operand, one in (("A", first), ("B", second), ("C", third)):
        words += ["--home", f"{operand}={one.home}"] if one.home is not None else []
    words += _limits(threads, nodes, here)
    words += ["--from", published_file(machine)] if machine is not None else []
    words += ["--profile", os.fspath(profile)] if profile is not None else []
    homes = {operand: one.placement for operand, one in (("A", first), ("B", second), ("C", third))}
    document = run_json("plan", *map(str, words))
    where = os.fspath(machine) if machine is not None else str(document["machine"])
    return _read(document, (first.rows, second.columns, first.columns), name, where, homes)


def _limits(threads: int | None, nodes: Iterable[int] | None, here: bool) -> list[object]:
    """Those that are given, else on this machine those that calls have now."""
    most = threads if threads is not None else (_core.get_threads() if here else 0) or None
    which = ",".join(map(str, nodes)) if nodes is not None else _chosen_nodes() if here else ""
    return [*(["--threads", most] if most is not None else []), *(["--nodes", which] if which else [])]


def _read(document: dict[str, Any], sizes: tuple[int, int, int], dtype: str, where: str, homes: dict[str, str]) -> Plan:
    found = document["plan"]
    parts = tuple(Part(task["node"], task["threads"], range(*task["columns"]), range(*task["rows"]),
                       _WAYS.get(task["way"]["name"], task["way"]["name"]), task["workspace_bytes"]) for task in found["tasks"])
    return Plan(*sizes, dtype, where, homes, (found["grid"]["columns"], found["grid"]["rows"]), parts, _links(found),
                int(found["traffic"]["crossing_bytes"]), int(found["bound"]["crossing_bytes"]), found["seconds_estimate"],
                found["workspace_bytes"], found["kernel"], (found["reasons"] or [""])[0], document)


def _links(found: dict[str, Any]) -> tuple[Link, ...]:
    numbers, traffic = found["nodes"], found["traffic"]
    return tuple(Link(by, of, int(read), int(written)) for by, reads, writes in zip(numbers, traffic["read"], traffic["written"])
                 for of, read, written in zip(numbers, reads, writes) if read or written)


def _stretch(part: range) -> str:
    return f"{part.start}–{part.stop - 1}" if part else "–"


def show_seconds(seconds: float) -> str:
    """In the unit that suits it."""
    for factor_of, unit in ((1.0, "s"), (1e3, "ms"), (1e6, "µs")):
        if seconds * factor_of >= 1 or unit == "µs":
            break
    return f"{seconds * factor_of:.3g} {unit}"


def _chosen_nodes() -> str:
    """Those of `numapack.limit`; "" if they are all."""
    nodes = _core.get_nodes()
    return "" if len(nodes) == len(_core.node_numbers()) else ",".join(map(str, nodes))
