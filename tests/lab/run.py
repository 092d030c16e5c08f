#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Boots emulated machines and runs there what one node cannot show.

usage: tests/lab/run.py BUILD [--arch x86_64|aarch64]     BUILD holds tests/lab_*, lab/ and, for what it measures, numapack
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import probes

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Failed(Exception):
    """What a program in the machine said."""


def lab(arch: str, plugin: pathlib.Path, *words: str, limit: int = 1500,
        stderr: int = subprocess.STDOUT, **variables: str) -> subprocess.CompletedProcess:
    command = [sys.executable, str(ROOT / "lab" / "run.py"), "--arch", arch, *words]
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


def counted(arch: str, plugin: pathlib.Path, program: pathlib.Path, caches: str = "off", **variables: str) -> dict:
    """The document about a program that marks what counts, each access of it. Failed: raises."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "counts.json"
        ended = lab(arch, plugin, "--markers", "--caches", caches, "--json", str(out), "--timeout", "300", "--", str(program),
                    **variables)
        if ended.returncode != 0:
            raise Failed(f"exit code {ended.returncode}\n{ended.stdout}")
        return json.loads(out.read_text(encoding="utf-8"))


def known_count(arch: str, plugin: pathlib.Path, tests: pathlib.Path) -> str:
    """"" if a program's accesses, known exactly, are counted exactly, each where it goes."""
    counts = counted(arch, plugin, tests / "lab_known_count")["counts"]
    expected = {
        "reads": {"all": 4000, "local": 1000, "cross_die": 1000, "cross_chip": 2000},
        "writes": {"all": 2000, "local": 500, "cross_die": 500, "cross_chip": 1000},
        "instructions": 4 * (5500 if arch == "x86_64" else 4500),
        "accesses": 6000,
        "unplaced": 0,
    }
    wrong = [f"{name} {counts[name]}, not {value}" for name, value in expected.items() if counts[name] != value]
    if counts["by_node_pair"]["reads"][0] != [1000] * 4:
        wrong.append(f"reads of node 0 {counts['by_node_pair']['reads'][0]}")
    return "; ".join(wrong)


def streamed_stores(arch: str, plugin: pathlib.Path, tests: pathlib.Path) -> str:
    """"" if stores past the caches are writes of whole lines that were never read, and others read theirs first."""
    counts = counted(arch, plugin, tests / "lab_streamed_stores", caches="on")["counts"]
    reads, writes = (counts["by_node_pair"][kind][0] for kind in ("reads", "writes"))
    # The second thousand stays in the caches, modified, or leaves them.
    kept = counts["by_node_pair"]["left_dirty"][0][2] + writes[2]
    wrong = {"reads of node 3": (reads[3], 0), "writes to node 3": (writes[3], 1024),
             "reads of node 2": (reads[2], 1024), "modified lines of node 2": (kept, 1024)}
    return "; ".join(f"{what} {found}, not {right}" for what, (found, right) in wrong.items() if found != right)


def marked_calls(arch: str, plugin: pathlib.Path, tests: pathlib.Path) -> str:
    """"" if NUMAPACK_LAB=1 makes every call mark itself, and what the program does between calls does not count."""
    document = counted(arch, plugin, tests / "lab_marked_calls", NUMAPACK_LAB="1")
    counts = document["counts"]
    wrong = [f"counting began {document['intervals']} times, not 3"] if document["intervals"] != 3 else []
    # Not none: the library's constants may be in a file's pages on node 3, and who waits reads as long as that takes
    # (140 thousand seen beside a busy neighbour). One sweep of marked_calls.c would be far more.
    for kind, sweep in (("reads", 2 << 20), ("writes", 1 << 20)):
        pairs = counts["by_node_pair"][kind]
        if pairs[0][3] >= sweep or any(map(sum, pairs[1:])):
            wrong.append(f"{kind} beside the calls': {pairs}")
    # Each element of A, B and C at least once in each call, eight in a register at most.
    if counts["accesses"] < 3 * 3 * 96 * 96 / 8:
        wrong.append(f"{counts['accesses']} accesses only")
    return "; ".join(wrong)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--arch", default=os.uname().machine)
    parser.add_argument("--only", help="part of the names of the steps to run")
    parser.add_argument("--plugin", type=pathlib.Path, help="folder of the plugin, if not BUILD/lab")
    parts = parser.add_mutually_exclusive_group()
    parts.add_argument("--without-command", action="store_true", help="not what BUILD/numapack measures")
    parts.add_argument("--only-command", action="store_true", help="only what BUILD/numapack measures")
    options = parser.parse_args()
    tests = options.build.resolve() / "tests"
    plugin = (options.plugin or options.build / "lab").resolve()
    memory_only = str(pathlib.Path(__file__).parent / "machines" / "memory-only.json")
    steps = {
        "known count": lambda: known_count(options.arch, plugin, tests),
        "stores past the caches": lambda: streamed_stores(options.arch, plugin, tests),
        "marked calls": lambda: marked_calls(options.arch, plugin, tests),
        "four nodes": lambda: unit_tests(options.arch, tests, "default", "FourNodes.*:Trouble.*:PlacementLab.*", 21),
        "four nodes without huge pages": lambda: unit_tests(options.arch, tests, "default", "PlacementLab.*", 9, "never"),
        "memory-only node": lambda: unit_tests(options.arch, tests, memory_only, "MemoryOnly.*:PlacementLab.EveryPage*", 4),
    }
    if options.arch != "x86_64":
        del steps["stores past the caches"]  # none on ARM
        del steps["four nodes without huge pages"]  # nothing of ARM's own in that
    if options.only_command:
        steps = {}
    command = options.build.resolve() / "numapack"
    if command.exists() and not options.without_command:
        def separate(*words: str) -> subprocess.CompletedProcess:
            return lab(options.arch, plugin, *words, stderr=subprocess.PIPE)
        steps |= {
            "probes": lambda: probes.verbs(separate, command),
            "linpack's policies": lambda: probes.linpack_policies(separate, command),
            "cross-chip chase": lambda: probes.cross_chip_chase(separate, command),
            "modified lines": lambda: probes.modified_lines(separate, command),
        }
    failed = 0
    for name, step in steps.items():
        if options.only and options.only not in name:
            continue
        begun = time.monotonic()
        try:
            problem = step()
        except (Failed, RuntimeError, ValueError) as failure:
            problem = str(failure)
        print(f"{options.arch}, {name}: {problem or 'passed'} ({time.monotonic() - begun:.0f} s)", flush=True)
        failed += bool(problem)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
