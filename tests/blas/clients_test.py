# SPDX-License-Identifier: BSD-3-Clause
"""Programs that know nothing of numapack, with libnumapack_blas preloaded: the test programs of the reference BLAS (levels
2 and 3, Fortran and CBLAS; Debian's libblas-test) pass as many tests as without, and Debian's NumPy solves what it solves."""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

LIBRARY = str(Path(sys.argv.pop()).resolve(strict=True))
PROGRAMS = next(Path("/usr/lib").glob("*/blas/xblat3d"), Path("/nowhere/xblat3d")).parent
# In a process of its own, because `dpotrf_` and others are bound when NumPy is loaded.
NUMPY = """
import numpy as np
random = np.random.default_rng(7)
for dtype in (np.float32, np.float64, np.complex64, np.complex128):
    eps = np.finfo(dtype).eps
    a, b = (random.standard_normal((150, 150)).astype(dtype) for _ in range(2))
    if np.iscomplexobj(a): a += 1j * a.T
    wide = np.clongdouble if np.iscomplexobj(a) else np.longdouble
    size = np.linalg.norm
    assert size(a @ b - a.astype(wide) @ b.astype(wide)) <= 150 * eps * size(a) * size(b)
    assert size(a @ a.T - a.astype(wide) @ a.T.astype(wide)) <= 150 * eps * size(a) ** 2
    x = np.linalg.solve(a, b)
    assert size(a @ x - b) <= 1500 * eps * size(a) * size(x)
    definite = a @ a.conj().T + 150 * np.eye(150, dtype=dtype)
    l = np.linalg.cholesky(definite)
    assert size(l @ l.conj().T - definite) <= 1500 * eps * size(definite)
    q, r = np.linalg.qr(a)
    assert size(q @ r - a) <= 1500 * eps * size(a)
    u, s, v = np.linalg.svd(a)
    assert size(u * s @ v - a) <= 1500 * eps * size(a)
    w, z = np.linalg.eigh(definite)
    assert size(definite @ z - z * w) <= 1500 * eps * size(definite)
    assert size(np.linalg.inv(definite) @ definite - np.eye(150)) <= 15000 * eps * np.linalg.cond(definite)
print("solved", [line for line in open("/proc/self/maps") if "libnumapack_blas" in line] != [])
"""


def run(command, preload, stdin=None, **environment):
    environment = {**os.environ, **environment, **({"LD_PRELOAD": LIBRARY} if preload else {})}
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(command, stdin=stdin, env=environment, cwd=folder, capture_output=True, text=True, timeout=300,
                              errors="replace")
        files = [path.read_text(errors="replace") for path in sorted(Path(folder).iterdir())]
    return done.returncode, "\n".join([done.stdout, done.stderr, *files])


class Netlib(unittest.TestCase):
    def outcome(self, program, values, preload):
        with open(PROGRAMS / values, encoding="ascii") as stdin:
            # Next to the reference BLAS, which has what its programs require.
            status, said = run([PROGRAMS / program], preload, stdin, LD_LIBRARY_PATH=str(PROGRAMS))
        self.assertEqual(status, 0, said)
        self.assertNotIn("cannot be preloaded", said)
        # Some lines begin with a character for a printer.
        return sorted(re.findall(r"(\w+)\s+PASSED THE ([A-Z-]+(?: TESTS| COMPUTATIONAL)?)", said)), said

    def test_programs_pass_as_with_the_reference(self):
        if not PROGRAMS.is_dir():
            self.skipTest("the test programs of the reference BLAS are not installed (libblas-test)")
        for letter in "sdcz":
            for program, values in ((f"xblat2{letter}", f"{letter}blat2.in"), (f"xblat3{letter}", f"{letter}blat3.in"),
                                    (f"x{letter}cblat2", f"{letter}in2"), (f"x{letter}cblat3", f"{letter}in3")):
                with self.subTest(program):
                    without, _ = self.outcome(program, values, preload=False)
                    passed, said = self.outcome(program, values, preload=True)
                    self.assertGreater(len(without), 5)
                    self.assertEqual(passed, without, said)
                    self.assertNotRegex(said, r"FAIL|\*\*\*\*")


class NumPy(unittest.TestCase):
    def test_solves(self):
        if subprocess.run(["/usr/bin/python3", "-c", "import numpy"], capture_output=True, check=False).returncode != 0:
            self.skipTest("there is no NumPy for /usr/bin/python3 (python3-numpy)")
        status, said = run(["/usr/bin/python3", "-c", NUMPY], preload=True)
        self.assertEqual((status, said.strip()), (0, "solved True"), said)


if __name__ == "__main__":
    unittest.main()
