# SPDX-License-Identifier: BSD-3-Clause
"""Which arrays the library can read without a copy, and copies of the others."""

from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

Order = Literal["C", "F"]

KERNELS = frozenset("fdFD")  # float32, float64, complex64, complex128

# op(A) for an A that is stored as its transpose: as it is, transposed, conjugated and transposed, conjugated.
TURNED = {"N": "T", "T": "N", "C": "R", "R": "C"}


def reads(array: NDArray[Any], order: str) -> bool:
    """Whether a matrix is one of that order: contiguous lines at a regular distance."""
    lines, along = (0, 1) if order == "C" else (1, 0)
    size = array.itemsize
    if array.size == 0:
        return True
    if array.shape[along] > 1 and array.strides[along] != size:
        return False
    stride = array.strides[lines]
    return bool(array.shape[lines] == 1 or (stride % size == 0 and stride // size >= array.shape[along]))


def order_of(array: NDArray[Any]) -> Order | None:
    """"C" or "F"; None where it is neither."""
    return "C" if reads(array, "C") else "F" if reads(array, "F") else None


def in_order(array: NDArray[Any], order: Order) -> NDArray[Any]:
    """The matrix, or a copy of that order."""
    return array if reads(array, order) else np.array(array, order=order)


def operand(array: NDArray[Any], order: Order, op: str, allowed: str) -> tuple[NDArray[Any], str, bool]:
    """An array of that order whose op'(…) is op(array), if op' is one of those allowed, else a copy and op. True: it is the
    transpose of the array."""
    if not reads(array, order) and reads(array.T, order) and TURNED[op] in allowed:
        return array.T, TURNED[op], True
    return in_order(array, order), op, False


def matrices(name: str, *arrays: ArrayLike) -> tuple[list[NDArray[Any]], np.dtype[Any]]:
    """Arguments as matrices of one dtype, aligned and in this machine's byte order."""
    given = [np.asarray(array) for array in arrays]
    for number, array in enumerate(given):
        if array.ndim != 2:
            raise ValueError(f"{name}: operand {number} must have two dimensions, not {array.ndim}")
    dtype = common_dtype(name, *given)
    return [np.require(array, dtype, "A") for array in given], dtype


def common_dtype(name: str, *arrays: NDArray[Any]) -> np.dtype[Any]:
    """The type in which the library works on these, as NumPy's own rules promote; integers count as float64."""
    dtype = np.result_type(*arrays)
    if dtype.kind in "biu":
        dtype = np.dtype(float)
    if dtype.char not in KERNELS:
        raise TypeError(f"{name}: dtype must be float32, float64, complex64 or complex128, not {dtype}")
    return dtype.newbyteorder("=")
