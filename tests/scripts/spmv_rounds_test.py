#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""spmv_rounds_test.py LIBRARY: bench/clients/spmv_rounds.py runs on small matrices and finds every y right. 77: there is no SciPy."""

import importlib.util
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "bench/clients/spmv_rounds.py"
PAGE = ROOT / "docs/reference/compute/spmv.md"
LIBRARY = sys.argv.pop()


def rounds(*words: str) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, "-B", str(SCRIPT), "--library", LIBRARY, "--elements", "20000", "--rounds", "2", *words],
                          capture_output=True, text=True, timeout=300, check=False)


class Rounds(unittest.TestCase):
    def test_each_kind_of_structure(self) -> None:
        names = ["2-d, 5 points", "band 50, half", "blocks of 3", "R-MAT, degree 8"]
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "found.json")
            done = rounds(*(word for name in names for word in ("--only", name)), "--json", str(file))
            self.assertEqual(done.returncode, 0, done.stderr)
            found = json.loads(file.read_text(encoding="utf-8"))["found"]
        self.assertEqual([one["structure"] for one in found], names)
        for one in found:
            self.assertGreater(one["elements"], 5000)
            self.assertEqual(len(one["seconds"]), 2)
            self.assertGreater(one["ratio"], 0)
            self.assertIn(one["structure"], done.stdout)

    def test_each_type(self) -> None:
        for letter in "sdcz":  # each y is compared with SciPy's
            done = rounds("--only", "2-d, 5 points", "--type", letter)
            self.assertEqual(done.returncode, 0, letter + done.stderr)

    def test_a_wrong_library_is_said(self) -> None:
        self.assertNotEqual(rounds("--library", "/missing.so", "--only", "tridiagonal").returncode, 0)

    def test_the_page_names_all_structures(self) -> None:
        sys.path.insert(0, str(SCRIPT.parent))
        from spmv_structures import STRUCTURES
        text = " ".join(PAGE.read_text(encoding="utf-8").split())
        self.assertEqual(len(STRUCTURES), 20)
        for name in STRUCTURES:
            self.assertIn(f"`{name}`", text)


if __name__ == "__main__":
    if importlib.util.find_spec("scipy") is None:
        sys.exit(77)
    unittest.main()
