# SPDX-License-Identifier: BSD-3-Clause
"""NumPy arrays whose pages have a placement."""

import math
import operator
import warnings
from collections.abc import Iterable, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from numapack import _core
from numapack.layout import Order

Pages = Literal["automatic", "ordinary", "huge"]
Shape = int | Sequence[int]

_PAGES = ("automatic", "ordinary", "huge")


def empty(shape: Shape, dtype: DTypeLike = float, placement: str | int = "first-touch", *, pages: Pages = "automatic",
          order: Order = "C") -> NDArray[Any]:
    """A new array whose pages have a placement.

    Parameters
    ----------
    shape : int or sequence of int
        As of `numpy.empty`.
    dtype : data-type, optional
        Anything but Python objects.
    placement : str or int, optional
        Where pages live, with the kernel's node numbers: ``"first-touch"``, ``0`` or ``"0"`` (bind to node 0),
        ``"preferred:0"``, ``"interleave"``, ``"interleave:0-2,5"``, ``"weighted"`` (by bandwidth),
        ``"weighted:0=2,1=1"``, ``"cyclic:64"`` (64 columns to each node in turn), ``"rows:64"``, ``"tiles:64x64"``,
        ``"cyclic:64:0-3"``. An array of one dimension counts as one row; of one of more than two, the last (order "C")
        or first dimension (order "F") stays and the others are one.
    pages : {"automatic", "ordinary", "huge"}, optional
        Huge pages unless they would spoil the placement; ordinary ones; huge ones, if the kernel has them.
    order : {"C", "F"}, optional
        Row-major or column-major.

    Returns
    -------
    numpy.ndarray
        Its memory starts as zeros and is given back when its last view is gone. Pickles and copies are
        ordinary arrays.

    Raises
    ------
    ValueError
        A placement, order, kind of pages or node that does not exist, a negative dimension.
    TypeError
        A dtype of Python objects.
    MemoryError
        No room, with both figures.

    Warns
    -----
    RuntimeWarning
        Once, if the kernel refuses policies: threads of the nodes place the pages then, or nobody does.

    Examples
    --------
    >>> import numapack
    >>> a = numapack.empty((1000, 640), placement="cyclic:64", order="F")
    >>> a.shape, a.dtype, a.flags.f_contiguous
    ((1000, 640), dtype('float64'), True)
    """
    return _new(shape, dtype, placement, pages, order, pages_now=True)


def zeros(shape: Shape, dtype: DTypeLike = float, placement: str | int = "first-touch", *, pages: Pages = "automatic",
          order: Order = "C") -> NDArray[Any]:
    """A new array of zeros; see `empty` for the parameters.

    With placements by block, threads of the nodes allocate the pages at once; other pages are allocated when first written.

    Examples
    --------
    >>> import numapack
    >>> float(numapack.zeros((3, 4), placement="interleave").sum())
    0.0
    """
    return _new(shape, dtype, placement, pages, order, pages_now=True)


def full(shape: Shape, fill_value: Any, dtype: DTypeLike | None = None, placement: str | int = "first-touch", *,
         pages: Pages = "automatic", order: Order = "C") -> NDArray[Any]:
    """A new array of one value, written by threads of the nodes; see `empty` for the parameters.

    `dtype` is that of ``numpy.array(fill_value)`` if it is not given. A value of more than one element is broadcast, by
    the calling thread.

    Examples
    --------
    >>> import numapack
    >>> numapack.full((2, 2), 7, placement="cyclic:1")
    array([[7, 7],
           [7, 7]])
    """
    value = np.asarray(fill_value, dtype=dtype)
    single = value.ndim == 0
    result = _new(shape, value.dtype, placement, pages, order, pages_now=not single)
    if not single:
        result[...] = value
    elif isinstance(result.base, _core.Memory):
        result.base.fill(value.tobytes())
    return result


def array(object: ArrayLike, dtype: DTypeLike | None = None, placement: str | int = "first-touch", *,  # noqa: A002
          pages: Pages = "automatic", order: Literal["C", "F", "K"] = "K") -> NDArray[Any]:
    """A copy of anything that is like an array; see `empty` for the parameters.

    Threads of the nodes copy matrices in either layout. Order "K" keeps the layout of the source.

    Examples
    --------
    >>> import numapack, numpy
    >>> a = numapack.array(numpy.eye(2), placement="rows:1")
    >>> a
    array([[1., 0.],
           [0., 1.]])
    """
    source = np.asarray(object, dtype=dtype)
    if order == "K":
        order = "F" if source.flags.f_contiguous and not source.flags.c_contiguous else "C"
    matrix = _as_matrix(source, order)
    result = _new(source.shape, source.dtype, placement, pages, order, pages_now=matrix is None)
    if matrix is None:
        result[...] = source
    elif isinstance(result.base, _core.Memory):
        result.base.copy_from(source.ctypes.data, *matrix)
    return result


def _new(shape: Shape, dtype: DTypeLike, placement: str | int, pages: str, order: Order, *, pages_now: bool) -> NDArray[Any]:
    dimensions = _dimensions(shape)
    kind = np.dtype(dtype)
    _check(kind, pages, order)
    text = str(placement)
    if _core.placement_text(text).startswith("replicated"):
        raise ValueError(f"placement {text!r} makes several arrays; pack() keeps an operand on each node")
    if math.prod(dimensions) == 0 or kind.itemsize == 0:
        return np.empty(dimensions, kind, order)
    rows, columns = _rows_and_columns(dimensions, order)
    memory = _core.Memory(rows, columns, kind.itemsize, order, text, pages, pages_now)
    if memory.refused:
        _warn_of_refusal(memory.refused)
    return _core.array_of(memory, kind, dimensions, order)


def _dimensions(shape: Shape) -> tuple[int, ...]:
    extents = shape if isinstance(shape, Iterable) else [shape]
    dimensions = tuple(operator.index(extent) for extent in extents)
    if any(extent < 0 for extent in dimensions):
        raise ValueError("negative dimensions are not allowed")
    return dimensions


def _check(dtype: np.dtype[Any], pages: str, order: str) -> None:
    if dtype.hasobject:
        raise TypeError(f"dtype {dtype} holds Python objects, which cannot be placed")
    if pages not in _PAGES:
        raise ValueError(f"pages must be one of {', '.join(map(repr, _PAGES))} (got {pages!r})")
    if order not in ("C", "F"):
        raise ValueError(f"order must be one of 'C' or 'F' (got {order!r})")


def _rows_and_columns(dimensions: tuple[int, ...], order: str) -> tuple[int, int]:
    """The matrix that an array counts as."""
    if len(dimensions) < 2:
        return 1, math.prod(dimensions)
    if order == "C":
        return math.prod(dimensions[:-1]), dimensions[-1]
    return dimensions[0], math.prod(dimensions[1:])


def _as_matrix(source: NDArray[Any], order: str) -> tuple[str, int] | None:
    """Order and leading dimension as which threads can copy this into an array of that order; None: they cannot."""
    size = source.itemsize
    if source.size == 0:
        return None
    if source.ndim != 2:
        rows, columns = _rows_and_columns(source.shape, order)
        contiguous = source.flags.c_contiguous if order == "C" else source.flags.f_contiguous
        return (order, columns if order == "C" else rows) if contiguous else None
    for way, along, across in (("C", 1, 0), ("F", 0, 1)):
        step, line = source.strides[along], source.strides[across]
        least = source.shape[along]
        if (step == size or least == 1) and (source.shape[across] == 1 or (line % size == 0 and line // size >= least)):
            return way, least if source.shape[across] == 1 else line // size
    return None


_warned = False


def _warn_of_refusal(reason: str) -> None:
    global _warned
    if not _warned:
        _warned = True
        warnings.warn(f"the kernel refuses to place pages: {reason}", RuntimeWarning, stacklevel=4)
