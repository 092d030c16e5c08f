# SPDX-License-Identifier: BSD-3-Clause
"""libnumapack_blas shows what src/blas/exports.txt lists and nothing else, and all names of a routine are one function."""

import re
import subprocess
import sys
import unittest
from pathlib import Path

LIST, LIBRARY = Path(__file__).parents[2] / "src/blas/exports.txt", sys.argv.pop()


def addresses():
    said = subprocess.run(["nm", "-D", "--defined-only", LIBRARY], check=True, capture_output=True, text=True).stdout
    return {fields[2]: fields[0] for fields in map(str.split, said.splitlines())}


class Exports(unittest.TestCase):
    maxDiff = None

    def test_are_the_list(self):
        listed = [line for line in LIST.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
        self.assertEqual(listed, sorted(set(listed)))
        self.assertEqual(sorted(addresses()), listed)

    def test_other_names_are_the_same_functions(self):
        found = addresses()
        for name, address in found.items():
            own = re.sub("^scipy_", "", name)
            own = re.sub("^(cblas_.*[^_])64_$", r"\1_64", own)
            self.assertEqual(address, found[own], name)

    def test_hold_what_clients_bind(self):
        # NumPy 2's wheels, Julia's trampoline, Debian's NumPy.
        for name in ("scipy_cblas_dgemm64_", "scipy_dgetrf_64_", "dpotrf_64_", "cblas_zsyrk"):
            self.assertIn(name, addresses())

    def test_leave_alone_what_others_mean_otherwise(self):
        self.assertFalse([name for name in addresses() if "batch" in name])


if __name__ == "__main__":
    unittest.main()
