# SPDX-License-Identifier: BSD-3-Clause
"""Level 3 of BLAS on arrays.

Letters and flags are as SciPy's: ``trans`` is "N" (as it is), "T" (transposed) or "C" (conjugated and transposed); of a
symmetric, Hermitian or triangular matrix only the triangle that ``lower`` names is read or written. All routines take
float32, float64, complex64 and complex128, promoted as by NumPy; row-major and column-major matrices, transposed
views and blocks of them are read where they lie as far as the library can.
"""

from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from numapack import _core
from numapack.layout import in_order, matrices, operand, order_of
from numapack.results import Result

Trans = Literal["N", "T", "C"]
Side = Literal["L", "R"]


def gemm(a: ArrayLike, b: ArrayLike, c: ArrayLike | None = None, *, alpha: complex = 1.0, beta: complex = 0.0,
         trans_a: Trans = "N", trans_b: Trans = "N", out: NDArray[Any] | None = None) -> NDArray[Any]:
    """alpha op(A) op(B) + beta C.

    Parameters
    ----------
    a, b : array_like
        op(A) is m x k, op(B) k x n.
    c : array_like, optional
        m x n; needed where `beta` is not 0, not read where it is.
    alpha, beta : scalar, optional
    trans_a, trans_b : {"N", "T", "C"}, optional
    out : numpy.ndarray, optional
        m x n, of the result's dtype; may be `c` itself, and must not overlap `a` or `b`.

    Returns
    -------
    numpy.ndarray
        `out`, or a new row-major array.

    Raises
    ------
    ValueError
        Shapes that do not fit, a letter that does not exist, an `out` that is read-only or overlaps.
    TypeError
        A dtype that the library has not, an `out` of another.

    Examples
    --------
    >>> import numapack, numpy
    >>> numapack.gemm(numpy.ones((2, 3)), numpy.ones((3, 2)), numpy.eye(2), beta=-1)
    array([[2., 3.],
           [3., 2.]])
    """
    return _product("gemm", "A", a, b, c, alpha, beta, trans_a, trans_b, out)


def gemmt(a: ArrayLike, b: ArrayLike, c: ArrayLike | None = None, *, alpha: complex = 1.0, beta: complex = 0.0,
          trans_a: Trans = "N", trans_b: Trans = "N", lower: bool = False, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`gemm` that computes only one triangle of C (n x n); the other is unchanged, or zeros. Else as `gemm`.

    Examples
    --------
    >>> import numapack, numpy
    >>> numapack.gemmt(numpy.ones((2, 3)), numpy.ones((3, 2)))
    array([[3., 3.],
           [0., 3.]])
    """
    return _product("gemmt", "L" if lower else "U", a, b, c, alpha, beta, trans_a, trans_b, out)


def symm(a: ArrayLike, b: ArrayLike, c: ArrayLike | None = None, *, alpha: complex = 1.0, beta: complex = 0.0,
         side: Side = "L", lower: bool = False, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """alpha A B + beta C (side "L") or alpha B A + beta C ("R") with a symmetric A.

    A is m x m or n x n, B and C are m x n. `c`, `out` and errors are those of `gemm`.

    Examples
    --------
    >>> import numapack, numpy
    >>> numapack.symm([[2.0, 1.0], [9.0, 2.0]], numpy.eye(2))
    array([[2., 1.],
           [1., 2.]])
    """
    return _symmetric("symm", False, a, b, c, alpha, beta, side, lower, out)


def hemm(a: ArrayLike, b: ArrayLike, c: ArrayLike | None = None, *, alpha: complex = 1.0, beta: complex = 0.0,
         side: Side = "L", lower: bool = False, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`symm` with a Hermitian A, the imaginary parts of whose diagonal are not read; else as `symm`.

    Examples
    --------
    >>> import numapack, numpy
    >>> numapack.hemm([[2.0, 1j], [0.0, 2.0]], numpy.eye(2)).tolist()
    [[(2+0j), 1j], [-1j, (2+0j)]]
    """
    return _symmetric("hemm", True, a, b, c, alpha, beta, side, lower, out)


def syrk(a: ArrayLike, c: ArrayLike | None = None, *, alpha: complex = 1.0, beta: complex = 0.0, trans: Trans = "N",
         lower: bool = False, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """alpha A A^T + beta C, or alpha A^T A + beta C (trans "T"): one triangle; the other is unchanged, or zeros.

    A is n x k, or k x n for "T", C is n x n. `c`, `out` and errors are those of `gemm`.

    Examples
    --------
    >>> import numapack, numpy
    >>> numapack.syrk(numpy.ones((2, 3)), lower=True)
    array([[3., 0.],
           [3., 3.]])
    """
    return _rank_k("syrk", False, a, None, c, alpha, beta, trans, lower, out)


def herk(a: ArrayLike, c: ArrayLike | None = None, *, alpha: float = 1.0, beta: float = 0.0, trans: Trans = "N",
         lower: bool = False, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """alpha A A^H + beta C, or alpha A^H A + beta C (trans "C"); else as `syrk`.

    Examples
    --------
    >>> import numapack
    >>> numapack.herk([[1j, 2.0]]).tolist()
    [[(5+0j)]]
    """
    return _rank_k("herk", True, a, None, c, alpha, beta, trans, lower, out)


def syr2k(a: ArrayLike, b: ArrayLike, c: ArrayLike | None = None, *, alpha: complex = 1.0, beta: complex = 0.0,
          trans: Trans = "N", lower: bool = False, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """alpha (A B^T + B A^T) + beta C, or alpha (A^T B + B^T A) + beta C (trans "T"); else as `syrk`.

    Examples
    --------
    >>> import numapack, numpy
    >>> numapack.syr2k(numpy.ones((1, 3)), numpy.ones((1, 3)))
    array([[6.]])
    """
    return _rank_k("syr2k", False, a, b, c, alpha, beta, trans, lower, out)


def her2k(a: ArrayLike, b: ArrayLike, c: ArrayLike | None = None, *, alpha: complex = 1.0, beta: float = 0.0,
          trans: Trans = "N", lower: bool = False, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """alpha A B^H + conj(alpha) B A^H + beta C, or with A^H B for trans "C"; else as `herk`.

    Examples
    --------
    >>> import numapack
    >>> numapack.her2k([[1j]], [[1j]]).tolist()
    [[(2+0j)]]
    """
    return _rank_k("her2k", True, a, b, c, alpha, beta, trans, lower, out)


def trmm(a: ArrayLike, b: ArrayLike, *, alpha: complex = 1.0, side: Side = "L", lower: bool = False, trans: Trans = "N",
         unit: bool = False, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """alpha op(A) B (side "L") or alpha B op(A) ("R") with a triangular A, whose diagonal counts as ones if `unit`.

    A is m x m or n x n, B is m x n. The result is `out`, which may be `b` itself, or a new array; errors are those of `gemm`.

    Examples
    --------
    >>> import numapack, numpy
    >>> numapack.trmm([[2.0, 1.0], [9.0, 2.0]], numpy.eye(2))
    array([[2., 1.],
           [0., 2.]])
    """
    return _triangle("trmm", False, a, b, alpha, side, lower, trans, unit, out)


def trsm(a: ArrayLike, b: ArrayLike, *, alpha: complex = 1.0, side: Side = "L", lower: bool = False, trans: Trans = "N",
         unit: bool = False, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """X of op(A) X = alpha B (side "L") or X op(A) = alpha B ("R"); else as `trmm`. Zeros on the diagonal give infinities.

    Examples
    --------
    >>> import numapack, numpy
    >>> numapack.trsm([[2.0, 0.0], [9.0, 4.0]], numpy.eye(2))
    array([[0.5 , 0.  ],
           [0.  , 0.25]])
    """
    return _triangle("trsm", True, a, b, alpha, side, lower, trans, unit, out)


def _one_of(name: str, value: object, allowed: str) -> None:
    if not isinstance(value, str) or len(value) != 1 or value not in allowed:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, allowed))} (got {value!r})")


def _uplo(lower: bool, turned: bool) -> str:
    return "L" if lower != turned else "U"


def _shape(array: NDArray[Any], trans: str) -> tuple[int, int]:
    rows, columns = array.shape
    return (rows, columns) if trans == "N" else (columns, rows)


def _fit(name: str, fits: bool, *arrays: NDArray[Any]) -> None:
    if not fits:
        raise ValueError(f"{name}: operands of shapes {', '.join(str(array.shape) for array in arrays)} do not fit each other")


def _product(name: str, uplo: str, a: ArrayLike, b: ArrayLike, c: ArrayLike | None, alpha: complex, beta: complex, trans_a: str,
             trans_b: str, out: NDArray[Any] | None) -> NDArray[Any]:
    _one_of("trans_a", trans_a, "NTC")
    _one_of("trans_b", trans_b, "NTC")
    (first, second), dtype = matrices(name, a, b)
    (m, k), (k_too, n) = _shape(first, trans_a), _shape(second, trans_b)
    _fit(name, k == k_too and (uplo == "A" or m == n), first, second)
    result = Result(name, (m, n), dtype, out, c, beta, (first, second), zeros=uplo != "A", scalars=(alpha, beta))
    first, second = (array.astype(result.dtype, copy=False) for array in (first, second))
    one, op_a, _ = operand(first, result.order, trans_a, "NTCR")
    two, op_b, _ = operand(second, result.order, trans_b, "NTCR")
    _core.product(result.order, uplo, op_a, op_b, alpha, one, two, beta, result.work)
    return result.done()


def _symmetric(name: str, hermitian: bool, a: ArrayLike, b: ArrayLike, c: ArrayLike | None, alpha: complex, beta: complex,
               side: str, lower: bool, out: NDArray[Any] | None) -> NDArray[Any]:
    _one_of("side", side, "LR")
    (first, second), dtype = matrices(name, a, b)
    n = second.shape[0 if side == "L" else 1]
    _fit(name, first.shape == (n, n), first, second)
    result = Result(name, second.shape, dtype, out, c, beta, (first, second), scalars=(alpha, beta))
    first, second = (array.astype(result.dtype, copy=False) for array in (first, second))
    # The transpose of a Hermitian matrix is another one.
    turning = "N" if hermitian and result.dtype.kind == "c" else "NT"
    one, _, turned = operand(first, result.order, "N", turning)
    _core.symmetric_product(result.order, hermitian, side, _uplo(lower, turned), alpha, one, in_order(second, result.order), beta,
                            result.work)
    return result.done()


def _rank_k(name: str, hermitian: bool, a: ArrayLike, b: ArrayLike | None, c: ArrayLike | None, alpha: complex, beta: complex,
            trans: str, lower: bool, out: NDArray[Any] | None) -> NDArray[Any]:
    given, dtype = matrices(name, a) if b is None else matrices(name, a, b)
    is_complex = np.result_type(dtype, *(() if out is None else (out,))).kind == "c"
    _one_of("trans", trans, ("NC" if hermitian else "NT") if is_complex else "NTC")
    _fit(name, all(array.shape == given[0].shape for array in given), *given)
    n = _shape(given[0], trans)[0]
    result = Result(name, (n, n), dtype, out, c, beta, tuple(given), zeros=True, scalars=(alpha, beta))
    turning = "NC" if hermitian and result.dtype.kind == "c" else "NTC"
    given = [array.astype(result.dtype, copy=False) for array in given]
    op = trans if result.dtype.kind == "c" or trans == "N" else "T"
    pairs = [operand(array, result.order, op, turning) for array in given]
    if len({pair[1] for pair in pairs}) > 1:
        pairs = [(in_order(array, result.order), op, False) for array in given]
    head = (result.order, hermitian, _uplo(lower, False), pairs[0][1], alpha)
    if b is None:
        _core.rank_k(*head, pairs[0][0], beta, result.work)
    else:
        _core.rank_2k(*head, pairs[0][0], pairs[1][0], beta, result.work)
    return result.done()


def _triangle(name: str, solve: bool, a: ArrayLike, b: ArrayLike, alpha: complex, side: str, lower: bool, trans: str, unit: bool,
              out: NDArray[Any] | None) -> NDArray[Any]:
    _one_of("side", side, "LR")
    _one_of("trans", trans, "NTC")
    (first, second), dtype = matrices(name, a, b)
    n = second.shape[0 if side == "L" else 1]
    _fit(name, first.shape == (n, n), first, second)
    result = Result(name, second.shape, dtype, out, second, 1.0, (first,), scalars=(alpha,), order=order_of(second))
    first = first.astype(result.dtype, copy=False)
    op = trans if result.dtype.kind == "c" or trans == "N" else "T"
    one, op, turned = operand(first, result.order, op, "NTC")
    _core.triangle(result.order, solve, side, _uplo(lower, turned), op, "U" if unit else "N", alpha, one, result.work)
    return result.done()
