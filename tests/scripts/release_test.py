# SPDX-License-Identifier: BSD-3-Clause
"""scripts/release.sh refuses what is no release before it builds anything: a repository of its own, with a version, tags and a cmake that
only says that it was called."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Release(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.tree, self.programs, self.scratch = (self.folder / name for name in ("tree", "programs", "scratch"))
        for made in (self.tree / "scripts", self.programs, self.scratch):
            made.mkdir(parents=True)
        shutil.copy(ROOT / "scripts/release.sh", self.tree / "scripts")
        cmake = self.programs / "cmake"
        cmake.write_text(f"#!/bin/sh\ntouch '{self.folder}/called'\nexit 1\n", encoding="utf-8")
        cmake.chmod(0o755)
        self.environment = {key: value for key, value in os.environ.items() if not key.startswith(("GIT_", "RELEASE_"))} | {
            "PATH": f"{self.programs}:{os.environ['PATH']}", "TMPDIR": str(self.scratch), "RELEASE_PARTS": "source"}
        self.git("init", "-q")
        self.commit("1.2.3", "# Changes\n\n## 1.2.3\n")

    def git(self, *words):
        subprocess.run(["git", "-c", "user.name=n", "-c", "user.email=e", *words], cwd=self.tree, env=self.environment, check=True, capture_output=True)

    def commit(self, version, changes):
        (self.tree / "CMakeLists.txt").write_text(f"project(numapack VERSION {version} LANGUAGES CXX)\n", encoding="utf-8")
        (self.tree / "CHANGELOG.md").write_text(changes, encoding="utf-8")
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "x")

    def run_release(self, *words):
        return subprocess.run(["scripts/release.sh", *words], cwd=self.tree, env=self.environment, capture_output=True, text=True, timeout=120, check=False)

    def check_refused(self, status, said, *words):
        done = self.run_release(*words)
        self.assertEqual((done.returncode, done.stderr), (status, f"release.sh: {said}\n"))
        self.assertEqual((done.stdout, list(self.scratch.iterdir())), ("", []))
        self.assertFalse((self.tree / "build-release").exists())
        self.assertFalse((self.folder / "called").exists())

    def test_no_such_tag(self):
        self.check_refused(2, '"v9.9.9" is no tag or commit of this repository', "v9.9.9")
        self.check_refused(2, "use release.sh TAG [DIRECTORY]")

    def test_no_such_part(self):
        self.environment["RELEASE_PARTS"] = "source whel"
        self.check_refused(2, '"whel" is no part; use source, wheel, deb', "HEAD")

    def test_a_tag_of_another_version(self):
        self.git("tag", "v1.2.4")
        self.check_refused(1, "the tag of version 1.2.3 is v1.2.3, not v1.2.4", "v1.2.4")

    def test_changes_without_the_heading(self):
        for changes in ("# Changes\n\n## 1.3.0 (unreleased)\n\n## 1.2.3\n", "# Changes\n"):
            self.commit("1.3.0", changes)
            self.git("tag", "-f", "v1.3.0")
            self.check_refused(1, 'CHANGELOG.md of v1.3.0 has no heading "## 1.3.0"', "v1.3.0")

    def test_a_release_and_a_trial_are_built(self):
        self.git("tag", "v1.2.3")
        for tag, trial in (("v1.2.3", False), ("HEAD", True)):
            done = self.run_release(tag)
            self.assertEqual(done.returncode, 1)
            self.assertIn("failed: cmake", done.stderr)
            self.assertEqual("is no tag: a trial" in done.stdout, trial)
            self.assertTrue((self.tree / "build-release/numapack-1.2.3.tar.gz").exists())
            (self.folder / "called").unlink()


if __name__ == "__main__":
    unittest.main()
