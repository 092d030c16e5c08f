# SPDX-License-Identifier: BSD-3-Clause
"""Names are the field's. No two types of one program have one qualified name: the linker keeps one of their vectors' functions, and where the compiler
has not inlined them the other type's elements are written over what lies behind them. Types of one source alone are in an
unnamed namespace."""

import collections
import functools
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


# Words of our own that the field's words have replaced: (what finds them, what to write, names that may stay).
RETIRED = [(re.compile(find), say, set(allowed)) for find, say, *allowed in (
    (r"^Beside$", "TileExtras"),
    (r"^Claims$", "TicketCounter"),
    (r"^GrowingCount$", "EpochCounter"),
    (r"^Outline$", "TileMask"),
    (r"(?i)crew", "team, threads"),
    (r"(?i)(?:^|_)seats?(?:_|$)|^Seat", "thread slot"),
    (r"(?i)slab", "kc block"),
    (r"(?i)spoken", "argument names"),
    (r"^Half(?:[A-Z]|$)|(?:^|_)half_|_half$", "triangle", "HalfTouched", "first_half", "half_of", "half_share"),
    (r"(?:^|_)thin(?:_|$)|^Thin(?:[A-Z]|$)|(?i:slim)", "skinny"),
    (r"(?i)turned(?!_)|turned_(?!to)", "transposed", "returned"),
    (r"CpuRow|^Row(?:Choice|Figure|Kernel|Part|Reason)s?$|^TunedRows$|(?:^|_)(?:choose|find|tuned)_rows?(?:_|$)", "microarchitecture (Microarch, …)"),
    (r"(?:^|_)leaf(?:_|$)|^Leaf", "unblocked", "leaf"),  # CPUID's
    (r"(?i)company|shared_?work", "concurrent calls, demand"),
    (r"(?:^|_)asks_(?:for|below|left|twice)|(?:^|_)asking(?:_|$)", "prefetches", "worth_asking_bytes"),
    (r"Staying", "Prepacked"),
    (r"(?i)blind", "oblivious"),
    (r"(?i)parked|^reorder$", "swapped, laswp"),
    (r"^Way$|[a-z]Way$|(?:^|_)way(?:_|$)", "algorithm, mode", "way", "no_memory_on_the_way"),  # a cache's
    (r"column_chunk|(?:^|_)k_pieces?(?:_|$)|(?:^|_)pieced(?:_|$)", "jc block, split-K"),
    (r"past_caches", "streaming"),
)]
CODE = {".c", ".cpp", ".h", ".hpp"}
SENTENCE = re.compile(r"\b(?:TYPED_)?TEST(?:_[FP])?\(\s*(\w+)\s*,\s*\w+\s*\)")
WORD = re.compile(TOKEN.pattern.split("| \\bnamespace", 1)[0] + r"""
    | ^[ \t]*\#[ \t]*include[^\n]* | (?P<word>[A-Za-z_]\w*)""", re.VERBOSE | re.DOTALL | re.MULTILINE)


def identifiers(text):
    """Those of the code, without literals, comments and the sentences that tests' names are."""
    return {match["word"] for match in WORD.finditer(SENTENCE.sub(r"\1", text)) if match["word"]}


@functools.cache
def replacements(name):
    return [say for find, say, allowed in RETIRED if name not in allowed and find.search(name)]


def retired(root, folders):
    """(a sentence for each name with such a word, names looked at)."""
    found, seen = [], 0
    for path in sources.sources(root, folders):
        if path.suffix in CODE:
            names = identifiers(path.read_text(encoding="utf-8")) | {path.stem}
            seen += len(names)
            found += [f"{path.relative_to(root)}: {name}; write: {say}" for name in sorted(names) for say in replacements(name)]
    return found, seen


class Repository(unittest.TestCase):
    maxDiff = None

    def test_names_are_the_fields(self):
        found, seen = retired(sources.ROOT, ("src", "include", "tests", "bench"))
        self.assertEqual(found, [])
        self.assertGreater(seen, 50000)

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

    def test_words_of_our_own(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name, text in {"half_plan.hpp": "", "a.hpp": "struct ThinRun { int slim; };", "b.cpp": "bool f(bool turned) { return is_turned(1); }",
                               "c.cpp": "const CpuRow* row; RowChoice r; int seat, leaf_columns;", "d.h": "int blind_bytes; /* parked */ int parked;",
                               "e.cpp": "void f() { auto n = k_pieces(way_of(1)); asks_for_next(); }", "f.cpp": "StayingTraffic t; Company c; InPlaceWay w;",
                               "g.cpp": '#include "level3/way_of.hpp"\n// a thin_choice\nauto s = "blind_bytes"; bool returned, always; int half, leaf, way;\n'
                                        "TEST(Plans, OfASlimHalfInCompany) { first_half(ways); }"}.items():
                (root / "src").mkdir(exist_ok=True)
                (root / "src" / name).write_text(text, encoding="utf-8")
            found, seen = retired(root, ("src",))
            self.assertEqual([sentence.split(";")[0].removeprefix("src/") for sentence in found],
                             ["a.hpp: ThinRun", "a.hpp: slim", "b.cpp: is_turned", "b.cpp: turned", "c.cpp: CpuRow", "c.cpp: RowChoice",
                              "c.cpp: leaf_columns", "c.cpp: seat", "d.h: blind_bytes", "d.h: parked", "e.cpp: asks_for_next", "e.cpp: k_pieces",
                              "e.cpp: way_of", "f.cpp: Company", "f.cpp: InPlaceWay", "f.cpp: StayingTraffic", "half_plan.hpp: half_plan"])
            self.assertGreater(seen, 40)


if __name__ == "__main__":
    unittest.main()
