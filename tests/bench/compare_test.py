# SPDX-License-Identifier: BSD-3-Clause
"""Tests of the benchmark's pure parts: the table, the figures of a cell, the page."""

import contextlib
import io
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from documents import document, result

import cells
import judge
import page
import peers
import run


class Cells(unittest.TestCase):
    def test_keys_are_unique_and_every_family_has_cells(self):
        for threads in (1, 2, 64):
            every = cells.all_cells(threads)
            self.assertEqual(len({cell.key for cell in every}), len(every))
            self.assertEqual({cell.family for cell in every}, {family.key for family in cells.FAMILIES})
            self.assertEqual({cell.threads for cell in every}, {1, threads})

    def test_the_quick_run_sees_every_family(self):
        quick = [cell for cell in cells.all_cells(2) if cell.quick]
        self.assertEqual({cell.family for cell in quick}, {family.key for family in cells.FAMILIES})
        self.assertLess(max(cell.flops / cell.threads for cell in quick), 1e11)

    def test_ways_of_storing(self):
        ways = dict(cells.ways_of_storing(496))
        self.assertIn("--lda=512", ways["ld 512"])
        self.assertIn("--ldc=499", ways["ld 499 (prime)"])
        self.assertEqual(cells.next_prime(2000), 2003)
        self.assertEqual(cells.next_prime(2), 3)

    def test_arguments_name_the_problem(self):
        cell = cells.Cell("storage", "d", 5, 6, 7, 2, ("--row-major",), "row-major")
        self.assertEqual(" ".join(cell.arguments()), "-m 5 -n 6 -k 7 --type d --threads 2 --row-major --plain")
        self.assertEqual(cell.flops, 2 * 5 * 6 * 7)

    def test_a_routine_is_asked_for_with_the_sizes_that_it_has(self):
        every = {cell.name: cell for cell in cells.all_cells(2) if cell.family == "routines" and cell.threads == 2}
        trsm, syrk = every["dtrsm 256 x 4000"], every["dsyrk 4000 x 4000, k = 256"]
        self.assertEqual(" ".join(trsm.arguments()), "-m 256 -n 4000 --type d --routine trsm --threads 2")
        self.assertEqual(" ".join(syrk.arguments()), "-n 4000 -k 256 --type d --routine syrk --threads 2")
        self.assertEqual(trsm.flops, 256 * 256 * 4000)
        self.assertEqual(syrk.flops, 4000 * 4000 * 256)
        self.assertEqual(every["dsyr2k 1000"].flops, 2 * 1000**3)
        self.assertEqual(sum(cell.quick for cell in every.values()), 6)

    def test_factorisations_are_of_squares(self):
        every = {cell.key: cell for cell in cells.all_cells(2) if cell.routine in cells.LAPACK}
        potrf, getrf = every["zpotrf 1000; 2"], every["dgetrf 4096; 1"]
        self.assertEqual(" ".join(potrf.arguments()), "-n 1000 --type z --routine potrf --threads 2")
        self.assertEqual(" ".join(getrf.arguments()), "-m 4096 -n 4096 --type d --routine getrf --threads 1")
        self.assertAlmostEqual(potrf.flops, 8 * 1000**3 / 6)
        self.assertAlmostEqual(getrf.flops, 2 * 4096**3 / 3)
        quick = {(cell.type, cell.routine, cell.n, cell.threads) for cell in every.values() if cell.quick}
        self.assertEqual(quick, {("d", routine, 1000, threads) for routine in cells.LAPACK for threads in (1, 2)})
        # getrf's aim is of the largest; QR has a bar of its own.
        self.assertEqual((getrf.aim(), every["dgetrf 3000; 1"].aim(), every["dgeqrf 3000; 1"].aim()), (0.8, 0, 0))
        self.assertEqual(cells.family_of(every["dgeqrf 3000; 1"]).bar, 0.95)

    def test_refilling_takes_time_that_is_not_measured(self):
        timed, visit = cells.visit_seconds(0.004, 0.002)
        self.assertEqual(timed, 0.01)
        self.assertAlmostEqual(visit, 0.01 + 0.004 + 3.5 * 0.002 + 0.001)
        getrf = next(cell for cell in cells.all_cells(2) if cell.routine == "getrf" and cell.n == 4096)
        self.assertAlmostEqual(cells.refill_seconds(getrf), 8 * 4096**2 / 4e9)
        self.assertEqual(cells.refill_seconds(cells.Cell("double", "d", 9, 9, 9, 1)), 0)

    def test_the_effort_fits_into_the_time(self):
        for n in (8, 500, 1000, 2048):
            cell = cells.Cell("double", "d", n, n, n, 1)
            for seconds in (20, 80):
                effort = cells.effort_within(cell, 6, 50, seconds, 9)
                self.assertIn(effort.rounds, (7, 9) if n == 2048 else (9,))
                self.assertLessEqual(effort.seconds, seconds + 1)
                a_visit_more = 6 * effort.rounds * cells.visit_seconds(cells.call_seconds(cell, 50))[1]
                self.assertGreater(effort.seconds + a_visit_more, seconds)

    def test_long_calls_have_fewer_rounds(self):
        for n, least, samples in ((2048, 5, 5 + 2), (4096, 5, 5 + 1), (8192, 3, 3 + 1)):
            effort = cells.effort_within(cells.Cell("double", "d", n, n, n, 1), 6, 50, 0, 25)
            self.assertEqual((effort.rounds, effort.sample), (least, 2 * n**3 / 50e9))
            self.assertAlmostEqual(effort.seconds, 1 + 6 * samples * (0.001 + 2 * n**3 / 50e9))

    def test_short_calls_have_many_visits(self):
        self.assertEqual(cells.visit_seconds(0.004), (0.01, 0.01 + 0.004 + 0.001))  # once more, untimed
        self.assertEqual(cells.visit_seconds(0.04), (0.04, 0.04 + 0.001))
        effort = cells.effort_within(cells.Cell("small", "d", 8, 8, 8, 1), 6, 50, 6 * 0.011 * (2 + 7 * 12.1), 7)
        self.assertEqual(effort.rounds, 7)
        self.assertAlmostEqual(effort.sample, 12 * 0.01)


class Judge(unittest.TestCase):
    def test_the_rival_is_the_best_of_each_round(self):
        self.assertEqual(judge.ratios_to_best([10, 10, 10], [[5, 20, None], [8, 10, 10]]), [1.25, 0.5, 1.0])
        self.assertEqual(judge.ratios_to_best([10, None], [[None, 5]]), [])

    def test_quartiles(self):
        self.assertEqual(judge.quartiles([4, 1, 3, 2, 5]), (2, 4))
        self.assertEqual(judge.quartiles([1, 2]), (1.25, 1.75))
        self.assertEqual(judge.quartiles([7]), (7, 7))

    def test_a_row(self):
        row = judge.row_of(document(result("numapack", [9, 10, 11], 0.8), result("slow", [1, 1, 1]), result("fast", [10, 8, 10])))
        self.assertEqual((row["best"], row["ratio"], row["rounds"], row["gflops"]), ("fast", 1.1, 3, 10))
        self.assertEqual(judge.verdict(row, 1.1), "ahead")
        self.assertEqual(judge.verdict(row, 1.11), "under")
        self.assertTrue(judge.reaches_aim(row, 0.8, False))
        self.assertFalse(judge.reaches_aim(row, 0.81, False))
        self.assertTrue(judge.reaches_aim(row, 1.0, True))

    def test_against_itself_others_do_not_count(self):
        row = judge.row_of(document(result("numapack", [9]), result("numapack plain", [10]), result("fast", [90])))
        self.assertEqual((row["best"], row["ratio"]), ("numapack plain", 0.9))

    def test_what_failed_has_no_figure(self):
        row = judge.row_of(document(result("numapack", [], failure="killed"), result("fast", [])))
        self.assertEqual(row["problem"], "numapack: killed")
        self.assertEqual(judge.verdict(row, 0), "none")
        self.assertEqual(judge.row_of(document(result("numapack", [1])))["problem"], "no peer")


class Listing(unittest.TestCase):
    def test_ends_quietly_when_nobody_reads_on(self):
        with tempfile.TemporaryDirectory() as folder:
            command = Path(folder) / "numapack"
            command.write_text("#!/bin/sh\necho '{\"conditions\": {\"threads\": 2}}'\n", encoding="utf-8")
            command.chmod(0o755)
            listing = subprocess.Popen([sys.executable, "-B", "-u", run.__file__, "--list", "--build", folder],
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            self.assertIn(b"thread", listing.stdout.readline())
            listing.stdout.close()
            self.assertEqual(listing.stderr.read(), b"")
            listing.stderr.close()
            listing.wait()


class Ending(unittest.TestCase):
    CHILD = """#!/bin/sh
trap 'echo ended > "$0.ended"; exit 130' INT
echo begun > "$0.begun"
while :; do sleep 0.05; done
"""

    # A SIGTERM while the child is being started, after it has begun.
    TERMINATED_AT_START = """
import os, pathlib, subprocess, time
class Popen(subprocess.Popen):
    def __init__(self, arguments, **others):
        super().__init__(arguments, **others)
        while not pathlib.Path(arguments[0] + ".begun").exists(): time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGTERM)
        for _ in range(3): time.sleep(0.01)
subprocess.Popen = Popen
"""

    def leaves_nobody_behind(self, before: str, terminate: bool):
        with tempfile.TemporaryDirectory() as folder:
            command = Path(folder) / "numapack"
            command.write_text(self.CHILD, encoding="utf-8")
            command.chmod(0o755)
            compare = Path(run.__file__).parent
            waits = ("import signal, run, cells; signal.signal(signal.SIGTERM, run.Terminated.by_signal)\n"
                     f"signal.signal(signal.SIGINT, signal.default_int_handler)\n{before}\n"
                     f"run.measure({str(command)!r}, cells.all_cells(1)[0], [], cells.Effort(1, 0.1, 1))")
            parent = subprocess.Popen([sys.executable, "-B", "-c", waits], cwd=compare, stderr=subprocess.DEVNULL)
            while terminate and not Path(f"{command}.begun").exists():
                self.assertIsNone(parent.poll())
                time.sleep(0.01)
            if terminate:
                os.kill(parent.pid, signal.SIGTERM)
            self.assertNotEqual(parent.wait(), 0)
            self.assertTrue(Path(f"{command}.ended").exists())

    def test_a_terminated_run_leaves_nobody_behind(self):
        self.leaves_nobody_behind("", True)

    def test_nor_does_one_that_is_terminated_while_it_starts_somebody(self):
        self.leaves_nobody_behind(self.TERMINATED_AT_START, False)


class Page(unittest.TestCase):
    def state(self):
        state = run.new_state(2, False)
        self.cells = [cell for cell in cells.all_cells(2) if cell.family == "double"][:2]
        run.add(state, self.cells[0], document(result("numapack", [9, 9], 0.9), result("blis", [10, 10])))
        run.add(state, self.cells[1], document(result("numapack", [11, 11], 0.95), result("blis", [10, 10])))
        return state

    def test_it_has_figures_bars_and_conditions(self):
        text = page.page_text(self.state(), "benchmarks.svg")
        self.assertIn("| d 1024 | 1 | 9.0 | 10.0 blis | **0.900** (0.900 to 0.900) | 1.00 | 90.0 % | - | 2 |", text)
        self.assertIn("1 of 2 cells measured reach their bars, 1 do not", text)
        self.assertIn("- d 1024, 1 thread: 0.900 of blis, bar 1.00", text)
        self.assertIn("- blis: 1; lib.so", text)
        self.assertNotIn("/somewhere", text)
        self.assertIn("](benchmarks.svg)", text)
        self.assertIn("d 8192 on 2", text)

    def test_cells_without_a_figure_say_why(self):
        state = self.state()
        state["rows"][self.cells[0].key] = {"problem": "numapack: killed", "rounds": 0, "failed": []}
        self.assertIn("numapack: killed", page.page_text(state, ""))

    def test_a_page_and_its_picture_may_go_into_a_new_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            where = Path(folder) / "new" / "page.md"
            run.save(self.state(), Path(folder) / "results.json", where)
            self.assertIn("d 1024", where.read_text(encoding="utf-8"))

    def test_a_page_is_named_only_if_there_is_one(self):
        for state, wanted in ((self.state(), "page: there.md"), (run.new_state(2, False), "no page: nothing was measured")):
            with self.subTest(wanted), contextlib.redirect_stdout(io.StringIO()) as printed:
                run.report(state, Path("there.md"))
            self.assertEqual(printed.getvalue().splitlines()[-1], wanted)

    def test_the_command_for_bits_has_every_library_of_the_readme_s(self):
        root = Path(__file__).resolve().parents[2]
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            run.report(self.state(), Path("there.md"))
        shown = re.search(r"`numapack (bits --library [^`]+)`", (root / "README.md").read_text(encoding="utf-8"))[1]
        self.assertIn(f"build/numapack {shown}\n", printed.getvalue())
        self.assertIn("--library numapack=build/libnumapack_blas.so.0 ", shown)

    def test_nobody_reads_half_a_page(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "new" / "page.md"
            page.write_beside(path, "one")
            page.write_beside(path, "two")
            self.assertEqual(path.read_text(encoding="utf-8"), "two")
            self.assertEqual([entry.name for entry in path.parent.iterdir()], ["page.md"])


class Peers(unittest.TestCase):
    def test_pinned_where_there_are_threads_to_pin(self):
        specs = ["openblas", "blis", "mkl=/x"]
        self.assertEqual(peers.with_pinned(specs, 1), specs)
        self.assertEqual(peers.with_pinned(specs, 2), specs + ["pinned:openblas", "pinned:mkl=/x"])

    def test_libraries_are_found_below_the_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            library = Path(folder) / "venv/lib/libmkl_rt.so.3"
            library.parent.mkdir(parents=True)
            library.touch()
            self.assertEqual(peers.found_in(Path(folder)), {"mkl": str(library)})

    def test_a_command_that_fails_says_why(self):
        self.assertEqual(peers.run(["sh", "-c", "echo first; echo last >&2; exit 3"]), "last")
        self.assertEqual(peers.run(["true"]), "")
        self.assertIn("No such file", peers.run(["/no/such/program"]))


if __name__ == "__main__":
    unittest.main()
