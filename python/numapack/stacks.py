# SPDX-License-Identifier: BSD-3-Clause
"""Square matrices, and stacks of them."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.linalg import LinAlgError
from numpy.typing import NDArray

from numapack import _core
from numapack.layout import common_dtype, order_of
from numapack.results import check_out, finish

Array = NDArray[Any]


def square(name: str, array: Array) -> int:
    """The order of the matrices; numpy.linalg's errors for others."""
    if array.ndim < 2:
        raise LinAlgError(f"{array.ndim}-dimensional array given. Array must be at least two-dimensional")
    if array.shape[-1] != array.shape[-2]:
        raise LinAlgError("Last 2 dimensions of the array must be square")
    return int(array.shape[-1])


def over_stacks(name: str, array: Array, out: Array | None, one: Callable[[Array, np.dtype[Any]], Array],
                many: Callable[[Array, np.dtype[Any]], Array]) -> Array:
    """one() of a matrix; many() of matrices in a row."""
    square(name, array)
    dtype = common_dtype(name, array)
    check_out(name, out, array.shape, dtype)
    if array.ndim == 2:
        return finish(one(array, dtype), out)
    if array.size == 0:
        return finish(np.empty(array.shape, dtype), out)
    return finish(many(array.reshape(-1, *array.shape[-2:]), dtype).reshape(array.shape), out)


def lies_by_rows(stack: Array) -> bool:
    """Whether each matrix of a stack counts as row-major; the others are read by columns."""
    return order_of(stack[0]) == "C" and stack.shape[-1] > 1


def by_columns(stack: Array, dtype: np.dtype[Any], turned: bool) -> Array:
    """A copy whose matrices the library reads column-major: as the transposes of what they are (transposed), or as they are."""
    return np.array(stack if turned else stack.swapaxes(-1, -2), dtype, order="C")


def factored_stack(stack: Array, dtype: np.dtype[Any]) -> tuple[Array, NDArray[np.int64], str]:
    """Factors of each matrix, or of each one's transpose; the letter says which."""
    turned = lies_by_rows(stack)
    work = by_columns(stack, dtype, turned)
    pivots = np.empty(work.shape[:2], np.int64)
    if _core.lu_stack(work, pivots):
        raise LinAlgError("Singular matrix")
    return work, pivots, "T" if turned else "N"
