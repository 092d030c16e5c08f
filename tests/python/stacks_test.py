# SPDX-License-Identifier: BSD-3-Clause
"""Stacks go through the library's batches: the bits of single calls, out of the interpreter's lock."""

import ctypes
import itertools
import threading
import time

import numpy as np
import pytest
from numpy.linalg import LinAlgError

import numapack

DTYPES = ("f", "d", "F", "D")


def stack(shape, dtype, seed):
    random = np.random.default_rng(seed)
    found = random.standard_normal(shape).astype(dtype)
    if np.dtype(dtype).kind == "c":
        found += 1j * random.standard_normal(shape).astype(dtype)
    return found


def layouts(array):
    """The same values as they may lie: by rows, by columns, every second matrix of more, rows of wider ones."""
    yield array
    yield np.array(array.swapaxes(-1, -2), order="C").swapaxes(-1, -2)
    yield np.repeat(array, 2, axis=0)[::2]
    yield np.concatenate([array, array], axis=-1)[..., :array.shape[-1]]


def same(found, expected):
    assert found.shape == expected.shape and found.dtype == expected.dtype
    assert np.ascontiguousarray(found).tobytes() == np.ascontiguousarray(expected).tobytes()


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("n", (1, 8, 40))
def test_bits_of_single_calls(n, dtype):
    a, b = stack((2, 20, n, n), dtype, n), stack((2, 20, n, n + 2), dtype, n + 1)
    a += 2 * n * np.eye(n, dtype=dtype)
    index = list(np.ndindex(2, 20))

    def each(one):
        return np.array([one(i) for i in index]).reshape(2, 20, *one(index[0]).shape)

    for first in layouts(a):
        same(numapack.matmul(first, b), each(lambda i, x=first: numapack.matmul(x[i], b[i])))
        same(numapack.solve(first, b), each(lambda i, x=first: numapack.solve(x[i], b[i])))
        same(numapack.inv(first), each(lambda i, x=first: numapack.inv(x[i])))
        for mode in ("reduced", "complete"):
            same(numapack.qr(first, mode).Q, each(lambda i, x=first, m=mode: numapack.qr(x[i], m).Q))
            same(numapack.qr(first, mode).R, each(lambda i, x=first, m=mode: numapack.qr(x[i], m).R))
    definite = a @ a.conj().swapaxes(-1, -2) + n * np.eye(n, dtype=dtype)
    same(numapack.cholesky(definite), each(lambda i: numapack.cholesky(definite[i])))
    same(numapack.cholesky(definite, upper=True), each(lambda i: numapack.cholesky(definite[i], upper=True)))
    same(numapack.solve(definite, b, assume="positive definite"),
         each(lambda i: numapack.solve(definite[i], b[i], assume="positive definite")))


@pytest.mark.parametrize("shape", ((4, 5, 3), (4, 3, 5), (2, 3, 6, 6), (0, 3, 2), (3, 0, 2)))
@pytest.mark.parametrize("mode", ("reduced", "complete", "r", "raw"))
def test_qr_is_numpys(shape, mode):
    a = stack(shape, "d", 5)
    found, expected = numapack.qr(a, mode), np.linalg.qr(a, mode)
    pairs = [(found, expected)] if mode == "r" else list(zip(found, expected, strict=True))
    for ours, theirs in pairs:
        assert ours.shape == theirs.shape
    if mode in ("reduced", "complete"):
        np.testing.assert_allclose(found[0] @ found[1], a, atol=1e-12)


def test_one_that_fails_is_told():
    a = np.broadcast_to(np.eye(4), (50, 4, 4)).copy()
    a[30] = 0
    for routine in (numapack.inv, numapack.cholesky, lambda x: numapack.solve(x, np.ones((50, 4, 1))),
                    lambda x: numapack.solve(x, np.ones((50, 4, 1)), assume="positive definite")):
        with pytest.raises(LinAlgError):
            routine(a)


def share_of_longest_gap(call):
    """The longest time for which this thread did not run while another one was in the call, over that call's time."""
    done, span, ran = threading.Event(), [], [time.perf_counter()]

    def work():
        span.append(time.perf_counter())
        call()
        span.append(time.perf_counter())
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.wait(0):
        ran.append(time.perf_counter())
    thread.join()
    begun, end = span
    inside = [begun, *(moment for moment in ran if begun < moment < end), end]
    return max(after - before for before, after in itertools.pairwise(inside)) / (end - begun)


def test_a_lock_that_is_held_is_seen():
    """A busy machine may give this thread the lock once more before the call, but not each time."""
    held = ctypes.PyDLL(None).usleep  # which does not give the lock up
    assert max(share_of_longest_gap(lambda: held(200000)) for _ in range(5)) > 0.7


@pytest.mark.parametrize("routine", ("matmul", "solve", "cholesky", "inv", "qr"))
def test_out_of_the_lock(routine):
    """Another thread runs while a batch is under way; a busy machine may stop it for as long once, but not each time."""
    a = stack((2000, 60, 60), "d", 1) + 100 * np.eye(60)
    a += a.swapaxes(-1, -2)
    operands = (a, a) if routine in ("matmul", "solve") else (a,)
    assert min(share_of_longest_gap(lambda: getattr(numapack, routine)(*operands)) for _ in range(5)) < 0.5


def test_linalg_has_numpys_names():
    for name in numapack.linalg.__all__:
        assert hasattr(np.linalg, name) or name == "matmul"
        assert getattr(numapack.linalg, name) is getattr(numapack, name, np.linalg.LinAlgError)
