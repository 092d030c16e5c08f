# SPDX-License-Identifier: BSD-3-Clause
"""Names are the field's. No two types of one program have one qualified name: the linker keeps one of their vectors' functions, and where the compiler
has not inlined them the other type's elements are written over what lies behind them. Types of one source alone are in an
unnamed namespace."""

import collections
import re
import tempfile
import unittest
from pathlib import Path

import sources

TOKEN = re.compile(
    r"""R"(?P<mark>\w*)\(.*?\)(?P=mark)" | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])+' | //[^\n]* | /\*.*?\*/
    | (?P<digits>\b\d[\d']*)
    | \bnamespace\s*(?P<namespace>[\w:]*)\s*\{
    | \b(?:struct|class|union|enum(?:\s+class|\s+struct)?)\s+(?:alignas\([^)]*\)\s*)?(?P<type>\w+)(?:\s+final)?(?:\s*:(?!:)[^;{(]*)?\s*\{
    | (?P<open>\{) | (?P<close>\})""",
    re.VERBOSE | re.DOTALL)


def types(text):
    """Qualified names of the types that are defined at namespace scope, but for those of unnamed namespaces."""
    scopes = []  # the name of a namespace, "" of an unnamed one; None for everything else
    for match in TOKEN.finditer(text):
        if match["namespace"] is not None:
            scopes.append(match["namespace"])
        elif match["type"]:
            if all(scopes):
                yield "::".join([*scopes, match["type"]])
            scopes.append(None)
        elif match["open"]:
            scopes.append(None)
        elif match["close"] and scopes:
            scopes.pop()


def twice(root, folders):
    """({name: files} of the names that more than one file defines, how many names there are)."""
    where = collections.defaultdict(list)
    for path in sources.sources(root, folders):
        if path.suffix in {".cpp", ".hpp"}:
            for name in types(path.read_text(encoding="utf-8")):
                where[name].append(path.relative_to(root).as_posix())
    return {name: files for name, files in where.items() if len(set(files)) > 1}, len(where)


# Words of our own that the field's words have replaced.
RETIRED = {"Beside": "TileExtras", "Claims": "TicketCounter", "Crew": "TeamThreads", "GrowingCount": "EpochCounter", "NodeCrew": "NodeTeam",
           "Outline": "TileMask", "Seat": "ThreadSlot", "Spoken": "ArgumentNames"}


class Repository(unittest.TestCase):
    maxDiff = None

    def test_types_have_the_fields_names(self):
        for path in sources.sources(sources.ROOT, ("src", "include")):
            if path.suffix in {".cpp", ".hpp"}:
                for name in types(path.read_text(encoding="utf-8")):
                    last = name.rsplit("::", 1)[-1]
                    self.assertNotIn(last, RETIRED, f"{path}: the field's word is {RETIRED.get(last)}")

    def test_each_type_has_a_name_of_its_own(self):
        found, seen = twice(sources.ROOT, ("src", "include", "lab", "python"))
        self.assertEqual(found, {})
        self.assertGreater(seen, 400)

    def test_no_test_has_a_type_of_the_library(self):
        found, _ = twice(sources.ROOT, ("src", "include", "tests"))
        self.assertEqual({name: files for name, files in found.items() if not all(file.startswith("tests/") for file in files)}, {})

    def test_no_test_program_has_a_type_twice(self):
        for folder in sorted((sources.ROOT / "tests").iterdir()):
            if folder.is_dir():
                found, _ = twice(sources.ROOT, (f"tests/{folder.name}", "tests/support"))
                self.assertEqual(found, {}, folder.name)


class Planted(unittest.TestCase):
    """The rule sees what breaks it."""

    def found(self, **texts):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "src").mkdir()
            for name, text in texts.items():
                (root / "src" / f"{name}.cpp").write_text(text, encoding="utf-8")
            return twice(root, ("src",))[0]

    def test_twice_in_one_namespace(self):
        self.assertEqual(self.found(a="namespace n {\nstruct Place { int x; };\n}", b="namespace n { enum class Place : int { here }; }"),
                         {"n::Place": ["src/a.cpp", "src/b.cpp"]})
        self.assertEqual(self.found(a="namespace n { class P final : public Q { }; }", b="template <class T>\nstruct R {};\nnamespace n { struct P {}; }"),
                         {"n::P": ["src/a.cpp", "src/b.cpp"]})

    def test_behind_words_and_numbers(self):
        self.assertEqual(self.found(a="namespace n { const char c = '{'; int i = 1'000; // {\nstruct P {}; }",
                                    b='namespace n { auto t = R"({)"; auto s = "{"; struct P {}; }'),
                         {"n::P": ["src/a.cpp", "src/b.cpp"]})

    def test_what_may_be(self):
        self.assertEqual(self.found(a="namespace n { struct P; namespace { struct P {}; } struct O { struct P {}; }; }",
                                    b="namespace n { namespace { struct P {}; } struct Q { struct P {}; }; struct P* f(); }",
                                    c="namespace m { struct P {}; }", d="namespace n { struct P {}; }"), {})


if __name__ == "__main__":
    unittest.main()
