# SPDX-License-Identifier: BSD-3-Clause
"""Comments hold rules and reasons; what was measured is a row of docs/experiments/, and a comment ends with its id."""

import re
import tempfile
import unittest
from collections import Counter
from pathlib import Path

import sources

CODE = ("src", "include", "lab", "bench", "cmake")
# 1.08 and 0.975, but no part of a version or a date.
RATIO = re.compile(r"(?<![\d.])\d\.\d{2,3}(?!\d|\.\d)")
ID = re.compile(r"\b(?!AVX-512\b)[A-Z][A-Z0-9]{1,3}-\d{3}\b")
ROW = re.compile(r"^\| ([^|]+?) \| ([^|]+?) \|")
PREFIX = re.compile(r"^\| `([A-Z0-9]+)` \|")


def series(root):
    """"file:line: ratios" of each block of comments with more than one measured ratio."""
    found = []
    for path in sources.sources(root, CODE):
        for line, text in sources.comments(path):
            ratios = RATIO.findall(text)
            if len(ratios) > 1:
                found.append(f"{path.relative_to(root)}:{line}: {', '.join(ratios)}")
    return found


def pages(root):
    return sorted(path for path in (root / "docs/experiments").rglob("*.md") if path.name != "README.md")


def rows(root):
    """(id, commit, page) of each row of the notebook."""
    found = []
    for path in pages(root):
        for line in path.read_text(encoding="utf-8").splitlines():
            match = ROW.match(line)
            if match and match[1] != "id":
                found.append((match[1], match[2], path.relative_to(root)))
    return found


def defined_twice(root):
    return sorted(name for name, times in Counter(row[0] for row in rows(root)).items() if times > 1)


def unknown(root):
    """"file: id" of each id that is named in code or on a page of docs/ and that no row has."""
    known = {row[0] for row in rows(root)}
    named = [(path, text) for path in sources.sources(root, CODE) for _, text in sources.comments(path)]
    named += [(path, path.read_text(encoding="utf-8")) for path in sorted((root / "docs").rglob("*.md"))]
    return sorted({f"{path.relative_to(root)}: {name}" for path, text in named for name in ID.findall(text)
                   if name not in known})


class Repository(unittest.TestCase):
    maxDiff = None

    def test_comments_hold_no_series_of_ratios(self):
        found = series(sources.ROOT)
        self.assertEqual(found, [], "measured series in comments: make them a row of docs/experiments/ and name its id")

    def test_every_id_that_is_named_is_a_row(self):
        self.assertEqual(unknown(sources.ROOT), [])

    def test_every_id_is_given_once(self):
        self.assertEqual(defined_twice(sources.ROOT), [])

    def test_rows_have_a_listed_prefix_and_a_commit(self):
        readme = (sources.ROOT / "docs/experiments/README.md").read_text(encoding="utf-8")
        prefixes = {match[1] for match in map(PREFIX.match, readme.splitlines()) if match}
        found = rows(sources.ROOT)
        self.assertGreater(len(found), 300)
        for name, commit, page in found:
            with self.subTest(row=name, page=page):
                self.assertRegex(name, rf"^(?:{'|'.join(sorted(prefixes))})-\d{{3}}$")
                self.assertRegex(commit, r"^[0-9a-f]{7,}$")


class Planted(unittest.TestCase):
    """The rules see what breaks them."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.plant("docs/experiments/cpu.md", "| id | commit |\n|---|---|\n| CL-001 | abcdef0 |\n")

    def plant(self, path, text):
        path = self.root / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def test_series_in_every_kind_of_file(self):
        for name, text in (("a.hpp", "int a;  // n = 8 1.08 of the rate,\n  // 16 1.04\n"), ("b.cpp", "/* 0.97\n   0.95 */\n"),
                           ("c.S", "mov r9, 1  # 1.08, 1.02\n"), ("d.S", "// 1.08\n// 1.02\n"), ("e.inc", "# 1.08 and 1.021.\n"),
                           ("f.cmake", "# 1.08 1.02\n")):
            with self.subTest(name):
                self.plant(f"src/room/{name}", text)
                self.assertEqual(len(series(self.root)), 1)
                (self.root / "src/room" / name).unlink()

    def test_what_is_no_series(self):
        self.plant("src/room/a.hpp", '// One ratio: 1.08 (CL-001).\n\nconst char* b = "// 1.08 1.02";\n'
                                     "// OpenBLAS 0.3.21 and 0.3.34, Linux 5.14\ndouble c = 1.08 + 1.02;\n")
        self.plant("src/room/b.S", '#include "1.08 1.02"\nadd x0, x0, #16\n')
        self.assertEqual(series(self.root), [])
        self.assertEqual(unknown(self.root), [])

    def test_ids_without_a_row(self):
        self.plant("src/room/a.hpp", "// AVX-512 reads it first (CL-001, CL-002).\n")
        self.plant("docs/explanation/performance.md", "A rule (ZZ-001).\n")
        self.assertEqual(unknown(self.root), ["docs/explanation/performance.md: ZZ-001", "src/room/a.hpp: CL-002"])

    def test_ids_given_twice(self):
        self.plant("docs/experiments/other.md", "| CL-001 | abcdef1 | x |\n| CL-002 | abcdef1 | x |\n")
        self.assertEqual(defined_twice(self.root), ["CL-001"])


if __name__ == "__main__":
    unittest.main()
