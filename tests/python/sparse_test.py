# SPDX-License-Identifier: BSD-3-Clause
"""Sparse matrices times vectors."""

import threading

import numapack
import numpy as np
import pytest
from conftest import close, random
from hypothesis import given
from hypothesis import strategies as st
from strategies import dtypes, sizes, stored


@st.composite
def matrices(draw, dtype):
    """(data, indices, indptr), the shape, and the same as a dense matrix. Places come in any order, and more than once."""
    rows, columns = draw(sizes), draw(sizes)
    lengths = draw(st.lists(st.integers(0, 12 if columns else 0), min_size=rows, max_size=rows))
    index = draw(st.sampled_from([np.int32, np.int64]))
    indptr = np.concatenate([[0], np.cumsum(lengths)]).astype(index)
    generator = np.random.default_rng(draw(st.integers(0, 1000)))
    indices = generator.integers(0, max(columns, 1), sum(lengths)).astype(index)
    data = random(sum(lengths), dtype, draw(st.integers(0, 1000)))
    dense = np.zeros((rows, columns), dtype)
    np.add.at(dense, (np.repeat(np.arange(rows), lengths), indices), data)
    return (data, indices, indptr), (rows, columns), dense


@given(st.data(), dtypes)
def test_products(data, dtype):
    arrays, shape, dense = data.draw(matrices(dtype))
    matrix = numapack.csr(arrays, shape)
    x, y = (data.draw(stored((1, count), dtype))[0] for count in (shape[1], shape[0]))
    before = y.copy()
    expected = dense @ x
    close(matrix @ x, expected, 12)
    alpha, beta = (-2, 0.5) if np.dtype(dtype).kind != "c" else (1 - 1j, 0.5j)
    combined = (alpha * expected + beta * y).astype(dtype)
    close(numapack.spmv(matrix, x, y, alpha=alpha, beta=beta), combined, 12)
    np.testing.assert_array_equal(y, before)
    out = np.empty(2 * shape[0], dtype)[::2]
    assert numapack.spmv(matrix, x, y, alpha=alpha, beta=beta, out=out) is out
    close(out, combined, 12)
    own = np.array(y, dtype)
    assert numapack.spmv(matrix, x, own, alpha=alpha, beta=beta, out=own) is own
    np.testing.assert_array_equal(own, out)


@given(st.data(), dtypes)
def test_once_gives_the_bits_of_a_prepared_matrix(data, dtype):
    arrays, shape, _ = data.draw(matrices(dtype))
    x = random(shape[1], dtype)

    class Sparse:
        """As SciPy's."""

        def tocsr(self):
            self.data, self.indices, self.indptr = arrays
            self.shape = shape
            return self

    np.testing.assert_array_equal(numapack.spmv(Sparse(), x), numapack.csr(arrays, shape) @ x)


def test_it_stays():
    data, indices, indptr = np.ones(3), np.array([0, 2, 1]), np.array([0, 2, 3])
    matrix = numapack.csr((data, indices, indptr))
    data[:], indices[:], indptr[:] = 0, 99, 7
    np.testing.assert_array_equal(matrix @ [1, 2, 3], [4, 2])
    assert matrix.nbytes > 0 and sum(matrix.where().values()) * 4096 >= matrix.nbytes
    assert repr(matrix).startswith("Csr(shape=(2, 3), dtype=float64, nnz=3, nbytes=")
    parts = matrix.parts()
    assert (sum(part.rows for part in parts), sum(part.elements for part in parts)) == (2, 3)
    assert {part.node for part in parts} <= set(matrix.where())


def test_integers_count_as_float64():
    matrix = numapack.csr(([1, 2], np.array([0, 1], np.uint8), np.array([0, 1, 2], np.longlong)))
    assert matrix.dtype == np.float64
    np.testing.assert_array_equal(matrix @ [1, 2], [1, 4])


def test_scipy():
    sparse = pytest.importorskip("scipy.sparse")
    a = sparse.random_array((300, 200), density=0.05, rng=np.random.default_rng(1))
    x = random(200, np.float64)
    for form in ("csr", "csc", "coo", "lil"):
        close(numapack.csr(a.asformat(form)) @ x, a @ x, 30)
        close(numapack.spmv(a.asformat(form), x), a @ x, 30)
    close(numapack.csr(sparse.csr_matrix(a)) @ x, a @ x, 30)


def test_threads_share_a_matrix():
    rows, each = 200_000, 20
    matrix = numapack.csr((np.ones(rows * each), np.tile(np.arange(each, dtype=np.int32), rows), np.arange(0, rows * each + 1, each, dtype=np.int32)))
    x = np.ones(each)
    counted = []

    def multiply():
        for _ in range(20):
            counted.append(matrix @ x)

    threads = [threading.Thread(target=multiply) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(counted) == 60 and all((result == each).all() for result in counted)


MATRIX = (np.ones(3), np.array([0, 2, 1]), np.array([0, 2, 3]))


@pytest.mark.parametrize("call, error, words", [
    (lambda m: m @ np.ones(4), ValueError, r"x has shape \(4,\), but must have \(3,\)"),
    (lambda m: m @ np.ones((3, 1)), ValueError, r"\(3, 1\)"),
    (lambda m: m @ np.ones(3, complex), TypeError, "complex128 does not fit a matrix of float64"),
    (lambda m: np.ones(2) @ m, TypeError, "unsupported operand"),
    (lambda m: numapack.spmv(m, np.ones(3), alpha=1j), TypeError, "must be real"),
    (lambda m: numapack.spmv(m, np.ones(3), beta=1), ValueError, "beta is 1"),
    (lambda m: numapack.spmv(m, np.ones(3), np.ones(3), beta=1), ValueError, r"y has shape \(3,\), but must have \(2,\)"),
    (lambda m: numapack.spmv(m, np.ones(3), out=np.ones(2, np.float32)), TypeError, "out has dtype float32"),
    (lambda m: numapack.spmv(m, np.ones(3), out=np.ones(3)), ValueError, r"out has shape \(3,\)"),
    (lambda m: numapack.spmv(m, np.ones(3), out=np.broadcast_to(np.ones(1), 2)), ValueError, "read-only"),
    (lambda m: numapack.spmv(m, *(lambda room: (room[:3],))(room := np.ones(3)), out=room[1:]), ValueError, "out overlaps"),
    (lambda m: numapack.spmv(MATRIX, np.ones(3), out=MATRIX[0][:2]), ValueError, "out overlaps"),
    (lambda m: numapack.csr(np.ones((2, 2))), TypeError, "ndarray"),
    (lambda m: numapack.csr((np.ones((1, 1)), [0], [0, 1])), ValueError, "data must have one dimension"),
    (lambda m: numapack.csr((np.ones(1), [0.5], [0, 1])), ValueError, "must be integers"),
    (lambda m: numapack.csr((np.ones(1), [0], [])), ValueError, "must be integers"),
    (lambda m: numapack.csr((np.ones(1), [0], [0, 2])), ValueError, "indptr ends at 2, but there are 1 data"),
    (lambda m: numapack.csr((np.ones(2), [0, 0], [1, 2])), ValueError, "first row begins with"),
    (lambda m: numapack.csr((np.ones(2), [0, 0], [0, 2, 1])), ValueError, "row 1 begins"),
    (lambda m: numapack.csr((np.ones(2), [0, 0], [0, -5, 2])), ValueError, "ends before"),
    (lambda m: numapack.csr((np.ones(2), [0, 0], [0, 5, 2])), ValueError, "ends before"),
    (lambda m: numapack.csr((np.ones(1), [3], [0, 1]), (1, 3)), ValueError, "column"),
    (lambda m: numapack.csr((np.ones(1), [-1], [0, 1]), (1, 3)), ValueError, "column"),
    (lambda m: numapack.csr((np.ones(1), [0], [0, 1]), (2, 3)), ValueError, r"shape \(2, 3\) does not fit"),
    (lambda m: numapack.csr((np.ones(1), [0], [0, 1]), (1, 2**40)), NotImplementedError, "columns"),
    (lambda m: numapack.csr((np.ones(1, object), [0], [0, 1])), TypeError, "object"),
    (lambda m: numapack.csr((np.ones(1, np.float16), [0], [0, 1])), TypeError, "float16"),
])
def test_bad_input(call, error, words):
    with pytest.raises(error, match=words):
        call(numapack.csr(MATRIX))
