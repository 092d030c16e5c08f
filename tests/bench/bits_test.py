# SPDX-License-Identifier: BSD-3-Clause
"""Tests of the count of calls whose bits depend on threads."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench" / "compare"))

import bits  # noqa: E402

# A gemm whose first element says how many threads it was told of.
LIBRARY = """
#include <stdlib.h>
void cblas_sgemm(int l, int a, int b, int m, int n, int k, float x, const float* p, int lda, const float* q, int ldb, float y, float* c, int ldc) {
  c[0] = THREADS;
}
void cblas_dgemm(int l, int a, int b, int m, int n, int k, double x, const double* p, int lda, const double* q, int ldb, double y, double* c, int ldc) {
  c[0] = THREADS;
}
"""


class Bits(unittest.TestCase):
    def test_a_seed_gives_the_same_calls_whatever_their_number(self) -> None:
        self.assertEqual(bits.draw(3, 50)[:10], bits.draw(3, 10))
        self.assertNotEqual(bits.draw(3, 10), bits.draw(4, 10))
        for kind, _, _, *sizes in bits.draw(1, 500):
            self.assertIn(kind, "sd")
            self.assertTrue(all(1 <= size <= bits.MOST for size in sizes))

    def test_counts_what_differs(self) -> None:
        self.assertEqual(bits.differing(["a", "b", "c"], ["a", "x", "c"]), 1)
        with self.assertRaises(RuntimeError):
            bits.differing(["a"], [])

    def test_sees_a_library_that_depends_on_threads_and_one_that_does_not(self) -> None:
        try:
            import numpy  # noqa: F401
        except ImportError:
            self.skipTest("numpy is not installed")
        with tempfile.TemporaryDirectory() as folder:
            found = {}
            for name, threads in (("steady", "1"), ("moody", 'atoi(getenv("OMP_NUM_THREADS"))')):
                source = Path(folder, f"{name}.c")
                source.write_text(LIBRARY.replace("THREADS", threads), encoding="utf-8")
                subprocess.run(["cc", "-shared", "-fPIC", "-o", f"{folder}/{name}.so", str(source)], check=True)
                found[name] = f"{folder}/{name}.so"
            found["missing"] = f"{folder}/missing.so"
            lines = bits.table(5, 1, found).splitlines()
        self.assertEqual(lines[2:4], ["| steady | 0 | 0 |", "| moody | 5 | 0 |"])
        self.assertIn("not measured: ", lines[4])


if __name__ == "__main__":
    unittest.main()
