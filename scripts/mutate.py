#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Changes the sources that decide, one place at a time, and says which changes no test sees.

usage: scripts/mutate.py [--count N] [--seed S] [--build FOLDER]

Works in FOLDER (default build-mutants), on a copy of what git has: numbers are doubled, comparisons turned or shifted by one,
signs and logical operators exchanged, conditions negated. A change that does not compile is not counted. What is run for each
are the unit tests of the rooms that plan, then the decisions of plans (tests/cli/decisions_test.py), whose share is told apart.
A minute a change on two cores; a compiler cache helps with the first build.
"""

import argparse
import collections
import pathlib
import random
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
SOURCES = ("src/level3/algorithms/*.cpp", "src/level3/tasks/*.cpp", "src/level3/nodes/*.cpp", "src/level3/plan/p*.cpp", "src/triangle/*_plan.cpp",
           "src/triangle/rhs_owners.cpp", "src/triangle/triangle_traffic.cpp", "src/panels/*.cpp", "src/lu/lu_plan.cpp",
           "src/qr/qr_plan.cpp", "src/lapack/cholesky_[pot]*.cpp", "src/packed/packed_plan.cpp", "src/packed/packed_traffic.cpp", "src/kernel/blocking.cpp",
           "src/cpu/microarchs/*.hpp")
ROOMS = ("level3", "triangle", "lu", "packed", "cpu", "lapack", "level2", "qr")
CHANGES = ((r"(?<![\w.\"])(\d+\.?\d*)(?![\w.\"])", lambda found: f"(2 * {found[1]})" if found[1] not in ("0", "1") else "2"),
           (r" <= ", lambda _: " < "), (r" >= ", lambda _: " > "), (r" < ", lambda _: " >= "), (r" > ", lambda _: " <= "),
           (r" == ", lambda _: " != "), (r" != ", lambda _: " == "), (r" && ", lambda _: " || "), (r" \|\| ", lambda _: " && "),
           (r" \+ ", lambda _: " - "), (r" - ", lambda _: " + "), (r"\bif \((?!constexpr)", lambda _: "if (!("),
           (r"std::min\(", lambda _: "std::max("), (r"std::max\(", lambda _: "std::min("))
IGNORED = re.compile(r"^\s*(//|#|using|namespace|template|static_assert|constexpr const char)|fmt::|\"")


def places(folder: pathlib.Path):
    """(file, line, column, what is there, what comes in its place)"""
    for pattern in SOURCES:
        for file in sorted(folder.glob(pattern)):
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines()):
                if IGNORED.search(line):
                    continue
                code = line.split("//")[0]
                for expression, change in CHANGES:
                    for found in re.finditer(expression, code):
                        new = change(found)
                        tail = code[found.end():]
                        if new.startswith("if (!("):  # closes where the condition does
                            depth, at = 1, 0
                            while at < len(tail) and depth > 0:
                                depth += {"(": 1, ")": -1}.get(tail[at], 0)
                                at += 1
                            if depth > 0 or ";" in tail[:at]:
                                continue
                            tail = tail[:at] + ")" + tail[at:]
                        yield file, number, code[:found.start()] + new + tail


def run(*words, cwd=None, limit=900) -> bool:
    try:
        return subprocess.run(words, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=limit, check=False).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build-mutants")
    options = parser.parse_args()
    folder = options.build.resolve() / "source"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    listed = subprocess.run(("git", "ls-files", "-z"), cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
    for name in filter(None, listed.decode().split("\0")):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, folder / name)
    build = options.build.resolve() / "build"
    launcher = [f"-DCMAKE_{language}_COMPILER_LAUNCHER=ccache" for language in ("C", "CXX") if shutil.which("ccache")]
    targets = [f"test_{room}" for room in ROOMS] + ["numapack_command"]
    make = ("ninja", "-C", str(build), *targets)
    if not run("cmake", "-S", str(folder), "-B", str(build), "-G", "Ninja", "-DNUMAPACK_UNITY=OFF", *launcher) or not run(*make, limit=7200):
        print("the sources do not build as they are", file=sys.stderr)
        return 1

    def tests_see() -> bool:
        return not all(run("env", "NUMAPACK_PROFILE=none", str(build / "tests" / f"test_{room}"), "--gtest_brief=1", "--gtest_fail_fast")
                       for room in ROOMS)

    def decisions_see() -> bool:
        return not run(sys.executable, "-B", str(folder / "tests/cli/decisions_test.py"), str(build / "numapack"))

    if tests_see() or decisions_see():
        print("the tests fail as they are", file=sys.stderr)
        return 1
    all_places = list(places(folder))
    random.Random(options.seed).shuffle(all_places)
    count = collections.Counter()
    for file, number, changed in all_places:
        if count["made"] == options.count:
            break
        text = file.read_text(encoding="utf-8")
        lines = text.splitlines(keepends=True)
        before = lines[number]
        lines[number] = changed.rstrip("\n") + "\n"
        file.write_text("".join(lines), encoding="utf-8")
        if run(*make):
            count["made"] += 1
            by_tests = tests_see()
            by_decisions = decisions_see()
            count["tests"] += by_tests
            count["decisions"] += by_decisions
            count["either"] += by_tests or by_decisions
            said = "seen by tests" if by_tests else "seen by decisions" if by_decisions else "NOT SEEN"
            print(f"{said}: {file.relative_to(folder)}:{number + 1}\n    {before.strip()}\n    {changed.strip()}", flush=True)
        file.write_text(text, encoding="utf-8")
    print(f"of {count['made']} changes (seed {options.seed}, {len(all_places)} places) the unit tests see {count['tests']}, the decisions of "
          f"plans {count['decisions']}, both together {count['either']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
