# SPDX-License-Identifier: BSD-3-Clause
"""libnumapack_batch in a program without xerbla_: it computes whatever the environment says, and what it cannot do gets a line."""

import os
import subprocess
import sys
import unittest

BATCH = sys.argv.pop(1)

PROGRAM = """
import ctypes, sys
library = ctypes.CDLL(sys.argv[1])
by_fortran, ldc, stride_c = sys.argv[2] == "fortran", int(sys.argv[3]), int(sys.argv[4])
ones, c = (ctypes.c_double * 32)(*[1] * 32), (ctypes.c_double * 32)(*[-7] * 32)
integer, number = ctypes.c_int, ctypes.c_double
before = [integer(4)] * 3 + [number(2), ones, integer(4), integer(16), ones, integer(4), integer(16), number(0), c]
after = [integer(ldc), integer(stride_c), integer(2)]
if by_fortran:
    by_address = lambda value: value if value is ones or value is c else ctypes.byref(value)
    library.dgemm_batch_strided_(b"N", b"N", *map(by_address, before + after))
else:
    library.cblas_dgemm_batch_strided(integer(102), integer(111), integer(111), *before, *after)
print(set(c))
"""


def run(name="cblas", ldc=4, stride_c=16, **settings):
    environment = {**os.environ, "NUMAPACK_PROFILE": "none", **settings}
    done = subprocess.run([sys.executable, "-c", PROGRAM, BATCH, name, str(ldc), str(stride_c)], env=environment,
                          capture_output=True, text=True, timeout=60)
    return done.stdout.strip(), done.stderr, done.returncode


class Settings(unittest.TestCase):
    def test_that_make_no_sense_count_as_not_set(self):
        for name in ("cblas", "fortran"):
            self.assertEqual(run(name), ("{8.0}", "", 0))
            for setting in ("BITS=avx9", "NUM_THREADS=abc", "CHECKED=abc", "KERNEL=nonesuch", "BIND=2"):
                with self.subTest(name=name, setting=setting):
                    variable, value = ("NUMAPACK_" + setting).split("=")
                    c, said, status = run(name, **{variable: value})
                    self.assertEqual((c, status, said.count("\n")), ("{8.0}", 0, 1), said)
                    self.assertRegex(said, f'^numapack: {variable}: .*"{value}".*; now it counts as not set\n$')

    def test_leave_a_refusal_a_line(self):
        for name, routine, place in (("cblas", "cblas_dgemm_batch_strided", 15), ("fortran", "DGEMM_BATCH_STRIDED", 14)):
            c, said, _ = run(name, stride_c=8, NUMAPACK_CHECKED="1")
            self.assertEqual(c, "{-7.0}")
            self.assertRegex(said, f"^numapack: {routine} was not done: .*c of problem 1 .* shares memory with c of problem 0")
            self.assertIn(f"On entry to {routine} parameter number {place} had an illegal value", said)
            c, said, _ = run(name, ldc=3)
            self.assertEqual(c, "{-7.0}")
            self.assertEqual(
                said, f" ** On entry to {routine} parameter number {place + 1} had an illegal value\n")


if __name__ == "__main__":
    unittest.main()
