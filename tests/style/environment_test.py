# SPDX-License-Identifier: BSD-3-Clause
"""The environment is read in base/ alone, and docs/reference/environment.md lists what for."""

import re
import tempfile
import unittest
from pathlib import Path

import sources

READ = re.compile(r"\bgetenv\s*\(|\benvironment\(")
NAME = re.compile(r'"([A-Z][A-Z0-9_]+)"')
ROW = re.compile(r"^\| `([A-Z][A-Z0-9_]+)` \|")
# Looks whether the user has set what other libraries read, by their names; and a library of its own, in others' programs.
FOREIGN = {"peer/processes/known_peers.cpp", "launch/preload/pin_threads.c"}


def code(path):
    """A source without its comments."""
    text = path.read_text(encoding="utf-8")
    for _, comment in sources.comments(path):
        text = text.replace(comment, "")
    return text


def readers(root):
    """Files outside base/ that read the environment."""
    found = (path.relative_to(root / "src").as_posix() for path in sources.sources(root, ("src",))
             if READ.search(code(path)))
    return {path for path in found if not path.startswith("base/")}


def asked_for(root):
    return NAME.findall(code(root / "src/base/limits.cpp"))


def listed(root):
    lines = (root / "docs/reference/environment.md").read_text(encoding="utf-8").splitlines()
    return [match[1] for match in map(ROW.match, lines) if match]


class Repository(unittest.TestCase):
    maxDiff = None

    def test_nobody_else_reads_it(self):
        self.assertEqual(readers(sources.ROOT), FOREIGN)

    def test_what_is_asked_for_is_what_is_listed(self):
        names = listed(sources.ROOT)
        self.assertGreater(len(names), 10)
        self.assertEqual(sorted(set(asked_for(sources.ROOT))), sorted(names))


class Planted(unittest.TestCase):
    """The rules see what breaks them."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def plant(self, path, text):
        path = self.root / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def test_readers(self):
        self.plant("src/base/limits.cpp", 'auto a = environment("A");\n')
        self.plant("src/level3/a.cpp", 'auto a = std::getenv("A");\n')
        self.plant("src/level3/b.hpp", 'auto a = numapack::environment("A");\n')
        self.plant("src/level3/c.cpp", "// getenv(): not here\nwith_environment(1); peer.environment.clear();\n")
        self.assertEqual(readers(self.root), {"level3/a.cpp", "level3/b.hpp"})

    def test_names(self):
        self.plant("src/base/limits.cpp", '// "NOT_THIS"\nauto a = read("NUMAPACK_A"), b = read("B", "use 1");\n')
        self.plant("docs/reference/environment.md", "| `NUMAPACK_A` | x |\n| `C` | x |\n| variable | `D` |\n")
        self.assertEqual(asked_for(self.root), ["NUMAPACK_A"])
        self.assertEqual(listed(self.root), ["NUMAPACK_A"])


if __name__ == "__main__":
    unittest.main()
