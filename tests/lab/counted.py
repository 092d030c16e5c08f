# SPDX-License-Identifier: BSD-3-Clause
"""Programs that mark what counts, and whether it is counted: by what they do, and by what numapack's plans say."""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys
import tempfile
from collections.abc import Callable

Lab = Callable[..., subprocess.CompletedProcess]
CALLS = 24
# Where pages are the plan knows by samples, and how often threads meet differs from call to call.
SHARE, LINES = 0.05, 500


class Failed(Exception):
    """What a program in the machine said."""


def between_marks(lab: Lab, program: pathlib.Path, *arguments: str, caches: str = "on", seconds: int = 600,
                  **variables: str) -> tuple[str, dict]:
    """What a program said that marks what counts, and the document about it. Raises Failed."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "counts.json"
        ended = lab("--markers", "--caches", caches, "--json", str(out), "--timeout", str(seconds), "--", str(program), *arguments,
                    **variables)
        if ended.returncode != 0:
            raise Failed(f"exit code {ended.returncode}\n{ended.stdout}\n{ended.stderr or ''}")
        return ended.stdout, json.loads(out.read_text(encoding="utf-8"))


def known_count(lab: Lab, tests: pathlib.Path) -> str:
    """"" if a program's accesses, known exactly, are counted exactly, each where it goes."""
    document = between_marks(lab, tests / "lab_known_count", caches="off")[1]
    counts = document["counts"]
    expected = {
        "reads": {"all": 4000, "local": 1000, "cross_die": 1000, "cross_chip": 2000},
        "writes": {"all": 2000, "local": 500, "cross_die": 500, "cross_chip": 1000},
        "instructions": 4 * (5500 if document["machine"]["arch"] == "x86_64" else 4500),
        "accesses": 6000,
        "unplaced": 0,
    }
    wrong = [f"{name} {counts[name]}, not {value}" for name, value in expected.items() if counts[name] != value]
    if counts["by_node_pair"]["reads"][0] != [1000] * 4:
        wrong.append(f"reads of node 0 {counts['by_node_pair']['reads'][0]}")
    return "; ".join(wrong)


def copied_lines(lab: Lab, tests: pathlib.Path) -> str:
    """"" if what the C library's memcpy() and memset() access is counted, whichever instructions they take here."""
    counts = between_marks(lab, tests / "lab_copied_lines", caches="off")[1]["counts"]["by_node_pair"]
    # At least once a line; byte by byte where it is one instruction, and whatever the calls need besides.
    found = {"reads of node 3": counts["reads"][0][3], "writes to node 2": counts["writes"][0][2],
             "writes to node 1": counts["writes"][0][1]}
    return "; ".join(f"{what} {lines}, not 1024 to 131072" for what, lines in found.items() if not 1024 <= lines <= 131072)


def streamed_stores(lab: Lab, tests: pathlib.Path) -> str:
    """"" if stores past the caches are writes of whole lines that were never read, and others read theirs first."""
    counts = between_marks(lab, tests / "lab_streamed_stores")[1]["counts"]
    reads, writes = (counts["by_node_pair"][kind][0] for kind in ("reads", "writes"))
    # The second thousand stays in the caches, modified, or leaves them.
    kept = counts["by_node_pair"]["left_dirty"][0][2] + writes[2]
    # On ARM they, too, stay in the caches.
    written = counts["by_node_pair"]["left_dirty"][0][3] + writes[3]
    wrong = {"reads of node 3": (reads[3], 0), "writes to node 3": (written, 1024),
             "reads of node 2": (reads[2], 1024), "modified lines of node 2": (kept, 1024)}
    return "; ".join(f"{what} {found}, not {right}" for what, (found, right) in wrong.items() if found != right)


def handed_over(lab: Lab, tests: pathlib.Path) -> str:
    """"" if --traffic has the lines that CPUs took over from each other's caches, and few others."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "traffic.csv"
        ended = lab("--markers", "--traffic", str(out), "--timeout", "600", "--", str(tests / "lab_handed_over"))
        if ended.returncode != 0:
            raise Failed(f"exit code {ended.returncode}\n{ended.stdout}\n{ended.stderr or ''}")
        table = [[int(cell) for cell in line.split(",")] for line in out.read_text(encoding="utf-8").splitlines()]
    expected = {(0, 1): 512, (2, 0): 512, (1, 6): 512, (6, 1): 512}
    # The thread's own stack moves with it, a few lines at a time.
    return "; ".join(f"CPU {into} took {lines} lines over from CPU {source}, not {expected.get((source, into), 0)}"
                     for source, row in enumerate(table) for into, lines in enumerate(row)
                     if not 0 <= lines - expected.get((source, into), 0) <= 32)


def marked_calls(lab: Lab, tests: pathlib.Path) -> str:
    """"" if NUMAPACK_LAB=1 makes every call mark itself, and what the program does between calls does not count."""
    document = between_marks(lab, tests / "lab_marked_calls", caches="off", NUMAPACK_LAB="1")[1]
    counts = document["counts"]
    wrong = [f"counting began {document['intervals']} times, not 3"] if document["intervals"] != 3 else []
    # Not none: the library's constants may be in a file's pages on node 3, and a waiting thread keeps reading (140 thousand lines
    # seen on a busy host). One sweep of marked_calls.c would be far more.
    for kind, sweep in (("reads", 2 << 20), ("writes", 1 << 20)):
        pairs = counts["by_node_pair"][kind]
        if pairs[0][3] >= sweep or any(map(sum, pairs[1:])):
            wrong.append(f"{kind} beside the calls': {pairs}")
    # Each element of A, B and C at least once in each call, eight in a register at most.
    if counts["accesses"] < 3 * 3 * 96 * 96 / 8:
        wrong.append(f"{counts['accesses']} accesses only")
    return "; ".join(wrong)


# A folder of their own, and neither waits for ever for the other.
RANKS = """
cd "$(mktemp -d)"
"$1" run --nodes 2 -- "$2" busy &
"$1" run --nodes 0 -- "$2" marked
status=$?
touch done
wait $! && exit $status
"""


def ranks(lab: Lab, command: pathlib.Path, tests: pathlib.Path) -> str:
    """"" if two processes, each kept to a node by `numapack run`, multiply there at once, and nothing crosses."""
    said, document = between_marks(lab, pathlib.Path("bash"), "-c", RANKS, "bash", str(command), str(tests / "lab_rank"))
    wrong = [said] if sorted(said.splitlines()) != ["busy: node 2, A 2, B 2, C 2", "marked: node 0, A 0, B 0, C 0"] else []
    for kind in ("reads", "writes"):
        pairs = document["counts"]["by_node_pair"][kind]
        if any(pairs[1]) or any(pairs[3]):
            wrong.append(f"{kind} by the CPUs of nodes that are nobody's: {pairs}")
    # Three products of order 256 at least, which no cache holds whole.
    pairs = document["counts"]["by_node_pair"]
    if min(pairs["reads"][0][0], pairs["reads"][2][2]) < 3 * 256 * 256 / 8:
        wrong.append(f"too little was read: {pairs['reads']}")
    # Not none: pages of programs and libraries are where they were read first.
    local = sum(pairs[kind][node][node] for kind in ("reads", "writes") for node in (0, 2))
    if crossing(pairs) > 0.01 * local:
        wrong.append(f"{crossing(pairs)} lines cross beside {local} that do not: {pairs}")
    return "; ".join(wrong)


def crossing(pairs: dict) -> int:
    """Lines of a table of readers or writers and homes that leave their node, reads and writes together."""
    return sum(lines for kind in ("reads", "writes") for node, row in enumerate(pairs[kind]) for home, lines in enumerate(row)
               if node != home)


def random_calls(lab: Lab, program: pathlib.Path, seed: int) -> str:
    """"" if what crosses in random multiplications is what their plans say."""
    said, document = between_marks(lab, program, str(seed), str(CALLS))
    planned = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
    intervals = [interval["by_node_pair"] for interval in document["counts"]["by_interval"]]
    if len(planned) != CALLS or len(intervals) != 3 + 3 * CALLS:
        return f"{len(planned)} plans, {len(intervals)} intervals of {CALLS} calls\n{said}"
    # A call whose operands were in the caches, and a sweep after it: what threads tell each other.
    own = crossing(intervals[1]) + crossing(intervals[2])
    wrong = []
    for number, plan in enumerate(planned):
        multiplication, sweep = intervals[3 * number + 4:3 * number + 6]
        expected, found = crossing(plan), crossing(multiplication) + crossing(sweep) - own
        if abs(found - expected) > SHARE * expected + LINES:
            wrong.append(f"{number}: {plan['call']}: {found} lines crossed, the plan has {expected}\n"
                         f"   planned: reads {plan['reads']}, writes {plan['writes']}\n"
                         f"   counted: reads {multiplication['reads']}, writes {multiplication['writes']}, then {sweep['writes']}")
    return f"seed {seed}\n" + "\n".join(wrong) if wrong else ""


def routines(lab: Lab, program: pathlib.Path, order: int, most: Callable[[str], float]) -> str:
    """"" if at most so many times the least possible lines cross in each routine on matrices of node 0, by its name."""
    said, document = between_marks(lab, program, str(order))
    calls = [json.loads(text) for text in said.splitlines() if text.startswith("{")]
    intervals = [interval["by_node_pair"] for interval in document["counts"]["by_interval"]]
    if not calls or len(intervals) != 3 + 3 * len(calls):
        return f"{len(calls)} calls, {len(intervals)} intervals\n{said}"
    own = crossing(intervals[1]) + crossing(intervals[2])
    wrong = []
    for number, call in enumerate(calls):
        found = crossing(intervals[3 * number + 4]) + crossing(intervals[3 * number + 5]) - own
        least = call["least_lines"]
        share = f"{found / least:.3f} of the bound crosses" if least else f"{found} lines cross, none must"
        print(f"{call['call']}, n = {order}: {share}")
        if found > most(call["call"]) * least + LINES:
            wrong.append(f"{call['call']}: {found} lines crossed, the bound is {least:.0f}")
    return "\n".join(wrong)


def two_callers(lab: Lab, program: pathlib.Path) -> str:
    """"" if two callers at once, each with its data on a node, move at most a tenth of what all nodes together move for each."""
    said, document = between_marks(lab, program, "320")
    calls = json.loads(said)
    at_once, in_turn = (crossing(interval["by_node_pair"]) for interval in document["counts"]["by_interval"])
    share = at_once / calls["at_once"] / (in_turn / calls["in_turn"])
    print(f"two callers: {share:.3f} of what crosses when all nodes serve one after the other")
    return "" if share <= 0.1 else f"{at_once} lines in {calls['at_once']} calls at once, {in_turn} in {calls['in_turn']} in turn"


NUMPY = """
import ctypes, os, sys
import numpy
n = 512
everywhere = os.sched_getaffinity(0)
os.sched_setaffinity(0, {0})  # all is at home on node 0
random = numpy.random.default_rng(1)
a, b = (random.integers(-3, 4, (n, n)).astype(float) for _ in range(2))
products = [numpy.ones((n, n)) for _ in range(5)]
os.sched_setaffinity(0, everywhere)
def by_library(c):
    at, one, zero = (lambda x: ctypes.c_void_p(x.ctypes.data)), ctypes.c_double(1), ctypes.c_double(0)
    letter, size = ctypes.c_char(b"N"), ctypes.c_int64(n)
    status = ctypes.CDLL(sys.argv[1]).numapack_dgemm(101, letter, letter, size, size, size, one, at(a), size, at(b), size,
                                                     zero, at(c), size)
    assert status == 0
by_library(products[0])  # which starts the threads
for i in (1, 3):
    numpy.matmul(a, b, out=products[i])
    by_library(products[i + 1])
assert all((products[0] == product).all() for product in products)
"""


def numpy_product(lab: Lab, command: pathlib.Path) -> str:
    """"" if a product of NumPy's under `numapack run` moves what the same call of the library moves."""
    known = [python for python in ("/usr/bin/python3", sys.executable)
             if subprocess.run([python, "-c", "import numpy"], capture_output=True, check=False).returncode == 0]
    if not known:
        return "NumPy is not there"
    library = command.parent / "libnumapack.so.0"
    _, document = between_marks(lab, command, "run", "--", known[0], "-c", NUMPY, str(library), NUMAPACK_LAB="1")
    intervals = [crossing(interval["by_node_pair"]) for interval in document["counts"]["by_interval"]]
    if len(intervals) != 5:
        return f"{len(intervals)} calls were seen, not 5"
    # What the kernel does meanwhile counts as well, and takes more where the emulator had to wait for its host.
    by_numpy, by_library = min(intervals[1], intervals[3]), min(intervals[2], intervals[4])
    print(f"NumPy: {by_numpy} lines cross, {by_library} by the library's own function: {by_numpy / by_library:.3f}; {intervals}")
    return "" if by_numpy <= 1.05 * by_library + LINES else f"{by_numpy} lines, the library's own call {by_library}"


def repeated_call(lab: Lab, program: pathlib.Path) -> str:
    """"" if what was decided for a call is remembered: its second time and its third take the instructions of the first but
    those of planning, and little more than carrying out the plan takes."""
    # Who waits sleeps, for who spins counts as long as others take.
    _, document = between_marks(lab, program, "256", caches="off", NUMAPACK_BIND="0")
    first, second, third, planning, execution = (interval["instructions"] for interval in document["counts"]["by_interval"])
    saved, remembering, apart = first - second, second - execution, abs(third - second)
    counts = f"{first}, {second} and {third} instructions; {planning} to plan, {execution} to execute"
    wrong = []
    if not 0.8 * planning < saved < 1.05 * planning:
        wrong.append(f"the second call saves {saved}, not planning")
    if remembering > planning / 10:
        wrong.append(f"the second call takes {remembering} more than its plan")
    if apart > planning / 20:
        wrong.append(f"the third call is {apart} from the second")
    return "; ".join([*wrong, counts]) if wrong else ""


def study(lab: Lab, workload: pathlib.Path, order: int, most: float, most_of_one: float) -> str:
    """"" if at most so many times the least possible lines cross when all nodes multiply matrices of node 0.

    Counted up to three times, none over most_of_one: threads take blocks as they come and try where packed ones lie best, so
    time decides, and a count is now and then off (1.03 to 1.06 in three of some thirty, more on a busy host; more is not known).
    """
    found = []
    for _ in range(3):
        found.append(crossing_of_study(lab, workload, order))
        print(f"n = {order}: {found[-1]:.3f} of the bound crosses")
        if found[-1] > most_of_one:
            return f"n = {order}: {found[-1]:.3f} of the bound crosses, {most_of_one} may in any count"
        if found[-1] <= most:
            return ""
    return f"n = {order}: {min(found):.3f} of the bound crosses, {most} may"


def crossing_of_study(lab: Lab, workload: pathlib.Path, order: int) -> float:
    """Lines that cross, of the least possible."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "study.json"
        ended = lab("--workload", str(workload), "-n", str(order), "--library", "numapack", "--json", str(out), verb=("study",))
        if ended.returncode != 0:
            raise Failed(f"exit code {ended.returncode}\n{ended.stdout}\n{ended.stderr}")
        rows = json.loads(out.read_text(encoding="utf-8"))["figures"]["figure13"]
    return next(row["crossing_over_bound"] for row in rows if row["name"] == "numapack")
