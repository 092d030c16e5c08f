# SPDX-License-Identifier: BSD-3-Clause
"""pages_test.py COMMAND FOLDER: the manual pages in FOLDER/man1 against what COMMAND --help says, and what readers of manual
pages say of them."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

COMMAND, FOLDER = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
ROOT = pathlib.Path(__file__).resolve().parents[2]
LAB_VERBS = ("shell", "prepare", "clean", "machines", "study")


def run(*words: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, capture_output=True, text=True, timeout=120, env={**os.environ, **more})


def help_of(*verb: str) -> str:
    done = run(str(COMMAND), *verb, "--help")
    assert done.returncode == 0, done.stderr
    return done.stdout


def verbs() -> list[str]:
    listed = help_of().split("Subcommands:\n")[1]
    return re.findall(r"^  ([a-z][a-z-]*)(?: |$)", listed, re.MULTILINE)


def options_in(text: str) -> set[str]:
    """Those that a page of --help explains: at the begin of an indented line."""
    found = set()
    for line in re.findall(r"^  (-[^ ].*)$", text, re.MULTILINE):
        # "-o,--output FILE" and "-h, --help".
        found.update(re.findall(r"(?:^|,\s?)(-{1,2}[A-Za-z][\w-]*)", line.split("  ")[0]))
    return found


def plain(page: str) -> str:
    """As on a terminal, without overstriking."""
    done = run("man", "-l", page, MANWIDTH="200", MAN_KEEP_FORMATTING="", LC_ALL="C.UTF-8")
    assert done.returncode == 0, done.stderr
    return re.sub(r".\x08", "", done.stdout)


class Pages(unittest.TestCase):
    def setUp(self) -> None:
        self.pages = sorted((FOLDER / "man1").iterdir())

    def test_each_verb_has_one_and_nothing_else_has(self) -> None:
        self.assertGreater(len(verbs()), 15)
        names = {"numapack.1", *(f"numapack-{verb}.1" for verb in verbs())}
        self.assertEqual({page.name for page in self.pages}, names)

    @unittest.skipUnless(shutil.which("man"), "there is no man")
    def test_each_option_is_on_its_page(self) -> None:
        for verb in verbs():
            with self.subTest(verb):
                wanted = options_in(help_of(verb))
                if verb == "lab":
                    for child in LAB_VERBS:
                        wanted |= options_in(help_of(verb, child))
                    self.assertIn("--workload", wanted)
                self.assertIn("--help", wanted)
                text = plain(str(FOLDER / "man1" / f"numapack-{verb}.1"))
                there = {name for line in re.findall(r"^ +(-.*)$", text, re.MULTILINE)
                         for name in re.findall(r"(?:^|, )(-{1,2}[A-Za-z][\w-]*)", line)}
                self.assertEqual(wanted - there, set())

    @unittest.skipUnless(shutil.which("man"), "there is no man")
    def test_sections_and_variables(self) -> None:
        for page in self.pages:
            with self.subTest(page.name):
                text = plain(str(page))
                headings = re.findall(r"^([A-Z][A-Z ]+)$", text, re.MULTILINE)
                for name in ("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "ENVIRONMENT", "SEE ALSO"):
                    self.assertIn(name, headings)
                if page.name != "numapack.1":
                    self.assertIn("EXAMPLE", headings)
                self.assertNotIn("\\", re.sub(r"\\n|\\$", "", text).replace("\\|", ""))
        text = plain(str(FOLDER / "man1" / "numapack.1"))
        table = (ROOT / "docs" / "reference" / "environment.md").read_text(encoding="utf-8")
        variables = re.findall(r"^\| `([A-Z_]+)`", table, re.MULTILINE)
        self.assertGreater(len(variables), 20)
        for name in variables:
            self.assertRegex(text, rf"(?m)^ +{name}\b")
        for verb in verbs():
            self.assertIn(f"numapack-{verb}(1)", text)

    @unittest.skipUnless(shutil.which("man"), "there is no man")
    def test_man_has_no_warning(self) -> None:
        for page in self.pages:
            done = run("man", "--warnings=w", "-l", str(page), LC_ALL="C.UTF-8", MANWIDTH="80")
            self.assertEqual((done.returncode, done.stderr), (0, ""), page.name)

    @unittest.skipUnless(shutil.which("mandoc"), "there is no mandoc")
    def test_mandoc_has_no_warning(self) -> None:
        done = run("mandoc", "-Tlint", "-Wwarning", *map(str, self.pages))
        self.assertEqual((done.returncode, done.stdout), (0, ""))

    @unittest.skipUnless(shutil.which("lexgrog"), "there is no lexgrog")
    def test_whatis_finds_the_names(self) -> None:
        for page in self.pages:
            done = run("lexgrog", str(page))
            self.assertIn(f': "{page.stem} - ', done.stdout)


class Verb(unittest.TestCase):
    """The hidden verb that a build uses."""

    def test_it_is_hidden(self) -> None:
        self.assertNotIn("manual", verbs())
        done = run(str(COMMAND), "nonsense")
        self.assertEqual(done.returncode, 2)
        self.assertNotIn("manual", done.stderr)
        self.assertIn(" completion", done.stderr)

    def test_bad_input_is_one_line(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "file"
            file.write_text("", encoding="ascii")
            for words in (["--into", str(file / "below")], ["--into", folder, "--docs", folder], []):
                done = run(str(COMMAND), "manual", *words)
                self.assertEqual(done.returncode, 2, words)
                self.assertRegex(done.stderr, r"^numapack: manual: [^\n]+\n$")
                self.assertFalse(list(pathlib.Path(folder).rglob("*.1")), words)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
