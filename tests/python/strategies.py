# SPDX-License-Identifier: BSD-3-Clause
"""Matrices of any shape, dtype and strides."""

import numpy as np
from conftest import DTYPES, random
from hypothesis import strategies as st

sizes = st.integers(0, 40)
dtypes = st.sampled_from(DTYPES)


@st.composite
def stored(draw, shape, dtype):
    """A matrix of random elements: row-major, column-major, a block of a larger one, with gaps, backwards, repeated, swapped bytes,
    unaligned."""
    how = draw(st.sampled_from(["C", "F", "block", "block of F", "gaps", "backwards", "swapped", "unaligned", "read-only"]))
    values = random(shape, dtype, draw(st.integers(0, 1000)))
    rows, columns = shape
    if how == "F":
        return np.asfortranarray(values)
    if how.startswith("block"):
        room = np.zeros((rows + 3, columns + 2), dtype, order="F" if how.endswith("F") else "C")
        room[1:rows + 1, 2:columns + 2] = values
        return room[1:rows + 1, 2:columns + 2]
    if how == "gaps":
        room = np.zeros((2 * rows, 3 * columns), dtype)
        room[::2, ::3] = values
        return room[::2, ::3]
    if how == "backwards":
        return np.ascontiguousarray(values[::-1, ::-1])[::-1, ::-1]
    if how == "swapped":
        return values.astype(np.dtype(dtype).newbyteorder())
    if how == "unaligned":
        raw = np.zeros(values.nbytes + 1, np.uint8)
        view = raw[1:].view(dtype).reshape(shape) if values.size else values
        view[...] = values
        return view
    if how == "read-only":
        values.flags.writeable = False
    return values
