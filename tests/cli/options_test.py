# SPDX-License-Identifier: BSD-3-Clause
"""options_test.py COMMAND: options that there are not, that are empty, that are sizes, and the names that messages have."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

COMMAND = str(pathlib.Path(sys.argv[1]).resolve())
ROOT = pathlib.Path(__file__).resolve().parents[2]
KUNPENG = str(ROOT / "tests/machines/kunpeng920.xml")


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([COMMAND, *words], capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL)


def verbs() -> list[str]:
    return re.findall(r"^  ([a-z][a-z-]*)(?: |$)", run("--help").stdout.split("Subcommands:\n")[1], re.MULTILINE)


class Options(unittest.TestCase):
    def check(self, words: list[str], said: str) -> None:
        """Wrong usage, whose one line begins with this."""
        with self.subTest(words):
            done = run(*words)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertRegex(done.stderr, r"\A[^\n]*\n\Z")
            self.assertTrue(done.stderr.startswith(f"numapack: {said}"), done.stderr)

    def test_one_that_there_is_not_comes_before_one_that_is_missing(self) -> None:
        self.check(["bits", "--libary", "openblas"], "bits: there is no option --libary; the nearest is --library\n")
        self.check(["grade", "--libary=openblas"], "grade: there is no option --libary; the nearest is --library\n")
        self.check(["plan", "--form", "x"], "plan: there is no option --form; the nearest is --from\n")
        self.check(["gemm", "--thread", "2"], "gemm: there is no option --thread; the nearest is --threads\n")
        self.check(["gemm", "--threads", "1"], "gemm: -n is required")

    def test_of_the_command_too(self) -> None:
        self.check(["--verison"], "there is no option --verison; the nearest is --version\n")
        self.check(["--hepl"], "there is no option --hepl; the nearest is --help\n")
        self.check(["--xyzzy"], "there is no option --xyzzy; numapack --help lists")
        self.check(["--wide", "topo"], "topo: --wide comes after the verb: numapack topo --wide\n")

    def test_none_is_empty(self) -> None:
        """Every option of every verb that needs a value."""
        tried = 0
        for verb in verbs():
            options = re.findall(r"^  (?:-\w,)?(--?[a-z][a-z-]*) (?:[A-Z]{2}|\{)", run(verb, "--help").stdout, re.MULTILINE)
            for option in set(options) - {"--json", "--draw", "--hwloc-xml"}:  # which need none
                with self.subTest(verb=verb, option=option):
                    done = run(verb, option, "")
                    tried += 1
                    self.assertEqual(done.returncode, 2, done.stderr)
                    self.assertRegex(done.stderr, r'\Anumapack: [^\n]*\n\Z')
                    self.assertRegex(done.stderr, f"{option}\\b")
        self.assertGreater(tried, 100)
        self.check(["stream", "--size", ""], 'stream: --size: "" is empty; give a value or leave it out\n')
        self.check(["plan", "-n", "64", "--nodes="], "plan: --nodes")

    def test_names_are_those_typed(self) -> None:
        for verb, names, value in (("spmv", ("-n", "--rows"), "0"), ("spmv", ("-n", "--rows"), "x"), ("linpack", ("-n", "--n"), "0"),
                                   ("linpack", ("-n", "--n"), "x"), ("pin", ("-c", "--cpus"), "socket:0"), ("pin", ("-m", "--memory"), "x"),
                                   ("probe", ("-o", "--output"), "/nowhere/at/all.json")):
            for name in names:
                self.check([verb, name, value, *(["true"] if verb == "pin" else [])], f"{verb}: {name}: ")
        self.check(["spmv", "--rows=0"], "spmv: --rows: ")
        self.check(["spmv", "-n0"], "spmv: -n: ")
        for verb in ("linpack", "bits", "grade"):
            self.check([verb, "--library", "=x"], f"{verb}: --library")
        self.check(["linpack", "--library", "nonsense"], "linpack: --library: ")

    def test_a_list_has_no_file(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for file in (os.path.join(folder, "list.json"), "/dev/full", "-"):
                for verb in ("latency", "coherence", "stream", "barrier"):
                    self.check([verb, "--list", "--json", file], f"{verb}: --json: --list measures nothing")
                self.check(["probe", "--list", "-o", file], "probe: -o: --list measures nothing")
                self.check(["probe", "--list", "--verify-json", file], "probe: --verify-json: --list measures nothing")
            self.assertEqual(os.listdir(folder), [])

    def test_help_that_cannot_be_written_is_a_failure(self) -> None:
        for words in (["--help"], ["--version"], ["topo", "--help"], ["lab", "--help"], ["report", "--help"]):
            with self.subTest(words), open("/dev/full", "w", encoding="utf-8") as full:
                done = subprocess.run([COMMAND, *words], stdout=full, stderr=subprocess.PIPE, text=True)
                self.assertEqual(done.returncode, 1)
                self.assertRegex(done.stderr, r"\Anumapack: [^\n]*cannot write[^\n]*\n\Z")


class Sizes(unittest.TestCase):
    def same(self, first: list[str], second: list[str]) -> dict:
        """Both documents; no measurement is in them."""
        documents = [run(*words, "--json") for words in (first, second)]
        self.assertEqual([one.returncode for one in documents], [0, 0], documents[1].stderr)
        read = [json.loads(one.stdout, object_hook=lambda found: {key: value for key, value in found.items() if key != "prediction_took_s"})
                for one in documents]
        self.assertEqual(*read)
        return read[0]

    def test_of_rows_and_blocks_and_lists(self) -> None:
        other = ["--from", KUNPENG]
        self.same(["spmv", *other, "-n", "2048"], ["spmv", *other, "-n", "2k"])
        self.same(["spmv", *other, "--structure", "band", "-n", "2048", "--per-row", "1024"],
                  ["spmv", *other, "--structure", "band", "--rows", "2Ki", "--per-row", "1K"])
        self.same(["predict", *other, "--sizes", "1024,2048"], ["predict", *other, "--sizes", "1k,2Ki"])
        found = self.same(["predict", *other, "--sizes", "1024:4096:1024"], ["predict", *other, "--sizes", "1k:4k:1k"])
        self.assertEqual([one["n"] for one in found["cases"]], [1024, 2048, 3072, 4096])
        lu = ["predict", *other, "--routine", "dgetrf", "-n"]
        self.same([*lu, "4096", "--blocks", "64,1024"], [*lu, "4k", "--blocks", "64,1k"])
        self.same(["plan", *other, "-n", "4096", "--home", "A=cyclic:1024,B=tiles:1024x2048"],
                  ["plan", *other, "-n", "4k", "--home", "A=cyclic:1k,B=tiles:1Kx2k"])

    def test_of_initialisations(self) -> None:
        done = run("linpack", "-n", "64", "--rounds", "1", "--init", "cyclic:1k", "--json")
        self.assertEqual([one["init"] for one in json.loads(done.stdout)["runs"]], ["cyclic:1024"], done.stderr)

    def test_in_the_lab_s_study(self) -> None:
        for n, said in (("1k", "no workload /nowhere"), ("64Ki", "-n 65536: give 64 to 8192"), ("1q", '-n: "1q" is no order')):
            done = run("lab", "study", "-n", n, "--workload", "/nowhere")
            self.assertEqual(done.returncode, 2)
            self.assertIn(said, done.stderr)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
