# SPDX-License-Identifier: BSD-3-Clause
"""Systems of linear equations and inverses, with the shapes and errors of numpy.linalg."""

from typing import Any, Literal

import numpy as np
from numpy.linalg import LinAlgError
from numpy.typing import ArrayLike, NDArray

from numapack import _core
from numapack.layout import common_dtype
from numapack.lu import factored
from numapack.results import check_out, finish
from numapack.stacks import factored_stack, over_stacks, square

Array = NDArray[Any]


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
        By LU, or by Cholesky, which reads only the lower triangle of A.
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
    n = square("solve", left)
    vector = right.ndim == 1
    columns = right[:, np.newaxis] if vector else right
    if columns.ndim < 2 or columns.shape[-2] != n:
        raise ValueError(f"solve: b of shape {right.shape} does not fit matrices of shape {left.shape}")
    dtype = common_dtype("solve", left, right)
    batch = np.broadcast_shapes(left.shape[:-2], columns.shape[:-2])
    shape = batch + (columns.shape[-2:-1] if vector else columns.shape[-2:])
    check_out("solve", out, shape, dtype)
    if not batch:
        one = _solve_general if assume == "general" else _solve_positive
        found = one(left, columns, dtype)
        return finish(found[:, 0] if vector else found, out)
    lefts, rights = np.broadcast_to(left, batch + left.shape[-2:]), np.broadcast_to(columns, batch + columns.shape[-2:])
    result = np.empty(rights.shape, dtype)
    if lefts.size:
        many = _solve_general_stack if assume == "general" else _solve_positive_stack
        result = many(lefts.reshape(-1, n, n), rights.reshape(-1, n, rights.shape[-1]), dtype).reshape(rights.shape)
    return finish(result[..., 0] if vector else result, out)


def inv(a: ArrayLike, *, out: Array | None = None) -> Array:
    """The inverse of A (…, n, n), as `numpy.linalg.inv`.

    The result is `out`, which may be `a`, or a new array.

    Raises
    ------
    numpy.linalg.LinAlgError
        A matrix is singular, or not square.
    TypeError, ValueError
        A dtype that the library has not; an `out` that does not fit.

    Examples
    --------
    >>> import numapack
    >>> numapack.inv([[4.0]])
    array([[0.25]])
    """
    return over_stacks("inv", np.asarray(a), out, _invert, _invert_stack)


def _solve_general(left: Array, right: Array, dtype: np.dtype[Any]) -> Array:
    result = np.array(right, dtype, order="F")
    if result.size or len(left):
        factors, pivots, trans = factored(left, dtype)
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
    factors, pivots, trans = factored(matrix, dtype)
    if _core.lu_inverse("F", factors, pivots):
        raise LinAlgError("Singular matrix")
    return factors.T if trans == "T" else factors


def _solve_general_stack(left: Array, right: Array, dtype: np.dtype[Any]) -> Array:
    result = np.array(right.swapaxes(-1, -2), dtype, order="C")
    factors, pivots, trans = factored_stack(left, dtype)
    _core.lu_solve_stack(trans, factors, pivots, result)
    return result.swapaxes(-1, -2)


def _solve_positive_stack(left: Array, right: Array, dtype: np.dtype[Any]) -> Array:
    result = np.array(right, dtype, order="C")
    work = np.array(left, dtype, order="C")
    if _core.cholesky_stack("L", work):
        raise LinAlgError("Matrix is not positive definite")
    _core.cholesky_solve_stack("L", work, result)
    return result


def _invert_stack(stack: Array, dtype: np.dtype[Any]) -> Array:
    factors, pivots, trans = factored_stack(stack, dtype)
    if _core.lu_inverse_stack(factors, pivots):
        raise LinAlgError("Singular matrix")
    return factors if trans == "T" else factors.swapaxes(-1, -2)
