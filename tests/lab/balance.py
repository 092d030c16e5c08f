#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""How evenly the CPUs of an emulated machine share a call: loads of the busiest over the mean.

usage: tests/lab/balance.py BUILD [-n N] [--routines dgetrf dpotrf] [--machine NAME] [--scale F] [--arch x86_64|aarch64] [--json FILE]

The matrices are of double, square, and where one thread has first touched them. Threads that wait sleep (NUMAPACK_BIND=0), for who
spins counts as one who works: so threads may also move from one CPU to another. BUILD holds tests/lab_balance and lab/.
"""

import argparse
import json
import pathlib
import subprocess
import sys

import counted
import run

ROUTINES = ("dgemm", "dtrsm", "dpotrf", "dgetrf", "dgeqrf")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("-n", type=int, default=1536, help="order of the matrices (default 1536)")
    parser.add_argument("--routines", nargs="+", choices=ROUTINES, default=ROUTINES)
    parser.add_argument("--machine", default="kunpeng920", help="of the lab (default kunpeng920)")
    parser.add_argument("--scale", default="0.33333", help="of the machine (default 0.33333: 32 of 96 CPUs)")
    parser.add_argument("--arch", choices=("x86_64", "aarch64"), default="x86_64")
    parser.add_argument("--json", type=pathlib.Path, help="the figures, into a file")
    options = parser.parse_args()
    if options.n < 1:
        parser.error(f"-n: {options.n} is no order; 1 or more")
    program = options.build.resolve() / "tests" / "lab_balance"
    if not program.exists():
        parser.error(f"{program} is not there: build it")

    def lab(*words: str, **variables: str) -> subprocess.CompletedProcess:
        return run.lab(options.arch, options.build.resolve() / "lab", "--machine", options.machine, "--scale", options.scale, *words,
                       stderr=subprocess.PIPE, limit=3600, **variables)

    figures = {}
    print(f"{options.machine} x {options.scale}, n = {options.n}\n{'':8}{'busiest / mean':>16}{'efficiency':>12}{'CPUs at work':>14}")
    for routine in options.routines:
        try:
            counts = counted.between_marks(lab, program, routine, str(options.n), seconds=3000, NUMAPACK_BIND="0")[1]["counts"]["by_cpu"]
        except counted.Failed as failure:
            print(failure, file=sys.stderr)
            return 1
        loads = [cpu["loads"] for cpu in counts]
        busiest = max(loads) * len(loads) / sum(loads)
        at_work = sum(load > 0.1 * max(loads) for load in loads)
        figures[routine] = {"busiest_over_mean": busiest, "cpus_at_work": at_work, "cpus": len(loads)}
        print(f"{routine:8}{busiest:16.2f}{100 / busiest:10.0f} %{at_work:8} of {len(loads)}", flush=True)
    if options.json:
        options.json.write_text(json.dumps({"schema": "numapack-balance/1", "machine": options.machine, "scale": options.scale,
                                            "n": options.n, "routines": figures}, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
