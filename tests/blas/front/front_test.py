# SPDX-License-Identifier: BSD-3-Clause
"""front_test.py PROGRAM LIBRARY: behind a front that has its names, the library hands nothing back to it that came from there."""

import os
import subprocess
import sys
import unittest

PROGRAM, LIBRARY = sys.argv[1:]
del sys.argv[1:]


class Front(unittest.TestCase):
    def test_every_call_ends(self):
        # Also what is left to the program's own BLAS, which is the front.
        for left in ({}, {"NUMAPACK_ROUTINES": "-gemm"}, {"NUMAPACK_ROUTINES": "-all"}, {"NUMAPACK_MIN_SIZE": "100"}):
            with self.subTest(**left):
                done = subprocess.run([PROGRAM], env={**os.environ, "BACKEND": LIBRARY, **left}, capture_output=True,
                                      text=True, timeout=60, check=False)
                self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "ok\n", ""))


if __name__ == "__main__":
    unittest.main()
