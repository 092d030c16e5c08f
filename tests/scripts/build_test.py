# SPDX-License-Identifier: BSD-3-Clause
"""scripts/build.sh says in one loud line, last, that the complete BLAS and LAPACK is left out, and why; else nothing."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).parents[2]
# The line that CMake writes is its own.
LINE = re.search(r'STATUS "(A complete BLAS and LAPACK: no, )\$\{lacks\}"', (ROOT / "cmake/complete.cmake").read_text(encoding="utf-8"))[1]


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

    def test_says_nothing_otherwise(self):
        for configured in ("A complete BLAS and LAPACK: yes, holding a and b", "A complete BLAS and LAPACK: no (NUMAPACK_COMPLETE)"):
            self.assertEqual(self.said(configured), "")

    def test_a_build_that_fails_says_that_only(self):
        self.assertEqual(self.said(LINE + "x", 1), "")


if __name__ == "__main__":
    unittest.main()
