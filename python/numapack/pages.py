# SPDX-License-Identifier: BSD-3-Clause
"""Which node each page of an array is on, moving pages, and what the kernel handed out."""

import functools
import html
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from numapack import _core
from numapack.layout import reads


@dataclass(frozen=True)
class Where:
    """Where the pages of an array are.

    Attributes
    ----------
    page_bytes : int
        Size of a page as it is counted here, in bytes.
    pages : int
        Pages that the array overlaps.
    by_node : dict of int to int
        Pages on each node, by the kernel's numbers.
    untouched : int
        Pages that do not exist yet, or are swapped out.
    huge_bytes : int
        Bytes that are backed by transparent huge pages.
    unavailable : str
        Why the kernel does not say, or "".
    """

    page_bytes: int
    pages: int
    by_node: dict[int, int]
    untouched: int
    huge_bytes: int
    unavailable: str
    _array: NDArray[Any] = field(repr=False, compare=False)

    @property
    def nodes(self) -> tuple[int, ...]:
        """The machine's nodes, by the kernel's numbers."""
        return tuple(self.by_node)

    @functools.cached_property
    def map(self) -> NDArray[np.int16]:
        """The node of each page in turn, by the kernel's numbers: -1 untouched, -2 unknown. Determined when it is first read, for
        the array as it is then."""
        indices = _core.where_by_page(*_stretch(self._array))
        numbers = np.array([*self.by_node, -2, -1], np.int16)  # negative indices count from the end
        found: NDArray[np.int16] = numbers[indices]
        return found

    def _rows(self) -> list[tuple[str, int]]:
        rows = [(f"node {node}", count) for node, count in self.by_node.items()]
        return rows + ([("untouched", self.untouched)] if self.untouched else [])

    def __repr__(self) -> str:
        head = f"{self.pages} pages of {self.page_bytes} bytes, {self.huge_bytes} bytes of them in huge pages"
        if self.unavailable:
            return f"{head}\nnot known where: {self.unavailable}"
        return "\n".join([head, *(f"{name:>10} {count:>10} {_share(count, self.pages):>7}" for name, count in self._rows())])

    def _repr_html_(self) -> str:
        if self.unavailable:
            return f"<pre>{html.escape(repr(self))}</pre>"
        rows = "".join(f"<tr><td>{name}</td><td>{count}</td><td>{_share(count, self.pages)}</td></tr>" for name, count in self._rows())
        return (f"<table><caption>{self.pages} pages of {self.page_bytes} bytes, {self.huge_bytes} bytes in huge pages</caption>"
                f"<tr><th></th><th>pages</th><th>share</th></tr>{rows}</table>")


def where(array: NDArray[Any]) -> Where:
    """Counts the pages of an array by node. Touches nothing.

    Parameters
    ----------
    array : numpy.ndarray
        Any array, placed or not. Of a view all pages between its first and last byte count.

    Returns
    -------
    Where
        A table; its `map` has the node of each page.

    Examples
    --------
    >>> import numapack
    >>> found = numapack.where(numapack.full(100_000, 1.0))
    >>> found.pages, found.untouched
    (196, 0)
    """
    page_bytes, pages, by_node, untouched, huge_bytes, unavailable = _core.where(*_stretch(_checked(array)))
    counts = dict(zip(_core.node_numbers(), by_node or [0] * len(_core.node_numbers())))
    return Where(page_bytes, pages, counts, untouched, huge_bytes, unavailable, array)


class Migration(NamedTuple):
    """What became of pages that were to move: pages with a wish; those on their node now, of these those that were elsewhere
    before; those that do not exist yet; those that stayed elsewhere, and the commonest reason."""

    pages: int
    there: int
    moved: int
    untouched: int
    refused: int
    problem: str


def migrate(array: NDArray[Any], placement: str | int) -> Migration:
    """Moves the pages of any array to where a placement wants them.

    Parameters
    ----------
    array : numpy.ndarray
        Contiguous in C or Fortran order, or a block of such a matrix. Other threads may go on using it.
    placement : str or int
        As for `numapack.empty`.

    Returns
    -------
    Migration

    Raises
    ------
    ValueError
        A placement that does not exist, an array with gaps between its elements.

    Examples
    --------
    >>> import numapack, numpy
    >>> result = numapack.migrate(numpy.ones((512, 512)), 0)
    >>> result.there == result.pages, result.refused
    (True, 0)
    """
    matrix = _as_matrix(_checked(array))
    if matrix is None:
        raise ValueError(f"array of shape {array.shape} and strides {array.strides} is not contiguous, nor a block of a matrix that is")
    rows, columns, leading, order = matrix
    if array.size == 0:
        return Migration(0, 0, 0, 0, 0, "")
    return Migration(*_core.migrate(array.ctypes.data, rows, columns, leading, array.itemsize, order, str(placement)))


class Numastat:
    """What the kernel handed out on each node while a ``with`` block ran; see `numastat`.

    Attributes
    ----------
    by_node : dict of int to dict of str to int
        For each node (the kernel's numbers) the counts ``hit``, ``miss``, ``foreign``, ``interleave``, ``local`` and
        ``other``, in pages; a huge page counts as one. The counts are those of all processes; within the block, those so far.
    """

    NAMES = ("hit", "miss", "foreign", "interleave", "local", "other")

    def __init__(self) -> None:
        self._before: list[list[int]] = []
        self._after: list[list[int]] | None = None

    def __enter__(self) -> "Numastat":
        self._after = None
        self._before = _core.numastat()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._after = _core.numastat()

    @property
    def by_node(self) -> dict[int, dict[str, int]]:
        now = self._after if self._after is not None else _core.numastat()
        return {node: {name: a - b for name, a, b in zip(self.NAMES, after, before)}
                for node, after, before in zip(_core.node_numbers(), now, self._before)}

    def __repr__(self) -> str:
        lines = ["  node" + "".join(f"{name:>12}" for name in self.NAMES)]
        lines += [f"{node:>6}" + "".join(f"{counts[name]:>12}" for name in self.NAMES) for node, counts in self.by_node.items()]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{name}</th>" for name in ("node", *self.NAMES))
        rows = "".join(f"<tr><td>{node}</td>" + "".join(f"<td>{counts[name]}</td>" for name in self.NAMES) + "</tr>"
                       for node, counts in self.by_node.items())
        return f"<table><tr>{head}</tr>{rows}</table>"


def numastat() -> Numastat:
    """Counts the pages that the kernel allocates meanwhile, as a context manager.

    Returns
    -------
    Numastat
        Its `by_node` has the counts.

    Raises
    ------
    NotImplementedError
        On entering, where the kernel does not count.

    Examples
    --------
    >>> import numapack
    >>> with numapack.numastat() as counts:
    ...     a = numapack.full(1 << 20, 1.0, placement=0, pages="ordinary")
    >>> counts.by_node[0]["hit"] >= 2048
    True
    """
    return Numastat()


def _share(count: int, pages: int) -> str:
    return f"{100 * count / pages:.1f} %" if pages else ""


def _checked(array: NDArray[Any]) -> NDArray[Any]:
    if not isinstance(array, np.ndarray):
        raise TypeError(f"expected a NumPy array, not {type(array).__name__}")
    return array


def _stretch(array: NDArray[Any]) -> tuple[int, int]:
    """Address and bytes of all that an array overlaps."""
    if array.size == 0:
        return array.ctypes.data, 0
    steps: Sequence[int] = [(extent - 1) * stride for extent, stride in zip(array.shape, array.strides)]
    first = sum(step for step in steps if step < 0)
    last = sum(step for step in steps if step > 0)
    return array.ctypes.data + first, last - first + array.itemsize


def _as_matrix(array: NDArray[Any]) -> tuple[int, int, int, str] | None:
    if array.ndim == 2:
        for order in ("C", "F"):
            if reads(array, order):
                rows, columns = array.shape
                lines, along = (rows, columns) if order == "C" else (columns, rows)
                stride = array.strides[0 if order == "C" else 1]
                return rows, columns, stride // array.itemsize if lines > 1 else max(along, 1), order
        return None
    if array.ndim < 2:
        return (1, array.size, max(array.size, 1), "C") if array.flags.c_contiguous else None
    if array.flags.c_contiguous:
        return array.size // max(array.shape[-1], 1), array.shape[-1], max(array.shape[-1], 1), "C"
    if array.flags.f_contiguous:
        return array.shape[0], array.size // max(array.shape[0], 1), max(array.shape[0], 1), "F"
    return None
