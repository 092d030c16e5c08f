# SPDX-License-Identifier: BSD-3-Clause
"""Operands that stay."""

import numapack
import numpy as np
import pytest
from conftest import close, random
from hypothesis import given
from hypothesis import strategies as st
from strategies import dtypes, stored

few = st.integers(1, 30)


@given(st.data(), few, few, few, dtypes)
def test_products(data, m, n, k, dtype):
    a, b = data.draw(stored((m, k), dtype)), data.draw(stored((k, n), dtype))
    left, right = numapack.pack(a), numapack.pack(b, "right")
    close(left @ b, a @ b, k)
    close(a @ right, a @ b, k)
    close(left @ np.asarray(b)[:, 0], a @ np.asarray(b)[:, 0], k)
    close(np.asarray(a)[0] @ right, np.asarray(a)[0] @ b, k)
    out = np.empty((m, n), dtype, order="F")
    assert left.multiply(b, out=out) is out
    close(out, a @ b, k)


def test_it_stays():
    a = random((20, 10), np.float64)
    b = random((10, 5), np.float64, 1)
    expected = a @ b
    packed = numapack.pack(a)
    a[...] = np.nan
    close(packed @ b, expected, 10)
    assert packed.nbytes >= 20 * 10 * 8 and sum(packed.where().values()) * 4096 >= packed.nbytes
    assert "shape=(20, 10)" in repr(packed) and "side='left'" in repr(packed)


@pytest.mark.parametrize("call, error, words", [
    (lambda p: p @ np.ones((3, 2)), ValueError, r"\(3, 2\) does not fit a packed matrix of shape \(4, 5\) on the left"),
    (lambda p: np.ones((3, 4)) @ p, ValueError, "packed for the left"),
    (lambda p: p @ np.ones((5, 2), np.complex128), TypeError, "complex128"),
    (lambda p: numapack.pack(np.ones(3)), ValueError, "1 dimensions"),
    (lambda p: numapack.pack(np.ones((2, 2)), "top"), ValueError, "'left', 'right'"),
    (lambda p: numapack.pack(np.ones((2, 2), object)), TypeError, "object"),
])
def test_bad_input(call, error, words):
    with pytest.raises(error, match=words):
        call(numapack.pack(np.ones((4, 5))))
