# SPDX-License-Identifier: BSD-3-Clause
"""The site of docs/: every page is in its navigation, it builds without a warning, fetches nothing from the network, and its
search finds pages that were opened as files (in a headless Chromium, where there is one)."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts" / "docs"))
import source  # noqa: E402


class Navigation(unittest.TestCase):
    def test_every_page_is_in_it_once(self) -> None:
        text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").split("\nnav:\n")[1]
        named = re.findall(r"([\w/-]+\.md)$", text, re.MULTILINE)
        self.assertEqual(len(named), len(set(named)))
        pages = {page.relative_to(ROOT / "docs").as_posix() for page in (ROOT / "docs").rglob("*.md")}
        self.assertGreater(len(pages), 30)
        self.assertEqual(set(named), pages | {"index.md", "contributing.md", "changes.md", "gallery.md", "api-c.md", "api-cpp.md", "api-python.md"})


class Links(unittest.TestCase):
    EXISTS = {"README.md", "CONTRIBUTING.md", "docs/topo.md", "docs/experiments/README.md", "docs/plot.svg"}

    def page(self, text: str, path: str = "docs/a.md") -> str:
        return source.with_links(text, path, self.EXISTS)

    def test_pages(self) -> None:
        self.assertEqual(self.page("[t](topo.md)"), "[t](topo.md)")
        self.assertEqual(self.page("[t](topo.md#x)"), "[t](topo.md#x)")
        self.assertEqual(self.page("[t](../topo.md)", "docs/experiments/b.md"), "[t](../topo.md)")
        self.assertEqual(self.page("[t](docs/topo.md)", "README.md"), "[t](topo.md)")
        self.assertEqual(self.page("![t](docs/plot.svg)", "README.md"), "![t](plot.svg)")
        self.assertEqual(self.page("[t](../CONTRIBUTING.md)"), "[t](contributing.md)")
        self.assertEqual(self.page("[t](https://example.org/x)"), "[t](https://example.org/x)")

    def test_what_is_no_page_is_named(self) -> None:
        self.assertEqual(self.page("see [python/](../python/a.py)."), "see python/ (`python/a.py`).")
        self.assertEqual(self.page("[LICENSE](LICENSE)", "README.md"), "LICENSE")
        # A page that is not there stays a link, which mkdocs does not take.
        self.assertEqual(self.page("[t](gone.md)"), "[t](gone.md)")

    def test_code_is_left_alone(self) -> None:
        for text in ("    [](Matrix b) [x](../y)", "```\n[x](../y)\n```"):
            self.assertEqual(self.page(text), text)

    def test_lists_and_pipes(self) -> None:
        self.assertEqual(self.page("a\n- b\n- c\n  d\n- e"), "a\n\n- b\n- c\n  d\n- e")
        self.assertEqual(self.page("| `a\\|b` | c |"), "| `a|b` | c |")


@unittest.skipUnless(shutil.which("mkdocs"), "there is no mkdocs: scripts/packages.sh docs")
class Site(unittest.TestCase):
    folder: tempfile.TemporaryDirectory  # type: ignore[type-arg]

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.site = pathlib.Path(cls.folder.name) / "site"
        # A command that reports by writing the machine's file name, and one without that verb.
        command = pathlib.Path(cls.folder.name) / "command"
        command.write_text('#!/bin/sh\n[ "$1" = report ] || exit 2\n[ "$2" = --help ] || echo "of $2" > "$4"\n', encoding="ascii")
        command.chmod(0o755)
        cls.done = subprocess.run([ROOT / "scripts" / "build-docs.sh", command, cls.site], capture_output=True, text=True, timeout=250)

    def test_it_builds_without_a_word(self) -> None:
        self.assertEqual((self.done.returncode, self.done.stderr), (0, ""))

    def test_gallery(self) -> None:
        page = (self.site / "gallery.html").read_text(encoding="utf-8")
        machines = sorted((ROOT / "data" / "machines").glob("*.json"))
        self.assertGreater(len(machines), 5)
        for file in machines:
            self.assertIn(f'href="reports/{file.stem}.html"', page)
            report = (self.site / "reports" / f"{file.stem}.html").read_text(encoding="utf-8")
            self.assertEqual(report, f"of data/machines/{file.name}\n")

    def test_nothing_is_fetched(self) -> None:
        pages = list(self.site.rglob("*.html"))
        self.assertGreater(len(pages), 40)
        for page in pages:
            text = page.read_text(encoding="utf-8")
            fetched = re.findall(r'<(?:script|img|iframe|source)\b[^>]*\bsrc="?(https?:|//)', text)
            fetched += re.findall(r'<link\b(?![^>]*rel="?canonical)[^>]*\bhref="?(?:https?:|//)[^>]*>', text)
            self.assertEqual(fetched, [], page.name)
        for sheet in self.site.rglob("*.css"):
            self.assertNotRegex(sheet.read_text(encoding="utf-8"), r"(?:url\(|@import )[\"']?(?:https?:|//)")

    def test_links_lead_somewhere(self) -> None:
        for page in self.site.rglob("*.html"):
            if page.parent.name == "reports" or page.name == "404.html":
                continue
            for target in re.findall(r'href="([^"#?:]+)(?:#[^"]*)?"', page.read_text(encoding="utf-8")):
                self.assertTrue((page.parent / target).exists(), f"{page.name}: {target}")

    @unittest.skipUnless(shutil.which("chromium"), "there is no chromium")
    def test_search_of_opened_files(self) -> None:
        """A word of a reference page, and one of each question that a how-to page answers."""
        for word, page in {"tournament": "barrier", "sockets": "numpy-crosses-sockets", "login": "which-nodes", "BIOS": "bios-setup",
                           "yesterday": "slower-than-yesterday"}.items():
            with self.subTest(word), tempfile.TemporaryDirectory() as home:
                done = subprocess.run(
                    ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=30000", "--dump-dom",
                     f"file://{self.site}/reference/measure/topo.html?q={word}"],
                    capture_output=True, text=True, timeout=200, env={**os.environ, "HOME": home})
                self.assertRegex(done.stdout, r'class="md-search-result__meta">\s*\d+ matching document')
                self.assertRegex(done.stdout, rf'href="[^"]*/{page}\.html[^"]*" class="md-search-result__link"')

    def test_without_the_verb_it_says_so(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([ROOT / "scripts" / "build-docs.sh", "/bin/false", folder], capture_output=True, text=True, timeout=250)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(done.stderr, r"^build-docs\.sh: /bin/false has no verb report[^\n]*\n$")
            self.assertIn("numapack report", (pathlib.Path(folder) / "gallery.html").read_text(encoding="utf-8"))
            self.assertFalse((pathlib.Path(folder) / "reports").exists())


if __name__ == "__main__":
    unittest.main()
