# SPDX-License-Identifier: BSD-3-Clause
"""Tests of the benchmark's random shapes: how they are drawn, what they come to, and their options."""

import argparse
import contextlib
import io
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from documents import document, result

import cells
import judge
import page
import random_summary
import run
import shapes


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

    def test_a_quick_run_keeps_time_for_them(self):
        budget = run.Budget(True)

        def effort_of(cell):
            return cells.effort_within(cell, 6, 40, budget.seconds_of(cell), budget.most_rounds)
        for seed in range(10):
            chosen = run.chosen_cells(2, True, "", {"seed": seed, "count": budget.random_shapes, "alone": False})
            first_random = next(number for number, cell in enumerate(chosen) if cell.random)
            kept = run.reserved(chosen[0], chosen[1:], effort_of)
            self.assertAlmostEqual(kept, sum(effort_of(cell).seconds for cell in chosen[first_random:]))
            self.assertLess(kept, 120)
            self.assertEqual(run.reserved(chosen[first_random], chosen[first_random + 1:], effort_of), 0)

    def test_a_new_run_has_a_new_seed(self):
        options = self.options("/nowhere")
        seeds = {run.begun_state(options, 2, Path("/nowhere"))["random"]["seed"] for _ in range(4)}
        self.assertGreater(len(seeds), 1)


if __name__ == "__main__":
    unittest.main()
