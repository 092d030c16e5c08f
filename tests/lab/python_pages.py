# SPDX-License-Identifier: BSD-3-Clause
"""Placed arrays of the Python package on four nodes, verified page by page, from Python."""

from __future__ import annotations

import pathlib
import re
import subprocess
from collections.abc import Callable

Lab = Callable[..., subprocess.CompletedProcess]

GUEST = r"""
import numpy as np
import numapack

NODES = 4
checks = 0

def owners(shape, order, node_of):
    # The node of each element, in the order of addresses.
    rows, columns = np.indices(shape)
    return node_of(rows, columns).ravel(order=order)

def on_majority(array, nodes, order):
    # Whether each page is on a node that has most of its bytes.
    global checks
    where = numapack.where(array)
    assert not where.unavailable, where.unavailable
    first = array.ctypes.data // where.page_bytes
    page = np.arange(array.size) * array.itemsize + array.ctypes.data
    page = page // where.page_bytes - first
    counts = np.zeros((page[-1] + 1, NODES), int)
    np.add.at(counts, (page, nodes), array.itemsize)
    assert len(where.map) == len(counts) == where.pages, (len(where.map), len(counts), where.pages)
    assert (where.map >= 0).all(), where
    right = counts[np.arange(len(counts)), where.map] == counts.max(1)
    assert right.all(), (order, np.flatnonzero(~right)[:10], where.map[:40].tolist())
    assert sum(where.by_node.values()) == where.pages
    checks += len(counts)

shape = (600, 512)
blocks = {
    "cyclic:16": lambda row, column: column // 16 % NODES,
    "cyclic:24:1,3": lambda row, column: np.array([1, 3])[column // 24 % 2],
    "rows:50": lambda row, column: row // 50 % NODES,
    "tiles:100x64:2x2": lambda row, column: row // 100 % 2 + 2 * (column // 64 % 2),
    "2": lambda row, column: 2 + 0 * row,
}
for placement, node_of in blocks.items():
    for order in "CF":
        for dtype in (np.float64, np.complex64):
            expected = owners(shape, order, node_of)
            source = np.arange(shape[0] * shape[1]).reshape(shape).astype(dtype)
            for made in (numapack.array(source, placement=placement, order=order, pages="ordinary"),
                         numapack.array(np.asfortranarray(source), placement=placement, order=order, pages="ordinary"),
                         numapack.full(shape, 3, dtype, placement, order=order, pages="ordinary")):
                on_majority(made, expected, order)
                assert (made == (source if made[0, 1] != 3 else 3)).all()
            zeros = numapack.zeros(shape, dtype, placement, order=order, pages="ordinary")
            zeros[...] = 0
            on_majority(zeros, expected, order)
            elsewhere = numapack.array(source, placement=0, order=order, pages="ordinary")
            result = numapack.migrate(elsewhere, placement)
            assert result.refused == 0 and result.there == result.pages, result
            on_majority(elsewhere, expected, order)
            assert (elsewhere == source).all()

for placement, nodes in (("interleave", [0, 1, 2, 3]), ("interleave:1,3", [1, 3])):
    a = numapack.full((512, 512), 1.0, placement=placement, pages="ordinary")
    found = numapack.where(a).map
    assert sorted(set(found)) == nodes
    steps = np.array([nodes.index(node) for node in found])
    assert (np.diff(steps) % len(nodes) == 1).all()
    checks += len(found)

with numapack.numastat() as counts:
    a = numapack.full((512, 512), 1.0, placement=2, pages="ordinary")
assert counts.by_node[2]["hit"] >= 512, counts

a = numapack.array(np.random.default_rng(1).random((150, 130)), placement="cyclic:16", order="F")
b = numapack.array(np.random.default_rng(2).random((130, 140)), placement="rows:16")
whole = numapack.matmul(a, b)
np.testing.assert_allclose(whole, a @ b, rtol=1e-12)
with numapack.limit(nodes="1-2"):
    np.testing.assert_array_equal(numapack.matmul(a, b), whole)
packed = numapack.pack(a)
assert len([node for node, pages in packed.where().items() if pages]) >= 1
for bad in (7, "cyclic:16:0-9"):
    try: numapack.zeros((4, 4), placement=bad)
    except ValueError as error: assert "\n" not in str(error)
    else: raise AssertionError(bad)
print("checked pages:", checks)
"""


def pages(lab: Lab, build: pathlib.Path) -> str:
    """"" if every page is where it should be; else what is wrong."""
    cache = (build / "CMakeCache.txt").read_text(encoding="utf-8")
    python = re.search(r"^_?Python_EXECUTABLE:\w+=(.+)$", cache, re.MULTILINE)
    if not python:
        return "the build does not say which Python it is for"
    # NumPy's own threads only spin in an emulated machine; numapack would take their number for its own.
    environment = ["env", f"PYTHONPATH={build / 'python'}", "OPENBLAS_NUM_THREADS=1", "NUMAPACK_NUM_THREADS=4"]
    ended = lab("--machine", "default", "--no-count", "--timeout", "900", "--", *environment, python.group(1), "-B", "-c", GUEST)
    checked = re.search(r"^checked pages: (\d+)$", ended.stdout, re.MULTILINE)
    if ended.returncode == 0 and checked and int(checked.group(1)) > 10_000:
        return ""
    return f"exit code {ended.returncode}\n{ended.stdout}\n{ended.stderr[-3000:]}"
