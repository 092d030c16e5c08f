# SPDX-License-Identifier: BSD-3-Clause
"""What the Python package costs beside NumPy on the BLAS of its wheel (and MKL, if libmkl_rt is named), in interleaved rounds.

usage: figures.py [--mkl LIBRARY] [--rounds N] [--gigabytes G]       with the package and NumPy's wheel installed
"""

import argparse
import concurrent.futures
import ctypes
import mmap
import os
import statistics
import subprocess
import sys
import time
import timeit

import numapack
import numpy as np


def seconds(work):
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def ratio(name, ours, others, rounds):
    """Rates of the fastest other and of ours, each round in another order."""
    works = {"numapack": ours, **others}
    names = list(works)
    for work in works.values():
        work()
    taken = {each: [] for each in names}
    for turn in range(rounds):
        for each in names[turn % len(names):] + names[:turn % len(names)]:
            time.sleep(0.1)  # until threads of the one before sleep: OpenBLAS's wait for 2^26 cycles
            taken[each].append(seconds(works[each]))
    per_round = [min(taken[each][turn] for each in others) / taken["numapack"][turn] for turn in range(rounds)]
    quartiles = statistics.quantiles(per_round, n=4)
    said = ", ".join(f"{each} {statistics.median(times) * 1e3:.4g} ms" for each, times in taken.items())
    print(f"{name}: {quartiles[1]:.3f} of the best other (quartiles {quartiles[0]:.3f} to {quartiles[2]:.3f}; {said})", flush=True)


def overhead():
    a, b = np.ones((16, 16)), np.ones((16, 16))
    calls = 20_000
    ours, numpys = [], []
    for _ in range(15):
        ours.append(timeit.timeit(lambda: numapack.matmul(a, b), number=calls) / calls)
        numpys.append(timeit.timeit(lambda: np.matmul(a, b), number=calls) / calls)
    extra = statistics.median(x - y for x, y in zip(ours, numpys))
    print(f"matmul, n = 16: {min(ours) * 1e6:.2f} us, NumPy {min(numpys) * 1e6:.2f} us; {extra * 1e6:+.2f} us (median of rounds)", flush=True)


def mkl_at(file):
    # With the runtime of OpenMP that is where there is a compiler.
    for name, value in (("MKL_THREADING_LAYER", "GNU"), ("MKL_INTERFACE_LAYER", "LP64"), ("MKL_DYNAMIC", "FALSE")):
        os.environ.setdefault(name, value)
    ctypes.CDLL("libgomp.so.1", ctypes.RTLD_GLOBAL)
    return ctypes.CDLL(file, ctypes.RTLD_GLOBAL)


def products(orders, mkl, rounds):
    library = mkl_at(mkl) if mkl else None
    for n in orders:
        random = np.random.default_rng(1)
        a, b, c = random.random((n, n)), random.random((n, n)), np.empty((n, n))
        others = {"NumPy": lambda a=a, b=b, c=c: np.matmul(a, b, out=c)}
        if library:
            at, one, zero = (lambda x: ctypes.c_void_p(x.ctypes.data)), ctypes.c_double(1), ctypes.c_double(0)
            others["MKL"] = lambda n=n, a=a, b=b, c=c: library.cblas_dgemm(101, 111, 111, n, n, n, one, at(a), n, at(b), n, zero, at(c), n)
        ratio(f"matmul, n = {n}", lambda a=a, b=b, c=c: numapack.matmul(a, b, out=c), others, rounds)


def initialisation(gigabytes, rounds):
    """zeros(cyclic) against all threads writing into new memory of the same kind of pages."""
    rows, columns = 1 << 14, gigabytes << 13
    size, threads = rows * columns * 8, numapack.threads()

    def by_memset():
        with mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as memory:
            memory.madvise(mmap.MADV_HUGEPAGE)
            room = (ctypes.c_char * size).from_buffer(memory)
            address, step = ctypes.addressof(room), size // threads
            with concurrent.futures.ThreadPoolExecutor(threads) as pool:
                list(pool.map(lambda i: ctypes.memset(address + i * step, 0, step), range(threads)))
            del room

    ratio(f"zeros of {gigabytes} GiB, cyclic:64", lambda: numapack.zeros((rows, columns), placement="cyclic:64", order="F"), {"memset": by_memset}, rounds)


def census(gigabytes):
    array = numapack.full(gigabytes << 27, 1.0)
    found = []
    taken = [seconds(lambda: found.append(numapack.where(array))) for _ in range(3)]
    shown = seconds(lambda: found[0].map)
    print(f"where of {gigabytes} GiB: {min(taken):.2f} s, {found[0].huge_bytes >> 20} MiB of it in huge pages; its map {shown:.2f} s", flush=True)


def importing():
    def taken(module):
        return min(seconds(lambda: subprocess.run([sys.executable, "-c", f"import {module}"], check=True)) for _ in range(15))
    nothing = taken("sys")
    print(f"import numapack: {taken('numapack') - nothing:.3f} s, NumPy alone {taken('numpy') - nothing:.3f} s", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mkl", help="libmkl_rt.so")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--gigabytes", type=int, default=8, help="of zeros; where counts twice as much")
    parser.add_argument("--orders", type=int, nargs="*", default=[1000, 3000])
    options = parser.parse_args()
    print(f"Python {sys.version.split()[0]}, NumPy {np.__version__}, numapack {numapack.__version__}, {numapack.threads()} threads, load {os.getloadavg()[0]:.1f}")
    importing()
    overhead()
    products(options.orders, options.mkl, options.rounds)
    if options.gigabytes:
        initialisation(options.gigabytes, max(3, options.rounds // 3))
        census(2 * options.gigabytes)


if __name__ == "__main__":
    main()
