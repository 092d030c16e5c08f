#!/usr/bin/env python3
"""Compares the speed of the same products and factorisations in two builds of numapack, round by round in turn.

Each build is loaded as if it were another library (fortran_face.c), in a process of its own; the command of the first
build measures. Prints a Markdown table: how fast the second build is, as a part of the first one's speed, the median of
the rounds' ratios and, in brackets, the ratio of the fastest rounds.

usage: builds.py [--threads N] [--rounds N] [--sample S] [--only TEXT] BUILD_A BUILD_B
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
FACE = HERE / "fortran_face.c"


def cells() -> list:
    """Name, arguments of the verb gemm; those of linpack begin with its name."""
    found = [(f"d {n}", ["gemm", "-n", n]) for n in (8, 16, 32, 64, 100, 256, 512, 1024, 2048)]
    found += [(f"{letter} 512", ["gemm", "-n", 512, "--type", letter]) for letter in "scz"]
    found += [
        ("d 512, A and B transposed", ["gemm", "-n", 512, "--trans-a", "t", "--trans-b", "t"]),
        ("d 64 x 64, k = 4096", ["gemm", "-m", 64, "-n", 64, "-k", 4096]),
        ("d 4096 x 64, k = 64", ["gemm", "-m", 4096, "-n", 64, "-k", 64]),
        ("d 64 x 4096, k = 64", ["gemm", "-m", 64, "-n", 4096, "-k", 64]),
        ("d 4096 x 4, k = 4096", ["gemm", "-m", 4096, "-n", 4, "-k", 4096]),
        ("d 4 x 4096, k = 4096", ["gemm", "-m", 4, "-n", 4096, "-k", 4096]),
        ("d 1024 x 1024, k = 64", ["gemm", "-m", 1024, "-n", 1024, "-k", 64, "--beta", "1"]),
        ("LU 256", ["linpack", "-n", 256]),
        ("LU 1024", ["linpack", "-n", 1024]),
    ]
    return [(name, [str(argument) for argument in arguments]) for name, arguments in found]


def face_of(build: Path, folder: Path) -> Path:
    """A library with BLAS's names that calls this build's."""
    path = folder / f"{build.name}.so"
    subprocess.run(
        [os.environ.get("CC", "cc"), "-O2", "-shared", "-fPIC", f"-I{ROOT}/include", str(FACE), "-o", str(path),
         f"-L{build}", "-lnumapack", f"-Wl,-rpath,{build}"], check=True)  # fmt: skip
    return path


def speeds(command: Path, arguments: list, options: argparse.Namespace, faces: dict) -> dict:
    """GFlop/s by round of each face."""
    word = "--library" if arguments[0] == "linpack" else "--peer"
    call = [str(command), *arguments, "--threads", str(options.threads), "--rounds", str(options.rounds), "--json", "-"]
    call += ["--no-check"] if word == "--library" else ["--sample", str(options.sample)]
    for name, path in faces.items():
        call += [word, f"{name}={path}"]
    document = json.loads(subprocess.run(call, check=True, capture_output=True, text=True).stdout)
    return {
        row["library"]: row["gflops_by_round"]
        for row in document.get("results", document.get("runs"))
        if row["library"] in faces
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("builds", nargs=2, type=Path, metavar="BUILD")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--sample", type=float, default=0.1, help="seconds of a round, each library")
    parser.add_argument("--only", default="", help="cells whose name contains this")
    options = parser.parse_args()
    builds = [build.resolve() for build in options.builds]
    command = builds[0] / "numapack"
    for needed in (command, *(build / "libnumapack.so" for build in builds)):
        if not needed.exists():
            print(f"builds.py: there is no {needed}; build it first", file=sys.stderr)
            return 1
    print(f"| | {builds[0].name}, GFlop/s | {builds[1].name} |\n|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        faces = {name: face_of(build, Path(folder)) for name, build in zip(("first", "second"), builds)}
        for name, arguments in cells():
            if options.only not in name:
                continue
            found = speeds(command, arguments, options, faces)
            ratio = statistics.median(b / a for a, b in zip(found["first"], found["second"]))
            best = max(found["second"]) / max(found["first"])
            print(f"| {name} | {statistics.median(found['first']):.3g} | {ratio:.3f} ({best:.3f}) |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
