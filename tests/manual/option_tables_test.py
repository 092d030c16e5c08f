# SPDX-License-Identifier: BSD-3-Clause
"""option_tables_test.py COMMAND: the option tables of docs/reference/, which people write, against COMMAND VERB --help. A page has no option that its
verbs lack, and every option of a verb is on its page, or on one that this page names for options shared with another verb: `as in [gemm](gemm.md)`."""

import pathlib
import re
import subprocess
import sys
import unittest

COMMAND = str(pathlib.Path(sys.argv[1]).resolve())
REFERENCE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "reference"
LAB_VERBS = ("shell", "prepare", "clean", "machines", "study")
# Pages of several verbs, or of one whose name they do not have. Any other page is that of the verb of its name.
PAGES = {"gemm": ("gemm", "plan"), "lab-study": ("lab study",), "manual": ("completion",)}
# Those of every verb; manual.md has them.
COMMON = {"--help", "--wide"}


def help_of(verb: str) -> str:
    done = subprocess.run([COMMAND, *verb.split(), "--help"], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def named(text: str) -> list[str]:
    """Options in code: words that begin with one or two hyphens."""
    return re.findall(r"(?<![\w-])--?[A-Za-z][\w-]*", text)


def options(text: str) -> list[set[str]]:
    """Of each option of a page of --help its names: `-o,--output FILE` has two."""
    lines = re.findall(r"^  (-[^ ].*)$", text, re.MULTILINE)
    return [set(re.findall(r"(?:^|,\s?)(--?[A-Za-z][\w-]*)", line.split("  ")[0])) for line in lines]


def rows(page: str) -> set[str]:
    """The long options in the first cells of the rows that begin with an option."""
    cells = re.findall(r"^\| *(`-(?:\\\||[^|\n])*)\|", page, re.MULTILINE)
    return {name for cell in cells for name in named(cell) if name.startswith("--")}


def shared(page: str) -> set[str]:
    """The verbs whose pages a page names for options."""
    return set(re.findall(r"\bas in \[[^\]]*\]\((?:[\w./-]*/)?([\w-]+)\.md", page))


def all_verbs() -> list[str]:
    verbs = re.findall(r"^  ([a-z][a-z-]*)(?: |$)", help_of("").split("Subcommands:\n")[1], re.MULTILINE)
    return verbs + [f"lab {child}" for child in LAB_VERBS]


def missing(verb: str, pages: dict[str, str], helps: dict[str, str]) -> list[str]:
    """The options of a verb that none of its pages has."""
    own = [page for page in pages if verb in PAGES.get(page, (page,)) or (page == "lab" and verb.startswith("lab "))]
    there = {name for page in own for name in named(pages[page])} | COMMON
    others = {other for page in own for other in shared(pages[page]) if other in pages and other in helps}
    for other in others:
        there |= {name for names in options(helps[other]) for name in names} & set(named(pages[other]))
    return sorted(max(names, key=len) for names in options(helps[verb]) if not names & there)


class Tables(unittest.TestCase):
    pages: dict[str, str]
    helps: dict[str, str]

    @classmethod
    def setUpClass(cls) -> None:
        cls.pages = {page.stem: page.read_text(encoding="utf-8") for page in sorted(REFERENCE.rglob("*.md"))}
        cls.helps = {verb: help_of(verb) for verb in all_verbs()}

    def test_tables_have_only_options_of_their_verbs(self) -> None:
        seen = 0
        for page, text in self.pages.items():
            verbs = [verb for verb in PAGES.get(page, (page,)) if verb in self.helps]
            known = {name for verb in verbs for names in options(self.helps[verb]) for name in names}
            with self.subTest(page):
                self.assertEqual(rows(text) - known, set())
            seen += len(rows(text))
        self.assertGreater(seen, 150)

    def test_every_option_is_on_a_page(self) -> None:
        for verb, said in self.helps.items():
            with self.subTest(verb):
                self.assertGreater(len(options(said)), 0)
                self.assertEqual(missing(verb, self.pages, self.helps), [])
        for name in COMMON:
            self.assertIn(name, named(self.pages["manual"]))


class Planted(unittest.TestCase):
    """What is not there is found."""

    HELP = "Options:\n  -h,--help               Print\n  -o,--output FILE        Into\n                          --not an option\n  --size,--width TEXT     Of one\n  --new                   New\n"

    def test_options_of_help(self) -> None:
        self.assertEqual(options(self.HELP), [{"-h", "--help"}, {"-o", "--output"}, {"--size", "--width"}, {"--new"}])

    def test_rows(self) -> None:
        page = "| `--old N`, `-x` | see `--other` |\n| `--a yes\\|no`, `--b` | c |\n| text `--c` | d |\n`--d`\n"
        self.assertEqual(rows(page), {"--old", "--a", "--b"})

    def test_missing(self) -> None:
        helps = {"one": self.HELP, "two": self.HELP}
        self.assertEqual(missing("one", {"one": "`-o`, `--width 3`"}, helps), ["--new"])
        self.assertEqual(missing("one", {"one": "`-o`, as in [two](../a/two.md)", "two": "`--size`"}, helps), ["--new"])
        self.assertEqual(missing("one", {"one": "`-o`", "two": "`--size`, `--new`"}, helps), ["--new", "--width"])
        self.assertEqual(missing("one", {"two": "`-o`"}, helps), ["--new", "--output", "--width"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
