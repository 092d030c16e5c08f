# SPDX-License-Identifier: BSD-3-Clause
"""Tests of the comparison of two builds of numapack: its cells, commands and figures."""

import subprocess
import sys
import unittest

from documents import document, result

import before_after
import cells
import judge


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
        older = {**document(result("numapack", [9])), "left_out": [{"library": "second", "lacks": "dtrmm"}]}
        self.assertEqual(before_after.row_of(some[0], [older])["problem"], "second: it has no dtrmm")

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


if __name__ == "__main__":
    unittest.main()
