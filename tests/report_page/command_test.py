# SPDX-License-Identifier: BSD-3-Clause
"""`numapack report` itself: hands over to Python, asks the command for advice and plans."""

import json
import os
import subprocess
import unittest

from on_page import OnPage, require_plotly
from support import MACHINES, Page, write

from numapack_report.reading.values import value_of

setUpModule = require_plotly


class Command(OnPage):
    def run_command(self, *words: str, **environment: str) -> subprocess.CompletedProcess:
        return subprocess.run([os.environ["NUMAPACK_COMMAND"], "report", *words], capture_output=True, text=True, timeout=300,
                              cwd=self.folder, env={**os.environ, "XDG_CACHE_HOME": str(self.folder), **environment})

    def test_help(self) -> None:
        done = self.run_command("--help")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("numapack report profile.json --against kunpeng920", done.stdout)

    def test_what_cannot_be_written_is_said(self) -> None:
        for words in (["--help"], ["--from", "kunpeng920", "-o", "-"]):
            with self.subTest(words), open("/dev/full", "w", encoding="utf-8") as full:
                done = subprocess.run([os.environ["NUMAPACK_COMMAND"], "report", *words], stdout=full, stderr=subprocess.PIPE, text=True,
                                      timeout=300, cwd=self.folder, env={**os.environ, "XDG_CACHE_HOME": str(self.folder)})
                self.assertEqual((done.returncode, done.stderr), (1, "numapack: report: cannot write: No space left on device\n"))

    def test_an_empty_value_is_none(self) -> None:
        for words, name in (["-o", ""], "-o/--output"), (["--against="], "--against"), ([""], "FILE"):
            done = self.run_command(*words)
            self.assertEqual((done.returncode, done.stderr), (2, f'numapack: report: {name}: "" is empty, give a value or leave it out\n'))

    def test_a_published_machine_with_advice_and_plan(self) -> None:
        done = self.run_command(str(MACHINES / "kunpeng920-6426.json"), "-o", "page.html")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "page.html\n", ""))
        page = Page((self.folder / "page.html").read_text(encoding="utf-8"))
        self.assertIn("patterns-0", page.figures)
        self.assertIn("plan-links-0", page.figures)
        self.assertIn("Threads that share a variable belong on cores with a common L3: 0-3", page.words)

    def test_every_published_machine_by_its_name(self) -> None:
        names = sorted(path.stem for path in MACHINES.glob("*.json"))
        self.assertEqual(len(names), 10)
        for name in names:
            done = self.run_command("--from", name, "-o", "page.html")
            self.assertEqual((done.returncode, done.stdout), (0, "page.html\n"), name + done.stderr)
            page = Page((self.folder / "page.html").read_text(encoding="utf-8"))
            self.assertIn(json.loads((MACHINES / f"{name}.json").read_text(encoding="utf-8"))["machine"]["name"], page.words)

    def test_from_what_is_no_profile(self) -> None:
        done = self.run_command("--from", "nothing", "-o", "page.html")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("--from nothing: there is no such file or published machine", done.stderr)

    def test_the_stored_profile(self) -> None:
        here = json.loads(subprocess.run([os.environ["NUMAPACK_COMMAND"], "topo", "--json"], capture_output=True, text=True,
                                         timeout=60, check=True).stdout)
        fingerprint, cores = here["fingerprint"], [core["hardware_threads"] for core in here["cores"]]
        nodes = [{"os_index": node["os_index"], "package": node["package"], "kind": "DRAM", "memory_bytes": node["memory_bytes"],
                  "pus": sorted(pu for core in node["cores"] for pu in cores[core])} for node in here["nodes"]]
        machine = {"name": "stored", "architecture": here["architecture"], "fingerprint": fingerprint, "cores": cores, "nodes": nodes}
        figure = {"median": 123.25, "min": 123.25, "max": 123.25, "samples": [123.25]}
        document = {"numapack_profile": 1, "made_by": "numapack", "machine": machine, "memory_latency": [
            {"pu": cores[0][0], "node": nodes[0]["os_index"], "bytes": 1 << 26, "stride_lines": 1, "latency_ns": figure}]}
        folder = self.folder / "numapack" / "profiles"
        folder.mkdir(parents=True)
        write(folder, f"{fingerprint}.json", document)
        done = self.run_command(NUMAPACK_PROFILE="")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "report.html\n", ""))
        page = Page((self.folder / "report.html").read_text(encoding="utf-8"))
        self.assertIn(123.25, [*page.facts, *(cell for row in page.tables["core-node-0-table"] for cell in row)])

    def test_what_the_command_refuses_is_passed_on(self) -> None:
        document = json.loads((MACHINES / "kunpeng920.json").read_text(encoding="utf-8"))
        document["unheard_of"] = 1
        done = self.run_command(write(self.folder, "one.json", document), "-o", "page.html")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, r"^numapack: report: [^\n]*unheard_of[^\n]*\n$")
        self.assertFalse((self.folder / "page.html").exists())

    def test_the_study(self) -> None:
        try:
            import matplotlib  # noqa: F401
        except ImportError:
            self.skipTest("python3-matplotlib is not installed")
        done = self.run_command("--study", "study", NUMAPACK_PROFILE="none")
        self.assertEqual((done.returncode, done.stdout), (0, "study/study.html\n"), done.stderr)
        page = Page((self.folder / "study" / "study.html").read_text(encoding="utf-8"))
        for name in ("kunpeng920-6426", "thunderx2", "phytium-2000plus"):
            heat = next(figure["data"][0] for key, figure in page.figures.items() if key.startswith(f"{name}-core-core-"))
            document = json.loads((MACHINES / f"{name}.json").read_text(encoding="utf-8"))
            level = int(next(key for key in page.figures if key.startswith(f"{name}-core-core-"))[-1])
            # Of blocks of several sizes the smallest.
            cells = sorted((cell for cell in document["core_to_core"] if (cell["state"], cell["level"]) == ("E", level)
                            and "sharer" not in cell and "latency_ns" in cell), key=lambda cell: -cell.get("bytes", 0))
            expected = {cell["owner"]: value_of(cell["latency_ns"]) for cell in cells}
            self.assertEqual(sorted(cell for row in heat["z"] for cell in row if cell is not None),
                             sorted(value for value in expected.values() if value is not None))
        lines = {line["name"]: line for line in page.figures["predicted-dgemm-nodes"]["data"]}
        self.assertEqual(lines["published: NUMA-aware"]["y"], [1, 1.93, 2.73, 3.45])
        for name in ("numapack", "oblivious", "paper"):
            self.assertEqual(list(lines[name]["x"]), [1, 2, 3, 4])
            self.assertTrue(all(0 < times <= 1.001 * nodes for nodes, times in enumerate(lines[name]["y"], 1)), name)
        # STREAM's rows next to what the model makes of the others.
        rows = {row[0]: row[1:] for row in page.tables["printed-xeon-stream-0-table"][1:]}
        printed, predicted = rows["copy GCC 8.1, 24 threads, local"]
        self.assertEqual(printed, 77.8)
        self.assertAlmostEqual(predicted, 2 * 38.9, 2)
        for kind in ("png", "svg", "csv"):
            self.assertGreaterEqual({path.stem for path in (self.folder / "study" / kind).iterdir()}, set(page.figures))


if __name__ == "__main__":
    unittest.main()
