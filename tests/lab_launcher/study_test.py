# SPDX-License-Identifier: BSD-3-Clause
"""The study's choice of runs, its tables from counts made by hand, and how it keeps what was measured."""

import contextlib
import io
import json
import os
import pathlib
import sys
import tempfile
import time
import unittest
from unittest import mock

from support import LAB
from numapack_lab.study import call, command as study, tables as study_tables
from numapack_lab.system import prepare
from numapack_lab.errors import USAGE, LabError
from numapack_lab.emulator.process import Interrupted
from numapack_lab.study.cases import ALL_NODES, HOMES, LIBRARIES, NODE_SETS, Case, Setting, cases

SETTING = Setting(512, "default", "x86_64")


def classes(local: int, cross_die: int, cross_chip: int) -> dict:
    return {"local": local, "cross_die": cross_die, "cross_chip": cross_chip}


def result(case: Case, factor: int) -> dict:
    """Crossing: 300 * factor read, 30 * factor written back, 3 * factor dirty at the end."""
    counts = {"reads": classes(700 * factor, 100 * factor, 200 * factor), "writes": classes(40 * factor, 10 * factor, 20 * factor),
              "left_dirty": classes(5 * factor, factor, 2 * factor), "instructions": 4000 * factor, "loads": 1000 * factor,
              "l1_load_misses": 50 * factor}
    run = {"case": vars(case).copy(), "counts": counts, "workload": {"error": 0}, "seconds": 1.0, "wall_seconds": 60.0,
           "machine": {}}
    if case.library.startswith("numapack"):
        run["workload"] |= {"bound": {"reads": classes(1, 80, 160), "writes": classes(1, 20, 40)}, "kernel": "avx2-d8x6",
                            "plan": {"reads": classes(1, 80, 160), "writes": classes(1, 20, 40)}}
    return run


class Choice(unittest.TestCase):
    def test_parts(self) -> None:
        everything = cases("all", SETTING, LIBRARIES)
        self.assertEqual(len(everything), len(NODE_SETS) * len(HOMES) * len(LIBRARIES))
        self.assertEqual(len(set(everything)), len(everything))
        for part, count in (("figure13", 4), ("figure14", 4), ("call", 1), ("table1", 24), ("figure12", 16)):
            chosen = cases(part, SETTING, LIBRARIES)
            self.assertEqual(len(chosen), count)
            self.assertLessEqual(set(chosen), set(everything))
        self.assertEqual(everything[0], SETTING.case("openblas", ALL_NODES, "0"))

    def test_some_libraries(self) -> None:
        self.assertEqual([case.library for case in cases("figure13", SETTING, ["numapack", "blis"])], ["blis", "numapack"])


os.environ["COLUMNS"] = "200"  # tables in one piece


class Tables(unittest.TestCase):
    def test_figure13(self) -> None:
        runs = {case: result(case, 4 if case.library == "openblas" else 1) for case in cases("figure13", SETTING, LIBRARIES)}
        rows = {row["name"]: row for row in study_tables.figure13(runs, SETTING)}
        self.assertEqual([*rows], [*LIBRARIES, "the bound"])
        self.assertEqual(rows["openblas"]["writes"], classes(180, 44, 88))
        self.assertEqual((rows["numapack"]["crossing"], rows["the bound"]["crossing"]), (333, 300))
        self.assertAlmostEqual(rows["numapack"]["crossing_over_bound"], 1.11)
        self.assertNotIn("against_openblas_percent", rows["openblas"])
        self.assertAlmostEqual(rows["numapack"]["against_openblas_percent"]["reads"]["cross_chip"], -75)
        self.assertAlmostEqual(rows["the bound"]["against_openblas_percent"]["reads"]["cross_die"], -80)
        text = study_tables.page("figure13", runs, SETTING)
        self.assertRegex(text, r"against OpenBLAS +-75.0 % +-75.0 % +-75.0 %")
        self.assertRegex(text, r"the paper.* \+20.0 % +-24.8 % +-22.7 % +-5.3 % +-62.6 % +-29.4 %")

    def test_figure14(self) -> None:
        runs = {case: result(case, 4 if case.library == "openblas" else 3) for case in cases("figure14", SETTING, LIBRARIES)}
        rows = {row["name"]: row for row in study_tables.figure14(runs, SETTING)}
        self.assertEqual([*rows], [*LIBRARIES])
        self.assertEqual(rows["openblas"], {"name": "openblas", "instructions": 16000, "loads": 4000, "l1_load_misses": 200})
        self.assertEqual(rows["numapack"]["against_openblas_percent"], {key: -25 for key in ("instructions", "loads", "l1_load_misses")})
        text = study_tables.page("figure14", runs, SETTING)
        self.assertRegex(text, r"numapack +12.0 +- +3.0 +0.1\n  against OpenBLAS +-25.0 % +- +-25.0 % +-25.0 %")
        self.assertRegex(text, r"the paper.* -58.1 % +-36.5 % +fewer +-16.3 %")
        for run in runs.values():  # as an earlier version kept them
            del run["counts"]["l1_load_misses"]
        self.assertEqual(study_tables.page("figure14", runs, SETTING), "")

    def test_call(self) -> None:
        case, = cases("call", SETTING, LIBRARIES)
        run = result(case, 1)
        self.assertEqual(call.rows({case: run}, SETTING), [])
        run["here"] = {"counts": {"reads cross_die": 110, "instructions": 3000}, "missing": ["no such event"]}
        *rows, missing = call.rows({case: run}, SETTING)
        found = {row.pop("name"): row for row in rows}
        self.assertEqual(found["reads cross_die"] | {"counters_against_lab_percent": round(found["reads cross_die"]["counters_against_lab_percent"], 6)},
                         {"plan": 80, "lab": 100, "counters": 110, "lab_against_plan_percent": 25, "counters_against_lab_percent": 10})
        self.assertEqual(found["instructions"], {"plan": None, "lab": 4000, "counters": 3000, "lab_against_plan_percent": None,
                                                 "counters_against_lab_percent": -25})
        self.assertEqual((found["crossing"]["plan"], found["crossing"]["lab"]), (300, 333))
        self.assertEqual(missing["missing"], ["no such event"])
        text = study_tables.page("call", {case: run}, SETTING)
        self.assertRegex(text, r"reads cross-die +0.1 +0.1 +\+25.0 % +0.1 +\+10.0 %")
        self.assertIn("counters: no such event\n", text)
        for counted, crosses in (({"cross_die": 110, "cross_chip": 30}, 280), ({"other_nodes": 150}, 300), ({"cross_die": 110}, None)):
            run["here"] = {"counts": {f"{kind} {reach}": count for kind in ("reads", "writes") for reach, count in counted.items()},
                           "missing": []}
            found = {row["name"]: row for row in call.rows({case: run}, SETTING)}
            self.assertEqual(found["crossing"]["counters"], crosses)
        del run["counts"]["l1_load_misses"]  # as an earlier version kept it
        self.assertNotIn("L1 load misses", study_tables.page("call", {case: run}, SETTING))

    def test_without_openblas_or_bound(self) -> None:
        for library in ("numapack", "blis"):
            runs = {case: result(case, 1) for case in cases("figure13", SETTING, [library])}
            self.assertIn(library, study_tables.page("figure13", runs, SETTING))

    def test_table1(self) -> None:
        runs = {case: result(case, 1) for case in cases("table1", SETTING, ["openblas"])}
        rows = study_tables.table1(runs, SETTING)
        self.assertEqual(len(rows), 2 * len(NODE_SETS))
        self.assertAlmostEqual(rows[0]["reads"]["cross_chip"], 0.2)
        paper = rows[-1]
        self.assertEqual((paper["nodes"], paper["name"]), (ALL_NODES, "OpenBLAS in the paper"))
        self.assertAlmostEqual(paper["reads"]["cross_die"], 5.80 / (5.65 + 5.80 + 1.37))
        self.assertIn("10.0 %", study_tables.page("table1", runs, SETTING))

    def test_figure12(self) -> None:
        runs = {case: result(case, 3 if case.homes == "3" else 2) for case in cases("figure12", SETTING, ["blis", "numapack"])}
        rows = study_tables.figure12(runs, SETTING)
        self.assertEqual([row["name"] for row in rows], ["blis", "numapack"])
        self.assertEqual(rows[1]["crossing"], {"0": 666, "interleave": 666, "interleave:1-2": 666, "3": 999})
        self.assertIn("interleaved over 1-2", study_tables.page("figure12", runs, SETTING))
        self.assertAlmostEqual(rows[1]["greatest_over_least"], 1.5)
        self.assertEqual(rows[1]["bound_greatest_over_least"], 1)
        self.assertNotIn("bound", rows[0])
        runs.pop(SETTING.case("blis", ALL_NODES, "3"))
        self.assertEqual(len(study_tables.figure12(runs, SETTING)), 1)

    def test_nothing_crosses(self) -> None:
        runs = {case: result(case, 0) for case in cases("all", SETTING, LIBRARIES)}
        self.assertIn("-", study_tables.page("all", runs, SETTING))


class Here(unittest.TestCase):
    """This machine's own counters of the call."""

    def count(self, ended: tuple[int, str, str], arch: str = "", kernel: str = "avx2-d8x6", command: str = "/bin/numapack") -> dict:
        self.asked: list[str] = []

        def run(words: list[str]) -> tuple[int, str, str]:
            self.asked = words
            return ended

        setting = Setting(512, "default", arch or prepare.host_arch())
        with mock.patch.dict(os.environ, {"NUMAPACK_LAB_COMMAND": command} if command else {}):
            return call.count_here(cases("call", setting, LIBRARIES)[0], kernel, run)

    def test_counts_of_one_call_by_the_lab_s_names(self) -> None:
        sets = [{"name": "work", "instructions": 900}, {"name": "offcore", "reads_local_lines": 30, "writes_cross_chip_lines": 60},
                {"name": "cha", "reads_local_lines": 999, "places": []}]
        document = {"results": [{"counters": {"calls": 3, "sets": sets, "missing": ["no L1"]}}]}
        self.assertEqual(self.count((0, json.dumps(document), "")),
                         {"counts": {"instructions": 300, "reads local": 10, "writes cross_chip": 20}, "missing": ["no L1"]})
        self.assertEqual(self.asked[:2], ["/bin/numapack", "gemm"])
        for option, value in (("-n", "512"), ("--nodes", ALL_NODES), ("--home", "A=0,B=0,C=0"), ("--kernel", "avx2-d8x6")):
            self.assertEqual(self.asked[self.asked.index(option) + 1], value)

    def test_says_why_not(self) -> None:
        other = "x86_64" if prepare.host_arch() == "aarch64" else "aarch64"
        for counted, why in ((self.count((2, "", "x\nnumapack: gemm: --nodes: no node 1\n")), "not run on this machine: --nodes: no node 1"),
                             (self.count((1, "", "")), "exit code 1"), (self.count((0, "", ""), arch=other), f"this machine is {prepare.host_arch()}"),
                             (self.count((0, "", ""), kernel=""), "earlier version"), (self.count((0, "", ""), command=""), "not started by")):
            self.assertEqual(counted["counts"], {})
            self.assertIn(why, counted["missing"][0])


class Study(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.file = self.folder / "study.json"
        self.workload = self.folder / "workload"
        self.workload.touch()
        self.measured: list[Case] = []
        self.after = 1 << 30  # runs before the trouble
        self.trouble: BaseException = Interrupted(2)

    def measure(self, case: Case, *_: object) -> dict:
        if len(self.measured) == self.after:
            raise self.trouble
        self.measured.append(case)
        return result(case, 1)

    def run_study(self, *arguments: str) -> tuple[str, str]:
        with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err, \
                mock.patch.object(study, "_measure", self.measure):
            try:
                self.assertEqual(study.main([*arguments, "--workload", str(self.workload)], LAB), 0)
            finally:
                self.out, self.err = out.getvalue(), err.getvalue()
        return self.out, self.err

    def test_names_what_it_does_and_what_is_left(self) -> None:
        out, err = self.run_study("--part", "table1", "--library", "openblas", "--library", "numapack", "--json", str(self.file))
        self.assertIn("Table 1", out)
        self.assertIn("12 multiplications, n = 512, machine default", err)
        self.assertIn("1 of 12: openblas, node 0, data on node 0\n", err)
        self.assertIn("2 of 12, about 11 min left: numapack, node 0, data on node 0\n", err)
        document = json.loads(self.file.read_text(encoding="utf-8"))
        self.assertEqual(len(document["runs"]), 12)
        self.assertEqual(document["paper"]["figure13_percent"]["reads"]["cross_die"], -24.8)
        self.assertEqual(len(document["figures"]["table1"]), 18)

    def test_an_interrupted_study_shows_and_keeps_what_it_has_and_goes_on(self) -> None:
        for trouble in (Interrupted(2), LabError("the guest's kernel panicked", 114)):
            self.measured, self.after, self.trouble = [], 2, trouble
            with self.assertRaises(type(trouble)):
                self.run_study("--json", str(self.file))
            self.assertIn("openblas", self.out)
            self.assertNotIn("numapack", self.out)
            self.assertEqual(len(json.loads(self.file.read_text(encoding="utf-8"))["runs"]), 2)
            self.after = 1 << 30
            _, err = self.run_study("--json", str(self.file))
            self.assertIn(f"2 of them are in {self.file}", err)
            self.assertIn("1 of 2, about 2 min left: numapack, nodes 0,1,2,3, data on node 0\n", err)
            self.assertEqual(len(self.measured), 4)
            self.assertEqual(len(set(self.measured)), 4)
            self.file.unlink()

    def test_another_size_or_processor_is_another_run(self) -> None:
        self.run_study("--library", "blis", "--json", str(self.file))
        self.run_study("--library", "blis", "--json", str(self.file), "-n", "256")
        other = "x86_64" if prepare.host_arch() == "aarch64" else "aarch64"
        out, _ = self.run_study("--library", "blis", "--json", str(self.file), "--arch", other)
        self.assertEqual(len(self.measured), 3)
        self.assertIn(f"(n = 512, beta = 1, {other})", out)

    def test_another_beta_is_another_run(self) -> None:
        for beta in (1, 0, 0):
            out, _ = self.run_study("--library", "blis", "--json", str(self.file), "--beta", str(beta))
        self.assertEqual([case.beta for case in self.measured], [1, 0])
        self.assertIn("beta = 0", out)

    def test_this_machine_counts_when_the_lab_has(self) -> None:
        here = {"counts": {}, "missing": ["no counters"]}
        with mock.patch.object(call, "count_here", return_value=here):
            self.run_study("--part", "call", "--json", str(self.file))
        run, = json.loads(self.file.read_text(encoding="utf-8"))["runs"]
        self.assertEqual(run["here"], here)
        self.assertIn("counters: no counters", self.out)

    def test_json_to_standard_output(self) -> None:
        out, err = self.run_study("--library", "openblas", "--json", "-")
        self.assertEqual(len(json.loads(out)["runs"]), 1)
        self.assertIn("Figure 13", err)

    def test_mistakes(self) -> None:
        bad = self.folder / "bad.json"
        bad.write_text('{"runs": [{"case": {}}]}', encoding="ascii")
        other = "x86_64" if prepare.host_arch() == "aarch64" else "aarch64"
        for arguments in (["-n", "10"], ["-n", "x"], ["--part", "figure1"], ["--timeout", "0"], ["--json", str(bad)],
                          ["--json", "/no/such/x"], ["--machine", "knm-snc4"], ["--workload", "/no/such"], ["--arch", other]):
            with self.assertRaises(LabError, msg=arguments) as caught, contextlib.redirect_stderr(io.StringIO()):
                study.main(arguments, LAB)
            self.assertEqual(caught.exception.code, USAGE)

    def test_the_child_is_ended_in_order(self) -> None:
        ended = self.folder / "ended"
        code = ("import pathlib, signal, sys, time\n"
                f"signal.signal(signal.SIGTERM, lambda *_: (pathlib.Path({str(ended)!r}).touch(), sys.exit(3)))\n"
                f"pathlib.Path({str(self.folder / 'ready')!r}).touch()\n"
                "time.sleep(1000)\n")

        def wait() -> None:
            while not (self.folder / "ready").exists():
                time.sleep(0.01)
            raise Interrupted(2)

        with self.assertRaises(Interrupted):
            study._run([sys.executable, "-c", code], dict(os.environ), self.folder, wait)
        self.assertTrue(ended.exists())

    def test_the_child_s_code_and_output(self) -> None:
        self.assertEqual(study._run(["sh", "-c", "echo $A; echo b >&2; cat; exit 7"], {"A": "a", **os.environ}, self.folder,
                                    lambda: None), (7, "a\n", "b\n"))


if __name__ == "__main__":
    unittest.main()
