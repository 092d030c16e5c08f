#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""NumPy on its own BLAS and, by `numapack run`, on numapack: each operation in turn in two processes that stay, round by round.

usage: numpy_rounds.py [--python PYTHON] [--command build/numapack] [-n 1000] [--threads 1] [--rounds 15] [--json FILE]

Prints the median over rounds of own time / numapack's time, and both fastest times. PYTHON is one with a NumPy of your choice
(Debian's, a wheel's); by default the one that runs this."""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

# Until nobody of the other process waits for work any more: OpenBLAS's threads do for 2^26 cycles, and took half of two CPUs.
ASLEEP = 0.1
OPERATIONS = ("A @ B", "A @ A.T", "solve", "cholesky", "inv", "qr", "svd", "eigh")
CHILD = """
import sys, time
import numpy as np
n = int(sys.argv[1])
random = np.random.default_rng(1)
a, b = random.standard_normal((n, n)), random.standard_normal((n, n))
definite = a @ a.T + n * np.eye(n)
calls = {"A @ B": lambda: a @ b, "A @ A.T": lambda: a @ a.T, "solve": lambda: np.linalg.solve(a, b),
         "cholesky": lambda: np.linalg.cholesky(definite), "inv": lambda: np.linalg.inv(a), "qr": lambda: np.linalg.qr(a),
         "svd": lambda: np.linalg.svd(a), "eigh": lambda: np.linalg.eigh(definite)}
print("numpy", np.__version__, "libnumapack_blas" in open("/proc/self/maps").read(), flush=True)
for line in sys.stdin:
    call = calls[line.strip()]
    call()  # wakes the threads
    # So long that the clock and the machine's other work matter little.
    count, begin = 0, time.perf_counter()
    while count == 0 or time.perf_counter() - begin < 0.1:
        call()
        count += 1
    print((time.perf_counter() - begin) / count, flush=True)
"""


class Child:
    def __init__(self, command, order, threads):
        names = ("NUMAPACK", "OPENBLAS", "BLIS", "MKL", "OMP")
        environment = {**os.environ, **{f"{name}_NUM_THREADS": str(threads) for name in names}}
        self.process = subprocess.Popen([*command, "-c", CHILD, str(order)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, env=environment)
        self.about = self.process.stdout.readline().split()
        if len(self.about) != 3:
            sys.exit(f"{' '.join(command)} did not start")

    def seconds(self, operation):
        time.sleep(ASLEEP)
        self.process.stdin.write(operation + "\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--command", default=str(Path(__file__).parents[2] / "build/numapack"))
    parser.add_argument("-n", type=int, default=1000, help="order of the matrices")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--only", help="part of the names of the operations")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    for value, name in ((options.n, "-n"), (options.threads, "--threads"), (options.rounds, "--rounds")):
        if value < 1:
            parser.error(f"{name} is {value}; use 1 or more")
    own = Child([options.python], options.n, options.threads)
    other = Child([options.command, "run", "--", options.python], options.n, options.threads)
    if own.about[2] != "False" or other.about[2] != "True":
        sys.exit("one of the two processes has the wrong library")
    print(f"NumPy {own.about[1]}, n = {options.n}, {options.threads} thread{'s' if options.threads > 1 else ''}, double")
    print("           own / numapack     own ms   numapack ms")
    document = []
    for operation in OPERATIONS:
        if options.only and options.only not in operation:
            continue
        rounds = []
        for i in range(options.rounds + 1):
            pair = {}
            for name, child in ((("own", own), ("numapack", other)) if i % 2 else (("numapack", other), ("own", own))):
                pair[name] = child.seconds(operation)
            rounds.append((pair["own"], pair["numapack"]))
        rounds = rounds[1:]  # the first warms up
        ratio = statistics.median(a / b for a, b in rounds)
        fastest = [min(times) for times in zip(*rounds)]
        print(f"{operation:10} {ratio:14.2f} {fastest[0] * 1e3:10.2f} {fastest[1] * 1e3:13.2f}", flush=True)
        document.append({"operation": operation, "median_ratio": ratio, "own_s": fastest[0], "numapack_s": fastest[1]})
    own.end()
    other.end()
    if options.json:
        options.json.write_text(json.dumps({"n": options.n, "threads": options.threads, "numpy": own.about[1],
                                            "operations": document}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
