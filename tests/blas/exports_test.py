# SPDX-License-Identifier: BSD-3-Clause
"""libnumapack_blas shows what src/blas/routines.txt lists and nothing else, and all names of a routine are one function."""

import re
import subprocess
import sys
import unittest
from pathlib import Path

ROOT, LIBRARY = Path(__file__).parents[2], sys.argv.pop()


def addresses():
    said = subprocess.run(["nm", "-D", "--defined-only", LIBRARY], check=True, capture_output=True, text=True).stdout
    return {fields[2]: fields[0] for fields in map(str.split, said.splitlines())}


def table():
    """(kind, name, types) of each routine."""
    for line in (ROOT / "src/blas/routines.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            kind, _, *names = line.split()
            yield from ((kind, *name.split(":")) for name in names)


def exported():
    yield from ("cblas_xerbla", "xerbla_")
    yield from (f"openblas_{verb}_num_threads{width}" for verb in ("get", "set") for width in ("", "64_"))
    for kind, name, types in table():
        for letter in types:
            yield from (before + letter + name + after for before in ("", "scipy_") for after in ("_", "_64_"))
            if kind != "lapack":
                yield from (f"{before}cblas_{letter}{name}{after}" for before in ("", "scipy_") for after in ("", "64_"))
                yield f"cblas_{letter}{name}_64"


def documented():
    """kind -> the routines that the page on the drop-in lists."""
    page = (ROOT / "docs/how-to/drop-in.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (level 3|level 2|LAPACK) \| (.*) \|$", page, re.MULTILINE)
    return {kind.replace(" ", "").lower(): set(re.findall(r"[a-z0-9]{3,}", re.sub(r"and|;[^;]*name only|\([^)]*\)", "", words))) for kind, words in rows}


class Exports(unittest.TestCase):
    maxDiff = None

    def test_are_the_list(self):
        self.assertEqual(sorted(addresses()), sorted(exported()))

    def test_are_documented(self):
        listed = {}
        for kind, name, types in table():
            if (kind, name) != ("lapack", "symv"):  # said in level 2's row
                listed.setdefault(kind, set()).add(name)
        self.assertEqual(documented(), listed)
        self.assertIn(f"lists all {len(addresses())} names", (ROOT / "docs/how-to/drop-in.md").read_text(encoding="utf-8"))

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
