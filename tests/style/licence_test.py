# SPDX-License-Identifier: BSD-3-Clause
"""Every source says its licence in its first lines, and the version is in one place."""

import re
import unittest

import sources

FOLDERS = ("bench", "cmake", "examples", "include", "lab", "python", "scripts", "src", "tests")
TAG = "SPDX-License-Identifier: BSD-3-Clause"


def untagged(root):
    shell = [*(root / "scripts").glob("*.sh"), *(root / "tests").rglob("*.sh"), root / "lab/guest/init", root / "Makefile"]
    found = [*sources.sources(root, FOLDERS), *shell, root / "CMakeLists.txt"]
    return [path.relative_to(root).as_posix() for path in found
            if TAG not in "\n".join(path.read_text(encoding="utf-8").splitlines()[:2])], len(found)


class Repository(unittest.TestCase):
    def test_every_source_has_its_line(self):
        missing, seen = untagged(sources.ROOT)
        self.assertEqual(missing, [], f"begin them with {TAG}")
        self.assertGreater(seen, 500)

    def test_the_licence_is_there(self):
        text = (sources.ROOT / "LICENSE").read_text(encoding="utf-8")
        self.assertIn("BSD 3-Clause License", text)
        self.assertIn("the numapack authors", text)

    def test_the_version_is_in_changes(self):
        project = (sources.ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
        version = re.search(r"^project\(numapack VERSION ([0-9.]+)", project, re.MULTILINE)
        self.assertIsNotNone(version)
        self.assertIn(f"## {version[1]}\n", (sources.ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
