# SPDX-License-Identifier: BSD-3-Clause
"""The complete libblas.so.3 and liblapack.so.3 show what their lists in src/blas/complete/ have, which is all that Debian's
reference shows, and nothing of the libraries that they hold."""

import re
import subprocess
import sys
import unittest
from pathlib import Path

DIRECTORY = Path(sys.argv.pop()).resolve(strict=True)
LISTS = Path(__file__).parents[2] / "src/blas/complete"
REFERENCE = {part: next(Path("/usr/lib").glob(f"*/{part}/lib{part}.so.3"), None) for part in ("blas", "lapack")}
# In both libraries of the reference; here LAPACK takes them from the BLAS.
OF_THE_BLAS = {"lsame_", "xerbla_", "xerbla_array_"}


def symbols(path, kind):
    said = subprocess.run(["nm", "-D", f"--{kind}-only", path], check=True, capture_output=True, text=True).stdout
    return {line.split()[-1] for line in said.splitlines()}


def shown(part):
    return symbols(DIRECTORY / f"lib{part}.so.3", "defined")


def listed(part):
    lines = (LISTS / f"{part}_names.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


class Exports(unittest.TestCase):
    maxDiff = None

    def test_lists_are_sorted(self):
        for part in ("blas", "lapack"):
            self.assertEqual(listed(part), sorted(set(listed(part))))

    def test_the_blas_is_its_list(self):
        self.assertEqual(sorted(shown("blas")), listed("blas"))

    def test_lapack_is_of_its_list(self):
        # LAPACK's versions differ by some names.
        self.assertEqual(sorted(shown("lapack") - set(listed("lapack"))), [])
        self.assertGreater(len(shown("lapack")), 1900)

    def test_nothing_of_the_reference_is_missing(self):
        for part, library in REFERENCE.items():
            if library is None:
                self.skipTest(f"there is no reference to compare with (lib{part}3)")
            wanted = symbols(library, "defined")
            if part == "lapack":
                wanted -= OF_THE_BLAS
            self.assertGreater(len(wanted), 300)
            self.assertEqual(sorted(wanted - shown(part)), [])

    def test_no_routine_is_in_both(self):
        self.assertEqual(shown("blas") & shown("lapack"), set())

    def test_lapack_calls_the_blas_that_is_loaded(self):
        wanted = symbols(DIRECTORY / "liblapack.so.3", "undefined")
        for name in ("dgemm_", "dtrsm_", "dsymv_", "dnrm2_", "xerbla_"):
            self.assertIn(name, wanted)
        # A libblas.so.3 of others serves, too: it may have no CBLAS, and has no names of numapack's.
        self.assertEqual(sorted(name for name in wanted if re.match("cblas_|(dgemmt_|numapack_)$", name)), [])

    def test_names_by_which_both_are_found(self):
        for part in ("blas", "lapack"):
            library = DIRECTORY / f"lib{part}.so.3"
            said = subprocess.run(["readelf", "-d", library], check=True, capture_output=True, text=True).stdout
            self.assertIn(f"[lib{part}.so.3]", said)
            # threadpoolctl looks at the real file's name.
            self.assertRegex(library.resolve().name, rf"^libnumapack_{part}3\.so\.\d")


if __name__ == "__main__":
    unittest.main()
