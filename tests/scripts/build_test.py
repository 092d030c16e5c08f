# SPDX-License-Identifier: BSD-3-Clause
"""scripts/build.sh says in one loud line, last, that the complete BLAS and LAPACK, or the one for 64-bit integers, is left out, and why; else
nothing."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).parents[2]
# The lines that CMake writes are its own.
LINE, LINE64 = re.findall(r'STATUS "([\w\d -]+: no, )\$\{lacks\}"', (ROOT / "cmake/complete.cmake").read_text(encoding="utf-8"))


class Build(unittest.TestCase):
    def said(self, configured, status=0):
        with tempfile.TemporaryDirectory() as folder:
            scripts = Path(folder) / "scripts"
            scripts.mkdir()
            shutil.copy(ROOT / "scripts/build.sh", scripts)
            cmake = Path(folder) / "cmake"
            cmake.write_text(f'#!/bin/sh\nif [ "$1" = --build ]; then exit {status}; fi\necho "-- {configured}"\n', encoding="utf-8")
            cmake.chmod(0o755)
            done = subprocess.run([scripts / "build.sh"], env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}, capture_output=True,
                                  text=True, timeout=60, check=False)
            self.assertEqual(done.returncode, status)
            return done.stdout + done.stderr

    def test_says_what_is_left_out_and_what_to_install(self):
        said = self.said(LINE + "it takes libopenblas.a for one thread")
        self.assertEqual(said.count("\n"), 1)
        for words in ("WITHOUT its complete BLAS and LAPACK", "it takes libopenblas.a for one thread", "scripts/packages.sh complete"):
            self.assertIn(words, said)

    def test_says_that_the_one_for_64_bit_integers_is_left_out(self):
        said = self.said(LINE64 + "it takes libopenblas64.a for one thread")
        self.assertEqual(said.count("\n"), 1)
        for words in ("WITHOUT its complete BLAS and LAPACK for 64-bit integers (libnumapack_ilp64.so.0): it takes libopenblas64.a",
                      "scripts/packages.sh complete"):
            self.assertIn(words, said)

    def test_says_nothing_otherwise(self):
        for configured in ("A complete BLAS and LAPACK: yes, holding a and b", "A complete BLAS and LAPACK: no (NUMAPACK_COMPLETE)",
                           "The same with 64-bit integers: yes, holding a and b"):
            self.assertEqual(self.said(configured), "")

    def test_a_build_that_fails_says_that_only(self):
        for line in (LINE, LINE64):
            self.assertEqual(self.said(line + "x", 1), "")


if __name__ == "__main__":
    unittest.main()
