# SPDX-License-Identifier: BSD-3-Clause
"""Pages, comments, docstrings and messages keep to the field's words and to plain English: none has a phrase of prose.toml. Code on pages and in comments,
and the measured output that pages quote, is not looked at; messages are the string literals of src/, python/ and lab/ that have a space."""

import ast
import re
import sys
import tempfile
import tomllib
import unittest
from pathlib import Path

import links_test
import sources

PHRASES = tomllib.loads((Path(__file__).parent / "prose.toml").read_text(encoding="utf-8"))["phrase"]
COMMENTED = ("include", "src", "python", "lab", "bench", "tests", "examples", "cmake")
LITERALS = re.compile(r'#include[^\n]*|//[^\n]*|/\*.*?\*/|R"(?P<mark>\w*)\((?P<raw>.*?)\)(?P=mark)"|(?P<plain>"(?:\\.|[^"\\\n])*"(?:\s*"(?:\\.|[^"\\\n])*")*)',
                      re.DOTALL)


def joined(text):
    """The text on one line, without the marks of comments."""
    return " ".join(re.sub(r"^\s*(?:///?<?|\*(?!/)|/\*+|\*/|#)", " ", text, flags=re.MULTILINE).split())


def messages(text):
    for match in LITERALS.finditer(text):
        said = match["raw"] or (re.sub(r'"\s*"', "", match["plain"])[1:-1] if match["plain"] else "")
        said = re.sub(r"\\[nt]", " ", said)
        if " " in said.strip():
            yield said


def texts(root):
    """(file, text) of all that a reader is shown."""
    for page in links_test.pages(root):
        yield page, joined(links_test.prose(page.read_text(encoding="utf-8")))
    for path in sources.sources(root, COMMENTED):
        for _, comment in sources.comments(path):
            yield path, joined(re.sub(r"`[^`\n]*`", "", comment))
    for path in sorted((root / "src").rglob("*.[ch]pp")):
        for said in messages(path.read_text(encoding="utf-8")):
            yield path, joined(said)
    for folder in ("python", "lab"):
        for path in sorted((root / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value.strip():
                    yield path, joined(node.value)


def found(text):
    """("… the words around …", what to say) of each phrase in a text."""
    return [(text[max(0, match.start() - 40):match.end() + 30], phrase["say"])
            for phrase in PHRASES for match in re.finditer(phrase["find"], text, re.IGNORECASE)]


def complaints(root):
    seen, wrong = 0, []
    for path, text in texts(root):
        seen += 1
        wrong += [f"{path.relative_to(root)}: “{words}”; write: {say}" for words, say in found(text)]
    return wrong, seen


class Repository(unittest.TestCase):
    def test_reads_as_engineers_write(self):
        wrong, seen = complaints(sources.ROOT)
        self.assertFalse(wrong, "\n" + "\n".join(wrong))
        self.assertGreater(seen, 2000)

    def test_the_glossary_has_at_most_forty_entries(self):
        terms = re.findall(r"^\| ([^|]+?) \|", (sources.ROOT / "docs/glossary.md").read_text(encoding="utf-8"), re.MULTILINE)[1:]
        self.assertEqual(terms, sorted(set(terms), key=str.lower))
        self.assertTrue(20 < len(terms) <= 40, len(terms))

    def test_no_page_has_more_than_250_lines(self):
        lines = {page.name: len(page.read_text(encoding="utf-8").splitlines()) for page in links_test.pages(sources.ROOT) if page.name != "CHANGELOG.md"}
        self.assertEqual({name: count for name, count in lines.items() if count > 250}, {})


class Phrases(unittest.TestCase):
    def test_each_finds_its_bad_examples_and_no_good_one(self):
        for phrase in PHRASES:
            for example in phrase["bad"]:
                self.assertRegex(example, re.compile(phrase["find"], re.IGNORECASE))
            for example in phrase["good"]:
                self.assertNotRegex(example, re.compile(phrase["find"], re.IGNORECASE))


class Planted(unittest.TestCase):
    """What a reader is shown is looked at, and nothing else."""

    def test_pages_comments_and_messages(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name, text in {"README.md": "A slab\nof K. `a slab`\n\n    a slab\n\n```\na slab\n```\n", "docs/reference/a.md": "a kc block\n",
                               "include/a.h": "/* Strips of a turned\n * A. */\nint slab;\n",
                               "lab/a.py": '"""What a slab is."""\n\x23 a slab\nslab = "slab"\n',
                               "src/a.cpp": '// a slab\nconst char* a = "mends "\n    "it", *b = "slab";\nauto c = R"(on the other half of A)";\n'}.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text, encoding="utf-8")
            wrong, seen = complaints(root)
            self.assertEqual([line.split(":")[0] for line in wrong], ["README.md", "include/a.h", "lab/a.py", "src/a.cpp", "src/a.cpp", "src/a.cpp", "lab/a.py"], wrong)
            self.assertEqual(seen, 8)


if __name__ == "__main__":
    sys.exit(unittest.main())
