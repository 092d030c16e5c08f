# SPDX-License-Identifier: BSD-3-Clause
"""Factorisations and what is solved with them, with the shapes and errors of numpy.linalg."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.linalg import LinAlgError
from numpy.typing import ArrayLike, NDArray

from numapack import _core
from numapack.layout import KERNELS, common_dtype, order_of

Array = NDArray[Any]


@dataclass(frozen=True)
class LU:
    """A = P L U of a matrix; see `lu`.

    Attributes
    ----------
    lu : numpy.ndarray
        L below the diagonal (ones on it), U on and above it (m x n).
    pivots : numpy.ndarray of int64
        Row i was exchanged with row ``pivots[i]``, counted from 0, as SciPy's `lu_factor` has it.
    """

    lu: Array
    pivots: NDArray[np.int64]

    @property
    def singular(self) -> bool:
        """Whether a pivot is exactly zero."""
        return bool((np.diagonal(self.lu) == 0).any())

    def solve(self, b: ArrayLike, *, trans: Literal["N", "T", "C"] = "N") -> Array:
        """X of op(A) X = B, for B of shape (n,) or (n, nrhs).

        Raises
        ------
        numpy.linalg.LinAlgError
            A pivot is exactly zero.
        """
        if trans not in ("N", "T", "C"):
            raise ValueError(f"trans must be one of 'N', 'T', 'C' (got {trans!r})")
        n = _square("LU.solve", self.lu)
        right = np.asarray(b)
        if right.ndim not in (1, 2) or right.shape[0] != n:
            raise ValueError(f"b of shape {right.shape} does not fit a matrix of order {n}")
        if self.singular:
            raise LinAlgError("Singular matrix")
        dtype = common_dtype("LU.solve", self.lu, right)
        order = order_of(self.lu) or "F"
        factors = self.lu.astype(dtype, copy=False)
        result = np.array(right.reshape(n, -1), dtype, order=order)
        _core.lu_solve(order, trans, np.asarray(factors, order=order), self.pivots + 1, result)
        return result.reshape(right.shape)

    def inverse(self) -> Array:
        """The inverse of A."""
        _square("LU.inverse", self.lu)
        order = order_of(self.lu) or "F"
        result = np.array(self.lu, order=order)
        if _core.lu_inverse(order, result, self.pivots + 1):
            raise LinAlgError("Singular matrix")
        return result


def lu(a: ArrayLike, *, out: Array | None = None) -> LU:
    """A = P L U with partial pivoting (LAPACK's getrf).

    Parameters
    ----------
    a : array_like
        m x n. Integers count as float64.
    out : numpy.ndarray, optional
        m x n, of the factors' dtype: where they go; `a` itself to save the copy.

    Returns
    -------
    LU
        Also if a pivot is exactly zero, which its `singular` tells; it cannot be solved with then.

    Raises
    ------
    TypeError, ValueError
        What is no matrix of such a dtype; an `out` that does not fit.

    Examples
    --------
    >>> import numapack
    >>> factors = numapack.lu([[0.0, 2.0], [4.0, 6.0]])
    >>> factors.pivots, factors.solve([2.0, 10.0])
    (array([1, 1]), array([1., 1.]))
    """
    matrix = np.asarray(a)
    if matrix.ndim != 2:
        raise ValueError(f"lu: expected a matrix, not an array of {matrix.ndim} dimensions")
    work, result = _work("lu", matrix, common_dtype("lu", matrix), out)
    pivots = np.empty(min(work.shape), np.int64)
    _core.lu(order_of(work) or "F", work, pivots)
    return LU(_finish(work, result), pivots - 1)


def solve(a: ArrayLike, b: ArrayLike, *, assume: Literal["general", "positive definite"] = "general",
          out: Array | None = None) -> Array:
    """X of A X = B, as `numpy.linalg.solve`.

    Parameters
    ----------
    a : array_like
        (…, n, n).
    b : array_like
        (n,) or (…, n, nrhs), by the rule of NumPy 2: only an array of one dimension is a vector.
    assume : {"general", "positive definite"}, optional
        By LU, or by Cholesky, for which only the lower half of A is read.
    out : numpy.ndarray, optional
        Of the shape and dtype of X; may be `b`.

    Returns
    -------
    numpy.ndarray
        X, of the shape of `b` (broadcast).

    Raises
    ------
    numpy.linalg.LinAlgError
        A is not square, singular, or not positive definite.
    ValueError, TypeError
        Shapes that do not fit, a dtype that the library has not, an `out` that does not fit.

    Examples
    --------
    >>> import numapack
    >>> numapack.solve([[3.0, 1.0], [1.0, 2.0]], [9.0, 8.0])
    array([2., 3.])
    """
    if assume not in ("general", "positive definite"):
        raise ValueError(f"assume must be one of 'general', 'positive definite' (got {assume!r})")
    left, right = np.asarray(a), np.asarray(b)
    n = _square("solve", left)
    vector = right.ndim == 1
    columns = right[:, np.newaxis] if vector else right
    if columns.ndim < 2 or columns.shape[-2] != n:
        raise ValueError(f"solve: b of shape {right.shape} does not fit matrices of shape {left.shape}")
    dtype = common_dtype("solve", left, right)
    batch = np.broadcast_shapes(left.shape[:-2], columns.shape[:-2])
    shape = batch + (columns.shape[-2:-1] if vector else columns.shape[-2:])
    _check_out("solve", out, shape, dtype)
    one = _solve_general if assume == "general" else _solve_positive
    if not batch:
        found = one(left, columns, dtype)
        return _finish(found[:, 0] if vector else found, out)
    lefts, rights = np.broadcast_to(left, batch + left.shape[-2:]), np.broadcast_to(columns, batch + columns.shape[-2:])
    result = np.empty(rights.shape, dtype)
    for index in np.ndindex(*batch):
        result[index] = one(lefts[index], rights[index], dtype)
    return _finish(result[..., 0] if vector else result, out)


def inv(a: ArrayLike, *, out: Array | None = None) -> Array:
    """The inverse of A (…, n, n), as `numpy.linalg.inv`.

    `out` may be `a`. Raises `numpy.linalg.LinAlgError` if a matrix is singular or not square.

    Examples
    --------
    >>> import numapack
    >>> numapack.inv([[4.0]])
    array([[0.25]])
    """
    return _over_stacks("inv", np.asarray(a), out, _invert)


def cholesky(a: ArrayLike, *, upper: bool = False, out: Array | None = None) -> Array:
    """L of A = L L^H, or U of A = U^H U, of a Hermitian positive definite A (…, n, n), as `numpy.linalg.cholesky`.

    Only the half of A that the factor has is read; the other is zeros in the result.

    Raises
    ------
    numpy.linalg.LinAlgError
        A is not positive definite, or not square.

    Examples
    --------
    >>> import numapack
    >>> numapack.cholesky([[4.0, 0.0], [2.0, 2.0]])
    array([[2., 0.],
           [1., 1.]])
    """
    def factor(matrix: Array, dtype: np.dtype[Any]) -> Array:
        half: Array = np.triu(matrix) if upper else np.tril(matrix)
        work = np.array(half, dtype, order="C")
        if _core.cholesky("C", "U" if upper else "L", work):
            raise LinAlgError("Matrix is not positive definite")
        return work

    return _over_stacks("cholesky", np.asarray(a), out, factor)


class QR(NamedTuple):
    """Q and R."""

    Q: Array
    R: Array


def qr(a: ArrayLike, mode: Literal["reduced", "complete", "r", "raw"] = "reduced", *,
       out: tuple[Array, Array] | None = None) -> Any:
    """A = Q R of a matrix (m x n), as `numpy.linalg.qr`, by recursive panels in compact WY form.

    Parameters
    ----------
    a : array_like
        m x n.
    mode : {"reduced", "complete", "r", "raw"}, optional
        Q (m x k) and R (k x n), k = min(m, n); Q (m x m) and R (m x n); R alone; the reflectors as LAPACK has them,
        transposed, and their factors.
    out : tuple of two numpy.ndarray, optional
        Where Q and R go ("reduced" and "complete" only).

    Returns
    -------
    QR, numpy.ndarray or tuple

    Examples
    --------
    >>> import numapack, numpy
    >>> q, r = numapack.qr(numpy.ones((3, 1)))
    >>> numpy.allclose(q @ r, 1)
    True
    """
    if mode not in ("reduced", "complete", "r", "raw"):
        raise ValueError(f"Unrecognized mode {mode!r}; use 'reduced', 'complete', 'r' or 'raw'")
    matrix = np.asarray(a)
    if matrix.ndim != 2:
        raise LinAlgError(f"{matrix.ndim}-dimensional array given. qr takes a matrix")
    if out is not None and mode in ("r", "raw"):
        raise ValueError(f"out is for the modes 'reduced' and 'complete', not {mode!r}")
    dtype = common_dtype("qr", matrix)
    m, n = matrix.shape
    k = min(m, n)
    work = np.array(matrix, dtype, order="F")
    tau = np.zeros(k, dtype)
    if k:
        _core.qr("F", work, tau)
    if mode == "raw":
        return work.T, tau
    r: Array = np.triu(work[: m if mode == "complete" else k])
    if mode == "r":
        return r
    q = np.zeros((m, m if mode == "complete" else k), dtype, order="F")
    q[:, :k] = work[:, :k]
    if q.size:
        _core.form_q("F", k, q, tau)
    if out is None:
        return QR(q, r)
    for array, target in zip((q, r), out, strict=True):
        _check_out("qr", target, array.shape, dtype)
    return QR(_finish(q, out[0]), _finish(r, out[1]))


def _square(name: str, array: Array) -> int:
    if array.ndim < 2:
        raise LinAlgError(f"{array.ndim}-dimensional array given. Array must be at least two-dimensional")
    if array.shape[-1] != array.shape[-2]:
        raise LinAlgError("Last 2 dimensions of the array must be square")
    return int(array.shape[-1])


def _lu_of(matrix: Array, dtype: np.dtype[Any]) -> tuple[Array, NDArray[np.int64], str]:
    """Factors of the matrix or of its transpose, column-major, whichever is no transposing copy; the letter says which."""
    turned = order_of(matrix) == "C" and matrix.shape[0] > 1
    work = np.array(matrix.T if turned else matrix, dtype, order="F")
    pivots = np.empty(len(work), np.int64)
    if _core.lu("F", work, pivots):
        raise LinAlgError("Singular matrix")
    return work, pivots, "T" if turned else "N"


def _solve_general(left: Array, right: Array, dtype: np.dtype[Any]) -> Array:
    result = np.array(right, dtype, order="F")
    if result.size or len(left):
        factors, pivots, trans = _lu_of(left, dtype)
        _core.lu_solve("F", trans, factors, pivots, result)
    return result


def _solve_positive(left: Array, right: Array, dtype: np.dtype[Any]) -> Array:
    result = np.array(right, dtype, order="C")
    work = np.array(left, dtype, order="C")
    if _core.cholesky("C", "L", work):
        raise LinAlgError("Matrix is not positive definite")
    _core.cholesky_solve("C", "L", work, result)
    return result


def _invert(matrix: Array, dtype: np.dtype[Any]) -> Array:
    factors, pivots, trans = _lu_of(matrix, dtype)
    if _core.lu_inverse("F", factors, pivots):
        raise LinAlgError("Singular matrix")
    return factors.T if trans == "T" else factors


def _over_stacks(name: str, array: Array, out: Array | None, one: Callable[[Array, np.dtype[Any]], Array]) -> Array:
    """one() of each matrix."""
    _square(name, array)
    dtype = common_dtype(name, array)
    _check_out(name, out, array.shape, dtype)
    if array.ndim == 2:
        return _finish(one(array, dtype), out)
    result = np.empty(array.shape, dtype)
    for index in np.ndindex(*array.shape[:-2]):
        result[index] = one(array[index], dtype)
    return _finish(result, out)


def _check_out(name: str, out: Array | None, shape: tuple[int, ...], dtype: np.dtype[Any]) -> None:
    if out is None:
        return
    if not isinstance(out, np.ndarray):
        raise TypeError(f"{name}: return arrays must be of ArrayType")
    if out.dtype != dtype:
        raise TypeError(f"{name}: out has dtype {out.dtype}, but the result has {dtype}")
    if out.shape != shape:
        raise ValueError(f"{name}: out has shape {out.shape}, but the result has {shape}")
    if not out.flags.writeable:
        raise ValueError("output array is read-only")


def _work(name: str, matrix: Array, dtype: np.dtype[Any], out: Array | None) -> tuple[Array, Array | None]:
    """A copy of the matrix to factor, in `out` if the library can write there; what done work still has to be copied to."""
    _check_out(name, out, matrix.shape, dtype)
    if out is not None and order_of(out) is not None and out.flags.aligned and out.dtype.isnative and out.dtype.char in KERNELS:
        if out is not matrix:
            np.copyto(out, matrix)
        return out, None
    order = order_of(matrix) or "F"
    return np.array(matrix, dtype, order=order), out


def _finish(result: Array, out: Array | None) -> Array:
    if out is None or out is result:
        return result
    np.copyto(out, result)
    return out
