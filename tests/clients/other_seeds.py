# SPDX-License-Identifier: BSD-3-Clause
"""LAPACK's programs for eigenvalues draw their matrices from a seed in their input, and some of thousands of tests miss their bound
by luck of rounding, with any BLAS. Symmetric ones: of 120 seeds drawn at random the reference missed one or more in double with 21,
OpenBLAS 0.3.21 with 22, numapack with 21; of 60 in single with 16, 14 and 13. Others (vectors by inverse iteration): of 400 in double
the reference with 11, OpenBLAS and numapack with 14; of 200 in single with 10, 6 and 10. With the seed that the input has, the
reference misses none. So what is missed with that one is judged by others."""

import math
import random
from collections.abc import Callable, Iterator

INPUTS = ("sep.in", "se2.in", "nep.in")
SEEDS = 40


def texts(text: str) -> Iterator[str]:
    """The input with other seeds, the same ones each time."""
    lines = text.splitlines()
    place = next(i for i, line in enumerate(lines) if "interpret the seed" in line)
    draw = random.Random(1)
    for _ in range(SEEDS):
        seed = [draw.randrange(4096) for _ in range(3)] + [2 * draw.randrange(2048) + 1]
        yield "\n".join([*lines[:place], "2" + lines[place][1:], " ".join(map(str, seed)), *lines[place + 1:], ""])


def missed_alike(text: str, missed: Callable[[str], int], by_reference: Callable[[str], int]) -> tuple[bool, str]:
    """Whether no more tests miss their bound than with the reference but by three standard deviations of such counts."""
    own = others = 0
    for other in texts(text):
        own += missed(other)
        others += by_reference(other)
    return own <= others + 3 * math.sqrt(own + others), f"with {SEEDS} other seeds {own} tests failed (reference {others})"
