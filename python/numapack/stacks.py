# SPDX-License-Identifier: BSD-3-Clause
"""Square matrices, and stacks of them."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.linalg import LinAlgError
from numpy.typing import NDArray

from numapack.layout import common_dtype
from numapack.results import check_out, finish

Array = NDArray[Any]


def square(name: str, array: Array) -> int:
    """The order of the matrices; numpy.linalg's errors for others."""
    if array.ndim < 2:
        raise LinAlgError(f"{array.ndim}-dimensional array given. Array must be at least two-dimensional")
    if array.shape[-1] != array.shape[-2]:
        raise LinAlgError("Last 2 dimensions of the array must be square")
    return int(array.shape[-1])


def over_stacks(name: str, array: Array, out: Array | None, one: Callable[[Array, np.dtype[Any]], Array]) -> Array:
    """one() of each matrix."""
    square(name, array)
    dtype = common_dtype(name, array)
    check_out(name, out, array.shape, dtype)
    if array.ndim == 2:
        return finish(one(array, dtype), out)
    result = np.empty(array.shape, dtype)
    for index in np.ndindex(*array.shape[:-2]):
        result[index] = one(array[index], dtype)
    return finish(result, out)
