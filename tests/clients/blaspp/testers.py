# SPDX-License-Identifier: BSD-3-Clause
"""testers.py BUILD LIBRARIES: all that BLAS++'s and LAPACK++'s run_tests.py would run, every routine and type, once with LIBRARIES'
libblas.so.3 and liblapack.so.3 and once with Debian's reference. A row that fails with LIBRARIES alone is a failure; one that
fails with the reference as well is the tester's own and is counted. The testers' reference is their own, and that is checked."""

import collections
import concurrent.futures
import os
import re
import subprocess
import sys
from pathlib import Path

NAMES = re.compile(r"^(cblas_\w+|LAPACKE_\w+|[sdcz][a-z0-9]+_)$")
REFERENCE = next(Path("/usr/lib").glob("*/lapack/liblapack.so.3")).parent
MINUTES = 10  # that one routine may take


def environment(libraries):
    return {**os.environ, "LD_LIBRARY_PATH": os.pathsep.join(map(str, libraries))}


def commands(tester, sizes):
    """Pairs of a routine and the options that its tester gets, as run_tests.py puts them together."""
    said = subprocess.run([sys.executable, "run_tests.py", "--dry-run", "--host", *sizes], cwd=tester.parent, check=True, capture_output=True,
                          text=True).stdout
    for line in said.splitlines():
        words = line.split()
        if words and words[0] == "./tester":
            yield words[-1], words[1:-1]


def rows(tester, routine, options, libraries):
    """The rows that a tester prints, each with "pass", "FAILED" or "no check", and how it ended."""
    done = subprocess.run([tester, "--cache", "1", *options, routine], env=environment(libraries), capture_output=True, text=True, errors="replace",
                          timeout=60 * MINUTES, check=False)
    found = [line for line in done.stdout.splitlines() if re.search(r"\b(pass|FAILED|no check)\s*$", line)]
    return found, done.returncode, done.stdout + done.stderr


def bound(tester, library, routine, libraries):
    """Whether the routine's library calls LIBRARIES, and the tester's reference is within itself."""
    dynamic = subprocess.run(["nm", "-D", tester], check=True, capture_output=True, text=True).stdout
    exposed = [name for name in (line.split()[-1].split("@")[0] for line in dynamic.splitlines()) if NAMES.match(name)]
    assert not exposed, f"{tester.name} takes from elsewhere or exports: {exposed[:5]}"
    said = subprocess.run([tester, "--type", "d", "--dim", "10", routine], env={**environment(libraries), "LD_DEBUG": "bindings"}, check=True,
                          capture_output=True, text=True).stderr
    assert re.search(rf"binding file \S*{library}\S* \[0\] to {re.escape(str(libraries[0]))}/\S+ \[0\]: normal symbol `d{routine}_'", said), (
        f"{library} does not call {libraries[0]} for {routine}")


def compared(tester, routine, options, libraries):
    ours, status, said = rows(tester, routine, options, libraries)
    failed = [at for at, row in enumerate(ours) if row.endswith("FAILED")]
    name = f"{tester.name} {' '.join(options)} {routine}"
    if ours and not failed and status == 0:
        return routine, len(ours), 0, []
    theirs, their_status, _ = rows(tester, routine, options, [REFERENCE, REFERENCE.parent / "blas"])
    as_well = {at for at, row in enumerate(theirs) if row.endswith("FAILED")}
    wrong = [f"{name}\n  {ours[at]}" for at in failed if at not in as_well]
    if status < 0 and their_status >= 0 or len(ours) != len(theirs):
        wrong.append(f"{name}: ended with {status}, the reference with {their_status}\n{said[-2000:]}")
    return routine, len(ours), len(as_well & set(failed)), wrong


def main():
    build, libraries = Path(sys.argv[1]).resolve(strict=True), [Path(sys.argv[2]).resolve(strict=True)]
    wrong = []
    for project, library, routine in (("blaspp", "libblaspp", "gemm"), ("lapackpp", "liblapackpp", "potrf")):
        tester = build / project / "test" / f"{project}_tester"
        bound(tester, library, routine, libraries)
        routines, excused, count = {}, collections.Counter(), 0
        with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("CTEST_PARALLEL_LEVEL", "2"))) as pool:
            work = [pool.submit(compared, tester, name, options, libraries) for name, options in commands(tester, ["--quick", "--xsmall"])]
            for one in concurrent.futures.as_completed(work):
                name, tested, as_well, faults = one.result()
                routines[name] = routines.get(name, 0) + tested
                count += tested
                excused[name] += as_well
                wrong += faults
        told = [f"{project}: {sum(map(bool, routines.values()))} routines, {count:,} rows"]
        told += [f"{name} fails {times} times, with the reference as well" for name, times in sorted(excused.items()) if times]
        # Copies to other devices, and what needs a newer LAPACK.
        if untested := sorted(name for name, tested in routines.items() if not tested):
            told.append(f"not tested, as with the reference: {', '.join(untested)}")
        print("; ".join(told), flush=True)
    for line in wrong:
        print(line)
    print(f"{len(wrong)} differ from the reference")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
