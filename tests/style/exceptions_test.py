# SPDX-License-Identifier: BSD-3-Clause
"""Each rule of docs/reference/compute/exceptions.md names tests that there are, and each test of the rules is named there."""

import re
import unittest

import sources

TEST = re.compile(r"^(?:TYPED_)?TEST(?:_F)?\((\w+), (\w+)\)", re.MULTILINE)
NAMED = re.compile(r"`([A-Z]\w+\.[A-Z]\w+)`")


def tests(folder):
    return {".".join(match) for path in folder.rglob("*.cpp") for match in TEST.findall(path.read_text(encoding="utf-8"))}


def rules(page):
    """The last cell of each row of its tables, without their heads."""
    rows = [line.strip("|").split("|") for line in page.splitlines() if line.startswith("|")]
    return [row[-1] for row in rows if row[-1].strip() not in ("test", "---")]


class Repository(unittest.TestCase):
    page = (sources.ROOT / "docs/reference/compute/exceptions.md").read_text(encoding="utf-8")

    def test_every_rule_has_tests_that_there_are(self):
        there = tests(sources.ROOT / "tests")
        found = rules(self.page)
        self.assertGreater(len(found), 30)
        for rule in found:
            self.assertTrue(NAMED.findall(rule), rule)
        self.assertEqual({name for name in NAMED.findall(self.page) if name not in there}, set())

    def test_every_test_of_the_rules_is_named(self):
        self.assertEqual(tests(sources.ROOT / "tests/exceptions") - set(NAMED.findall(self.page)), set())


class Planted(unittest.TestCase):
    def test_rows(self):
        self.assertEqual(rules("| rule | test |\n|---|---|\n| a | `B.C` |\nno | row\n| d | |\n"), [" `B.C` ", " "])


if __name__ == "__main__":
    unittest.main()
