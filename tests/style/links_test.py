# SPDX-License-Identifier: BSD-3-Clause
"""Every link of a page leads to a file and a heading that exist, every page stands on a shelf of docs/, and every page of docs/ that a
source names is there, as is every path that CHANGELOG.md names."""

import re
import subprocess
import tempfile
import unittest
from pathlib import Path

import sources

SHELVES = ("tutorial", "how-to", "reference", "explanation", "experiments")
TOP = {"glossary.md"}
PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")
# What `make bench RANDOM=N` writes.
MADE = {"docs/reference/prove/benchmarks-random.md"}
LINK = re.compile(r"\]\(([^()\s]+)\)")
NAMED = re.compile(r"(?<![\w/.])docs/(?!reference/SHELF)[\w/-]+\.(?:md|svg|ipynb)\b")

FOLDERS = "bench|cmake|data|docs|examples|include|lab|packaging|python|scripts|src|tests"
PATH = re.compile(rf"(?<![\w/.{{-])(?:{FOLDERS})/[\w./-]*\w")


def prose(text):
    """The text without code."""
    text = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"`(?:[^`\n]|\n(?!\s*\n))*`", "`code`", re.sub(r"^    .*$", "", text, flags=re.MULTILINE))


def anchors(path):
    """Those that GitHub and mkdocs both give to the headings of a page."""
    text = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-")
            for title in re.findall(r"^#+ +(.*)$", text, re.MULTILINE)}


def split(root):
    """"page: text" of each link whose text a line end divides: the site takes pages line by line."""
    texts = ((page, prose(page.read_text(encoding="utf-8"))) for page in pages(root))
    return [f"{page.relative_to(root)}: {' '.join(text.split())}" for page, prose_of in texts for text in re.findall(r"\[([^\[\]]*\n[^\[\]]*)\]\(", prose_of)]


def pages(root):
    return [root / name for name in PAGES if (root / name).is_file()] + sorted((root / "docs").rglob("*.md"))


def broken(root):
    """("page: link" of each link that leads nowhere, links looked at)."""
    found, seen = [], 0
    for page in pages(root):
        for link in LINK.findall(prose(page.read_text(encoding="utf-8"))):
            if re.match(r"[a-z]+:", link):
                continue
            seen += 1
            name, _, anchor = link.partition("#")
            target = (page.parent / name) if name else page
            if not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors(target)):
                found.append(f"{page.relative_to(root)}: {link}")
    return found, seen


def tracked(root):
    names = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True).stdout.splitlines()
    found = (path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())
    return names or [name for name in found if not name.startswith("build")]


def named_but_missing(root):
    """"file: page" of each page of docs/ that a file names and that does not exist."""
    found = set()
    for name in tracked(root):
        path = root / name
        if name.startswith("tests/") or not path.is_file():
            continue
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found |= {f"{name}: {page}" for page in NAMED.findall(text) if page not in MADE and not (root / page).exists()}
    return sorted(found)


def paths_of_changes(root):
    """(those of CHANGELOG.md that do not exist, all). A page that moves is named anew."""
    named = sorted(set(PATH.findall((root / "CHANGELOG.md").read_text(encoding="utf-8"))))
    return [path for path in named if not (root / path).exists()], named


class Repository(unittest.TestCase):
    maxDiff = None

    def test_links_lead_somewhere(self):
        found, seen = broken(sources.ROOT)
        self.assertEqual(found, [])
        self.assertGreater(seen, 200)

    def test_no_line_ends_within_a_link(self):
        self.assertEqual(split(sources.ROOT), [])

    def test_pages_that_sources_name_are_there(self):
        self.assertEqual(named_but_missing(sources.ROOT), [])

    def test_paths_of_changes_are_there(self):
        missing, named = paths_of_changes(sources.ROOT)
        self.assertEqual(missing, [])
        self.assertGreater(len(named), 30)

    def test_every_page_stands_on_a_shelf(self):
        for path in sorted((sources.ROOT / "docs").rglob("*.md")):
            name = path.relative_to(sources.ROOT / "docs")
            self.assertTrue(name.as_posix() in TOP or name.parts[0] in SHELVES, f"docs/{name}: on none of {', '.join(SHELVES)}")


class Planted(unittest.TestCase):
    """The rules see what breaks them."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.plant("docs/reference/a.md", "# A page\n\n## `x`, and more\n")

    def plant(self, path, text):
        path = self.root / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def test_links(self):
        self.plant("README.md", "[a](docs/reference/a.md#x-and-more) [b](docs/a.md) [c](docs/reference/a.md#y)\n\n    [d](e)\n\n`[f](g)` `h\n[i](j)`\n")
        self.plant("docs/how-to/h.md", "# H\n\n[a](../reference/a.md) [own](#h) [no](#i) [out](https://example.org/x)\n")
        self.assertEqual(broken(self.root), (["README.md: docs/a.md", "README.md: docs/reference/a.md#y", "docs/how-to/h.md: #i"], 6))

    def test_links_on_one_line(self):
        self.plant("README.md", "[a](b) [c\nd](e) [f\ng] (h)\n")
        self.assertEqual(split(self.root), ["README.md: c d"])

    def test_names(self):
        self.plant("src/a.hpp", "// docs/reference/a.md and docs/a.md\n")
        self.assertEqual(named_but_missing(self.root), ["src/a.hpp: docs/a.md"])

    def test_paths_of_changes(self):
        self.plant("CHANGELOG.md", "`src/a.cpp`, docs/reference/a.md, docs/reference/b.md. [t](docs/reference/) docs/{a,b}/ bits/src/x `data/`\n")
        self.assertEqual(paths_of_changes(self.root), (["docs/reference/b.md", "src/a.cpp"],
                                                       ["docs/reference", "docs/reference/a.md", "docs/reference/b.md", "src/a.cpp"]))


if __name__ == "__main__":
    unittest.main()
