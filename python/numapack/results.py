# SPDX-License-Identifier: BSD-3-Clause
"""Where results go."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from numapack.layout import KERNELS, Order, order_of


def check_out(name: str, out: NDArray[Any] | None, shape: tuple[int, ...], dtype: np.dtype[Any]) -> None:
    """The errors of NumPy users for an `out` that a result of this shape and type cannot go to."""
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


def writes_in(out: NDArray[Any]) -> bool:
    """Whether the library can write a matrix there."""
    return order_of(out) is not None and bool(out.flags.aligned) and out.dtype.isnative and out.dtype.char in KERNELS


def finish(result: NDArray[Any], out: NDArray[Any] | None) -> NDArray[Any]:
    """The result, in `out` if there is one."""
    if out is None or out is result:
        return result
    np.copyto(out, result)
    return out


class Result:
    """The array that a routine of BLAS updates: `out`, or a new one, or one of its own that `done` copies to `out`, if the library
    cannot write there.

    Attributes
    ----------
    work : numpy.ndarray
        What the library writes, m x n, beginning as the matrix that is added, or zeros.
    order : {"C", "F"}
        Of `work`, and so of the call.
    dtype : numpy.dtype
        Of all arrays of the call.
    """

    def __init__(self, name: str, shape: tuple[int, ...], dtype: np.dtype[Any], out: NDArray[Any] | None, added: ArrayLike | None,
                 beta: complex, inputs: tuple[NDArray[Any], ...], *, zeros: bool = False, scalars: tuple[complex, ...] = (),
                 order: Order | None = None) -> None:
        start = None if added is None or beta == 0 else np.asarray(added)
        if beta != 0 and start is None:
            raise ValueError(f"{name}: beta is {beta}, but there is no matrix that it scales")
        if start is not None and start.shape != shape:
            raise ValueError(f"{name}: c has shape {start.shape}, but the product has {shape}")
        self.dtype = self._dtype(name, dtype, start, scalars)
        self._out = out
        if out is not None:
            self._check(name, shape, out, inputs)
        fits = out is not None and writes_in(out)
        self.work: NDArray[Any]
        if fits and out is not None:
            self.work = out
        elif zeros:
            self.work = np.zeros(shape, self.dtype)
        else:
            self.work = np.empty(shape, self.dtype, order or "C")
        self.order: Order = order_of(self.work) or "C"
        if start is not None and start is not self.work:
            np.copyto(self.work, start)
        elif start is None and zeros and out is not None and not fits:
            np.copyto(self.work, out)

    @staticmethod
    def _dtype(name: str, dtype: np.dtype[Any], start: NDArray[Any] | None, scalars: tuple[complex, ...]) -> np.dtype[Any]:
        if start is not None:
            dtype = np.result_type(dtype, start)
        if dtype.kind != "c" and any(complex(scalar).imag != 0 for scalar in scalars):
            dtype = np.result_type(dtype, np.complex64)
        if dtype.char not in KERNELS:
            raise TypeError(f"{name}: dtype must be float32, float64, complex64 or complex128, not {dtype}")
        return dtype

    def _check(self, name: str, shape: tuple[int, ...], out: NDArray[Any], inputs: tuple[NDArray[Any], ...]) -> None:
        check_out(name, out, shape, self.dtype)
        if any(np.may_share_memory(out, array) for array in inputs):
            raise ValueError(f"{name}: out overlaps an operand that is read; it may only be what is added or replaced")

    def done(self) -> NDArray[Any]:
        """The result, in `out` if there is one."""
        return finish(self.work, self._out)
