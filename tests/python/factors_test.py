# SPDX-License-Identifier: BSD-3-Clause
"""Factorisations: residuals within bounds, and the shapes and errors of numpy.linalg."""

import numapack
import numpy as np
import pytest
from conftest import random
from hypothesis import given
from hypothesis import strategies as st
from numpy.linalg import LinAlgError
from strategies import dtypes, stored

orders = st.integers(1, 30)


def small(residual, scale, n, dtype):
    """Backward stable: residuals of n eps times what was factored (Higham, chapters 9, 10 and 19), growth of LU's included."""
    assert np.abs(residual).max(initial=0) <= 100 * (n + 1) * np.finfo(dtype).eps * (scale + 1)


def regular(data, n, dtype):
    """However it is stored; far from singular."""
    a = data.draw(stored((n, n), dtype)).copy(order="K").astype(dtype)
    a += n * np.eye(n, dtype=dtype)
    return a


def positive(n, dtype, seed=0, batch=()):
    a = random((*batch, n, n), dtype, seed)
    return a @ a.conj().swapaxes(-1, -2) + n * np.eye(n, dtype=dtype)


@given(st.data(), st.integers(1, 30), st.integers(1, 30), dtypes)
def test_lu(data, m, n, dtype):
    a = data.draw(stored((m, n), dtype))
    factors = numapack.lu(a)
    k = min(m, n)
    lower = np.tril(factors.lu[:, :k], -1) + np.eye(m, k)
    rows = np.arange(m)
    for i, pivot in enumerate(factors.pivots):
        rows[[i, pivot]] = rows[[pivot, i]]
    small(lower @ np.triu(factors.lu[:k]) - np.asarray(a)[rows], np.abs(a).max(initial=0) * n, n, dtype)
    out = np.empty((m, n), dtype, order=data.draw(st.sampled_from("CF")))
    assert numapack.lu(a, out=out).lu is out


@given(st.data(), orders, st.integers(0, 5), dtypes, st.sampled_from("NTC"))
def test_lu_solves(data, n, columns, dtype, trans):
    a = regular(data, n, dtype)
    b = random((n, columns) if columns else (n,), dtype, 1)
    factors = numapack.lu(a)
    x = factors.solve(b, trans=trans)
    op = {"N": a, "T": a.T, "C": a.conj().T}[trans]
    assert x.shape == b.shape and x.dtype == dtype
    small(op @ x - b, n * np.abs(a).max() * np.abs(x).max(initial=0), n, dtype)
    small(factors.inverse() @ a - np.eye(n), n * 4, n, dtype)


@given(st.data(), orders, st.integers(0, 5), dtypes, dtypes)
def test_solve(data, n, columns, dtype, other):
    a = regular(data, n, dtype)
    b = random((n, columns) if columns else (n,), other, 1)
    x, expected = numapack.solve(a, b), np.linalg.solve(a, b)
    assert x.shape == expected.shape and x.dtype == expected.dtype
    coarse = np.float32 if np.float32(0).dtype in (np.dtype(dtype), np.dtype(other)) else dtype
    small(a @ x - b, n * np.abs(a).max() * np.abs(x).max(initial=0), n, x.dtype if coarse is dtype else coarse)
    out = np.empty_like(x)
    assert numapack.solve(a, b, out=out) is out
    np.testing.assert_array_equal(out, x)


@pytest.mark.parametrize("shapes", [((3, 4, 4), (3, 4, 2)), ((3, 4, 4), (4, 2)), ((4, 4), (2, 4, 1)), ((2, 1, 4, 4), (3, 4, 2)), ((3, 4, 4), (4,)),
                                    ((0, 0), (0, 2)), ((0, 3, 3), (0, 3, 1)), ((4, 4), (4, 0))])
def test_solve_stacks(shapes, dtype):
    a, b = random(shapes[0], dtype, 1) + 4 * np.eye(shapes[0][-1], dtype=dtype), random(shapes[1], dtype, 2)
    x = numapack.solve(a, b)
    columns = b[:, np.newaxis] if b.ndim == 1 else b
    # NumPy 1 takes what has one dimension less than A for vectors.
    batch = np.broadcast_shapes(a.shape[:-2], columns.shape[:-2])
    expected = np.linalg.solve(np.broadcast_to(a, batch + a.shape[-2:]), np.broadcast_to(columns, batch + columns.shape[-2:]))
    expected = expected[..., 0] if b.ndim == 1 else expected
    assert x.shape == expected.shape and x.dtype == expected.dtype
    np.testing.assert_allclose(x, expected, rtol=0, atol=1e4 * np.finfo(dtype).eps)


def test_solve_of_a_positive_definite_matrix(dtype):
    a, b = positive(12, dtype), random((12, 3), dtype, 1)
    x = numapack.solve(np.tril(a), b, assume="positive definite")
    small(a @ x - b, 12 * np.abs(a).max(), 12, dtype)
    with pytest.raises(LinAlgError, match="^Matrix is not positive definite$"):
        numapack.solve(-a, b, assume="positive definite")


@given(st.data(), orders, dtypes)
def test_inv(data, n, dtype):
    a = regular(data, n, dtype)
    inverse = numapack.inv(a)
    assert inverse.dtype == dtype
    small(inverse @ a - np.eye(n), 4 * n, n, dtype)
    assert numapack.inv(a, out=a) is a
    np.testing.assert_array_equal(a, inverse)


@pytest.mark.parametrize("batch", [(), (2,), (2, 3), (0,)])
@pytest.mark.parametrize("upper", [False, True])
def test_cholesky(dtype, batch, upper):
    a = positive(9, dtype, batch=batch)
    read = np.triu(a) if upper else np.tril(a)
    factor = numapack.cholesky(read, upper=upper)
    turned = factor.conj().swapaxes(-1, -2)
    assert factor.dtype == dtype and factor.shape == a.shape
    np.testing.assert_array_equal(factor, np.triu(factor) if upper else np.tril(factor))
    small((turned @ factor if upper else factor @ turned) - a, 9 * np.abs(a).max(initial=0), 9, dtype)


@given(st.data(), st.integers(0, 25), st.integers(0, 25), dtypes, st.sampled_from(["reduced", "complete", "r", "raw"]))
def test_qr(data, m, n, dtype, mode):
    a = data.draw(stored((m, n), dtype))
    result, expected = numapack.qr(a, mode), np.linalg.qr(a, mode)
    if mode == "r":
        assert result.shape == expected.shape and result.dtype == dtype
        return small(np.abs(result) - np.abs(expected), n * m, m + n, dtype)
    for ours, theirs in zip(result, expected, strict=True):
        assert ours.shape == theirs.shape and ours.dtype == dtype
    if mode == "raw":
        return None
    q, r = result
    np.testing.assert_array_equal(r, np.triu(r))
    small(q @ r - a, m, m, dtype)
    small(q.conj().T @ q - np.eye(q.shape[1]), 1, m, dtype)
    out = (np.empty_like(q), np.empty_like(r))
    assert numapack.qr(a, mode, out=out).Q is out[0]
    np.testing.assert_array_equal(out[0], q)
    return None


def test_integers_count_as_float64():
    a = np.array([[2, 0], [0, 4]])
    for result in (numapack.inv(a), numapack.solve(a, [1, 1]), numapack.cholesky(a), numapack.qr(a).R, numapack.lu(a).lu):
        assert result.dtype == np.float64


@pytest.mark.parametrize("name, arguments", [
    ("solve", (np.ones((2, 3)), np.ones(2))), ("solve", (np.ones(3), np.ones(3))), ("solve", (np.zeros((2, 2)), np.ones(2))),
    ("inv", (np.ones((2, 3)),)), ("inv", (np.zeros((2, 2)),)), ("inv", (np.ones(3),)),
    ("cholesky", (-np.eye(2),)), ("cholesky", (np.ones((2, 3)),)),
])
def test_errors_are_numpys(name, arguments):
    with pytest.raises(LinAlgError) as theirs:
        getattr(np.linalg, name)(*arguments)
    with pytest.raises(LinAlgError) as ours:
        getattr(numapack, name)(*arguments)
    assert str(ours.value) == str(theirs.value)


@pytest.mark.parametrize("call, error, words", [
    (lambda: numapack.solve(np.eye(2), np.ones(3)), ValueError, r"\(3,\) does not fit matrices of shape \(2, 2\)"),
    (lambda: numapack.solve(np.eye(2), np.ones(2), assume="symmetric"), ValueError, "'general', 'positive definite'"),
    (lambda: numapack.solve(np.eye(2), np.ones(2), out=np.ones(3)), ValueError, r"out has shape \(3,\)"),
    (lambda: numapack.solve(np.eye(2), np.ones(2), out=np.ones(2, np.float32)), TypeError, "float32"),
    (lambda: numapack.inv(np.eye(2), out=np.broadcast_to(1.0, (2, 2))), ValueError, "read-only"),
    (lambda: numapack.inv(np.eye(2, dtype=np.float16)), TypeError, "float16"),
    (lambda: numapack.lu(np.ones(3)), ValueError, "1 dimensions"),
    (lambda: numapack.lu(np.zeros((2, 2))).solve(np.ones(2)), LinAlgError, "Singular"),
    (lambda: numapack.lu(np.eye(2)).solve(np.ones(3)), ValueError, "order 2"),
    (lambda: numapack.lu(np.eye(2)).solve(np.ones(2), trans="X"), ValueError, "'N', 'T', 'C'"),
    (lambda: numapack.qr(np.eye(2), "economic"), ValueError, "Unrecognized mode 'economic'"),
    (lambda: numapack.qr(np.eye(2), "r", out=(np.eye(2), np.eye(2))), ValueError, "'reduced' and 'complete'"),
    (lambda: numapack.qr(np.ones(2)), LinAlgError, "1-dimensional"),
])
def test_bad_input(call, error, words):
    with pytest.raises(error, match=words) as caught:
        call()
    assert "\n" not in str(caught.value)
