# SPDX-License-Identifier: BSD-3-Clause
"""matmul has the shapes, dtypes, values and errors of numpy.matmul."""

import threading

import numapack
import numpy as np
import pytest
from conftest import close, random
from hypothesis import given
from hypothesis import strategies as st
from strategies import dtypes, sizes, stored


@given(st.data(), sizes, sizes, sizes, dtypes, dtypes)
def test_matrices(data, m, n, k, a_type, b_type):
    a, b = data.draw(stored((m, k), a_type)), data.draw(stored((k, n), b_type))
    close(numapack.matmul(a, b), np.matmul(a, b), k)


extents = st.integers(1, 3)


@given(st.data(), st.integers(0, 6), st.integers(0, 6), st.integers(0, 6), dtypes)
def test_stacks(data, m, n, k, dtype):
    batch = data.draw(st.lists(extents, max_size=3))
    repeated = [data.draw(st.sampled_from([extent, 1])) for extent in batch][data.draw(st.integers(0, len(batch))):]
    a, b = random((*batch, m, k), dtype, 1), random((*repeated, k, n), dtype, 2)
    if data.draw(st.booleans()):
        a = np.ascontiguousarray(a.swapaxes(-1, -2)).swapaxes(-1, -2)
    close(numapack.matmul(a, b), np.matmul(a, b), k)
    if m == k == n:
        close(numapack.matmul(b, a), np.matmul(b, a), k)


@pytest.mark.parametrize("shapes", [((5,), (5,)), ((4, 5), (5,)), ((5,), (5, 3)), ((2, 4, 5), (5,)), ((5,), (2, 5, 3)), ((0,), (0,)),
                                    ((3, 0), (0, 4)), ((0, 3), (3, 4))])
def test_vectors_and_nothing(shapes, dtype):
    a, b = (random(shape, dtype) for shape in shapes)
    expected, actual = np.matmul(a, b), numapack.matmul(a, b)
    assert type(actual) is type(expected)
    close(np.asarray(actual), np.asarray(expected), 5)


@pytest.mark.parametrize("shapes", [((2, 3), (2, 3)), ((), (2, 2)), ((2, 2), ()), ((3,), (4,)), ((2, 3, 4), (3, 4, 5)), ((3, 2), (3,))])
def test_shapes_that_do_not_fit_are_refused_in_numpys_words(shapes):
    a, b = (np.ones(shape) for shape in shapes)
    with pytest.raises(ValueError) as theirs:
        np.matmul(a, b)
    with pytest.raises(ValueError) as ours:
        numapack.matmul(a, b)
    assert str(ours.value) == str(theirs.value)


@pytest.mark.parametrize("pair", [(np.int64, np.int64), (np.float16, np.float16), (np.longdouble, np.float64), (np.bool_, np.bool_),
                                  (np.int32, np.float64), (object, object)])
def test_other_dtypes_are_numpys(pair):
    a, b = np.arange(6).reshape(2, 3).astype(pair[0]), np.arange(6).reshape(3, 2).astype(pair[1])
    actual, expected = numapack.matmul(a, b), np.matmul(a, b)
    assert actual.dtype == expected.dtype and (actual == expected).all()


def test_lists_and_subclasses():
    assert numapack.matmul([[1, 2]], [[3.0], [4.0]]) == [[11.0]]
    masked = np.ma.masked_array(np.eye(2), [[True, False], [False, False]])
    assert type(numapack.matmul(masked, np.eye(2))) is type(np.matmul(masked, np.eye(2)))

    class Own:
        __array_priority__ = 100

        def __array_ufunc__(self, ufunc, method, *inputs, **options):
            return ufunc.__name__

    assert numapack.matmul(np.eye(2), Own()) == "matmul"


@given(st.data(), st.integers(1, 12), dtypes)
def test_out(data, n, dtype):
    a, b = data.draw(stored((n, n), dtype)), data.draw(stored((n, n), dtype))
    expected = np.matmul(a, b)
    for out in (np.full((n, n), np.nan, dtype), np.full((n, n), np.nan, dtype, order="F"), np.full((n, 2 * n), np.nan, dtype)[:, ::2]):
        assert numapack.matmul(a, b, out=out) is out
        close(out, expected, n)


def test_out_may_overlap_as_numpys_may():
    room = random((6, 9), np.float64)
    expected = room.copy()
    np.matmul(expected[:, :6], expected[:, 3:], out=expected[:, 3:])
    numapack.matmul(room[:, :6], room[:, 3:], out=room[:, 3:])
    close(room, expected, 6)


@pytest.mark.parametrize("out, error", [(np.zeros((2, 3)), ValueError), (np.zeros((2, 2), np.int32), TypeError), ("text", TypeError)])
def test_out_that_does_not_fit(out, error):
    a = np.ones((2, 2))
    with pytest.raises(error) as theirs:
        np.matmul(a, a, out=out)
    with pytest.raises(error) as ours:
        numapack.matmul(a, a, out=out)
    assert str(ours.value) == str(theirs.value)


def test_read_only_out():
    out = np.zeros((2, 2))
    out.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        numapack.matmul(np.ones((2, 2)), np.ones((2, 2)), out=out)
    assert (out == 0).all()


def test_nan_and_infinity_arrive():
    a = np.array([[np.nan, 1.0], [np.inf, 0.0]])
    with np.errstate(invalid="ignore"):
        np.testing.assert_array_equal(numapack.matmul(a, np.eye(2)), np.matmul(a, np.eye(2)))


def test_other_threads_run_meanwhile():
    """A thread that only counts gets on while a product is under way."""
    counted, stop = [0], threading.Event()

    def count():
        while not stop.is_set():
            counted[0] += 1

    other = threading.Thread(target=count)
    other.start()
    a = np.ones((1500, 1500))
    before = counted[0]
    for _ in range(3):
        numapack.matmul(a, a)
    during = counted[0] - before
    stop.set()
    other.join()
    assert during > 1000


def test_placed_arrays_are_numpys():
    a = numapack.array(random((30, 20), np.float64), placement="interleave")
    b = numapack.full((20, 10), 2.0, placement="cyclic:4", order="F")
    assert type(a @ b) is np.ndarray
    close(numapack.matmul(a, b), a @ b, 20)
