#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What NUMAPACK_BITS promises: the same bits on every CPU that can give a level, whatever its caches, nodes and threads; and without a level
on every CPU of one row.

usage: levels_test.py DIGESTS [--runner "WORD..."] [--calls N] [--thorough] [--write]

DIGESTS is same_bits_digests; --runner: words before it, such as an emulator of another CPU. Digests of a fixed set of calls
stand in golden.json, by level: a CPU of another maker or architecture has to give the same.
--thorough: all calls of each row without a level; with an emulator, all numbers of threads and machines that others have always.
--write: puts there what this machine gives, where a change of the bits is meant.
"""

import argparse
import hashlib
import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

GOLDEN = Path(__file__).with_name("golden.json")
FIXED = ("1", "400", "160")
# Machines that are nothing like this one, as hwloc describes them: caches, nodes, cores.
MACHINES = ("package:1 numanode:1 l3:1(size=64MB) l2:4(size=4194304) l1d:1 core:1 pu:1",
            "package:2 numanode:1 l3:1(size=2MB) l2:2(size=131072) l1d:1 core:1 pu:1",
            "package:2 numanode:4 l3:1(size=16MB) l2:1(size=524288) l1d:1 core:1 pu:1")
OWN = ("NUMAPACK_", "HWLOC_", "OMP_", "OPENBLAS_", "MKL_", "BLIS_")


class Digests:
    def __init__(self, command: list):
        self.command = command

    def run(self, level: str, words: tuple, **variables: str) -> subprocess.CompletedProcess:
        environment = {key: value for key, value in os.environ.items() if not key.startswith(OWN)}
        environment.update({"NUMAPACK_PROFILE": "none", "NUMAPACK_BITS": level, **variables})
        return subprocess.run([*self.command, *words], env=environment, capture_output=True, text=True, timeout=900, check=False)

    def lines(self, level: str, words: tuple, **variables: str) -> list:
        done = self.run(level, words, **variables)
        if done.returncode != 0:
            raise SystemExit(f"{level} {variables}: status {done.returncode}, {done.stderr.strip()}")
        return done.stdout.splitlines()


def levels_here(digests: Digests) -> list:
    """Those that the message about one that nobody has names."""
    done = digests.run("nonsense", ("1", "20", "50"))
    named = re.fullmatch(r'NUMAPACK_BITS: this CPU cannot give the bits of "nonsense"; use one of (.*), or unset it\n', done.stderr)
    if done.returncode != 1 or not named:
        raise SystemExit(f"a level that nobody has: status {done.returncode}, {done.stderr!r}")
    return named.group(1).split(", ")


def rows_here(digests: Digests, level: str) -> list:
    done = digests.run(level, ("1", "20", "50"), NUMAPACK_CPU="nonsense")
    named = re.search(r"use one of (.*)", done.stderr)
    if done.returncode != 1 or not named:
        raise SystemExit(f"a CPU that nobody has: status {done.returncode}, {done.stderr!r}")
    return named.group(1).strip().split(", ")


def faults_of_rows(digests: Digests, level: str, words: tuple, one: list) -> list:
    """Rows that the level leaves free, each with another number of threads: kernels of other sets, figures of other CPUs."""
    faults = []
    for number, row in enumerate(rows_here(digests, level)):
        if row == "portable":
            if "have no FMA" not in digests.run(level, words, NUMAPACK_CPU=row).stderr:
                faults.append(f"{level} with {row}: not refused")
            continue
        lines = digests.lines(level, words, NUMAPACK_CPU=row, NUMAPACK_NUM_THREADS=str(number % 4 + 1))
        faults += [f"{level} by {row}: {line}" for line in differing(one, lines)[:5]]
    return faults


def conditions(few: bool) -> list:
    """What no bits depend on: threads, machines, where threads run."""
    others = [{"NUMAPACK_NUM_THREADS": threads} for threads in "234"]
    others += [{"HWLOC_SYNTHETIC": machine} for machine in MACHINES] + [{"NUMAPACK_BIND": "0"}]
    return others[2::3] if few else others


def faults_of_conditions(digests: Digests, level: str, words: tuple, one: list, few: bool, **row: str) -> list:
    """These, and operands that begin elsewhere in their pages, with other leading dimensions."""
    faults = []
    for variables in conditions(few):
        lines = digests.lines(level, words, **variables, **row)
        faults += [f"{level or 'no level'} with {variables} {row or ''}: {line}" for line in differing(one, lines)[:3]]
    lines = digests.lines(level, (*words, "", "5"), **row)
    return faults + [f"{level or 'no level'} at other places {row or ''}: {line}" for line in differing(one, lines)[:3]]


def faults_without_level(digests: Digests, words: tuple, few: bool, **row: str) -> list:
    one = digests.lines("", words, NUMAPACK_NUM_THREADS="1", **row)
    return faults_of_conditions(digests, "", words, one, few, **row)


def differing(one: list, other: list) -> list:
    if len(one) != len(other):
        raise SystemExit(f"{len(one)} and {len(other)} calls")
    return [left for left, right in zip(one, other) if left != right]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("digests")
    parser.add_argument("--runner", type=str.split, default=[])
    parser.add_argument("--calls", default="300", help="random ones (300)")
    parser.add_argument("--thorough", action="store_true")
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args()
    digests = Digests([*chosen.runner, chosen.digests])
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))
    seed = os.environ.get("NUMAPACK_TEST_SEED") or str(random.randrange(1, 1 << 31))
    print(f"NUMAPACK_TEST_SEED={seed}")
    few = bool(chosen.runner) and not chosen.thorough  # an emulator takes its time
    faults, all_of_level = [], {}
    for level in levels_here(digests):
        now = hashlib.sha256("\n".join(digests.lines(level, FIXED)).encode()).hexdigest()
        if chosen.write:
            golden[level] = now
        elif golden.get(level) != now:
            faults.append(f"{level}: other bits than golden.json has for this level")
        if not chosen.runner and digests.lines("", (*FIXED, level)) != digests.lines(level, FIXED):
            faults.append(f"{level}: other bits by numapack_set_bits() than by the variable")
        words = (seed, chosen.calls, "260")
        one = all_of_level[level] = digests.lines(level, words, NUMAPACK_NUM_THREADS="1")
        faults += faults_of_conditions(digests, level, words, one, few)
        if level == "fma":
            faults += faults_of_rows(digests, level, words, one)
            faults += [f"fma, prepacked: {line}" for line in one if line.startswith("not gemm's own")]
    all_of_rows = chosen.thorough and not chosen.runner
    part = (seed, chosen.calls if all_of_rows else str(int(chosen.calls) // 5), "260")
    faults += faults_without_level(digests, part, few)
    for row in rows_here(digests, ""):
        faults += faults_without_level(digests, part, not all_of_rows, NUMAPACK_CPU=row)
    if len(all_of_level) > 1:
        *_, first, last = all_of_level
        if not differing(all_of_level[first], all_of_level[last]):
            faults.append(f"{first} and {last} have the same bits: nothing was chosen")
    if chosen.write:
        GOLDEN.write_text(json.dumps(golden, indent=2, sort_keys=True) + "\n", encoding="utf-8")
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
