# SPDX-License-Identifier: BSD-3-Clause
"""proselint finds nothing on the pages, with every check but those that prose.toml switches off. `scripts/check.sh prose`, a step of `make test-all`, fetches
proselint and runs this; without it the tests are skipped."""

import importlib.util
import re
import sys
import tomllib
import unittest
from pathlib import Path

import links_test
import sources

checks = ()
if importlib.util.find_spec("proselint"):
    from proselint.checks import __register__ as checks
    from proselint.registry import CheckRegistry
    from proselint.tools import LintFile

OFF = {entry["check"]: False for entry in tomllib.loads((Path(__file__).parent / "prose.toml").read_text(encoding="utf-8"))["switched_off"]}
# Of a check and the group that has it, the first decides.
CONFIG = {"max_errors": 1000, "checks": OFF | {check.path.split(".")[0]: True for check in checks if check.path.split(".")[0] not in OFF}}


def words(page):
    """The words of a page: no code, no targets of links, no figures or names of one letter, which are not words that somebody repeated. Paragraphs
    are lines, because proselint finds few phrases over the end of a line, and apart."""
    text = re.sub(r"\]\([^()\s]+\)", "]", links_test.prose(page))
    return "\n|\n".join(" ".join(paragraph.split()) for paragraph in re.split(r"\n\s*\n", re.sub(r"\b(?:\d+|[A-Z])\b", "|", text)))


def found(name, page):
    """"name: … the words around …: what proselint says [its check]" of each finding."""
    text = words(page)
    file = LintFile(name, text)
    file.quote_bounds = ()  # It looks at nothing between quotation marks, and pairs them from one paragraph to another.
    results = [result.check_result for result in file.lint(CONFIG)]
    # It counts from 1.
    around = [" ".join(text[max(0, result.span[0] - 41):result.span[1] + 29].split()) for result in results]
    return [f"{name}: “{where}”: {result.message} [{result.check_path}]" for where, result in zip(around, results)]


@unittest.skipUnless(checks, "there is no proselint here: scripts/check.sh prose")
class Proselint(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        CheckRegistry().register_many(checks)

    def test_finds_nothing_on_the_pages(self):
        pages = links_test.pages(sources.ROOT)
        self.assertGreater(len(pages), 60)
        wrong = [line for page in pages for line in found(page.relative_to(sources.ROOT).as_posix(), page.read_text(encoding="utf-8"))]
        self.assertFalse(wrong, "\n" + "\n".join(wrong))

    def test_finds_what_is_planted_in_words_and_nothing_in_code(self):
        page = "# Plans\n\nPlans are at the end of\nthe the day, \"largely unique\".\n\n    plan the the\n\n```\nthe the\n```\n`a a` `b\nc c` 0 0, A A, [a page](the-the.md)\n"
        self.assertEqual([re.search(r"\[(\w+)[\w.]*\]$", line)[1] for line in found("a.md", page)], ["lexical_illusions", "uncomparables"])
        line, *_ = found("b.md", "Last but\nnot least, the plan.\n")
        self.assertIn("[cliches.", line)

    def test_switches_off_only_checks_that_there_are(self):
        paths = {check.path for check in checks}
        self.assertEqual([off for off in OFF if not any(path == off or path.startswith(off + ".") for path in paths)], [])


if __name__ == "__main__":
    sys.exit(unittest.main())
