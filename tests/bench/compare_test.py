"""Tests of the benchmark's pure parts: the table, the figures of a cell, the page."""

import argparse
import contextlib
import io
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench/compare"))

import before_after  # noqa: E402
import cells  # noqa: E402
import judge  # noqa: E402
import page  # noqa: E402
import peers  # noqa: E402
import random_summary  # noqa: E402
import run  # noqa: E402
import shapes  # noqa: E402


def result(library, rounds, efficiency=None, failure=None):
    measured = sorted(rate for rate in rounds if rate is not None)
    spread = {"median": measured[len(measured) // 2], "min": measured[0], "max": measured[-1]} if measured else None
    return {"library": library, "version": "1", "path": "/somewhere/lib.so", "remarks": [], "gflops": spread,
            "gflops_by_round": rounds, "efficiency": efficiency, "failure": failure}


def document(*results):
    conditions = {"cpu": "CPU", "usable_cpus": 2, "online_cpus": 2, "kernel_release": "6", "numapack": "0", "compiler": "12",
                  "page_bytes": 4096, "transparent_huge_pages": "madvise", "numa_balancing": None, "load_average": 0.5,
                  "steal_percent": 1.5, "fma_peak": {"gflops_by_round": [70.0], "gflops": {"median": 70.0}}}
    return {"results": list(results), "conditions": conditions}


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


class Shapes(unittest.TestCase):
    def test_a_seed_gives_the_same_shapes_whatever_their_number(self):
        few, many = shapes.draw(7, 5, 2), shapes.draw(7, 50, 2)
        self.assertEqual(few, many[:10])
        self.assertNotEqual(few, shapes.draw(8, 5, 2))
        # As on every machine and in every version of Python.
        self.assertEqual([cell.key for cell in shapes.draw(1, 2, 2)], FIRST_SHAPES)

    def test_each_shape_is_measured_on_one_thread_and_on_all(self):
        for threads, numbers in ((1, [1]), (64, [1, 64])):
            drawn = shapes.draw(3, 200, threads)
            self.assertEqual([cell.threads for cell in drawn], numbers * 200)
            self.assertEqual(len({cell.key for cell in drawn}), len(drawn))

    def test_sides_types_and_transposes(self):
        drawn = shapes.draw(5, 2000, 1)
        sides = [side for cell in drawn for side in (cell.m, cell.n, cell.k)]
        self.assertEqual((shapes.side(0), shapes.side(0.5), shapes.side(1)), (4, 128, 4096))
        self.assertTrue(all(4 <= side <= 4096 for side in sides))
        for low, high in ((4, 16), (16, 64), (64, 256), (256, 1024)):  # a fifth each, and more: large products are drawn again
            self.assertAlmostEqual(sum(low <= side < high for side in sides) / len(sides), 0.2, delta=0.02)
        self.assertLessEqual(max(cell.flops for cell in drawn), shapes.MOST_FLOPS)
        for kind, operations in (("s", 4), ("d", 4), ("c", 9), ("z", 9)):
            of_kind = [cell for cell in drawn if cell.type == kind]
            self.assertAlmostEqual(len(of_kind) / len(drawn), 0.25, delta=0.03)
            self.assertEqual(len({cell.words for cell in of_kind}), operations)
        turned = next(cell for cell in drawn if cell.words == "A^H B^T")
        self.assertEqual(turned.extra, ("--trans-a=c", "--trans-b=t"))
        self.assertEqual(next(cell for cell in drawn if cell.words == "A B").extra, ())

    def test_classes(self):
        for m, n, k, wanted in (
            (32, 32, 32, "tiny"), (4, 4, 4, "tiny"), (33, 4, 4, "small"), (128, 128, 128, "small"), (8, 100, 128, "small"),
            (8, 129, 4, "vector-like"), (4096, 8, 4096, "vector-like"), (9, 9, 129, "inner product"),
            (400, 400, 100, "rank update"), (400, 400, 101, "square-ish"), (399, 400, 100, "square-ish"),
            (100, 100, 400, "inner product"), (100, 100, 399, "square-ish"), (100, 400, 400, "few rows"),
            (101, 400, 400, "square-ish"), (4096, 16, 16, "few columns"),
            (4096, 64, 16, "rank update"), (2048, 2048, 2048, "square-ish"),
        ):
            with self.subTest(f"{m} {n} {k}"):
                self.assertEqual(shapes.class_of(m, n, k), wanted)

    def test_every_shape_has_a_class_and_every_class_has_shapes(self):
        sides = [shapes.side(step / 15) for step in range(16)]
        met = {shapes.class_of(m, n, k) for m in sides for n in sides for k in sides}
        self.assertEqual(met, set(shapes.CLASSES))
        self.assertEqual({shapes.class_of(cell.m, cell.n, cell.k) for cell in shapes.draw(11, 200, 1)}, set(shapes.CLASSES))


FIRST_SHAPES = ["random s 23 x 124, k = 90, A^T B^T; 1", "random s 23 x 124, k = 90, A^T B^T; 2",
                "random c 5 x 1312, k = 80, A^H B; 1", "random c 5 x 1312, k = 80, A^H B; 2"]


class RandomSummary(unittest.TestCase):
    def setUp(self):
        def cell(m, n, k, threads):
            return cells.Cell("random", "d", m, n, k, threads, (), "A B")
        self.cells = [cell(16, 16, size, 1) for size in (4, 8, 16)]
        self.cells += [cell(500, 500, 500, 1), cell(500, 500, 500, 2), cell(9, 9, 9, 1)]
        rows = [{"ratio": ratio, "best": "blis", "problem": "", "gflops": 10, "peers": {"blis": 10 / ratio, "mkl": 5}}
                for ratio in (0.5, 2.0, 1.0, 0.8, 1.2)]
        self.rows = {cell.key: row for cell, row in zip(self.cells, [*rows, {"problem": "killed"}])}

    def test_geometric_mean(self):
        self.assertAlmostEqual(judge.geometric_mean([0.5, 2, 8]), 2)
        self.assertAlmostEqual(judge.geometric_mean([1e-300] * 4), 1e-300)

    def test_figures_of_a_number_of_threads(self):
        one = random_summary.summary_of(1, self.cells, self.rows)
        self.assertEqual((one["threads"], one["shapes"], one["behind"]), (1, 4, 0.5))
        self.assertAlmostEqual(one["mean"], 0.8**0.25)
        self.assertEqual((one["low"], one["high"]), judge.quartiles([0.5, 0.8, 1, 2]))
        self.assertEqual([shape["ratio"] for shape in one["behind_shapes"]], [0.5, 0.8])
        self.assertAlmostEqual(one["peers"]["mkl"], 2)
        tiny, square = one["classes"]
        self.assertEqual((tiny["class"], tiny["shapes"], square["class"], square["shapes"]), ("tiny", 3, "square-ish", 1))
        self.assertAlmostEqual(tiny["mean"], 1)
        self.assertEqual(tiny["worst"]["shape"], "d 16 x 16, k = 4, A B")

    def test_nothing_measured_has_no_summary(self):
        self.assertIsNone(random_summary.summary_of(3, self.cells, self.rows))
        self.assertEqual(random_summary.summaries_of(self.cells, {}), [])

    def test_bars_and_aims_are_shown(self):
        summaries = random_summary.summaries_of(self.cells, self.rows)
        text = "\n".join(line for one in summaries for line in random_summary.printed(one))
        self.assertIn("1 thread, 4 shapes: geometric mean 0.946 (bar 1.00, aim 1.05, under its bar)", text)
        self.assertIn("2 threads, 1 shape: geometric mean 1.200 (bar 1.10, aim 1.15), quartiles 1.200 and 1.200, 0 % ", text)
        self.assertIn("  tiny (3): 1.000; worst 0.500 of blis, d 16 x 16, k = 4, A B", text)

    def test_the_section(self):
        text = random_summary.section(7, 3, random_summary.summaries_of(self.cells, self.rows), ["d 9: killed"])
        self.assertIn("3 shapes drawn from seed 7", text)
        self.assertIn("| 1 | 4 | **0.946** | 1.00 | 1.05 |", text)
        self.assertIn("| 2 | 1 | 1.200 | 1.10 | 1.15 reached |", text)
        self.assertIn("| square-ish | 1 | 1 | **0.800** | 0.800 of blis: d 500, A B | 0.80 | 2.00 |", text)
        self.assertIn("- 0.500 of blis: d 16 x 16, k = 4, A B (tiny)", text)
        self.assertIn("- d 9: killed", text)


class Options(unittest.TestCase):
    def test_a_bad_number_gets_one_line(self):
        for option, text, wanted in (("--random", "x", "x is not possible; use 1 to 10000"), ("--random", "0", "use 1 to 10000"),
                                     ("--random", "-3", "-3 is not possible"), ("--random", "", "use 1 to 10000"),
                                     ("--random", "10001", "use 1 to 10000"), ("--random", "1.5", "1.5 is not possible"),
                                     ("--seed", "-1", "use 0 to 4294967295"), ("--seed", "abc", "use 0 to 4294967295"),
                                     ("--seconds", "0", "use 1 to 3600 seconds")):
            with self.subTest(option + text):
                ended = subprocess.run([sys.executable, "-B", run.__file__, f"{option}={text}"], capture_output=True, text=True,
                                       check=False)
                self.assertEqual((ended.returncode, len(ended.stderr.splitlines()), ended.stdout), (2, 1, ""))
                self.assertIn(f"argument {option}: ", ended.stderr)
                self.assertIn(wanted, ended.stderr)

    def options(self, folder, **given):
        return argparse.Namespace(**{"quick": False, "random": None, "seed": None, "resume": False, "build": folder, **given})

    def test_a_run_that_goes_on_keeps_its_shapes(self):
        with tempfile.TemporaryDirectory() as folder:
            options = self.options(folder, seed=4)
            store = run.store_of(options)
            state = run.begun_state(options, 2, store)
            self.assertEqual(state["random"], {"seed": 4, "count": 40, "alone": False})
            drawn = page.random_cells(state)
            for cell in (drawn[0], drawn[1], drawn[20], cells.all_cells(2)[0]):
                run.add(state, cell, document(result("numapack", [9]), result("blis", [10])))
            with contextlib.redirect_stderr(io.StringIO()):
                run.save(state, store, Path(folder) / "page.md")
            self.assertIn("Random shapes", (Path(folder) / "page.md").read_text(encoding="utf-8"))
            again = run.begun_state(self.options(folder, resume=True), 2, store)
            self.assertEqual((again["random"]["seed"], len(again["rows"])), (4, 4))
            other = run.begun_state(self.options(folder, resume=True, seed=5), 2, store)
            self.assertEqual(set(other["rows"]), {cells.all_cells(2)[0].key})

    def test_random_shapes_alone_have_a_store_and_a_page_of_their_own(self):
        with tempfile.TemporaryDirectory() as folder:
            options = self.options(folder, random=3, seed=1)
            state = run.begun_state(options, 2, run.store_of(options))
            self.assertEqual(run.store_of(options).name, "results-random.json")
            chosen = run.chosen_cells(2, False, "", state["random"])
            self.assertEqual(chosen, shapes.draw(1, 3, 2))
            self.assertGreater(len(run.chosen_cells(2, False, "", {**state["random"], "alone": False})), 90 + 6)
            run.add(state, chosen[0], document(result("numapack", [9]), result("blis", [10])))
            text = page.page_text(state, "")
            self.assertIn("# Benchmarks: random shapes", text)
            self.assertIn("make bench RANDOM=3`", text)
            self.assertNotIn("cells measured", text)
            self.assertNotIn("Under their bars", text)

    def test_a_new_run_has_a_new_seed(self):
        options = self.options("/nowhere")
        seeds = {run.begun_state(options, 2, Path("/nowhere"))["random"]["seed"] for _ in range(4)}
        self.assertGreater(len(seeds), 1)


class BeforeAfter(unittest.TestCase):
    def test_the_quick_cells_the_small_squares_and_the_factorisations(self):
        quick = before_after.chosen_cells(2, True, "")
        self.assertLess({cell.key for cell in cells.all_cells(2) if cell.quick}, {cell.key for cell in quick})
        self.assertLess({8, 12, 16, 24, 32, 48, 64}, {cell.n for cell in quick if cell.family == "small"})
        self.assertEqual(sum(cell.family == before_after.FACTOR for cell in quick), 6)
        self.assertEqual(len({cell.key for cell in quick}), len(quick))
        self.assertTrue(all(cell.n == 512 for cell in before_after.chosen_cells(2, True, "factor d 512")))

    def test_arguments_name_both_libraries(self):
        def words(cell):
            return " ".join(before_after.arguments("numapack", cell, "/a.so", "/b.so", 5, 50))
        stored = next(cell for cell in cells.all_cells(2) if cell.words == "row-major")
        self.assertIn("--row-major", words(stored))
        self.assertNotIn("--plain", words(stored))
        self.assertIn("--library /a.so --peer second=/b.so --json -", words(stored))
        factor = before_after.chosen_cells(2, True, before_after.FACTOR)[0]
        self.assertIn("linpack -n 512 --threads 1", words(factor))
        self.assertIn("--library first=/a.so --library second=/b.so --json -", words(factor))

    def rows(self, *ratios):
        chosen = before_after.chosen_cells(1, True, "")
        small = [cell for cell in chosen if cell.family == "small" and cell.n <= 64]
        some = [small[0], small[1], chosen[0]]
        return some, {cell.key: {"problem": "", "ratio": ratio} for cell, ratio in zip(some, ratios)}

    def test_a_row_is_the_median_of_the_rounds_of_all_trials(self):
        some, _ = self.rows()
        trials = [document(result("numapack", [9, 11, 10]), result("before", [10, 10, None])),
                  document(result("numapack", [10]), result("after", [12]))]  # they have changed places
        row = before_after.row_of(some[0], trials)
        self.assertEqual((row["ratio"], row["rounds"], row["after"], row["before"]), (1.1, 3, 11, 10))
        dead = before_after.row_of(some[0], [document(result("numapack", []), result("second", [], failure="killed"))])
        self.assertEqual(dead["problem"], "before: killed")

    def test_the_least_the_mean_and_small_calls(self):
        some, rows = self.rows(0.98, 0.99, 1.05)
        summary = before_after.summary_of(some, rows)
        self.assertEqual((summary["cells"], summary["slower"]), (3, []))
        self.assertEqual((summary["least"], summary["least_cell"]), (0.98, some[0].key))
        self.assertAlmostEqual(summary["mean"], judge.geometric_mean([0.98, 0.99, 1.05]))
        self.assertAlmostEqual(summary["small"], judge.geometric_mean([0.98, 0.99]))
        text = "\n".join(before_after.printed(summary))
        self.assertIn("3 cells: geometric mean 1.0062 (reaches 1.00)", text)
        self.assertIn("least 0.9800 (reaches 0.97): d 8 on 1", text)
        self.assertIn("squares of n = 8 to 64: geometric mean 0.9850 (below 1.00)", text)

    def test_a_slower_cell_is_named(self):
        some, rows = self.rows(1, 1, 0.969)
        summary = before_after.summary_of(some, rows)
        self.assertEqual(summary["slower"], [some[2].key])
        self.assertIn("below 0.97", "\n".join(before_after.printed(summary)))
        self.assertIsNone(before_after.summary_of(some, {some[0].key: {"problem": "killed"}}))

    def test_no_library_gets_one_line(self):
        for arguments, wanted in (([], "required: --before"), (["--before=/nowhere/lib.so"], "/nowhere/lib.so is no file"),
                                  (["--before="], "nothing is no file"), ([f"--before={__file__}", "--after=/"], "/ is no file")):
            with self.subTest(wanted):
                ended = subprocess.run([sys.executable, "-B", before_after.__file__, *arguments], capture_output=True, text=True,
                                       check=False)
                self.assertEqual((ended.returncode, len(ended.stderr.splitlines()), ended.stdout), (2, 1, ""))
                self.assertIn(wanted, ended.stderr)


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
