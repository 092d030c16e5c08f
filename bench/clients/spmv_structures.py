# SPDX-License-Identifier: BSD-3-Clause
"""Structures of sparse matrices, made from a number of elements: stencils, bands, blocks and graphs."""

import numpy as np
import scipy.sparse as sparse


def grid(shape, offsets):
    """A stencil: of each point of a grid the neighbours at these offsets that there are."""
    points = np.arange(np.prod(shape)).reshape(shape)
    rows, columns = [], []
    for offset in offsets:
        here = tuple(slice(max(0, -o), size - max(0, o)) for o, size in zip(offset, shape))
        there = tuple(slice(max(0, o), size + min(0, o)) for o, size in zip(offset, shape))
        rows.append(points[here].ravel())
        columns.append(points[there].ravel())
    return np.concatenate(rows), np.concatenate(columns), points.size


def cross(dimensions, reach=1):
    offsets = [(0,) * dimensions]
    for axis in range(dimensions):
        for away in range(1, reach + 1):
            for sign in (-1, 1):
                offsets.append(tuple(sign * away if i == axis else 0 for i in range(dimensions)))
    return offsets


def box(dimensions):
    return [tuple(o) for o in np.ndindex(*(3,) * dimensions) for o in [np.array(o) - 1]]


def stencil(elements, dimensions, offsets):
    side = int(round((elements / len(offsets)) ** (1 / dimensions)))
    return grid((side,) * dimensions, offsets)


def band(elements, width, fill, random):
    """Of each row the diagonal and of the columns within `width` of it a share of `fill`."""
    n = int(elements / (2 * width * fill + 1))
    count = random.binomial(2 * width, fill, n) + 1
    rows = np.repeat(np.arange(n), count)
    columns = np.clip(rows + random.integers(-width, width + 1, rows.size), 0, n - 1)
    return rows, columns, n


def blocks(elements, size, each, random):
    """Blocks of size x size, `each` in a row of blocks, not far from the diagonal: finite elements with several unknowns a node."""
    n = int(elements / (size * size * each))
    rows = np.repeat(np.arange(n), each)
    columns = np.clip(rows + random.integers(-200, 201, rows.size), 0, n - 1)
    inner = np.arange(size)
    rows = np.broadcast_to((rows * size)[:, None, None] + inner[None, :, None], (rows.size, size, size)).ravel()
    columns = np.broadcast_to((columns * size)[:, None, None] + inner[None, None, :], (columns.size, size, size)).ravel()
    return rows, columns, n * size


def rmat(elements, degree, corners, random):
    """R-MAT (Chakrabarti, Zhan and Faloutsos, SDM 2004) with these shares of three corners."""
    bits = int(round(np.log2(elements / degree)))
    rows = np.zeros(int(elements), np.int64)
    columns = np.zeros(int(elements), np.int64)
    a, b, c = corners
    for _ in range(bits):
        draw = random.random(rows.size)
        rows = 2 * rows + (draw >= a + b)
        columns = 2 * columns + ((draw >= a) & (draw < a + b) | (draw >= a + b + c))
    return rows, columns, 1 << bits


def power_law(elements, degree, exponent, random):
    """Row lengths by a power law, columns anywhere."""
    n = int(elements / degree)
    length = random.pareto(exponent, n) + 1
    length = np.maximum(0, np.minimum(n // 4, (length * degree / length.mean()))).astype(np.int64)
    rows = np.repeat(np.arange(n), length)
    return rows, random.integers(0, n, rows.size), n


def uniform(elements, degree, random):
    n = int(elements / degree)
    return random.integers(0, n, int(elements)), random.integers(0, n, int(elements)), n


GRAPH500 = (0.57, 0.19, 0.19)
STRUCTURES = {
    "2-d, 5 points": lambda e, r: stencil(e, 2, cross(2)),
    "2-d, 9 points": lambda e, r: stencil(e, 2, box(2)),
    "2-d, 9 points, cross": lambda e, r: stencil(e, 2, cross(2, 2)),
    "3-d, 7 points": lambda e, r: stencil(e, 3, cross(3)),
    "3-d, 13 points": lambda e, r: stencil(e, 3, cross(3, 2)),
    "3-d, 27 points": lambda e, r: stencil(e, 3, box(3)),
    "3-d, flat": lambda e, r: grid((16, int((e / 112) ** 0.5), int((e / 112) ** 0.5)), cross(3)),
    "tridiagonal": lambda e, r: grid((int(e / 3),), cross(1)),
    "band 16, full": lambda e, r: band(e, 16, 1.0, r),
    "band 50, half": lambda e, r: band(e, 50, 0.5, r),
    "band 1000, 2 %": lambda e, r: band(e, 1000, 0.02, r),
    "band 20000, 0.05 %": lambda e, r: band(e, 20000, 0.0005, r),
    "blocks of 3": lambda e, r: blocks(e, 3, 15, r),
    "blocks of 6": lambda e, r: blocks(e, 6, 8, r),
    "R-MAT, degree 8": lambda e, r: rmat(e, 8, GRAPH500, r),
    "R-MAT, degree 32": lambda e, r: rmat(e, 32, GRAPH500, r),
    "R-MAT, milder": lambda e, r: rmat(e, 16, (0.45, 0.22, 0.22), r),
    "power law 1.5": lambda e, r: power_law(e, 10, 1.5, r),
    "power law 2.5": lambda e, r: power_law(e, 20, 2.5, r),
    "any columns, 12": lambda e, r: uniform(e, 12, r),
}


def matrix(name, elements, dtype):
    random = np.random.default_rng(7)
    rows, columns, n = STRUCTURES[name](elements, random)
    values = random.standard_normal(rows.size).astype(dtype)
    made = sparse.csr_array((values, (rows, columns)), shape=(n, n))
    made.sum_duplicates()
    made.indptr, made.indices = made.indptr.astype(np.int32), made.indices.astype(np.int32)
    return made
