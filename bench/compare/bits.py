#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Of random calls of gemm, how many have other bits with two threads than with one: a table, a line a library.

usage: bits.py [CALLS] [--seed S] [--build DIR] [--library NAME=PATH ...]

Each library makes the same calls in a process of its own, once with each number of threads. Sizes are drawn evenly over
their logarithms, as are types and transposes; operands begin at a page each.
"""

import argparse
import ctypes
import hashlib
import json
import math
import os
import platform
import random
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MOST = 1200
# By whose names of their variables each knows how many threads to take.
VARIABLES = ("NUMAPACK_NUM_THREADS", "OPENBLAS_NUM_THREADS", "BLIS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS")
USUAL = {"openblas": ("libopenblas.so.0", "openblas-pthread/libopenblas.so.0"), "blis": ("libblis.so.4", "blis-pthread/libblis.so.4"),
         "mkl": ("libmkl_rt.so.2", "libmkl_rt.so")}


def draw(seed: int, calls: int) -> list:
    """(type, op of A, op of B, m, n, k) each."""
    source = random.Random(seed)
    size = lambda: int(math.exp(source.uniform(0, math.log(MOST))))  # noqa: E731
    return [(source.choice("sd"), source.randrange(2), source.randrange(2), size(), size(), size()) for _ in range(calls)]


def digests(path: str, seed: int, calls: int) -> list:
    """Of each call's C; in this process."""
    import numpy

    library = ctypes.CDLL(path)
    source = numpy.random.default_rng(seed)
    found = []
    for kind, trans_a, trans_b, m, n, k in draw(seed, calls):
        real = numpy.dtype("f4" if kind == "s" else "f8")
        scalar = ctypes.c_float if kind == "s" else ctypes.c_double
        a, b, c = (page(source.random(rows * columns) - 0.5, real) for rows, columns in ((m, k), (k, n), (m, n)))
        pointer = lambda array: ctypes.c_void_p(array.ctypes.data)  # noqa: E731
        getattr(library, f"cblas_{kind}gemm")(
            102, 112 if trans_a else 111, 112 if trans_b else 111, m, n, k, scalar(1.0), pointer(a), k if trans_a else m,
            pointer(b), n if trans_b else k, scalar(0.5), pointer(c), m)
        found.append(hashlib.sha256(c.tobytes()).hexdigest())
    return found


def page(values, real):
    """The values from the begin of a page on."""
    import numpy

    room = numpy.empty(values.size * real.itemsize + 4096, numpy.uint8)
    begin = -room.ctypes.data % 4096
    array = room[begin:begin + values.size * real.itemsize].view(real)
    array[:] = values
    return array


def in_child(path: str, threads: int, seed: int, calls: int) -> list:
    """Raises RuntimeError with the last line that the child says."""
    kept = {key: value for key, value in os.environ.items() if key not in VARIABLES}
    done = subprocess.run([sys.executable, "-B", __file__, str(calls), "--seed", str(seed), "--child", path], capture_output=True,
                          text=True, env={**kept, **dict.fromkeys(VARIABLES, str(threads))}, check=False)
    if done.returncode != 0:
        raise RuntimeError((done.stderr.strip().splitlines() or [f"status {done.returncode}"])[-1])
    return json.loads(done.stdout)


def libraries(build: Path) -> dict:
    """Name -> path of this build and of the peers that are installed."""
    found = {"numapack": str(build / "libnumapack_blas.so.0")}
    folder = f"/usr/lib/{platform.machine()}-linux-gnu"
    for name, files in USUAL.items():
        for file in files:
            try:
                ctypes.CDLL(path := f"{folder}/{file}" if "/" in file else file)
            except OSError:
                continue
            found[name] = path
            break
    return found


def table(calls: int, seed: int, chosen: dict) -> str:
    lines = [f"| library | of {calls} calls, other bits with 2 threads than with 1 | with 1 thread twice |", "|---|---|---|"]
    for name, path in chosen.items():
        try:
            one, again, two = (in_child(path, threads, seed, calls) for threads in (1, 1, 2))
        except RuntimeError as error:
            lines.append(f"| {name} | not measured: {error} | |")
            continue
        lines.append(f"| {name} | {differing(one, two)} | {differing(one, again)} |")
    return "\n".join(lines)


def differing(one: list, other: list) -> int:
    if len(one) != len(other):
        raise RuntimeError(f"{len(one)} and {len(other)} calls were made")
    return sum(left != right for left, right in zip(one, other))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("calls", nargs="?", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--library", action="append", default=[], metavar="NAME=PATH")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.child:
        json.dump(digests(chosen.child, chosen.seed, chosen.calls), sys.stdout)
        return 0
    named = dict(one.split("=", 1) for one in chosen.library)
    print(table(chosen.calls, chosen.seed, named or libraries(chosen.build)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
