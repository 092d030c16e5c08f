# SPDX-License-Identifier: BSD-3-Clause
"""flexiblas_tests.py FLEXIBLAS CONF PROGRAM [REGEX]: FlexiBLAS's own tests, those whose names match REGEX, with the backend of CONF, by its
name. FLEXIBLAS is its build folder, for 32-bit or 64-bit integers; PROGRAM is flexiblas.c linked to it. The tests' output is read as well: ctest
does not see the word FAIL. What fails in the same words on FlexiBLAS's own reference is the test's."""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

BUILD, CONF, PROGRAM = (Path(word).resolve(strict=True) for word in sys.argv[1:4])
WANTED = sys.argv[4] if len(sys.argv) > 4 else "."
# FlexiBLAS with 64-bit integers has names of its own for what it reads, except FLEXIBLAS_CONFIG.
WIDE = "64" if (BUILD / "lib/libflexiblas64.so").exists() else ""
VARIABLE = "FLEXIBLAS" + WIDE
LOADED = re.compile(r"Trying to load\s+\S*/libnumapack_" + ("ilp64" if WIDE else "lp64"))
BAD = re.compile(r"\bFAIL|XERBLA was called|failed to pass|\bFATAL\b|\bSUSPECT|NOT LOADED|Trying Fallback|not detected by|messages recorded"
                 r"|largest test error .*(?:Infinity|NaN)", re.IGNORECASE)
# What docs/how-to/drop-in.md explains: solutions of badly conditioned matrices; one of thousands of eigenvalues, by the input's seed; and
# the least workspace of two-stage eigensolvers, which these programs compute with an ILAENV2STAGE of their own that a backend does not see.
KNOWN = re.compile(r"(?:\*\*\* Error\(s\) or Failure\(s\) while testing|Failure in) [SC]TFSM\b.*test=\s*(?:3\d|4[0-4])\."
                   r"|[SC]TFSM .*\b1 out of\s+7776 |[SDCZ]ST:\s+1 out of\s+4440 |\*\*\* XERBLA was called from [SDCZ](?:SY|HE)EV[DR]_2STAGE with INFO"
                   r"|\*\*\* [SDCZ]ST routines failed the tests of the error exits")


def run(test: dict, backend: str, environment: dict[str, str]) -> tuple[bool, str, list[str]]:
    """Whether it ended well, what it and its output file say, and the lines of failure among that, each with the line after it."""
    properties = {one["name"]: one["value"] for one in test["properties"]}
    files = [Path(word.removeprefix("-DOUTPUT=")) for word in test["command"] if word.startswith("-DOUTPUT=")]
    for file in files:
        file.unlink(missing_ok=True)
    # FlexiBLAS's script for its CBLAS programs ignores FLEXIBLAS64_TEST.
    variables = {**environment, VARIABLE: backend, f"{VARIABLE}_TEST": backend}
    done = subprocess.run(test["command"], cwd=properties["WORKING_DIRECTORY"], env=variables, capture_output=True, text=True, errors="replace",
                          timeout=3600, check=False)
    output = done.stdout + done.stderr + "".join(file.read_text(errors="replace") for file in files if file.is_file())
    lines = [line.strip() for line in output.splitlines()]
    wrong = [" ".join([line, *lines[at + 1:at + 2]]) for at, line in enumerate(lines) if BAD.search(line)]
    return done.returncode == 0, output, list(dict.fromkeys(wrong))


def admin_lines(environment: dict[str, str]) -> str:
    """What is wrong with docs/how-to/packages.md's three lines for an admin, in a home folder of their own; nothing if the backend that they
    set serves a program."""
    library = re.search(r"(?m)^library *= *(\S+)$", CONF.read_text(encoding="utf-8"))[1]
    with tempfile.TemporaryDirectory() as home:
        # Neither a name for one program nor another file of settings decides, and root's system keeps its own.
        own = {name: value for name, value in environment.items() if name not in (VARIABLE, "FLEXIBLAS_CONFIG")} | {"HOME": home}
        for words in (["add", "Numapack", library], ["default", "Numapack"], ["list"]):
            done = subprocess.run([BUILD / f"bin/flexiblas{WIDE}", "-u", *words], env=own, capture_output=True, text=True, timeout=60, check=False)
            if done.returncode != 0:
                return f"flexiblas{WIDE} {' '.join(words)} ended with {done.returncode}: {done.stdout}{done.stderr}"
        if not re.search(rf"(?im)^ numapack\n +library = {re.escape(library)}$", done.stdout):
            return f"flexiblas{WIDE} list does not name the backend: {done.stdout}"
        done = subprocess.run([PROGRAM], env=own, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode != 0 or not LOADED.search(done.stdout + done.stderr):
        return f"flexiblas{WIDE} default does not make the backend serve a program: {(done.stdout + done.stderr)[-2000:]}"
    return ""


def main() -> int:
    config = BUILD / f"flexiblas{WIDE}rc"
    text = config.read_text(encoding="utf-8") if config.exists() else ""
    if "[Numapack]" not in text:
        config.write_text(text + "\n" + CONF.read_text(encoding="utf-8"), encoding="utf-8")
    environment = {**os.environ, VARIABLE: "Numapack", "FLEXIBLAS_CONFIG": str(config), f"{VARIABLE}_VERBOSE": "1",
                   f"{VARIABLE}_LIBRARY_PATH": str(BUILD / f"lib/flexiblas{WIDE}"), "LD_LIBRARY_PATH": str(BUILD / "lib")}
    done = subprocess.run([PROGRAM], env={**environment, f"{VARIABLE}_VERBOSE": "2"}, capture_output=True, text=True, timeout=300, check=False)
    said = [line for line in done.stdout.splitlines() if " norms " in line]
    if done.returncode != 0 or said != ["111 norms 5 5, x 1 2, info 0"]:
        print(f"FlexiBLAS's program ended with {done.returncode}: {said or done.stderr[-2000:]}")
        return 1
    elsewhere = [line for line in (done.stdout + done.stderr).splitlines() if re.search(r"fallback (?:BLAS|LAPACK)", line)]
    if not LOADED.search(done.stdout + done.stderr):
        print(f"FlexiBLAS did not load {CONF}'s library")
        return 1
    lacking = sorted({match[1] for line in elsewhere if (match := re.search(r"Load (\w+) from", line))})
    if lacking:
        print(f"{len(lacking)} routines are FlexiBLAS's own: {' '.join(lacking)}")
        return 1

    if wrong := admin_lines(environment):
        print(wrong)
        return 1

    listed = json.loads(subprocess.run(["ctest", "--test-dir", BUILD, "--show-only=json-v1"], check=True, capture_output=True, text=True).stdout)
    tests = [test for test in listed["tests"] if re.search(WANTED, test["name"]) and not test["name"].endswith("Summary")]
    failed, known, of_reference = [], 0, 0
    for test in tests:
        ended, output, lines = run(test, "Numapack", environment)
        served = LOADED.search(output) is not None
        known += sum(1 for line in lines if KNOWN.match(line))
        lines = [line for line in lines if not KNOWN.match(line)]
        if served and lines:
            _, output, there = run(test, "NETLIB", environment)
            if LOADED.search(output):
                print(f"{test['name']}: FlexiBLAS's reference did not serve")
                return 1
            of_reference += sum(1 for line in lines if line in there)
            lines = [line for line in lines if line not in there]
        if not served or not ended or lines:
            failed.append(test["name"])
            print(f"{test['name']}: {'ended well' if ended else 'ended badly'}", *lines[:5], sep="\n  ")
    print(f"FlexiBLAS's tests on numapack, {WIDE or 32}-bit integers: {len(tests) - len(failed)} of {len(tests)} programs pass; of their lines of"
          f" failure {of_reference} are the same on FlexiBLAS's own reference, {known} are known; BLAS and LAPACK are numapack's, threads can be set")
    return 1 if failed or not tests else 0


if __name__ == "__main__":
    sys.exit(main())
