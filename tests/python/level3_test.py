# SPDX-License-Identifier: BSD-3-Clause
"""Level 3 against products that NumPy makes, for operands however they are stored."""

import numapack
import numpy as np
import pytest
from conftest import close, random
from hypothesis import given
from hypothesis import strategies as st
from strategies import dtypes, stored

letters = st.sampled_from("NTC")
halves = st.booleans()
few = st.integers(0, 20)


def op(array, letter):
    return {"N": array, "T": array.T, "C": array.conj().T}[letter]


def half(array, lower):
    return np.tril(array) if lower else np.triu(array)


def scalars(dtype):
    return (0.5 - 1.5j, 2j) if np.dtype(dtype).kind == "c" else (0.5, 2.0)


def draw_op(data, rows, columns, letter, dtype):
    return data.draw(stored((rows, columns) if letter == "N" else (columns, rows), dtype))


@given(st.data(), few, few, few, letters, letters, dtypes)
def test_gemm(data, m, n, k, trans_a, trans_b, dtype):
    a, b, c = draw_op(data, m, k, trans_a, dtype), draw_op(data, k, n, trans_b, dtype), data.draw(stored((m, n), dtype))
    alpha, beta = scalars(dtype)
    expected = (alpha * (op(a, trans_a) @ op(b, trans_b)) + beta * c).astype(dtype)
    close(numapack.gemm(a, b, c, alpha=alpha, beta=beta, trans_a=trans_a, trans_b=trans_b), expected, k)
    for order in "CF":
        out = np.array(c, dtype, order=order)
        assert numapack.gemm(a, b, out, alpha=alpha, beta=beta, trans_a=trans_a, trans_b=trans_b, out=out) is out
        close(out, expected, k)


@given(st.data(), few, few, letters, letters, halves, dtypes, st.sampled_from("CF"))
def test_gemmt(data, n, k, trans_a, trans_b, lower, dtype, order):
    a, b = draw_op(data, n, k, trans_a, dtype), draw_op(data, k, n, trans_b, dtype)
    expected = op(a, trans_a) @ op(b, trans_b)
    close(numapack.gemmt(a, b, trans_a=trans_a, trans_b=trans_b, lower=lower), half(expected, lower), k)
    out = np.full((n, n), 7, dtype, order=order)
    numapack.gemmt(a, b, trans_a=trans_a, trans_b=trans_b, lower=lower, out=out)
    close(out, np.where(half(np.ones((n, n)), lower) == 1, expected, 7).astype(dtype), k)


@given(st.data(), few, few, st.sampled_from("LR"), halves, halves, dtypes)
def test_symm_and_hemm(data, m, n, side, lower, hermitian, dtype):
    order = m if side == "L" else n
    a, b, c = data.draw(stored((order, order), dtype)), data.draw(stored((m, n), dtype)), data.draw(stored((m, n), dtype))
    alpha, beta = scalars(dtype)
    strict = half(a, lower) - np.diag(np.diagonal(a))
    diagonal = np.diag(np.diagonal(a).real if hermitian else np.diagonal(a))
    whole = strict + (strict.conj().T if hermitian else strict.T) + diagonal
    expected = (alpha * (whole @ b if side == "L" else b @ whole) + beta * c).astype(dtype)
    routine = numapack.hemm if hermitian else numapack.symm
    close(routine(a, b, c, alpha=alpha, beta=beta, side=side, lower=lower), expected, order)
    out = np.asfortranarray(c.astype(dtype))
    routine(a, b, out, alpha=alpha, beta=beta, side=side, lower=lower, out=out)
    close(out, expected, order)


@given(st.data(), few, few, st.sampled_from("NT"), halves, halves, halves, dtypes)
def test_rank_updates(data, n, k, trans, lower, hermitian, two, dtype):
    letter = "C" if hermitian and trans == "T" else trans
    a, b = draw_op(data, n, k, trans, dtype), draw_op(data, n, k, trans, dtype)
    c = data.draw(stored((n, n), dtype))
    left, right = op(a, letter), op(b, letter)
    if hermitian:  # the diagonal is read without its imaginary parts
        c = c - 1j * np.diag(np.diagonal(c).imag) if c.dtype.kind == "c" else c
        c = c.astype(dtype)
    flip = (lambda x: x.conj().T) if hermitian else (lambda x: x.T)
    if two:
        expected = left @ flip(right) + right @ flip(left)
    else:
        expected = left @ flip(left)
    arguments = {"alpha": 0.5, "beta": 2.0, "trans": letter, "lower": lower}
    routine = {(False, False): numapack.syrk, (True, False): numapack.herk, (False, True): numapack.syr2k, (True, True): numapack.her2k}
    call = routine[hermitian, two]
    operands = (a, b) if two else (a,)
    close(call(*operands, trans=letter, lower=lower), half(expected, lower).astype(dtype), 2 * k)
    expected = np.where(half(np.ones((n, n)), lower) == 1, 0.5 * expected + 2 * c, c).astype(dtype)
    for order in "CF":
        out = np.array(c, dtype, order=order)
        call(*operands, out, out=out, **arguments)
        close(out, expected, 2 * k)


@given(st.data(), few, few, st.sampled_from("LR"), letters, halves, halves, dtypes)
def test_triangles(data, m, n, side, trans, lower, unit, dtype):
    order = m if side == "L" else n
    a = data.draw(stored((order, order), dtype))
    b = data.draw(stored((m, n), dtype))
    a = (a / 8 + 2 * np.eye(order)).astype(dtype)  # far from singular
    if data.draw(st.booleans()):
        a = np.asfortranarray(a)
    triangle = half(a, lower)
    if unit:
        triangle = triangle - np.diag(np.diagonal(triangle)) + np.eye(order, dtype=dtype)
    whole = op(triangle, trans)
    arguments = {"alpha": 0.5, "side": side, "lower": lower, "trans": trans, "unit": unit}
    product = (0.5 * (whole @ b if side == "L" else b @ whole)).astype(dtype)
    close(numapack.trmm(a, b, **arguments), product, 4 * order)
    x = numapack.trsm(a, b, **arguments)
    back = whole @ x if side == "L" else x @ whole
    assert x.dtype == dtype
    scale = 1 + np.abs(x).max(initial=0) * np.abs(whole).sum(initial=0)
    np.testing.assert_allclose(back, 0.5 * b, rtol=0, atol=100 * (order + 1) * np.finfo(dtype).eps * scale)
    for place in "CF":
        out = np.array(b, dtype, order=place)
        assert numapack.trmm(a, out, out=out, **arguments) is out
        close(out, product, 4 * order)


def test_views_are_read_where_they_lie(monkeypatch):
    """A transposed block of a larger matrix goes to the library as it is."""
    room = random((40, 50), np.float64)
    a, b = room[3:13, 5:25].T, room[20:30, 1:9]
    seen = []
    product = numapack.level3._core.product

    class Core:
        def __getattr__(self, name):
            return getattr(numapack._core, name)

        @staticmethod
        def product(*arguments):
            seen.extend(argument for argument in arguments if isinstance(argument, np.ndarray))
            product(*arguments)

    monkeypatch.setattr(numapack.level3, "_core", Core())
    out = np.zeros((20, 8), order="F")
    numapack.gemm(a, b, out=out)
    close(out, a @ b, 10)
    assert len(seen) == 3 and np.shares_memory(seen[0], room) and seen[2] is out
    # a lies column-major and is not copied for the column-major result; b lies row-major and is read transposed
    assert np.shares_memory(seen[1], room)


@pytest.mark.parametrize("call, error, words", [
    (lambda a: numapack.gemm(a, a[:2]), ValueError, r"gemm: operands of shapes \(3, 3\), \(2, 3\) do not fit"),
    (lambda a: numapack.gemm(a, a, trans_a="X"), ValueError, "trans_a must be one of 'N', 'T', 'C' \\(got 'X'\\)"),
    (lambda a: numapack.gemm(a, a, beta=1), ValueError, "no matrix that it scales"),
    (lambda a: numapack.gemm(a, a, a[:2], beta=1), ValueError, r"c has shape \(2, 3\), but the product has \(3, 3\)"),
    (lambda a: numapack.gemm(a, a, out=a), ValueError, "overlaps"),
    (lambda a: numapack.gemm(a, a, out=np.zeros((3, 4))), ValueError, r"out has shape \(3, 4\)"),
    (lambda a: numapack.gemm(a, a, out=np.zeros((3, 3), np.float32)), TypeError, "float32"),
    (lambda a: numapack.gemm(a, a, out=[[0.0] * 3] * 3), TypeError, "ArrayType"),
    (lambda a: numapack.gemm(a, a, out=np.broadcast_to(0.0, (3, 3))), ValueError, "read-only"),
    (lambda a: numapack.gemm(a, a[0]), ValueError, "operand 1 must have two dimensions, not 1"),
    (lambda a: numapack.gemm(a.astype(np.float16), a.astype(np.float16)), TypeError, "float16"),
    (lambda a: numapack.gemm(a.astype(object), a), TypeError, "object"),
    (lambda a: numapack.symm(a, a, side="M"), ValueError, "side must be one of 'L', 'R'"),
    (lambda a: numapack.symm(a[:2], a), ValueError, "do not fit"),
    (lambda a: numapack.syrk(a * 1j, trans="C"), ValueError, "trans must be one of 'N', 'T' "),
    (lambda a: numapack.herk(a * 1j, trans="T"), ValueError, "trans must be one of 'N', 'C' "),
    (lambda a: numapack.syr2k(a, a[:2]), ValueError, "do not fit"),
    (lambda a: numapack.trsm(a, a, trans="Q"), ValueError, "trans must be one of"),
    (lambda a: numapack.trmm(a, a[:2]), ValueError, "do not fit"),
    (lambda a: numapack.trmm(a, a, out=a), ValueError, "overlaps"),
])
def test_bad_input(call, error, words):
    a = np.eye(3)
    with pytest.raises(error, match=words) as caught:
        call(a)
    assert "\n" not in str(caught.value) and (a == np.eye(3)).all()
