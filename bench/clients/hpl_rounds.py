#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""HPL (of Debian's hpcc, unchanged) on other BLAS libraries and, by `numapack run`, on numapack, in interleaved rounds.

usage: hpl_rounds.py [--command build/numapack] [-n 4000] [--nb 192] [--processes 1] [--threads 1] [--rounds 5] [--mkl LIBRARY] [--json FILE]

Prints HPL's own GF/s, the median and the best of the rounds, and numapack's as part of the best other's. All of hpcc runs each
time, HPL at its end: half a minute at n = 4000. Takes hpcc, mpirun, and Debian's OpenBLAS and BLIS."""

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

EXAMPLE = Path("/usr/share/doc/hpcc/examples/_hpccinf.txt")
PEERS = {"openblas": "openblas-pthread", "blis": "blis-pthread"}


def input_file(options):
    """hpcc's example of its input with this size; the other tests get as little as it lets them."""
    text = EXAMPLE.read_text(encoding="ascii", errors="replace")
    for key, value in (("Ns", options.n), ("NBs", options.nb), ("Ps", 1), ("Qs", options.processes)):
        text, count = re.subn(rf"^\d+( +{key})\b", rf"{value}\1", text, flags=re.MULTILINE)
        if count != 1:
            sys.exit(f"hpl_rounds.py: {EXAMPLE} has no line of {key}")
    return text


def libraries(options):
    """name: what stands before hpcc, and variables."""
    found = {"numapack": ([options.command, "run", "--"], {})}
    for name, folder in PEERS.items():
        for library in Path("/usr/lib").glob(f"*/{folder}/libblas.so.3"):
            found[name] = ([], {"LD_LIBRARY_PATH": str(library.parent)})
    if options.mkl:
        found["mkl"] = ([], {"LD_PRELOAD": f"libgomp.so.1:{Path(options.mkl).resolve(strict=True)}", "MKL_THREADING_LAYER": "GNU", "MKL_INTERFACE_LAYER": "LP64",
                             "LD_LIBRARY_PATH": str(Path(options.mkl).resolve().parent)})
    return found


def rate(options, before, variables):
    """GF/s that HPL says, after its residual was found small enough."""
    names = ("NUMAPACK", "OPENBLAS", "BLIS", "MKL", "OMP")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "hpccinf.txt").write_text(input_file(options), encoding="ascii")
        environment = {**os.environ, **{f"{name}_NUM_THREADS": str(options.threads) for name in names},
                       "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
        settings = [f"{name}={value}" for name, value in variables.items()]
        command = ["mpirun", "--oversubscribe", "--bind-to", "none", "-n", str(options.processes), "env", *settings, *before, "hpcc"]
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
        result = Path(folder) / "hpccoutf.txt"
        said = result.read_text(encoding="ascii", errors="replace") if result.exists() else ""
    hpl = re.search(rf"^WR\S+ +{options.n} +{options.nb} +1 +{options.processes} +\S+ +(\S+)$.*?\)= +\S+ \.+ (\w+)$", said, re.MULTILINE | re.DOTALL)
    if done.returncode != 0 or not hpl or hpl[2] != "PASSED":
        sys.exit(f"hpl_rounds.py: {' '.join(command)} failed\n{said[-1000:]}{done.stderr[-2000:]}")
    return float(hpl[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--command", default=str(Path(__file__).resolve().parents[2] / "build/numapack"))
    parser.add_argument("-n", type=int, default=4000, help="order of the matrix")
    parser.add_argument("--nb", type=int, default=192)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1, help="of each process")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--mkl", help="libmkl_rt.so")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    for value, name in ((options.n, "-n"), (options.nb, "--nb"), (options.processes, "--processes"), (options.threads, "--threads"), (options.rounds, "--rounds")):
        if value < 1:
            parser.error(f"{name} is {value}; use 1 or more")
    if not EXAMPLE.exists() or not shutil.which("hpcc") or not shutil.which("mpirun"):
        sys.exit("hpl_rounds.py: takes hpcc with its example of an input, and mpirun (scripts/packages.sh clients)")
    works = libraries(options)
    names = list(works)
    rates = {name: [] for name in names}
    for turn in range(options.rounds):
        for name in names[turn % len(names):] + names[:turn % len(names)]:
            rates[name].append(rate(options, *works[name]))
    print(f"HPL, N = {options.n}, NB = {options.nb}, {options.processes} x {options.threads} threads, {options.rounds} rounds")
    for name, each in rates.items():
        print(f"{name:10} {statistics.median(each):8.2f} GF/s, best {max(each):8.2f}")
    others = [name for name in names if name != "numapack"]
    parts = [ours / max(rates[name][turn] for name in others) for turn, ours in enumerate(rates["numapack"])]
    print(f"numapack / best other of a round: median {statistics.median(parts):.3f}; best of all rounds "
          f"{max(rates['numapack']) / max(max(rates[name]) for name in others):.3f}")
    if options.json:
        options.json.write_text(json.dumps({"n": options.n, "nb": options.nb, "processes": options.processes, "threads": options.threads,
                                            "gflops": rates}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
