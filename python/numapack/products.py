# SPDX-License-Identifier: BSD-3-Clause
"""Products of matrices and of stacks of them, by NumPy's rules."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from numapack import _core
from numapack.layout import KERNELS, order_of, reads

_fast = _core.matmul
_numpys: Any = np.matmul  # whose type NumPy 1.26 and 2 do not agree on for an `out` of None


def matmul(a: ArrayLike, b: ArrayLike, /, out: NDArray[Any] | None = None) -> Any:
    """The matrix product of two arrays, as in `numpy.matmul`.

    Parameters
    ----------
    a, b : array_like
        Matrices (m x k, k x n), vectors, or stacks of matrices, which are broadcast. float32, float64, complex64 and
        complex128, promoted as by NumPy; products of other types are NumPy's own. Transposed views and blocks of matrices are
        read without a copy.
    out : numpy.ndarray, optional
        Where the result goes, with NumPy's rules: it may overlap `a` or `b`.

    Returns
    -------
    numpy.ndarray or scalar
        The product (m x n). Two vectors give a scalar.

    Raises
    ------
    ValueError
        Shapes that do not fit, worded as NumPy's.

    Examples
    --------
    >>> import numapack, numpy
    >>> numapack.matmul(numpy.eye(2), [[1.0, 2.0], [3.0, 4.0]])
    array([[1., 2.],
           [3., 4.]])
    """
    if out is None:
        product = _fast(a, b)
        if product is not NotImplemented:
            return product
    return _general(a, b, out)


def _general(a: ArrayLike, b: ArrayLike, out: NDArray[Any] | None) -> Any:
    first, second = np.asanyarray(a), np.asanyarray(b)
    dtype = np.result_type(first, second)
    if not _ours(first, second, out, dtype):
        return _numpys(a, b, out=out)
    left = first[np.newaxis, :] if first.ndim == 1 else first
    right = second[:, np.newaxis] if second.ndim == 1 else second
    batch = np.broadcast_shapes(left.shape[:-2], right.shape[:-2])
    shape = (*batch, left.shape[-2], right.shape[-1])
    whole = _room(shape, dtype, first, second, out)
    _core.matmul_stacks(_stack(left, dtype, batch), _stack(right, dtype, batch), whole)
    result = whole
    if second.ndim == 1:
        result = result[..., 0]
    if first.ndim == 1:
        result = result[..., 0] if second.ndim == 1 else result[..., 0, :]
    if out is None:
        return result if result.ndim else result[()]
    if result.__array_interface__["data"] != out.__array_interface__["data"] or result.strides != out.strides:
        out[...] = result
    return out


def _ours(first: NDArray[Any], second: NDArray[Any], out: NDArray[Any] | None, dtype: np.dtype[Any]) -> bool:
    """Whether the library does this product. What is wrong is left to NumPy, which says so in its own words."""
    if dtype.char not in KERNELS or type(first) is not np.ndarray or type(second) is not np.ndarray:
        return False
    if first.ndim == 0 or second.ndim == 0 or first.shape[-1] != second.shape[-2 if second.ndim > 1 else 0]:
        return False
    try:
        batch = np.broadcast_shapes(first.shape[:-2], second.shape[:-2])
    except ValueError:
        return False
    if out is None:
        return True
    shape = batch + (first.shape[-2:-1] if first.ndim > 1 else ()) + (second.shape[-1:] if second.ndim > 1 else ())
    return type(out) is np.ndarray and out.dtype == dtype and out.shape == shape and bool(out.flags.writeable)


def _stack(array: NDArray[Any], dtype: np.dtype[Any], batch: tuple[int, ...]) -> NDArray[Any]:
    """Matrices that the library can read, repeated by steps of zero."""
    array = np.require(array, dtype.newbyteorder("="), "A")
    last = array if array.ndim == 2 else array[(0,) * (array.ndim - 2)] if array.size else None
    if last is not None and order_of(last) is None:
        array = np.ascontiguousarray(array)
    return np.broadcast_to(array, batch + array.shape[-2:])


def _room(shape: tuple[int, ...], dtype: np.dtype[Any], first: NDArray[Any], second: NDArray[Any],
          out: NDArray[Any] | None) -> NDArray[Any]:
    """`out`, if the library can write it and reads nothing there; else an array of its own."""
    direct = (out is not None and out.shape == shape and out.dtype == dtype.newbyteorder("=") and bool(out.flags.aligned)
              and out.size > 0 and reads(out[(0,) * (out.ndim - 2)], "C")
              and not np.may_share_memory(out, first) and not np.may_share_memory(out, second))
    return out if direct and out is not None else np.empty(shape, dtype.newbyteorder("="))
