# SPDX-License-Identifier: BSD-3-Clause
"""Files are recognised by what they hold; what is wrong with one is said in one line, and nothing is written."""

import copy
import json
import pathlib
import tempfile
import unittest

from samples import Samples
from support import MACHINES, report, seed, write
from synthetic import Synthetic

from numapack_report.errors import ReportError
from numapack_report.reading import documents
from numapack_report.reading.schemas import KINDS


class Folder(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def refused(self, code: int, pattern: str, *words: str) -> None:
        target = self.folder / "page.html"
        status, out, err = report(*words, "-o", str(target))
        self.assertEqual((status, out), (code, ""), err)
        self.assertRegex(err, rf"^numapack: report: {pattern}[^\n]*\n$")
        self.assertFalse(target.exists())
        self.assertEqual([path.name for path in self.folder.iterdir() if path.name.startswith(".")], [])


class Recognition(Folder):
    def test_each_kind(self) -> None:
        samples = Samples(seed()).all()
        self.assertEqual({*samples, "profile"}, {kind.name for kind in KINDS})
        for kind, document in samples.items():
            self.assertEqual(documents.load(write(self.folder, "one.json", document)).kind, kind)

    def test_the_published_machines(self) -> None:
        found = sorted(MACHINES.glob("*.json"))
        self.assertGreater(len(found), 8)
        for path in found:
            self.assertEqual(documents.load(str(path)).kind, "profile")


class Refused(Folder):
    def profile(self) -> dict:
        return Synthetic(1, 1, 2, 1).document()

    def test_no_file(self) -> None:
        self.refused(2, r"cannot read \S+nothing.json: No such file", str(self.folder / "nothing.json"))

    def test_no_json(self) -> None:
        self.refused(2, r"\S+one.json is no JSON: line 1, column 2", write(self.folder, "one.json", "{no"))

    def test_cut_off(self) -> None:
        text = json.dumps(self.profile())
        self.refused(2, r"\S+one.json is no JSON: line 1, column \d+", write(self.folder, "one.json", text[:len(text) // 2]))

    def test_not_text(self) -> None:
        path = self.folder / "one.json"
        path.write_bytes(b"{\"a\": \"\xff\"}")
        self.refused(2, r"\S+one.json is no JSON: byte 7 is not UTF-8", str(path))

    def test_foreign(self) -> None:
        self.refused(2, r"\S+one.json is no document of numapack's that can be drawn: it holds \"a\"; known are profile",
                     write(self.folder, "one.json", {"a": 1}))
        self.refused(2, r"\S+one.json is no document of numapack's: it holds no object", write(self.folder, "one.json", [1]))

    def test_nested_too_deeply(self) -> None:
        self.refused(2, r"\S+one.json is no ", write(self.folder, "one.json", "[" * 100000))

    def test_newer_and_older(self) -> None:
        self.refused(2, r"\S+one.json: profile of version 2, this command knows 1: use a newer numapack",
                     write(self.folder, "one.json", {**self.profile(), "numapack_profile": 2}))
        for version in (0, "1", True, None):
            self.refused(2, r"\S+one.json: numapack_profile is .*; allowed is 1",
                         write(self.folder, "one.json", {**self.profile(), "numapack_profile": version}))

    def test_a_wrong_value_is_named_with_its_place(self) -> None:
        for change, pattern in (
                (lambda one: one["memory_latency"][3].update(pu="two"), r"profile.memory_latency\[3\].pu is 'two'; allowed is a whole number"),
                (lambda one: one["memory_latency"][1]["latency_ns"].update(median=True),
                 r"profile.memory_latency\[1\].latency_ns.median is True"),
                (lambda one: one["stream"][0].pop("policy"), r"profile.stream\[0\] has no \"policy\""),
                (lambda one: one.update(machine=[]), r"profile.machine is \[\]; allowed is an object"),
                (lambda one: one.update(remarks=[1]), r"profile.remarks\[0\] is 1; allowed is text")):
            document = self.profile()
            change(document)
            self.refused(2, rf"\S+one.json: {pattern}", write(self.folder, "one.json", document))

    def test_numbers_that_are_none(self) -> None:
        text = json.dumps(self.profile())
        for word in ("NaN", "Infinity", "1e999"):
            self.refused(2, r"\S+one.json is no JSON: ", write(self.folder, "one.json", text.replace("96.0", word)))

    def test_whatever_is_missing_or_other_there_is_no_traceback(self) -> None:
        """Each key of each sample taken away, and each value replaced by others: a page or one line."""
        chosen = seed()
        tried = refused = 0
        for kind, document in {**Samples(chosen).all(), "profile": self.profile()}.items():
            for place in places(document, 3):
                for value in (None, "text", [], {}, -1):
                    broken = copy.deepcopy(document)
                    put(broken, place, value)
                    code, _, err = report(write(self.folder, "one.json", broken), "--csv", str(self.folder / "csv"))
                    self.assertIn(code, (0, 2), (kind, place, value, err))
                    if code:
                        self.assertRegex(err, r"^numapack: report: [^\n]+\n$", (kind, place, value))
                        refused += 1
                    tried += 1
        self.assertGreater(refused, tried // 10)
        self.assertLess(refused, tried)


class Usage(Folder):
    def test_words_that_are_wrong(self) -> None:
        profile = write(self.folder, "one.json", Synthetic(1, 1, 2, 1).document())
        self.refused(2, r"there is no option --nonsense", profile, "--nonsense")
        self.refused(2, r"--against atlantis: there is no such file or published machine; there are epyc-rome-nps4", profile,
                     "--against", "atlantis")
        self.refused(2, r"there is nothing to show")
        plan = write(self.folder, "plan.json", Samples(1).plan())
        self.refused(2, r"--against needs a profile", plan, "--against", "kunpeng920")
        self.refused(2, r"--against \S+: \S+plan.json is a plan; allowed is a profile", profile, "--against", plan)

    def test_two_machines_are_not_put_together(self) -> None:
        self.refused(2, r"\S+kunpeng920.json and \S+thunderx2.json are of two machines: compare them with --against",
                     str(MACHINES / "kunpeng920.json"), str(MACHINES / "thunderx2.json"))

    def test_a_target_that_cannot_be_written(self) -> None:
        profile = write(self.folder, "one.json", Synthetic(1, 1, 2, 1).document())
        for target in (self.folder, self.folder / "nowhere" / "page.html"):
            code, _, err = report(profile, "-o", str(target))
            self.assertEqual(code, 2)
            self.assertRegex(err, r"^numapack: report: cannot write [^\n]+\n$")
        code, _, err = report(profile, "--csv", profile)
        self.assertEqual(code, 2)
        self.assertRegex(err, r"^numapack: report: cannot make the folder [^\n]+\n$")


def places(value, depth: int) -> list:
    """Paths to what is in a document, the first of each array."""
    if depth == 0 or not isinstance(value, (dict, list)):
        return []
    keys = value if isinstance(value, dict) else range(min(1, len(value)))
    return [path for key in keys for path in ([key], *([key, *rest] for rest in places(value[key], depth - 1)))]


def put(document, place: list, value) -> None:
    for key in place[:-1]:
        document = document[key]
    document[place[-1]] = value


if __name__ == "__main__":
    unittest.main()
