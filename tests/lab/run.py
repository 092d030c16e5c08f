#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Boots emulated machines and runs there what one node cannot show.

usage: tests/lab/run.py BUILD [--arch x86_64|aarch64]     BUILD holds tests/lab_*, lab/ and, for what it measures, numapack
"""

import argparse
import functools
import os
import pathlib
import subprocess
import sys
import time

import arranged
import counted
import counters
import doctor
import probes
import python_pages
import tutorial

ROOT = pathlib.Path(__file__).resolve().parents[2]


# Crossing lines over the bound. Of a single count: docs/reference/prove/lab-study.md's bar.
MOST_CROSSING, MOST_OF_ONE = 1.03, 1.15
# Of routines on small matrices, where what threads tell each other counts; and from LARGE on, of which docs/reference/compute/level3.md has the
# figures.
MOST_OF_SMALL, LARGE, MOST_OF_ROUTINES = 1.15, 512, 1.05
MOST_OF = {"syr2k": 1.20, "trsm": 1.10, "potrf": 1.10}

QUICK = ("known count", "random calls", "four nodes")


def most_of_routine(order: int, name: str) -> float:
    return MOST_OF.get(name, MOST_OF_ROUTINES) if order >= LARGE else MOST_OF_SMALL


def lab(arch: str, plugin: pathlib.Path, *words: str, verb: tuple[str, ...] = (), limit: int = 1500,
        stderr: int = subprocess.STDOUT, **variables: str) -> subprocess.CompletedProcess:
    command = [sys.executable, str(ROOT / "lab" / "run.py"), *verb, "--arch", arch, *words]
    environment = os.environ | {"NUMAPACK_LAB_PLUGIN": str(plugin)} | variables
    return subprocess.run(command, env=environment, text=True, stdout=subprocess.PIPE, stderr=stderr, timeout=limit,
                          check=False)


def unit_tests(arch: str, tests: pathlib.Path, machine: str, suites: str, least: int, huge_pages: str = "always") -> str:
    """"" if all these tests ran in the machine and passed; else what they said."""
    setting = "/sys/kernel/mm/transparent_hugepage/enabled"
    ended = lab(arch, tests, "--machine", machine, "--no-count", "--timeout", "1200", "--", "bash", "-c",
                f'echo {huge_pages} > {setting} && exec "$@"', "bash", str(tests / "lab_tests"), f"--gtest_filter={suites}")
    passed = ended.stdout.count("[       OK ]")
    if ended.returncode == 0 and passed >= least and "SKIPPED" not in ended.stdout:
        return ""
    return f"exit code {ended.returncode}, {passed} of at least {least} tests passed\n{ended.stdout}"


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--arch", default=os.uname().machine)
    parser.add_argument("--only", help="part of the names of the steps to run")
    parser.add_argument("--plugin", type=pathlib.Path, help="folder of the plugin, if not BUILD/lab")
    parser.add_argument("--seed", type=int, default=1, help="of the random calls (default 1)")
    parser.add_argument("--orders", type=int, nargs="+", default=[512], help="of the study's matrices (default 512)")
    parser.add_argument("--routines", type=int, nargs="+", default=[256], help="orders of level 3's routines (default 256)")
    parts = parser.add_mutually_exclusive_group()
    parts.add_argument("--without-command", action="store_true", help="not what BUILD/numapack measures")
    parts.add_argument("--only-command", action="store_true", help="only what BUILD/numapack measures")
    parts.add_argument("--quick", action="store_true",
                       help="a count that is known, a few calls of each routine, and the unit tests of four nodes")
    options = parser.parse_args()
    tests = options.build.resolve() / "tests"
    plugin = (options.plugin or options.build / "lab").resolve()
    memory_only = str(pathlib.Path(__file__).parent / "machines" / "memory-only.json")

    def separate(*words: str, verb: tuple[str, ...] = (), **variables: str) -> subprocess.CompletedProcess:
        return lab(options.arch, plugin, *words, verb=verb, stderr=subprocess.PIPE, **variables)

    def study(order: int) -> str:
        workload = options.build.resolve() / "lab" / "numapack-lab-gemm"
        return counted.study(separate, workload, order, MOST_CROSSING, MOST_OF_ONE)

    steps = {
        "known count": lambda: counted.known_count(separate, tests),
        "copied lines": lambda: counted.copied_lines(separate, tests),
        "streaming stores": lambda: counted.streamed_stores(separate, tests),
        "lines handed over": lambda: counted.handed_over(separate, tests),
        "marked calls": lambda: counted.marked_calls(separate, tests),
        "random calls": lambda: counted.random_calls(separate, tests / "lab_random_calls", options.seed),
        "two callers": lambda: counted.two_callers(separate, tests / "lab_two_callers"),
        "repeated call": lambda: counted.repeated_call(separate, tests / "lab_repeated_call"),
        **{f"routines of {order}": functools.partial(counted.routines, separate, tests / "lab_routines", order,
                                                     functools.partial(most_of_routine, order))
           for order in options.routines},
        "sparse products": lambda: counted.routines(separate, tests / "lab_sparse", 40000, lambda _: MOST_OF_ROUTINES),
        **{f"study of {order}": functools.partial(study, order) for order in options.orders},
        "four nodes": lambda: unit_tests(options.arch, tests, "default", "FourNodes.*:Trouble.*:PlacementLab.*", 28),
        "four nodes without huge pages": lambda: unit_tests(options.arch, tests, "default", "PlacementLab.*", 9, "never"),
        "memory-only node": lambda: unit_tests(options.arch, tests, memory_only, "MemoryOnly.*:PlacementLab.EveryPage*", 4),
    }
    native = options.arch == os.uname().machine  # the host's programs run there, too
    if options.arch != "x86_64":
        del steps["four nodes without huge pages"]  # nothing of ARM's own in that
    if options.only_command:
        steps = {}
    command = options.build.resolve() / "numapack"
    if command.exists() and not options.without_command:
        if native:
            steps["NumPy"] = lambda: counted.numpy_product(separate, command)
        steps |= {
            "threads arranged": lambda: arranged.threads(separate, command, tests),
            "probes": lambda: probes.verbs(separate, command),
            "linpack's policies": lambda: probes.linpack_policies(separate, command),
            "cross-chip chase": lambda: probes.cross_chip_chase(separate, command),
            "modified lines": lambda: probes.modified_lines(separate, command),
            "counters": lambda: counters.verbs(separate, command, options.arch),
            "doctor on faults": lambda: doctor.faults(separate, command),
            "doctor on machines": lambda: doctor.machines(separate, command),
        }
        if native:
            steps["tutorial"] = lambda: tutorial.followed(options.build.resolve())
    if (options.build / "python" / "numapack").exists() and native:
        steps["Python's pages"] = lambda: python_pages.pages(separate, options.build.resolve())
    if command.exists() and (tests / "lab_rank").exists() and not options.without_command:
        steps["two ranks"] = lambda: counted.ranks(separate, command, tests)
    if options.quick:
        steps = {name: steps[name] for name in QUICK}
    failed = 0
    print(f"seed {options.seed} of the random calls (--seed)")
    for name, step in steps.items():
        if options.only and options.only not in name:
            continue
        begun = time.monotonic()
        try:
            problem = step()
        except (counted.Failed, RuntimeError, ValueError) as failure:
            problem = str(failure)
        print(f"{options.arch}, {name}: {problem or 'passed'} ({time.monotonic() - begun:.0f} s)", flush=True)
        failed += bool(problem)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
