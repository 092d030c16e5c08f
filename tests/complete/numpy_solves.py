# SPDX-License-Identifier: BSD-3-Clause
"""NumPy's answers for all four types, with residuals within bounds (Higham, Accuracy and Stability of Numerical Algorithms);
prints the numapack libraries that served. Run by clients_test.py here, and on its own where the packages are installed."""

import re

import numpy as np

random = np.random.default_rng(7)
N = 150


def size(a):
    return float(np.linalg.norm(a))


def wide(a):
    return a.astype(np.clongdouble if np.iscomplexobj(a) else np.longdouble)


def within(residual, bound):
    assert residual <= bound, f"{residual} > {bound}"


for dtype in (np.float32, np.float64, np.complex64, np.complex128):
    eps = float(np.finfo(dtype).eps)
    a, b = (random.standard_normal((N, N)).astype(dtype) for _ in range(2))
    if np.iscomplexobj(a):
        a += 1j * a.T
    within(size(a @ b - wide(a) @ wide(b)), N * eps * size(a) * size(b))
    within(size(a @ a.T - wide(a) @ wide(a.T)), N * eps * size(a) ** 2)
    within(size(a @ b[:, 0] - wide(a) @ wide(b[:, 0])), N * eps * size(a) * size(b[:, 0]))
    within(abs(np.vdot(a[0], b[0]) - np.vdot(wide(a[0]), wide(b[0]))), N * eps * size(a[0]) * size(b[0]))
    x = np.linalg.solve(a, b)
    within(size(a @ x - b), 10 * N * eps * size(a) * size(x))
    definite = a @ a.conj().T + N * np.eye(N, dtype=dtype)
    lower = np.linalg.cholesky(definite)
    within(size(lower @ lower.conj().T - definite), 10 * N * eps * size(definite))
    within(size(np.linalg.inv(definite) @ definite - np.eye(N)), 100 * N * eps * float(np.linalg.cond(definite)))
    q, r = np.linalg.qr(a)
    within(size(q @ r - a), 10 * N * eps * size(a))
    u, s, v = np.linalg.svd(a)
    within(size(u * s @ v - a), 10 * N * eps * size(a))
    w, z = np.linalg.eigh(definite)
    within(size(definite @ z - z * w), 10 * N * eps * size(definite))
    w, z = np.linalg.eig(a)
    within(size(a @ z - z * w), 10 * N * eps * size(a))
    x = np.linalg.lstsq(a[:, : N // 2], b[:, 0], rcond=None)[0]
    # The residual is orthogonal to the columns.
    within(size(a[:, : N // 2].conj().T @ (a[:, : N // 2] @ x - b[:, 0])), 10 * N * eps * size(a) * (size(a) * size(x) + size(b[:, 0])))

with open("/proc/self/maps", encoding="utf-8") as maps:
    print("solved by", *sorted(set(re.findall(r"/(libnumapack[^/\n]*)\n", maps.read()))))
