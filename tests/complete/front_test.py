# SPDX-License-Identifier: BSD-3-Clause
"""front_test.py FOLDER PROGRAM…: the complete library as a backend of a front such as FlexiBLAS (front.c), one program for each
width of integers, called front_lp64 and front_ilp64."""

import os
import subprocess
import sys
import unittest
from pathlib import Path

FOLDER = Path(sys.argv[1]).resolve(strict=True)
PROGRAMS = sys.argv[2:]
del sys.argv[1:]
LISTS = Path(__file__).parents[2] / "src/blas/complete"
# What FlexiBLAS replaces by loops of its own where a backend lacks them.
BEYOND = [f"{before}{letter}{routine}" for letter in "sdcz" for routine in ("axpby", "geadd", "imatcopy", "omatcopy") for before in ("", "cblas_")]


def listed(part):
    return [line for line in (LISTS / f"{part}_names.txt").read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


def run(program, library, names=(), **variables):
    environment = {**os.environ, "BACKEND": str(FOLDER / library), "NUMAPACK_PROFILE": "none", **variables}
    environment.pop("LD_LIBRARY_PATH", None)
    done = subprocess.run([program, *names], env=environment, capture_output=True, text=True, timeout=120, check=False)
    return done.returncode, done.stdout, done.stderr


class Backend(unittest.TestCase):
    def each(self):
        for program in PROGRAMS:
            width = Path(program).name.removeprefix("front_")
            with self.subTest(width=width):
                yield program, f"libnumapack_{width}.so.0"

    def test_is_complete_and_never_comes_back(self):
        names = listed("blas") + [name if name.startswith("cblas_") else name + "_" for name in BEYOND]
        # LAPACK's versions differ; what all have had since 3.2.
        names += [name for name in listed("lapack") if name.endswith(("gesv_", "getrf_", "gesvd_", "geev_", "syevd_", "gels_", "ggev_"))]
        self.assertGreater(len(names), 390)
        for program, library in self.each():
            for left in ({}, {"NUMAPACK_ROUTINES": "-gemm"}, {"NUMAPACK_ROUTINES": "-all"}, {"NUMAPACK_MIN_SIZE": "100"}):
                self.assertEqual(run(program, library, names, **left), (0, "ok\n", ""), left)

    def test_needs_no_other_blas(self):
        for _, library in self.each():
            said = subprocess.run(["readelf", "-d", FOLDER / library], check=True, capture_output=True, text=True).stdout
            self.assertNotRegex(said, r"NEEDED.*lib(blas|lapack|openblas|cblas)\b")
            self.assertIn(f"soname: [{library}]", said)

    def test_a_library_that_lacks_a_name_is_told_apart(self):
        for program, library in self.each():
            self.assertEqual(run(program, library, ["dno_such_"])[:2], (1, "missing dno_such_\n"))
            # The drop-in has no level 1.
            self.assertEqual(run(program, "libnumapack_blas.so.0")[0], 3)


if __name__ == "__main__":
    unittest.main()
