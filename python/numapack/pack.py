# SPDX-License-Identifier: BSD-3-Clause
"""Operands of products that stay."""

from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from numapack import _core
from numapack.layout import common_dtype, operand


class Packed:
    """A matrix that was laid out once for products, each node's part on its node; see `pack`.

    ``packed @ x`` and ``x @ packed`` are products with it, the one that its `side` allows.
    """

    __array_ufunc__ = None  # so that x @ packed comes here

    def __init__(self, a: ArrayLike, side: Literal["left", "right"] = "left") -> None:
        if side not in ("left", "right"):
            raise ValueError(f"side must be one of 'left', 'right' (got {side!r})")
        matrix = np.asarray(a)
        if matrix.ndim != 2:
            raise ValueError(f"pack: expected a matrix, not an array of {matrix.ndim} dimensions")
        self.dtype = common_dtype("pack", matrix)
        self.shape: tuple[int, int] = (matrix.shape[0], matrix.shape[1])
        self.side = side
        array, op, _ = operand(np.require(matrix, self.dtype, "A"), "C", "N", "NT")
        self._panels = _core.Packed("C", "A" if side == "left" else "B", op, array)

    @property
    def nbytes(self) -> int:
        """Bytes that the packed panels take."""
        return self._panels.bytes()

    def where(self) -> dict[int, int]:
        """Pages on each node, by the kernel's numbers.

        Returns
        -------
        dict of int to int

        Examples
        --------
        >>> import numapack, numpy
        >>> sum(numapack.pack(numpy.ones((100, 100))).where().values()) > 0
        True
        """
        return dict(zip(_core.node_numbers(), self._panels.where()))

    def multiply(self, x: ArrayLike, *, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """A X (side "left") or X A ("right").

        Parameters
        ----------
        x : array_like
            A matrix, or a vector.
        out : numpy.ndarray, optional
            Row-major, of the result's shape and dtype; must not overlap `x`.

        Returns
        -------
        numpy.ndarray
            `out`, or a new array; a vector for a vector.

        Raises
        ------
        ValueError
            Shapes that do not fit.
        TypeError
            An `x` of a dtype that does not fit into that of the packed matrix.

        Examples
        --------
        >>> import numapack, numpy
        >>> packed = numapack.pack(numpy.array([[1.0, 2.0], [3.0, 4.0]]))
        >>> packed.multiply([5.0, 6.0])
        array([17., 39.])
        """
        given = np.asarray(x)
        left = self.side == "left"
        matrix = (given[:, np.newaxis] if left else given[np.newaxis, :]) if given.ndim == 1 else given
        inner = self.shape[1] if left else self.shape[0]
        if matrix.ndim != 2 or matrix.shape[0 if left else 1] != inner:
            raise ValueError(f"operand of shape {given.shape} does not fit a packed matrix of shape {self.shape} on the {self.side}")
        if not np.can_cast(matrix.dtype, self.dtype, "same_kind"):
            raise TypeError(f"dtype {matrix.dtype} does not fit a packed matrix of {self.dtype}")
        shape = (self.shape[0], matrix.shape[1]) if left else (matrix.shape[0], self.shape[1])
        result = np.empty(shape, self.dtype)
        array, op, _ = operand(np.require(matrix, self.dtype, "A"), "C", "N", "NT")
        self._panels.multiply(op, array, result)
        answer: NDArray[Any] = result.reshape(-1) if given.ndim == 1 else result
        if out is None:
            return answer
        np.copyto(out, answer)
        return out

    def __matmul__(self, x: ArrayLike) -> NDArray[Any]:
        if self.side != "left":
            raise ValueError("this matrix was packed for the right of products: use x @ packed, or pack(a, 'left')")
        return self.multiply(x)

    def __rmatmul__(self, x: ArrayLike) -> NDArray[Any]:
        if self.side != "right":
            raise ValueError("this matrix was packed for the left of products: use packed @ x, or pack(a, 'right')")
        return self.multiply(x)

    def __repr__(self) -> str:
        return f"Packed(shape={self.shape}, dtype={self.dtype}, side={self.side!r}, nbytes={self.nbytes})"


def pack(a: ArrayLike, side: Literal["left", "right"] = "left") -> Packed:
    """Lays a matrix out once for many products.

    Parameters
    ----------
    a : array_like
        float32, float64, complex64 or complex128. May be changed or freed afterwards.
    side : {"left", "right"}, optional
        Where it stands in the products.

    Returns
    -------
    Packed

    Examples
    --------
    >>> import numapack, numpy
    >>> weights = numapack.pack(2 * numpy.eye(3), "right")
    >>> numpy.ones((1, 3)) @ weights
    array([[2., 2., 2.]])
    """
    return Packed(a, side)
