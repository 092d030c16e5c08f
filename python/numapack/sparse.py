# SPDX-License-Identifier: BSD-3-Clause
"""Sparse matrices times vectors."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from numapack import _core
from numapack.layout import common_dtype
from numapack.results import check_out, finish


class CsrPart(NamedTuple):
    """The rows of a `Csr` that one node multiplies.

    `columns` counts the elements of x that the node gathers for each product; 0: it reads x in place.
    """

    node: int
    first_row: int
    rows: int
    elements: int
    columns: int


class _Arrays:
    """data, indices and indptr as the library reads them."""

    def __init__(self, name: str, a: Any, shape: tuple[int, int] | None) -> None:
        if hasattr(a, "tocsr"):
            if shape is not None:
                raise ValueError(f"{name}: this matrix has its shape already")
            rows = a.tocsr()
            a, shape = (rows.data, rows.indices, rows.indptr), rows.shape
        if not isinstance(a, tuple) or len(a) != 3:
            raise TypeError(f"{name}: expected a sparse matrix of SciPy or (data, indices, indptr), not {type(a).__name__}")
        data, indices, indptr = (np.asarray(array) for array in a)
        for what, array in (("data", data), ("indices", indices), ("indptr", indptr)):
            if array.ndim != 1:
                raise ValueError(f"{name}: {what} must have one dimension, not {array.ndim}")
        if indptr.size == 0 or indptr.dtype.kind not in "iu" or (indices.dtype.kind not in "iu" and indices.size > 0):
            raise ValueError(f"{name}: indices and indptr must be integers, and indptr has one more than there are rows")
        if shape is None:
            shape = (indptr.size - 1, int(indices.max()) + 1 if indices.size else 0)
        if len(shape) != 2 or shape[0] != indptr.size - 1:
            raise ValueError(f"{name}: shape {tuple(shape)} does not fit an indptr of {indptr.size} elements")
        if indptr[-1] > min(data.size, indices.size):
            raise ValueError(f"{name}: indptr ends at {indptr[-1]}, but there are {data.size} data and {indices.size} indices")
        index = np.int32 if indices.dtype == indptr.dtype == np.int32 else np.int64
        self.shape: tuple[int, int] = (int(shape[0]), int(shape[1]))
        self.dtype = common_dtype(name, data)
        self.elements = int(indptr[-1])
        self.all = (np.require(data, self.dtype, ["C", "A"]), np.require(indices, index, ["C", "A"]),
                    np.require(indptr, index, ["C", "A"]), self.shape[1])


class Csr:
    """A sparse matrix that was laid out once for many products, each node's rows on their node; see `csr`.

    ``matrix @ x`` is the product; `spmv` has alpha, beta and `out`. Any number of threads may use one at once.
    """

    __array_ufunc__ = None  # so that x @ matrix is refused, not tried with each element

    def __init__(self, a: Any, shape: tuple[int, int] | None = None) -> None:
        arrays = _Arrays("csr", a, shape)
        self.shape = arrays.shape
        self.dtype = arrays.dtype
        self.nnz = arrays.elements
        self._placed = _core.Csr(*arrays.all)

    @property
    def nbytes(self) -> int:
        """Bytes that the matrix takes."""
        return self._placed.bytes()

    def where(self) -> dict[int, int]:
        """Pages on each node, by the kernel's numbers.

        Returns
        -------
        dict of int to int

        Examples
        --------
        >>> import numapack
        >>> sum(numapack.csr(([1.0, 2.0, 3.0], [0, 2, 1], [0, 2, 3])).where().values()) > 0
        True
        """
        return dict(zip(_core.node_numbers(), self._placed.where()))

    def parts(self) -> list[CsrPart]:
        """Which rows each node multiplies, by the kernel's numbers.

        Returns
        -------
        list of CsrPart
            Vectors of which each node's threads fill these elements cross nothing but what rows use of other nodes' rows.

        Examples
        --------
        >>> import numapack
        >>> parts = numapack.csr(([1.0, 2.0, 3.0], [0, 2, 1], [0, 2, 3])).parts()
        >>> sum(part.rows for part in parts), sum(part.elements for part in parts)
        (2, 3)
        """
        numbers = _core.node_numbers()
        return [CsrPart(numbers[node], *counts) for node, *counts in self._placed.parts()]

    def __matmul__(self, x: ArrayLike) -> NDArray[Any]:
        return spmv(self, x)

    def __repr__(self) -> str:
        return f"Csr(shape={self.shape}, dtype={self.dtype}, nnz={self.nnz}, nbytes={self.nbytes})"


def csr(a: Any, shape: tuple[int, int] | None = None) -> Csr:
    """Lays a sparse matrix out once for many products.

    Parameters
    ----------
    a : sparse matrix, or tuple
        A matrix or array of SciPy's, of any format, or ``(data, indices, indptr)``: row i has the elements ``data[indptr[i]:indptr[i + 1]]``
        in the columns ``indices[indptr[i]:indptr[i + 1]]``, in any order; elements with the same place add up. float32, float64,
        complex64 or complex128; integers count as float64. May be changed or freed afterwards.
    shape : (int, int), optional
        Of arrays; without it, as many columns as the indices need.

    Returns
    -------
    Csr

    Raises
    ------
    ValueError
        Arrays that are no such matrix: an `indptr` that falls, columns that do not exist.
    TypeError
        A dtype that the library has not.
    NotImplementedError
        More than 2^31 - 1 columns.

    Examples
    --------
    >>> import numapack, numpy
    >>> matrix = numapack.csr(([1.0, 2.0, 3.0], [0, 2, 1], [0, 2, 3]))
    >>> matrix @ numpy.array([1.0, 10.0, 100.0])
    array([201.,  30.])
    """
    return Csr(a, shape)


def spmv(a: Any, x: ArrayLike, y: ArrayLike | None = None, *, alpha: complex = 1.0, beta: complex = 0.0,
         out: NDArray[Any] | None = None) -> NDArray[Any]:
    """alpha A x + beta y.

    The same call gives the same bits, however many threads work.

    Parameters
    ----------
    a : Csr, sparse matrix, or tuple
        m x n. Matrices that are not a `Csr` are used in place and checked at each call: prepare matrices for several products
        with `csr`.
    x : array_like
        n elements, of a dtype that fits into the matrix's.
    y : array_like, optional
        m elements; needed where `beta` is not 0, not read where it is.
    alpha, beta : scalar, optional
        Real where the matrix is.
    out : numpy.ndarray, optional
        m elements of the matrix's dtype; may be `y` itself, and must not overlap `x`.

    Returns
    -------
    numpy.ndarray
        `out`, or a new array of m elements.

    Raises
    ------
    ValueError
        Shapes that do not fit, arrays that are no matrix, an `out` that is read-only or overlaps.
    TypeError
        A dtype that does not fit into the matrix's.

    Examples
    --------
    >>> import numapack, numpy
    >>> matrix = numapack.csr(([1.0, 2.0, 3.0], [0, 2, 1], [0, 2, 3]))
    >>> numapack.spmv(matrix, numpy.ones(3), numpy.ones(2), beta=-1)
    array([2., 2.])
    """
    arrays = a if isinstance(a, Csr) else _Arrays("spmv", a, None)
    m, n = arrays.shape
    if arrays.dtype.kind != "c" and (complex(alpha).imag != 0 or complex(beta).imag != 0):
        raise TypeError(f"spmv: alpha and beta must be real for a matrix of {arrays.dtype}")
    of = _vector("x", x, n, arrays.dtype)
    check_out("spmv", out, (m,), arrays.dtype)
    read = (of,) if isinstance(arrays, Csr) else (of, *arrays.all[:3])
    if out is not None and any(np.may_share_memory(out, array) for array in read):
        raise ValueError("spmv: out overlaps an operand that is read; it may only be y")
    if beta != 0 and y is None:
        raise ValueError(f"spmv: beta is {beta}, but there is no vector that it scales")
    fits = out is not None and out.flags.c_contiguous and out.flags.aligned and out.dtype.isnative
    result = out if fits and out is not None else np.empty(m, arrays.dtype)
    if beta != 0 and y is not None and y is not result:
        np.copyto(result, _vector("y", y, m, arrays.dtype))
    if isinstance(arrays, Csr):
        arrays._placed.multiply(alpha, of, beta, result)
    else:
        _core.spmv(*arrays.all, alpha, of, beta, result)
    return finish(result, out)


def _vector(name: str, given: ArrayLike, elements: int, dtype: np.dtype[Any]) -> NDArray[Any]:
    vector = np.asarray(given)
    if vector.shape != (elements,):
        raise ValueError(f"spmv: {name} has shape {vector.shape}, but must have ({elements},)")
    if not np.can_cast(vector.dtype, dtype, "same_kind"):
        raise TypeError(f"spmv: {name} of {vector.dtype} does not fit a matrix of {dtype}")
    return np.require(vector, dtype, ["C", "A"])
