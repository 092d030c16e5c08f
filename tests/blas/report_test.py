# SPDX-License-Identifier: BSD-3-Clause
"""What `numapack run --report` says of Debian's NumPy is what was called: in the program, its threads, what it forks, starts
and kills."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

COMMAND = str(Path(sys.argv.pop()).resolve(strict=True))
PYTHON = "/usr/bin/python3"
PROGRAM = """
import multiprocessing, os, signal, subprocess, sys, threading
import numpy as np
random = np.random.default_rng(11)
def square(n, dtype=np.float64): return np.asfortranarray(random.standard_normal((n, n)).astype(dtype))
def product(n): return (square(n) @ square(n)).shape
if sys.argv[1:] == ["started"]:
    for _ in range(2): product(100)
    sys.exit(0)
for _ in range(5): product(100)
for _ in range(3): square(40, np.complex64) @ square(40, np.complex64)
for _ in range(2): np.linalg.solve(square(60), random.standard_normal(60))
a = square(200)
np.linalg.cholesky(a @ square(200) * 0 + 200 * np.eye(200))
threads = [threading.Thread(target=lambda: [product(30) for _ in range(50)]) for _ in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
with multiprocessing.get_context("fork").Pool(2) as pool: pool.map(product, [100] * 8, chunksize=1)
subprocess.run([sys.executable, __file__, "started"], check=True)
killed = os.fork()
if killed == 0:
    for _ in range(4): product(100)
    os.kill(os.getpid(), signal.SIGKILL)
os.waitpid(killed, 0)
sys.exit(5)
"""
# Size of a call: the cube root of its multiply-adds, in classes of powers of two.
CALLS = {("dgemm", 64): 5 + 8 + 2 + 4, ("dgemm", 128): 1, ("cgemm", 32): 3, ("dgesv", 32): 2, ("dpotrf", 64): 1,
         ("dgemm", 16): 200}


def run(options, **environment):
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "program.py")
        program.write_text(PROGRAM, encoding="utf-8")
        done = subprocess.run([COMMAND, "run", *options, "--", PYTHON, program], env={**os.environ, "PYTHONWARNINGS": "ignore", **environment}, cwd=folder,
                              capture_output=True, text=True, timeout=300)
        return done, {path.name: path.read_text(encoding="utf-8") for path in Path(folder).glob("*.json")}


@unittest.skipIf(subprocess.run([PYTHON, "-c", "import numpy"], capture_output=True, check=False).returncode != 0,
                 "there is no NumPy for /usr/bin/python3 (python3-numpy)")
class Report(unittest.TestCase):
    maxDiff = None

    def test_counts_are_those_of_the_calls(self):
        done, files = run(["--report", "--json", "report.json", "--trace", "trace.json"])
        self.assertEqual(done.returncode, 5, done.stderr)
        report = json.loads(files["report.json"])
        counted = {(row["routine"], row["least_size"]): row["calls"] for row in report["calls"]}
        self.assertEqual(counted, CALLS)
        for row in [*report["calls"], report["total"]]:
            self.assertEqual(row["calls"], row["one_thread_calls"] + row["one_node_calls"] + row["some_nodes_calls"] +
                             row["all_nodes_calls"])
            self.assertEqual(row["left_calls"], 0)
            self.assertGreater(row["seconds"], 0)
        self.assertEqual(next(row["flops"] for row in report["calls"] if row["routine"] == "cgemm"), 3 * 8 * 40 ** 3)
        self.assertEqual(report["total"]["calls"], sum(CALLS.values()))
        # The program, a process or two of the pool, the one that it started and the one that was killed.
        self.assertIn(len(report["processes"]), (4, 5))
        self.assertEqual(sorted(process["calls"] for process in report["processes"])[-1], 212)
        self.assertIn("dgemm", done.stderr)

        events = [event for event in json.loads(files["trace.json"])["traceEvents"] if event["ph"] == "X"]
        self.assertEqual(len(events), sum(CALLS.values()))
        self.assertEqual({event["pid"] for event in events}, {process["process"] for process in report["processes"]})
        of_threads = [event for event in events if event["args"]["m"] == 30]
        self.assertEqual(len({event["tid"] for event in of_threads}), 4)
        self.assertTrue(all(event["dur"] > 0 and event["ts"] >= 0 for event in events))

    def test_what_is_left_is_not_done_here(self):
        done, files = run(["--json", "report.json"], NUMAPACK_ROUTINES="-potrf", NUMAPACK_MIN_SIZE="60")
        self.assertEqual(done.returncode, 5, done.stderr)
        report = json.loads(files["report.json"])
        found = {(row["routine"], row["least_size"]): row for row in report["calls"]}
        for key in ("dgesv", 32), ("dpotrf", 64), ("dgemm", 16), ("cgemm", 32):
            self.assertEqual(found[key]["calls"], 0, key)
            # What the other LAPACK calls in turn comes by here, too.
            self.assertGreaterEqual(found[key]["left_calls"], CALLS[key], key)
        self.assertGreaterEqual(found["dgemm", 64]["calls"], CALLS["dgemm", 64])

    def test_a_trace_is_cut(self):
        with tempfile.TemporaryDirectory() as folder:
            records = Path(folder, "records")
            records.mkdir()
            done, _ = run([], NUMAPACK_REPORT=str(records), NUMAPACK_TRACE="7")
            self.assertEqual(done.returncode, 5, done.stderr)
            # Somebody's own folder: as many files as processes, which stay.
            self.assertIn(len([path for path in records.iterdir() if path.suffix != ".trace"]), (4, 5))

    def test_nothing_fails_for_want_of_a_folder(self):
        done, _ = run([], NUMAPACK_REPORT="/nonexistent/folder", NUMAPACK_TRACE="7")
        self.assertEqual((done.returncode, done.stderr), (5, ""))

    def test_verbose_says_once_who_serves(self):
        done, _ = run([], NUMAPACK_VERBOSE="1")
        lines = done.stderr.splitlines()
        # The program and the one that it started; not what is forked.
        self.assertEqual(len(lines), 2, done.stderr)
        for line in lines:
            self.assertRegex(line, r"^numapack \d+\.\d+\.\d+: CPU row [\w-]+, nodes? [\d,]+, \d+ threads?; the rest of BLAS: /.+")


if __name__ == "__main__":
    unittest.main()
