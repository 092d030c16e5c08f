# SPDX-License-Identifier: BSD-3-Clause
"""flexiblas_tests.py FLEXIBLAS CONF PROGRAM [REGEX]: FlexiBLAS's own tests, those whose names match REGEX, with the backend of CONF, by its
name. FLEXIBLAS is its build folder, PROGRAM flexiblas.c linked to it. Their output is read as well: ctest does not see the word FAIL. What
fails in the same words on FlexiBLAS's own reference is the test's."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

BUILD, CONF, PROGRAM = (Path(word).resolve(strict=True) for word in sys.argv[1:4])
WANTED = sys.argv[4] if len(sys.argv) > 4 else "."
BAD = re.compile(r"\bFAIL|XERBLA was called|failed to pass|\bFATAL\b|\bSUSPECT|NOT LOADED", re.IGNORECASE)
# What docs/how-to/drop-in.md explains: solutions of badly conditioned matrices; one of thousands of eigenvalues, by the input's seed; and
# the least workspace of two-stage eigensolvers, which these programs compute with an ILAENV2STAGE of their own that a backend does not see.
KNOWN = re.compile(r"\b[SC]TFSM\b.*(?:1 out of\s+7776 tests failed|test=\s*(?:3\d|4[0-4])\.)|\b[SDCZ]ST:\s+1 out of\s+4440 tests failed"
                   r"|XERBLA was called from [SDCZ](?:SY|HE)EV[DR]_2STAGE with INFO|\b[SDCZ]ST routines failed the tests of the error exits")


def run(test: dict, backend: str, environment: dict[str, str]) -> tuple[bool, str, list[str]]:
    """Whether it ended well, what it and its output file say, and the lines of failure among that, each with the line after it."""
    properties = {one["name"]: one["value"] for one in test["properties"]}
    files = [Path(word.removeprefix("-DOUTPUT=")) for word in test["command"] if word.startswith("-DOUTPUT=")]
    for file in files:
        file.unlink(missing_ok=True)
    done = subprocess.run(test["command"], cwd=properties["WORKING_DIRECTORY"], env={**environment, "FLEXIBLAS_TEST": backend}, capture_output=True,
                          text=True, errors="replace", timeout=3600, check=False)
    output = done.stdout + done.stderr + "".join(file.read_text(errors="replace") for file in files if file.is_file())
    lines = [line.strip() for line in output.splitlines()]
    wrong = [" ".join([line, *lines[at + 1:at + 2]]) for at, line in enumerate(lines) if BAD.search(line)]
    return done.returncode == 0, output, list(dict.fromkeys(wrong))


def main() -> int:
    config = BUILD / "flexiblasrc"
    text = config.read_text(encoding="utf-8") if config.exists() else ""
    if "[Numapack]" not in text:
        config.write_text(text + "\n" + CONF.read_text(encoding="utf-8"), encoding="utf-8")
    environment = {**os.environ, "FLEXIBLAS": "Numapack", "FLEXIBLAS_CONFIG": str(config),
                   "FLEXIBLAS_LIBRARY_PATH": str(BUILD / "lib/flexiblas"), "LD_LIBRARY_PATH": str(BUILD / "lib")}
    done = subprocess.run([PROGRAM], env={**environment, "FLEXIBLAS_VERBOSE": "2"}, capture_output=True, text=True, timeout=300, check=False)
    said = [line for line in done.stdout.splitlines() if " norms " in line]
    if done.returncode != 0 or said != ["111 norms 5 5, x 1 2, info 0"]:
        print(f"FlexiBLAS's program ended with {done.returncode}: {said or done.stderr[-2000:]}")
        return 1
    elsewhere = [line for line in (done.stdout + done.stderr).splitlines() if re.search(r"fallback (?:BLAS|LAPACK)", line)]
    if not re.search(r"Trying to load\s+\S*/libnumapack_", done.stdout + done.stderr):
        print(f"FlexiBLAS did not load {CONF}'s library")
        return 1
    lacking = sorted({match[1] for line in elsewhere if (match := re.search(r"Load (\w+) from", line))})
    if lacking:
        print(f"{len(lacking)} routines are FlexiBLAS's own: {' '.join(lacking)}")
        return 1

    listed = json.loads(subprocess.run(["ctest", "--test-dir", BUILD, "--show-only=json-v1"], check=True, capture_output=True, text=True).stdout)
    tests = [test for test in listed["tests"] if re.search(WANTED, test["name"]) and not test["name"].endswith("Summary")]
    failed, known, of_reference = [], 0, 0
    for test in tests:
        ended, output, lines = run(test, "Numapack", environment)
        served = "Set TEST BLAS to Numapack" in output
        known += sum(1 for line in lines if KNOWN.search(line))
        lines = [line for line in lines if not KNOWN.search(line)]
        if served and (lines or not ended):
            ended_there, _, there = run(test, "NETLIB", environment)
            of_reference += sum(1 for line in lines if line in there)
            lines = [line for line in lines if line not in there]
            ended = ended or not ended_there
        if not served or not ended or lines:
            failed.append(test["name"])
            print(f"{test['name']}: {'ended well' if ended else 'ended badly'}", *lines[:5], sep="\n  ")
    print(f"FlexiBLAS's tests on numapack: {len(tests) - len(failed)} of {len(tests)} programs pass; of their lines of failure {of_reference} are the same on"
          f" FlexiBLAS's own reference, {known} are known; BLAS and LAPACK are numapack's, threads can be set")
    return 1 if failed or not tests else 0


if __name__ == "__main__":
    sys.exit(main())
