#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A sparse matrix times a vector by numapack, MKL's inspector-executor (mkl_sparse_?_mv after mkl_sparse_optimize) and SciPy, in turn in
processes that stay, round by round, on 20 structures that are made here: stencils, bands and graphs.

usage: spmv_rounds.py [--library build/libnumapack.so] [--mkl libmkl_rt.so.3] [--type d] [--threads 2] [--rounds 7] [--elements 6e6] [--json FILE]

Prints for each structure the fastest times, numapack's rate, and the median over rounds of the best other time / numapack's time.
Needs NumPy and SciPy, MKL where --mkl names it. Every library's y is compared with SciPy's."""

import argparse
import ctypes
import json
import statistics
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
from spmv_structures import STRUCTURES, matrix

ASLEEP = 0.02  # until nobody of the other process waits for work any more
DTYPES = {"s": np.float32, "d": np.float64, "c": np.complex64, "z": np.complex128}
REPEATED = 0.05  # seconds of a sample


class Numapack:
    def __init__(self, library, letter, a, threads):
        self.lib = ctypes.CDLL(library)
        self.lib.numapack_set_num_threads(threads)
        self.name, self.letter = "numapack", letter
        self.scalars = {"s": ctypes.c_float, "d": ctypes.c_double}
        self.csr = ctypes.c_void_p()
        make = getattr(self.lib, f"numapack_{letter}csr")
        self.check(make(ctypes.byref(self.csr), ctypes.c_int64(a.shape[0]), ctypes.c_int64(a.shape[1]), 4,
                        a.indptr.ctypes.data_as(ctypes.c_void_p), a.indices.ctypes.data_as(ctypes.c_void_p),
                        a.data.ctypes.data_as(ctypes.c_void_p)))
        self.lib.numapack_csr_bytes.restype = ctypes.c_size_t
        self.bytes = self.lib.numapack_csr_bytes(self.csr)
        self.keep = np.ones(1, a.dtype), np.zeros(1, a.dtype)

    def check(self, status):
        if status != 0:
            self.lib.numapack_error_message.restype = ctypes.c_char_p
            sys.exit(self.lib.numapack_error_message().decode())

    def call(self, x, y):
        function = getattr(self.lib, f"numapack_{self.letter}spmv")
        data = [v.ctypes.data_as(ctypes.c_void_p) for v in (x, y, *self.keep)]
        one, zero = (self.scalars[self.letter](v) for v in (1, 0)) if self.letter in self.scalars else data[2:]
        return lambda: function(self.csr, one, data[0], zero, data[1])


class MklDescription(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("mode", ctypes.c_int), ("diag", ctypes.c_int)]


class MklComplex8(ctypes.Structure):
    _fields_ = [("re", ctypes.c_float), ("im", ctypes.c_float)]


class MklComplex16(ctypes.Structure):
    _fields_ = [("re", ctypes.c_double), ("im", ctypes.c_double)]


class Mkl:
    def __init__(self, library, letter, a, threads):
        self.lib = ctypes.CDLL(library)
        self.name, self.letter = "mkl", letter
        self.lib.MKL_Set_Num_Threads(threads)
        self.handle, self.a = ctypes.c_void_p(), a
        self.description = MklDescription(20, 0, 0)  # general
        starts = a.indptr.ctypes.data
        status = getattr(self.lib, f"mkl_sparse_{letter}_create_csr")(
            ctypes.byref(self.handle), 0, a.shape[0], a.shape[1], ctypes.c_void_p(starts), ctypes.c_void_p(starts + 4),
            a.indices.ctypes.data_as(ctypes.c_void_p), a.data.ctypes.data_as(ctypes.c_void_p))
        # MKL's constants: 10 is "not transposed"; the hint announces 1000 calls.
        status = status or self.lib.mkl_sparse_set_mv_hint(self.handle, 10, self.description, 1000)
        status = status or self.lib.mkl_sparse_optimize(self.handle)
        if status != 0:
            sys.exit(f"MKL says {status}")

    def call(self, x, y):
        function = getattr(self.lib, f"mkl_sparse_{self.letter}_mv")
        to, of = x.ctypes.data_as(ctypes.c_void_p), y.ctypes.data_as(ctypes.c_void_p)
        scalar = {"s": ctypes.c_float, "d": ctypes.c_double, "c": MklComplex8, "z": MklComplex16}[self.letter]
        one, zero = scalar(1), scalar(0)
        return lambda: function(10, one, self.handle, self.description, to, zero, of)


class Scipy:
    def __init__(self, _library, _letter, a, _threads):
        self.name, self.a = "scipy", a

    def call(self, x, y):
        from scipy.sparse import _sparsetools
        a = self.a

        def run():
            y[:] = 0
            _sparsetools.csr_matvec(*a.shape, a.indptr, a.indices, a.data, x, y)

        return run


LIBRARIES = {"numapack": Numapack, "mkl": Mkl, "scipy": Scipy}


def child(which, library, letter, threads, elements):
    print("ready", flush=True)
    for line in sys.stdin:
        word = line.strip()
        if word != "again":
            a = matrix(word, elements, DTYPES[letter])
            x = np.random.default_rng(3).standard_normal(a.shape[1]).astype(a.dtype)
            y = np.empty(a.shape[0], a.dtype)
            made = LIBRARIES[which](library, letter, a, threads)
            call = made.call(x, y)
            call()
            right, sizes = a @ x, abs(a) @ abs(x)
            bound = 8 * np.finfo(a.dtype).eps * (np.diff(a.indptr) + 2)
            if np.any(np.abs(y - right) > bound * sizes):
                sys.exit(f"{which} is wrong on {word}")
            print(json.dumps({"rows": a.shape[0], "elements": int(a.nnz), "bytes": getattr(made, "bytes", None)}), flush=True)
            continue
        call()
        count, begin = 0, time.perf_counter()
        while count == 0 or time.perf_counter() - begin < REPEATED:
            call()
            count += 1
        print((time.perf_counter() - begin) / count, flush=True)


class Child:
    def __init__(self, which, library, options):
        command = [sys.executable, __file__, "--child", which, "--library", library or "", "--type", options.type, "--threads",
                   str(options.threads), "--elements", str(options.elements)]
        self.name = which
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.process.stdout.readline()

    def ask(self, word):
        self.process.stdin.write(word + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            sys.exit(f"{self.name} ended")
        return answer


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", default=str(Path(__file__).resolve().parents[2] / "build/libnumapack.so"))
    parser.add_argument("--mkl")
    parser.add_argument("--type", choices="sdcz", default="d")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--elements", type=float, default=6e6)
    parser.add_argument("--only", action="append", choices=list(STRUCTURES))
    parser.add_argument("--json")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        child(options.child, options.library, options.type, options.threads, options.elements)
        return
    children = [Child("numapack", options.library, options), *([Child("mkl", options.mkl, options)] if options.mkl else []),
                Child("scipy", None, options)]
    found = []
    print(f"type {options.type}, {options.threads} threads, medians of {options.rounds} rounds; seconds x 1000")
    print(f"{'structure':22}{'elements':>10}{'GB/s':>7}" + "".join(f"{c.name:>10}" for c in children) + f"{'ratio':>8}")
    for name in options.only or STRUCTURES:
        about = [json.loads(c.ask(name)) for c in children][0]
        rounds = []
        for number in range(options.rounds):
            order = children[number % len(children):] + children[:number % len(children)]
            times = {}
            for one in order:
                time.sleep(ASLEEP)
                times[one.name] = float(one.ask("again"))
            rounds.append(times)
        others = [c.name for c in children[1:]]
        ratio = statistics.median(min(t[o] for o in others) / t["numapack"] for t in rounds)
        best = {c.name: min(t[c.name] for t in rounds) for c in children}
        found.append({"structure": name, **about, "seconds": rounds, "ratio": ratio})
        rate = about["bytes"] / best["numapack"] * 1e-9
        print(f"{name:22}{about['elements']:>10}{rate:>7.1f}" + "".join(f"{best[c.name] * 1e3:>10.3f}" for c in children)
              + f"{ratio:>8.2f}", flush=True)
    print(f"median of the ratios {statistics.median(f['ratio'] for f in found):.2f}, least {min(f['ratio'] for f in found):.2f}")
    if options.json:
        Path(options.json).write_text(json.dumps({"type": options.type, "threads": options.threads, "found": found}, indent=1))


if __name__ == "__main__":
    main()
