# SPDX-License-Identifier: BSD-3-Clause
"""Cholesky's and QR's factors, with the shapes and errors of numpy.linalg."""

import math
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.linalg import LinAlgError
from numpy.typing import ArrayLike, NDArray

from numapack import _core
from numapack.layout import common_dtype
from numapack.results import check_out, finish
from numapack.stacks import over_stacks

Array = NDArray[Any]


def cholesky(a: ArrayLike, *, upper: bool = False, out: Array | None = None) -> Array:
    """L of A = L L^H, or U of A = U^H U, of a Hermitian positive definite A (…, n, n), as `numpy.linalg.cholesky`.

    Only the triangle of A that the factor has is read; the other is zeros in the result.

    Raises
    ------
    numpy.linalg.LinAlgError
        A is not positive definite, or not square.
    TypeError, ValueError
        A dtype that the library has not; an `out` that does not fit.

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

    def factor_all(stack: Array, dtype: np.dtype[Any]) -> Array:
        work = np.array(np.triu(stack) if upper else np.tril(stack), dtype, order="C")
        if _core.cholesky_stack("U" if upper else "L", work):
            raise LinAlgError("Matrix is not positive definite")
        return work

    return over_stacks("cholesky", np.asarray(a), out, factor, factor_all)


class QR(NamedTuple):
    """Q and R."""

    Q: Array
    R: Array


def qr(a: ArrayLike, mode: Literal["reduced", "complete", "r", "raw"] = "reduced", *,
       out: tuple[Array, Array] | None = None) -> Any:
    """A = Q R of matrices (…, m, n), as `numpy.linalg.qr`, by recursive panels in compact WY form.

    Parameters
    ----------
    a : array_like
        (…, m, n).
    mode : {"reduced", "complete", "r", "raw"}, optional
        Q (m x k) and R (k x n), k = min(m, n); Q (m x m) and R (m x n); R alone; the reflectors as LAPACK has them,
        transposed, and their factors.
    out : tuple of two numpy.ndarray, optional
        Where Q and R go ("reduced" and "complete" only).

    Returns
    -------
    QR, numpy.ndarray or tuple

    Raises
    ------
    numpy.linalg.LinAlgError
        Fewer than two dimensions.
    TypeError, ValueError
        A dtype that the library has not; another mode, an `out` that does not fit.

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
    if matrix.ndim < 2:
        raise LinAlgError(f"{matrix.ndim}-dimensional array given. Array must be at least two-dimensional")
    if out is not None and mode in ("r", "raw"):
        raise ValueError(f"out is for the modes 'reduced' and 'complete', not {mode!r}")
    dtype = common_dtype("qr", matrix)
    (m, n), batch = matrix.shape[-2:], matrix.shape[:-2]
    k = min(m, n)
    # A stack whose matrices lie by columns.
    work = np.array(matrix.reshape(math.prod(batch), m, n).swapaxes(-1, -2), dtype, order="C")
    tau = np.zeros((len(work), k), dtype)
    if work.size:
        _factor(work, tau)
    if mode == "raw":
        return work.reshape(*batch, n, m), tau.reshape(*batch, k)
    r: Array = np.triu(work.swapaxes(-1, -2)[:, : m if mode == "complete" else k])
    r = r.reshape(*batch, *r.shape[-2:])
    if mode == "r":
        return r
    q = np.zeros((len(work), m if mode == "complete" else k, m), dtype)
    q[:, :k] = work[:, :k]
    if q.size:
        _form_q(k, q, tau)
    q = q.reshape(*batch, *q.shape[-2:]).swapaxes(-1, -2)
    if out is None:
        return QR(q, r)
    for array, target in zip((q, r), out, strict=True):
        check_out("qr", target, array.shape, dtype)
    return QR(finish(q, out[0]), finish(r, out[1]))


def _factor(work: Array, tau: Array) -> None:
    """One matrix by all threads, several by a thread each."""
    if len(work) == 1:
        _core.qr("F", work[0].T, tau[0])
    else:
        _core.qr_stack(work, tau)


def _form_q(k: int, q: Array, tau: Array) -> None:
    if len(q) == 1:
        _core.form_q("F", k, q[0].T, tau[0])
    else:
        _core.form_q_stack(k, q, tau)
