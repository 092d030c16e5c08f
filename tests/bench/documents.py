# SPDX-License-Identifier: BSD-3-Clause
"""Documents as `numapack gemm --json` writes them, for the tests, and the way to what is tested."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench/compare"))


def result(library, rounds, efficiency=None, failure=None):
    measured = sorted(rate for rate in rounds if rate is not None)
    spread = {"median": measured[len(measured) // 2], "min": measured[0], "max": measured[-1]} if measured else None
    return {"library": library, "version": "1", "path": "/somewhere/lib.so", "remarks": [], "gflops": spread,
            "gflops_by_round": rounds, "efficiency": efficiency, "failure": failure}


def document(*results):
    conditions = {"cpu": "CPU", "usable_cpus": 2, "online_cpus": 2, "kernel_release": "6", "numapack": "0", "compiler": "12",
                  "page_bytes": 4096, "transparent_huge_pages": "madvise", "numa_balancing": None, "load_average": 0.5,
                  "steal_percent": 1.5, "fma_peak": {"gflops_by_round": [70.0], "gflops": {"median": 70.0}}}
    return {"results": list(results), "conditions": conditions}
