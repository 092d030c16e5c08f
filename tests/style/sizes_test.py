# SPDX-License-Identifier: BSD-3-Clause
"""A reader takes in a file, and a folder, at one go: no source has more than 300 lines, no folder more than 24 sources. Lists of names and captured
machines are data."""

import collections
import tempfile
import unittest
from pathlib import Path

import sources

FOLDERS = ("bench", "examples", "include", "lab", "python", "src", "tests")
LINES, FILES = 300, 24


def violations(root):
    """(a sentence for each file and each folder that is too large, sources looked at)."""
    found = [path.relative_to(root) for path in sources.sources(root, FOLDERS) if path.suffix != ".txt"]
    lines = ((path, len((root / path).read_text(encoding="utf-8").splitlines())) for path in found)
    folders = collections.Counter(path.parent for path in found)
    return ([f"{path} has {count} lines; split it, at most {LINES} are allowed" for path, count in lines if count > LINES] +
            [f"{folder} has {count} sources; make folders, at most {FILES} are allowed" for folder, count in sorted(folders.items()) if count > FILES],
            len(found))


class Repository(unittest.TestCase):
    maxDiff = None

    def test_files_and_folders_are_small(self):
        found, seen = violations(sources.ROOT)
        self.assertEqual(found, [])
        self.assertGreater(seen, 1000)


class Planted(unittest.TestCase):
    """The rule sees what breaks it, and only that."""

    def test_long_files_and_full_folders(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)

            def plant(name, lines):
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text("\n" * lines, encoding="utf-8")

            plant("src/low/a.cpp", LINES)
            plant("src/low/b.S", LINES + 1)
            plant("tests/low/a_test.py", LINES + 2)
            plant("tests/low/names.txt", 5000)
            plant("tests/machines/a.xml", 5000)
            for number in range(FILES):
                plant(f"tests/full/{number}_test.cpp", 1)
                plant(f"tests/overfull/{number}_test.cpp", 1)
            plant("tests/full/more/a_test.cpp", 1)
            plant("tests/overfull/b.hpp", 1)
            found, seen = violations(root)
            self.assertEqual([sentence.split(";")[0] for sentence in found],
                             [f"src/low/b.S has {LINES + 1} lines", f"tests/low/a_test.py has {LINES + 2} lines",
                              f"tests/overfull has {FILES + 1} sources"])
            self.assertEqual(seen, 2 * FILES + 5)


if __name__ == "__main__":
    unittest.main()
