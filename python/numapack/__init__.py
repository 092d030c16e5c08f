# SPDX-License-Identifier: BSD-3-Clause
"""NUMA-aware linear algebra: arrays with a placement, products and factorisations that use it, and the machine.

Arrays
    empty, zeros, full, array: NumPy arrays whose pages have a placement
    where, migrate, numastat: the node of each page, moving pages, counting the pages that the kernel allocates
Work
    matmul, gemm, gemmt, symm, hemm, syrk, herk, syr2k, her2k, trmm, trsm: level 3
    lu, solve, inv, cholesky, qr: factorisations; linalg has them by numpy.linalg's names
    pack: operands packed once for many products
    csr, spmv: sparse matrices, laid out once or as they are, times vectors
    threads, limit: how many threads, on which nodes
    set_bits: the same bits on different CPUs
The machine
    machine, profile, probe, plan, report, plot

Any number of threads may call; the interpreter's lock is not held while the library works.
"""

import importlib
from typing import TYPE_CHECKING, Any

from numapack._core import version as __version__
from numapack.arrays import array, empty, full, zeros
from numapack.bits import set_bits
from numapack.factors import cholesky, qr
from numapack.level3 import gemm, gemmt, hemm, her2k, herk, symm, syr2k, syrk, trmm, trsm
from numapack.lu import LU, lu
from numapack.pack import Packed, pack
from numapack.pages import Migration, Numastat, Where, migrate, numastat, where
from numapack.products import matmul
from numapack.sparse import Csr, CsrPart, csr, spmv
from numapack.systems import inv, solve
from numapack.threads import limit, threads
from numapack import linalg
from numapack import threadpool as _threadpool

# What runs the command or draws is imported when it is asked for: import takes a tenth of a second otherwise.
_LATER = {
    "CommandError": "system.command", "Machine": "machines.topology", "Plan": "machines.planning", "ProbeInterrupted": "machines.probing",
    "Profile": "machines.profiles", "machine": "machines.topology", "plan": "machines.planning", "probe": "machines.probing",
    "profile": "machines.profiles", "report": "machines.reporting",
}

if TYPE_CHECKING:
    from numapack import plot
    from numapack.system.command import CommandError
    from numapack.machines.planning import Plan, plan
    from numapack.machines.probing import ProbeInterrupted, probe
    from numapack.machines.profiles import Profile, profile
    from numapack.machines.reporting import report
    from numapack.machines.topology import Machine, machine

__all__ = [
    "CommandError", "Csr", "CsrPart", "LU", "Machine", "Migration", "Numastat", "Packed", "Plan", "ProbeInterrupted",
    "Profile", "Where", "__version__", "array", "cholesky", "csr", "empty", "full", "gemm", "gemmt", "hemm", "her2k", "herk",
    "inv", "limit", "linalg", "lu", "machine", "matmul", "migrate", "numastat", "pack", "plan", "plot", "probe", "profile", "qr",
    "report", "set_bits", "solve", "spmv", "symm", "syr2k", "syrk", "threads", "trmm", "trsm", "where", "zeros",
]

_threadpool.register()


def __dir__() -> list[str]:
    # What is public, and Python's own names; not what this module was made with.
    return sorted({*(name for name in globals() if name.startswith("__")), *__all__})


def __getattr__(name: str) -> Any:
    if name == "plot":
        return importlib.import_module("numapack.plot")
    if name in _LATER:
        return getattr(importlib.import_module(f"numapack.{_LATER[name]}"), name)
    raise AttributeError(f"module 'numapack' has no attribute {name!r}")
