# SPDX-License-Identifier: BSD-3-Clause
"""scripts/check.sh: subjects of commits."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "check.sh"


class Subject(unittest.TestCase):
    def status(self, message):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write(message)
            file.flush()
            done = subprocess.run([SCRIPT, "subject", file.name], capture_output=True, text=True)
        self.assertEqual(done.returncode == 0, done.stderr == "", done.stderr)
        return done.returncode

    def test_length(self):
        self.assertEqual(self.status("x" * 72), 0)
        self.assertEqual(self.status("x" * 72 + "\n\n" + "y" * 200), 0)
        self.assertEqual(self.status("x" * 73), 1)

    def test_blank_line(self):
        self.assertEqual(self.status("What changes\nwhy"), 1)
        self.assertEqual(self.status("# a comment of the editor's\n\nWhat changes\n\nwhy\n"), 0)

    def test_none(self):
        self.assertEqual(self.status("\n# only comments\n"), 1)

    def test_what_git_writes_itself(self):
        self.assertEqual(self.status("fixup! " + "x" * 80), 0)
        self.assertEqual(self.status('Revert "' + "x" * 80 + '"'), 0)


class Commits(unittest.TestCase):
    def test_since_a_base(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "scripts").mkdir()
            (Path(folder) / "scripts/check.sh").write_bytes(SCRIPT.read_bytes())
            environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}

            def git(*words):
                return subprocess.run(["git", "-c", "user.name=n", "-c", "user.email=e", *words], cwd=folder, check=True,
                                      capture_output=True, text=True, env=environment).stdout.strip()

            def check(base):
                return subprocess.run(["sh", "scripts/check.sh", "subjects"], cwd=folder, capture_output=True, text=True,
                                      env=environment | {"NUMAPACK_TIDY_BASE": base})

            git("init", "-q")
            for subject in ("old " + "x" * 80, "short", "new " + "y" * 80, "last"):
                git("commit", "-q", "--allow-empty", "-m", subject)
            self.assertEqual(check("HEAD~1").returncode, 0)
            found = check("HEAD~3")
            self.assertEqual(found.returncode, 1)
            self.assertIn("new yyy", found.stderr)
            self.assertNotIn("old xxx", found.stderr)


if __name__ == "__main__":
    unittest.main()
