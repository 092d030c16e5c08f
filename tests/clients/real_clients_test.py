# SPDX-License-Identifier: BSD-3-Clause
"""Programs that people run, under `numapack run`: the same answers as without, within bounds, and their own tests pass.
What is not installed is skipped with a line. Each is looked after by the dynamic linker's own word (LD_DEBUG=bindings),
since a test that passes without numapack shows nothing.

real_clients_test.py NUMAPACK [TestCase]: as its options, unittest's."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

NUMAPACK = str(Path(sys.argv.pop(1)).resolve(strict=True))
PYTHON = "/usr/bin/python3"  # Debian's, whose NumPy has Debian's BLAS
SCALAPACK = next(Path("/usr/lib").glob("*/scalapack/openmpi-tests/xdlu"), Path("/nowhere/xdlu")).parent
EPS = sys.float_info.epsilon


def run(*command, folder, numapack=True, **environment):
    """Exit status, standard output, standard error."""
    # mpirun asks twice whether root may
    environment = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", **environment}
    words = [str(word) for word in command]
    if numapack and words[0] == "mpirun":
        # as one does on a cluster: mpirun is no client, what it starts is
        at = words.index("--") + 1
        words[at:at] = [NUMAPACK, "run", "--threads", "1", "--"]
    elif numapack:
        words = [NUMAPACK, "run", "--", *words]
    done = subprocess.run(words, env=environment, cwd=folder, capture_output=True, text=True, timeout=400, errors="replace",
                          stdin=subprocess.DEVNULL, check=False)
    return done.returncode, done.stdout, done.stderr


class Client(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def need(self, *commands):
        for command in commands:
            if shutil.which(command) is None:
                self.skipTest(f"there is no {command} here")

    def need_modules(self, *modules):
        for module in modules:
            if not Path(PYTHON).exists() or subprocess.run([PYTHON, "-c", f"import {module}"], capture_output=True, check=False).returncode != 0:
                self.skipTest(f"there is no {module} for {PYTHON}")

    def fine(self, *command, **options):
        status, out, error = run(*command, folder=self.folder, **options)
        self.assertEqual(status, 0, out[-3000:] + error[-3000:])
        self.assertNotIn("numapack:", error, "what numapack cannot reach, it says")
        return out

    def check_reaches(self, symbols, *command):
        """The dynamic linker binds the client's calls of these to numapack."""
        with tempfile.TemporaryDirectory() as logs:
            self.fine(*command, LD_DEBUG="bindings", LD_DEBUG_OUTPUT=f"{logs}/log")
            bound = set()
            for log in Path(logs).iterdir():
                bound |= set(re.findall(r"to \S*/libnumapack_blas\S* \[0\]: normal symbol `(\w+)'", log.read_text(errors="replace")))
        self.assertEqual(set(symbols) - bound, set())

    def check_same_numbers(self, *command):
        """Numbers a line, "---" between one answer and the next: as far from those without numapack as rounding
        makes those of well-conditioned problems."""
        answers = [[[float(line) for line in part.split()] for part in self.fine(*command, numapack=numapack).split("---")]
                   for numapack in (True, False)]
        self.assertEqual([len(part) for part in answers[0]], [len(part) for part in answers[1]])
        self.assertGreater(len(answers[0]), 5)
        for index, (with_numapack, without) in enumerate(zip(*answers)):
            size = max(map(abs, without))
            self.assertGreater(size, 0)
            off = max(abs(x - y) for x, y in zip(with_numapack, without)) / size
            # n = 200, condition numbers below ten
            self.assertLessEqual(off, 10 * 200 * EPS, f"answer {index}")


class NumPy(Client):
    def test_own_tests(self):
        self.need_modules("numpy", "pytest")
        # one test asks for 100 s, whatever the BLAS
        suite = (PYTHON, "-B", "-m", "pytest", "--noconftest", "-q", "-rs", "-p", "no:cacheprovider", "-m", "not slow",
                 "--pyargs", "numpy.linalg")
        out = self.fine(*suite)
        self.assertRegex(out, r"\b([3-9]\d\d|\d{4}) passed")
        # NumPy's modules bring an xerbla that raises; where their BLAS calls it, a preloaded one must not hide it.
        if "xerbla not linked in" in out:
            self.assertIn("xerbla not linked in", self.fine(*suite, "-k", "xerbla", numapack=False))

    def test_calls_reach_numapack(self):
        self.need_modules("numpy")
        work = "import numpy as n; a = n.eye(99) + 1; n.linalg.inv(a); n.linalg.cholesky(a); n.linalg.qr(a); a @ a"
        self.check_reaches({"cblas_dgemm", "dgesv_", "dpotrf_", "dgeqrf_"}, PYTHON, "-c", work)

    def test_processes(self):
        self.need_modules("numpy")
        (self.folder / "work.py").write_text(PROCESSES, encoding="ascii")
        for method in ("fork", "spawn", "forkserver"):
            with self.subTest(method):
                self.assertEqual(self.fine(PYTHON, "-B", "work.py", method), "right\n")


# Whole numbers, so that products are exact. Children and grandchildren multiply while the parent has teams.
PROCESSES = """
import multiprocessing, sys
import numpy as np

def is_right(size):
    a = np.arange(size * size, dtype=float).reshape(size, size) % 7
    loaded = any("libnumapack_blas" in line for line in open("/proc/self/maps"))
    # integers are not a BLAS's
    return loaded and (a @ a.T == a.astype(int) @ a.T.astype(int)).all()

def ends_right(work, size):
    child = multiprocessing.get_context(sys.argv[1]).Process(target=work, args=(size,))
    child.start()
    child.join(240)
    return child.exitcode == 0

def grandchild(size):
    sys.exit(0 if is_right(size) else 1)

def child(size):
    sys.exit(0 if is_right(size) and ends_right(grandchild, size) and is_right(size) else 1)

if __name__ == "__main__":
    fine = is_right(300)
    with multiprocessing.get_context(sys.argv[1]).Pool(3) as pool:
        fine = fine and all(pool.map(is_right, [50, 300, 301, 302, 20, 303])) and is_right(300)
    print("right" if fine and ends_right(child, 300) else "wrong")
"""


class SciPy(Client):
    def suite(self, *more):
        self.need_modules("scipy", "pytest")
        out = self.fine(PYTHON, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", "--pyargs", *more)
        self.assertRegex(out, r"\b([4-9]\d\d|\d{4}) passed")

    def test_own_tests_of_blas_and_lapack(self):
        # leaves out two thirds of the tests, none of them of our routines
        self.suite("scipy.linalg.tests.test_blas", "scipy.linalg.tests.test_fblas", "scipy.linalg.tests.test_lapack",
                   "-k", "not gejsv and not csd")

    def test_calls_reach_numapack(self):
        self.need_modules("scipy")
        work = "from scipy.linalg import blas, lapack; import numpy as n; a = n.eye(9); blas.dgemm(1, a, a); lapack.dgetrf(a)"
        self.check_reaches({"dgemm_", "dgetrf_"}, PYTHON, "-c", work)


class R(Client):
    WORK = """
set.seed(7); n <- 200
a <- matrix(rnorm(n * n), n); b <- matrix(rnorm(n * 40), n); s <- crossprod(a) + n * diag(n)
for (x in list(solve(a + 4 * n * diag(n), b), s, a %*% b, chol(s), svd(a)$d, chol2inv(chol(s)), tcrossprod(a, b[1:200, ] %*% t(b))))
  cat(formatC(as.vector(x), digits = 17), "---", sep = "\\n")
cat("1\\n")
"""

    def test_answers(self):
        self.need("Rscript")
        (self.folder / "work.R").write_text(self.WORK, encoding="ascii")
        self.check_same_numbers("Rscript", "--vanilla", "work.R")
        self.check_reaches({"dgemm_", "dsyrk_", "dpotrf_"}, "Rscript", "--vanilla", "work.R")


class Octave(Client):
    WORK = """
n = 200; rand("twister", 7); a = rand(n) - 0.5; b = rand(n, 40) - 0.5; s = a' * a + n * eye(n);
for x = {(a + n * eye(n)) \\ b, s, a * b, chol(s), svd(a), inv(s), a * s}
  printf("%.17g\\n", x{1}); printf("---\\n");
end
printf("1\\n");
"""

    def test_answers(self):
        self.need("octave-cli")
        (self.folder / "work.m").write_text(self.WORK, encoding="ascii")
        self.check_same_numbers("octave-cli", "-qf", "--no-history", "work.m")
        self.check_reaches({"dgemm_", "dsyrk_", "dpotrf_", "dgetrf_"}, "octave-cli", "-qf", "--no-history", "work.m")


class Hpl(Client):
    """HPL within hpcc."""

    def run_with(self, processes, check):
        example = Path("/usr/share/doc/hpcc/examples/_hpccinf.txt")
        if example.exists():
            text = example.read_text(encoding="ascii", errors="replace")
        else:  # documentation is left out of some roots
            self.skipTest("hpcc's example of its input is not installed")
        text = re.sub(r"^1000( +Ns)", r"500\1", text, flags=re.MULTILINE)
        text = re.sub(r"^2( +Ps)", r"1\1", text, flags=re.MULTILINE)
        text = re.sub(r"^2( +Qs)", rf"{processes}\1", text, flags=re.MULTILINE)
        (self.folder / "hpccinf.txt").write_text(text, encoding="ascii")
        check("mpirun", "--oversubscribe", "-n", processes, "--", "hpcc")
        result = self.folder / "hpccoutf.txt"
        said = result.read_text(encoding="ascii", errors="replace")
        result.unlink()
        hpl = re.search(r"^WR\S+ +500 +80 +1 +(\d) .*?\)= +(\S+) \.+ (\w+)$", said, re.MULTILINE | re.DOTALL)
        self.assertIsNotNone(hpl, said[-3000:])
        self.assertEqual((hpl[1], hpl[3]), (str(processes), "PASSED"), said[-3000:])
        self.assertLess(float(hpl[2]), 16)

    def test_residual(self):
        self.need("mpirun", "hpcc")
        for processes in (1, 2):
            with self.subTest(processes):
                self.run_with(processes, self.fine)

    def test_calls_reach_numapack(self):
        self.need("mpirun", "hpcc")
        self.run_with(1, lambda *command: self.check_reaches({"cblas_dgemm", "cblas_dtrsm"}, *command))


class ScaLapack(Client):
    def setUp(self):
        super().setUp()
        self.need("mpirun")
        if not SCALAPACK.is_dir():
            self.skipTest("ScaLAPACK's test programs are not installed (scalapack-mpi-test)")

    def test_lu(self):
        shutil.copy(SCALAPACK / "LU.dat", self.folder)
        command = ("mpirun", "--oversubscribe", "-n", 4, "--", SCALAPACK / "xdlu")
        counts = [re.findall(r"(\d+) tests completed and (\w+) residual", self.fine(*command, numapack=numapack)) for numapack in (True, False)]
        self.assertEqual(counts[0], counts[1])
        self.assertEqual(counts[0][1], ("0", "failed"))
        self.assertGreater(int(counts[0][0][0]), 200)
        self.check_reaches({"dgemm_", "dtrsm_"}, *command)

    def test_products(self):
        shutil.copy(SCALAPACK / "PBLAS" / "PDBLAS3TST.dat", self.folder)
        command = ("mpirun", "--oversubscribe", "-n", 4, "--", SCALAPACK / "PBLAS" / "dpb3tst")
        results = [re.findall(r"(PD\w+)\s.*?(PASSED|FAILED)", self.fine(*command, numapack=numapack)) for numapack in (True, False)]
        self.assertEqual(results[0], results[1])
        self.assertNotIn("FAILED", {result for _, result in results[0]})
        self.assertGreaterEqual(len(results[0]), 8)


if __name__ == "__main__":
    unittest.main()
