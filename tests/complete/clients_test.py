# SPDX-License-Identifier: BSD-3-Clause
"""Programs that know nothing of numapack, on the complete libblas.so.3 and liblapack.so.3: the reference BLAS's own test
programs (Debian's libblas-test) pass what they pass with the reference; NumPy solves; callers at once, in children too."""

import ctypes
import os
import re
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

DIRECTORY = Path(sys.argv.pop()).resolve(strict=True)
HERE = Path(__file__).parent
PROGRAMS = next(Path("/usr/lib").glob("*/blas/xblat3d"), Path("/nowhere/xblat3d")).parent


def run(command, libraries, stdin=subprocess.DEVNULL, **environment):
    """(its exit code, all that it said), with these libraries before all others."""
    environment = {**os.environ, "LD_LIBRARY_PATH": str(libraries), **environment}
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(command, stdin=stdin, env=environment, cwd=folder, capture_output=True, text=True, timeout=300,
                              errors="replace", check=False)
        files = [path.read_text(errors="replace") for path in sorted(Path(folder).iterdir())]
    return done.returncode, "\n".join([done.stdout, done.stderr, *files])


class Netlib(unittest.TestCase):
    def outcome(self, program, values, libraries):
        with open(PROGRAMS / values if values else os.devnull, encoding="ascii") as stdin:
            status, said = run([PROGRAMS / program], libraries, stdin)
        self.assertEqual(status, 0, said)
        passed = re.findall(r"(\w+)\s+PASSED THE ([A-Z-]+(?: TESTS| COMPUTATIONAL)?)", said)
        return sorted([*passed, *re.findall("-----? PASS -----?", said)]), said

    def test_programs_pass_as_with_the_reference(self):
        if not PROGRAMS.is_dir():
            self.skipTest("the test programs of the reference BLAS are not installed (libblas-test)")
        for letter in "sdcz":
            for program, values in ((f"xblat1{letter}", None), (f"x{letter}cblat1", None),
                                    (f"xblat2{letter}", f"{letter}blat2.in"), (f"xblat3{letter}", f"{letter}blat3.in"),
                                    (f"x{letter}cblat2", f"{letter}in2"), (f"x{letter}cblat3", f"{letter}in3")):
                with self.subTest(program):
                    wanted, _ = self.outcome(program, values, PROGRAMS)
                    passed, said = self.outcome(program, values, DIRECTORY)
                    self.assertGreaterEqual(len(wanted), 9)
                    self.assertEqual(passed, wanted, said)
                    self.assertNotRegex(said, r"FAIL|\*\*\*\*")


class NumPy(unittest.TestCase):
    def solves(self, **environment):
        if run(["/usr/bin/python3", "-c", "import numpy"], DIRECTORY)[0] != 0:
            self.skipTest("there is no NumPy for /usr/bin/python3 (python3-numpy)")
        status, said = run(["/usr/bin/python3", "-B", HERE / "numpy_solves.py"], DIRECTORY, **environment)
        self.assertEqual(status, 0, said)
        self.assertRegex(said, r"^solved by libnumapack\.so\.\S+ libnumapack_blas3\.so\.\S+ libnumapack_lapack3\.so\.\S+\s*$")

    def test_solves(self):
        self.solves()

    def test_solves_with_what_is_held(self):
        # Nobody else is asked, and nothing is said.
        self.solves(NUMAPACK_ROUTINES="-all")


class Held(unittest.TestCase):
    """What numapack does not have itself."""

    N = 400

    @classmethod
    def setUpClass(cls):
        cls.blas = ctypes.CDLL(str(DIRECTORY / "libblas.so.3"))

    def products(self):
        """x = A x by a triangle, then A = A + x x^T: both take workspace of the library that is held."""
        n = self.N
        a = (ctypes.c_double * (n * n))(*((7 * i % 11 - 5) / 64 for i in range(n * n)))
        x = (ctypes.c_double * n)(*(1 + i % 3 for i in range(n)))
        self.blas.cblas_dtrmv(102, 121, 111, 131, n, a, n, x, 1)
        self.blas.cblas_dsyr(102, 122, n, ctypes.c_double(0.5), x, 1, a, n)
        return bytes(x), bytes(a)

    def test_many_callers_at_once(self):
        wanted, answers = self.products(), []

        def call():
            for _ in range(5):
                answers.append(self.products())

        threads = [threading.Thread(target=call) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(answers), 40)
        self.assertEqual(set(answers), {wanted})

    def test_in_a_child(self):
        wanted = self.products()
        child = os.fork()
        if child == 0:
            os._exit(0 if self.products() == wanted else 1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)

    def test_what_is_no_number_stays_so(self):
        n, one = ctypes.byref(ctypes.c_int(20)), ctypes.byref(ctypes.c_int(1))
        for letter, real, parts in (("s", ctypes.c_float, 1), ("d", ctypes.c_double, 1), ("c", ctypes.c_float, 2),
                                    ("z", ctypes.c_double, 2)):
            for alpha, before in ((0.0, float("inf")), (0.0, float("nan")), (float("nan"), 1.0)):
                x = (real * (20 * parts))(*[before] * (20 * parts))
                getattr(self.blas, f"{letter}scal_")(n, (real * parts)(*[alpha] * parts), x, one)
                self.assertTrue(all(value != value for value in x), (letter, alpha, before, list(x)))

    def test_starts_no_threads(self):
        status, said = run([sys.executable, "-c", f"import ctypes, os; ctypes.CDLL('{DIRECTORY}/liblapack.so.3'); "
                            "print(len(os.listdir('/proc/self/task')))"], DIRECTORY)
        self.assertEqual((status, said.strip()), (0, "1"))


if __name__ == "__main__":
    unittest.main()
