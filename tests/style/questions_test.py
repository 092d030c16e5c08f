# SPDX-License-Identifier: BSD-3-Clause
"""Newcomers' questions (questions.toml) lead to files that exist, from pages or headers that name them; the design's table of rooms names each folder
of src/."""

import re
import tempfile
import tomllib
import unittest
from pathlib import Path

import sources

ROOM = re.compile(r"^\| `(\w+)/", re.MULTILINE)


def names(text, path):
    """Whether a text names a file: by its path, by the end of its path that begins at a folder, or by its name."""
    parts = path.split("/")
    ends = ("/".join(parts[first:]) for first in range(len(parts)))
    return any(re.search(rf"(?<![\w./-]){re.escape(end)}(?![\w/-])", text) for end in ends)


def violations(root):
    """(a sentence for each question that leads nowhere, questions looked at)."""
    found, asked = [], tomllib.loads((root / "tests/style/questions.toml").read_text(encoding="utf-8")).get("question", [])
    for entry in asked:
        question, file, page = entry["question"], entry["file"], entry["page"]
        gone = [path for path in (file, page) if not (root / path).is_file()]
        found += [f"{question} There is no {path}" for path in gone]
        if not gone and not names((root / page).read_text(encoding="utf-8"), file):
            found.append(f"{question} {page} does not name {file}")
    return found, [entry["question"] for entry in asked]


class Repository(unittest.TestCase):
    maxDiff = None

    def test_each_question_leads_to_its_file(self):
        found, asked = violations(sources.ROOT)
        self.assertEqual(found, [])
        self.assertGreaterEqual(len(set(asked)), 30)
        self.assertEqual(len(asked), len(set(asked)))

    def test_the_design_names_every_folder_of_the_sources(self):
        named = set(ROOM.findall((sources.ROOT / "docs/explanation/design.md").read_text(encoding="utf-8")))
        self.assertEqual({path.name for path in (sources.ROOT / "src").iterdir() if path.is_dir()} - named, set())


class Planted(unittest.TestCase):
    """The rule sees what breaks it."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.plant("src/qr/plan.hpp", "")
        self.plant("docs/design.md", "nb is in `qr/plan.hpp`.\n")

    def plant(self, path, text):
        path = self.root / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def asked(self, file, page):
        self.plant("tests/style/questions.toml", f'[[question]]\nquestion = "Who?"\nfile = "{file}"\npage = "{page}"\n')
        return violations(self.root)[0]

    def test_a_file_that_its_page_names(self):
        self.assertEqual(self.asked("src/qr/plan.hpp", "docs/design.md"), [])

    def test_a_file_or_a_page_that_is_gone(self):
        self.assertEqual(self.asked("src/qr/gone.hpp", "docs/design.md"), ["Who? There is no src/qr/gone.hpp"])
        self.assertEqual(self.asked("src/qr/plan.hpp", "docs/gone.md"), ["Who? There is no docs/gone.md"])

    def test_a_page_that_names_another_file(self):
        for path in ("src/lu/plan.hpp", "src/qr/plan.h", "src/qr/near_plan.hpp"):
            self.plant(path, "")
            self.assertEqual(self.asked(path, "docs/design.md"), [f"Who? docs/design.md does not name {path}"])

    def test_names(self):
        for text in ("src/qr/plan.hpp", "(`qr/plan.hpp`)", "in plan.hpp."):
            self.assertTrue(names(text, "src/qr/plan.hpp"), text)
        for text in ("lu/plan.hpp", "qr/plan.hppx", "an/other/qr/plan.hpp"):
            self.assertFalse(names(text, "src/qr/plan.hpp"), text)


if __name__ == "__main__":
    unittest.main()
