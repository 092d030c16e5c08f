#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""environment_test.py: ctest keeps what its caller has set for numapack from the tests (tests/environment.cmake)."""

import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/reference/environment.md"
# They are the system's as well; tests that care set them.
LEFT = {"XDG_CACHE_HOME", "HOME", "PATH", "TMPDIR", "LD_PRELOAD", "NO_COLOR", "TERM"}
FILE = """
include("{include}")
add_test(shown env)
set_tests_properties(shown PROPERTIES ENVIRONMENT "NUMAPACK_CPU=its own")
"""


def shown(**variables: str) -> dict:
    """The environment of a test, by ctest that is called with these variables."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "CTestTestfile.cmake").write_text(FILE.format(include=ROOT / "tests/environment.cmake"), encoding="utf-8")
        done = subprocess.run(["ctest", "-V"], cwd=folder, env={**os.environ, **variables}, capture_output=True, text=True, check=True)
    return dict(re.findall(r"^1: (\w+)=(.*)$", done.stdout, re.MULTILINE))


class Environment(unittest.TestCase):
    def test_tests_see_nothing_that_the_library_reads(self) -> None:
        read = set(re.findall(r"^\| `(\w+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)) - LEFT
        self.assertLessEqual({"NUMAPACK_BITS", "NUMAPACK_CPU", "NUMAPACK_KERNEL", "OMP_NUM_THREADS", "COLUMNS"}, read)
        seen = shown(**{name: "the caller's; and more" for name in read})
        self.assertIn("PATH", seen)
        self.assertEqual({name: seen[name] for name in read if name in seen}, {"NUMAPACK_CPU": "its own"})

    def test_settings_of_tests_reach_them(self) -> None:
        self.assertEqual(shown(NUMAPACK_TEST_SEED="7")["NUMAPACK_TEST_SEED"], "7")


if __name__ == "__main__":
    unittest.main()
