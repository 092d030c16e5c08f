# SPDX-License-Identifier: BSD-3-Clause
"""The planner's choice of threads beside the best of several numbers of threads, both by the time model."""

from __future__ import annotations

import statistics
from typing import Any, Callable

ROUTINES = ("dgemm", "dsymm", "dsyrk", "dtrmm", "dtrsm", "dpotrf", "dgetrf", "dgeqrf")
SIZES = (128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 4096)
MACHINES = {"Kunpeng 920": ("data/machines/kunpeng920.json", (1, 2, 4, 8, 16, 24, 48, 72, 96)),
            "EPYC, NPS4": ("tests/machines/epyc-nps4.xml", (1, 2, 4, 8, 16, 24, 32)),
            "Xeon, two sockets": ("tests/machines/xeon-2s.xml", (1, 2, 4, 8, 16, 20, 40))}
Cases = Callable[..., list[dict[str, Any]]]


def ratios(cases: Cases, routine: str, machine: str, threads: tuple[int, ...]) -> list[float]:
    """Of each size: the time of the chosen number of threads over the least of those numbers' times."""
    words = ("--routine", routine, "--sizes", ",".join(map(str, SIZES)), "--from", machine)
    each = cases(*words, "--each-threads", ",".join(map(str, threads)), "--no-collapse")
    best = {n: min(case["total_s"] for case in each if case["n"] == n) for n in SIZES}
    return [case["total_s"] / best[case["n"]] for case in cases(*words)]


def rows(cases: Cases) -> list[tuple[str, ...]]:
    made = []
    for routine in ROUTINES:
        texts = []
        for machine, threads in MACHINES.values():
            over = ratios(cases, routine, machine, threads)
            worst = max(range(len(SIZES)), key=lambda i: over[i])
            texts.append(f"{statistics.median(over):.2f}, {over[worst]:.2f} at {SIZES[worst]}")
        made.append((routine, *texts))
    return made
