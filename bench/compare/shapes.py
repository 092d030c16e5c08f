# SPDX-License-Identifier: BSD-3-Clause
"""Random shapes: drawn from a seed, and the classes they fall into."""

import random

from cells import FLOPS, RANDOM, Cell

LEAST_SIDE, MOST_SIDE = 4, 4096
MOST_FLOPS = 2e10  # of one call: a z of 1357 cubed, about a third of a second on one thread of 57 GF/s
OPERATIONS = {"s": "nt", "d": "nt", "c": "ntc", "z": "ntc"}
EXPONENTS = {"n": "", "t": "^T", "c": "^H"}

# In the order of class_of, each with its rule.
CLASSES = {
    "tiny": "every side at most 32",
    "small": "every side at most 128, and not tiny",
    "vector-like": "m or n at most 8",
    "rank update": "k at most a quarter of m and of n",
    "inner product": "k at least four times m and n",
    "few rows": "m at most a quarter of n",
    "few columns": "n at most a quarter of m",
    "square-ish": "the rest: a side above 128, m and n within four times each other, k neither small nor long",
}


def class_of(m: int, n: int, k: int) -> str:
    """The first class of CLASSES whose rule holds."""
    if max(m, n, k) <= 32:
        return "tiny"
    if max(m, n, k) <= 128:
        return "small"
    if min(m, n) <= 8:
        return "vector-like"
    if 4 * k <= min(m, n):
        return "rank update"
    if k >= 4 * max(m, n):
        return "inner product"
    if 4 * m <= n:
        return "few rows"
    if 4 * n <= m:
        return "few columns"
    return "square-ish"


def side(fraction: float) -> int:
    """Evenly by logarithm from the least to the most, for fractions from 0 to 1."""
    return round(LEAST_SIDE * (MOST_SIDE / LEAST_SIDE) ** fraction)


def draw(seed: int, count: int, threads: int) -> list:
    """The cells of `count` different shapes, each on one thread and on all. The first shapes of a seed are the same whatever
    the count is. A shape of more than MOST_FLOPS is drawn again."""
    source = random.Random(seed)
    cells, seen = [], set()
    # Only random() is promised to give the same numbers in every version of Python.
    while len(seen) < count:
        kind = "sdcz"[int(4 * source.random())]
        letters = OPERATIONS[kind]
        op_a, op_b = (letters[int(len(letters) * source.random())] for _ in "ab")
        m, n, k = (side(source.random()) for _ in "mnk")
        shape = (kind, m, n, k, op_a, op_b)
        if float(FLOPS[kind]) * m * n * k > MOST_FLOPS or shape in seen:
            continue
        seen.add(shape)
        extra = tuple(f"--trans-{letter}={op}" for letter, op in (("a", op_a), ("b", op_b)) if op != "n")
        words = f"A{EXPONENTS[op_a]} B{EXPONENTS[op_b]}"
        cells += [Cell(RANDOM.key, kind, m, n, k, number, extra, words) for number in sorted({1, threads})]
    return cells
