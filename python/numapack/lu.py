# SPDX-License-Identifier: BSD-3-Clause
"""LU factors and solutions, with the shapes and errors of numpy.linalg and SciPy."""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.linalg import LinAlgError
from numpy.typing import ArrayLike, NDArray

from numapack import _core
from numapack.layout import common_dtype, order_of
from numapack.results import check_out, finish, writes_in
from numapack.stacks import square

Array = NDArray[Any]


@dataclass(frozen=True)
class LU:
    """A = P L U of a matrix; see `lu`.

    Attributes
    ----------
    lu : numpy.ndarray
        L below the diagonal (ones on it), U on and above it (m x n).
    pivots : numpy.ndarray of int64
        Row i was exchanged with row ``pivots[i]``, counted from 0, as in SciPy's `lu_factor`.
    """

    lu: Array
    pivots: NDArray[np.int64]

    @property
    def singular(self) -> bool:
        """Whether a pivot is exactly zero."""
        return bool((np.diagonal(self.lu) == 0).any())

    def solve(self, b: ArrayLike, *, trans: Literal["N", "T", "C"] = "N") -> Array:
        """X of op(A) X = B.

        Parameters
        ----------
        b : array_like
            Of shape (n,) or (n, nrhs).
        trans : {"N", "T", "C"}, optional
            op(A): as it is, transposed, or conjugated and transposed.

        Returns
        -------
        numpy.ndarray
            Of the shape of `b`, a new array.

        Raises
        ------
        numpy.linalg.LinAlgError
            A pivot is exactly zero, or A is not square.
        ValueError
            Shapes that do not fit, another `trans`.

        Examples
        --------
        >>> import numapack
        >>> numapack.lu([[0.0, 2.0], [4.0, 6.0]]).solve([2.0, 2.0], trans="T")
        array([-0.5,  0.5])
        """
        if trans not in ("N", "T", "C"):
            raise ValueError(f"trans must be one of 'N', 'T', 'C' (got {trans!r})")
        n = square("LU.solve", self.lu)
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
        """The inverse of A.

        Returns
        -------
        numpy.ndarray
            n x n, a new array.

        Raises
        ------
        numpy.linalg.LinAlgError
            A pivot is exactly zero, or A is not square.

        Examples
        --------
        >>> import numapack
        >>> numapack.lu([[2.0, 2.0], [2.0, 4.0]]).inverse()
        array([[ 1. , -0.5],
               [-0.5,  0.5]])
        """
        square("LU.inverse", self.lu)
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
        Also if a pivot is exactly zero; then `singular` is True, and `solve` raises an error.

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
    return LU(finish(work, result), pivots - 1)


def factored(matrix: Array, dtype: np.dtype[Any]) -> tuple[Array, NDArray[np.int64], str]:
    """Factors of the matrix or of its transpose, column-major, whichever is no transposing copy; the letter says which."""
    turned = order_of(matrix) == "C" and matrix.shape[0] > 1
    work = np.array(matrix.T if turned else matrix, dtype, order="F")
    pivots = np.empty(len(work), np.int64)
    if _core.lu("F", work, pivots):
        raise LinAlgError("Singular matrix")
    return work, pivots, "T" if turned else "N"


def _work(name: str, matrix: Array, dtype: np.dtype[Any], out: Array | None) -> tuple[Array, Array | None]:
    """A copy of the matrix to factor, in `out` if the library can write there; what done work still has to be copied to."""
    check_out(name, out, matrix.shape, dtype)
    if out is not None and writes_in(out):
        if out is not matrix:
            np.copyto(out, matrix)
        return out, None
    order = order_of(matrix) or "F"
    return np.array(matrix, dtype, order=order), out
