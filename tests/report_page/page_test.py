# SPDX-License-Identifier: BSD-3-Clause
"""What is on the page is what is in the documents: figures are read back, holes stay holes."""

import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

from samples import Samples
from support import MACHINES, Page, report, seed, write
from synthetic import Synthetic

from numapack_report import documents, html_parts, plotly_library, sections
from numapack_report.values import value_of

MIB = 1 << 20
KEYS = {make.__module__.rpartition(".")[2] for make in sections.ALL}
# Tables with what is counted or added up, which no document has as it is.
DERIVED = {"machine-extra-0", "machine-extra-1", "gaps-extra-0", "plan-links-0-table"}


def setUpModule() -> None:
    try:
        plotly_library.source()
    except Exception as error:  # noqa: BLE001
        raise unittest.SkipTest(str(error)) from error


def numbers(value) -> set:
    """All that are in a document."""
    if isinstance(value, dict):
        return set().union(*map(numbers, value.values()), (float(key) for key in value if key.isdigit()))
    if isinstance(value, list):
        return set().union(*map(numbers, value))
    return {float(value)} if isinstance(value, (int, float)) and not isinstance(value, bool) else set()


class OnPage(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def page(self, *words: str) -> Page:
        target = self.folder / "page.html"
        code, _, err = report(*words, "-o", str(target))
        self.assertEqual(code, 0, err)
        self.text = target.read_text(encoding="utf-8")
        return Page(self.text)

    def rows(self, page: Page, name: str) -> dict:
        """Of a table, by the first cell of each row."""
        return {row[0]: row[1:] for row in page.tables[f"{name}-table"][1:]}


class Everything(OnPage):
    def test_each_figure_is_in_a_document(self) -> None:
        chosen = seed()
        samples = Samples(chosen).all()
        profile = Synthetic(2, 4, 4, chosen).document()
        page = self.page(write(self.folder, "profile.json", profile),
                         *(write(self.folder, f"{number}.json", document) for number, document in enumerate(samples.values())))
        known = numbers(profile) | numbers(samples) | {float(place) for place in range(64)}
        seen = 0
        for name, rows in page.tables.items():
            if name in DERIVED:
                continue
            for row in rows:
                for cell in row:
                    if isinstance(cell, float):
                        self.assertIn(cell, known, (name, row))
                        seen += 1
        self.assertGreater(seen, 500)
        self.assertEqual(page.sections, [make.__module__.rpartition(".")[2] for make in sections.ALL])
        for name in page.sections:
            self.assertNotIn(f'<section id="{name}" class="empty">', self.text)
        self.assertEqual(len(page.figures), self.text.count("<figure "))
        for name, figure in page.figures.items():
            self.assertTrue(figure["data"], name)

    def test_nothing_is_fetched(self) -> None:
        page = self.page(write(self.folder, "profile.json", Synthetic(1, 2, 4, 1).document()))
        self.assertEqual([link for link in page.links if not link.startswith(("#", "data:"))], [])
        self.assertNotRegex(self.text.replace("http://www.w3.org/", ""), r"(?:src|href)=.?https?:|@import|url\(")


class Profiles(OnPage):
    def setUp(self) -> None:
        super().setUp()
        self.document = Synthetic(2, 4, 4, seed(), holes=0.1).document()
        self.read = self.page(write(self.folder, "profile.json", self.document))

    def test_core_to_core(self) -> None:
        for state in ("M", "E"):
            heat = self.read.figures[f"core-core-0-{state}-2"]["data"][0]
            expected = {(f"CPU {cell['reader']}", f"CPU {cell['owner']}"): cell["latency_ns"].get("median")
                        for cell in self.document["core_to_core"] if (cell["state"], cell["level"]) == (state, 2) and "latency_ns" in cell}
            holes = 0
            for row, cells in zip(heat["y"], heat["z"]):
                for column, cell in zip(heat["x"], cells):
                    self.assertEqual(cell, expected.get((row, column)), (row, column))
                    holes += cell is None
            self.assertGreater(holes, len(heat["y"]))  # the diagonal, and what was not measured
            table = self.rows(self.read, f"core-core-0-{state}-2")
            self.assertEqual([[cell for cell in table[row]] for row in heat["y"]], heat["z"])

    def test_cores_to_memory(self) -> None:
        heat = self.read.figures["core-node-0"]["data"][0]
        expected = {(f"node {cell['node']}", f"CPU {cell['pu']}"): cell["latency_ns"].get("median")
                    for cell in self.document["memory_latency"] if cell["bytes"] == 256 * MIB and "load_gb_per_s" not in cell}
        found = {(row, column): cell for row, cells in zip(heat["y"], heat["z"]) for column, cell in zip(heat["x"], cells)}
        # Of CPU 0 smaller blocks were chased, too: they stand in for a hole.
        self.assertEqual({key: value for key, value in found.items() if key != ("node 0", "CPU 0")},
                         {key: value for key, value in expected.items() if key != ("node 0", "CPU 0")})

    def test_edges_lie_between_nodes_and_thick_ones_between_packages(self) -> None:
        shapes = self.read.figures["core-core-0-M-2"]["layout"]["shapes"]
        at = {shape["x0"]: shape["line"]["width"] for shape in shapes if shape["x0"] == shape["x1"]}
        self.assertEqual(sorted(at), [3.5, 7.5, 11.5])
        self.assertGreater(at[7.5], at[3.5])

    def test_latency_over_size_and_the_levels(self) -> None:
        figure = self.read.figures["latency-sizes"]
        expected = {cell["bytes"]: cell["latency_ns"].get("median") for cell in self.document["memory_latency"]
                    if (cell["pu"], cell["node"]) == (0, 0) and "load_gb_per_s" not in cell}
        trace = figure["data"][0]
        self.assertEqual(dict(zip(trace["x"], trace["y"])), expected)
        self.assertEqual([note["text"] for note in figure["layout"]["annotations"]], ["L1", "L2", "L3"])
        self.assertEqual([round(10 ** note["x"]) for note in figure["layout"]["annotations"]], [48 << 10, MIB, 32 * MIB])

    def test_load_bandwidth_stream_and_barriers(self) -> None:
        loaded = {trace["name"]: dict(zip(trace["x"], trace["y"])) for trace in self.read.figures["loaded-latency"]["data"]}
        for cell in self.document["memory_latency"]:
            if "load_gb_per_s" in cell:
                self.assertEqual(loaded[f"CPU 0, node {cell['node']}"][cell["load_gb_per_s"]], cell["latency_ns"].get("median"))
        rates = self.rows(self.read, "node-bandwidth-0-read")
        for cell in self.document["node_bandwidth"]:
            self.assertEqual(rates[f"node {cell['cpu_node']}"][cell["memory_node"]], cell["gb_per_s"].get("median"))
        stream = self.rows(self.read, "stream-0-0")
        header = self.read.tables["stream-0-0-table"][0]
        for cell in self.document["stream"]:
            place = {"bind": "cpubind=0 membind=0", "interleave": "interleave=all", "local": "localalloc"}.get(cell["policy"], "default")
            for title, key in ((f"{cell['kernel']}, GB/s", "median"), (f"{cell['kernel']}: most, GB/s", "max")):
                self.assertEqual(stream[place][header.index(title) - 1], cell["gb_per_s"].get(key))
        barriers = self.rows(self.read, "barriers-0-0")
        for cell in self.document["barriers"]:
            self.assertEqual(barriers[cell["algorithm"]], [cell["time_us"].get("median"), cell["predicted_us"]])

    def test_holes_are_told_with_their_reason(self) -> None:
        gaps = self.read.tables["gaps-extra-0"]
        told = {row[1]: row[2] for row in gaps[1:]}
        counted = sum("invalid" in cell["latency_ns"] for cell in self.document["memory_latency"])
        self.assertEqual(told["memory latency"], counted)
        self.assertIn("the time was used up before its turn", gaps[1][3])
        self.assertIn("not quiet: a load from memory varied.", self.read.words.lower())

    def test_the_machine(self) -> None:
        tree = self.read.figures["machine-0"]["data"][0]
        labels = dict(zip(tree["ids"], tree["labels"]))
        self.assertEqual(sum(label.startswith("node ") for label in labels.values()), 4)
        self.assertEqual(sum(label == "L3 32 MiB" for label in labels.values()), 4)
        self.assertEqual(sum(name.startswith("c") for name in labels), 16)
        weights: dict = {}
        for parent, weight in zip(tree["parents"], tree["values"]):
            weights[parent] = weights.get(parent, 0) + weight
        for name, weight in zip(tree["ids"], tree["values"]):
            if name in weights:
                self.assertEqual(weights[name], weight, name)


class Documents(OnPage):
    def setUp(self) -> None:
        super().setUp()
        self.samples = Samples(seed())

    def test_plan(self) -> None:
        plan = self.samples.plan()
        page = self.page(write(self.folder, "plan.json", plan))
        links = page.figures["plan-links-0"]["data"][0]["z"]
        traffic = plan["plan"]["traffic"]
        self.assertEqual(links, [[a + b for a, b in zip(*rows)] for rows in zip(traffic["read"], traffic["written"])])
        rows = page.tables["plan-extra-0"][1:]
        for number, row in enumerate(rows):
            node, home = divmod(number, 4)
            self.assertEqual(row[2:], [plan["plan"][kind][way][node][home] for way in ("read", "written") for kind in ("traffic", "bound")])
        bars = self.rows(page, "plan-bound-0")
        self.assertEqual(bars["in all"], [traffic["crossing_bytes"], plan["plan"]["bound"]["crossing_bytes"]])
        self.assertEqual([shape["y1"] for shape in page.figures["plan-grid-0"]["layout"]["shapes"]], [1024, 2048, 3072, 4096])

    def test_a_plan_that_contradicts_itself_is_one_line(self) -> None:
        plan = self.samples.plan()
        plan["plan"]["traffic"]["read"].pop()
        code, _, err = report(write(self.folder, "plan.json", plan), "-o", str(self.folder / "page.html"))
        self.assertEqual(code, 1)
        self.assertRegex(err, r"^numapack: report: \S+plan.json: the plan's traffic is no table of its 4 nodes\n$")
        self.assertFalse((self.folder / "page.html").exists())

    def test_lab(self) -> None:
        lab = self.samples.lab()
        page = self.page(write(self.folder, "lab.json", lab))
        for kind in ("reads", "writes"):
            link = page.figures[f"lab-{kind}-0"]["data"][0]["link"]
            found = {(source, target - 4): value for source, target, value in zip(link["source"], link["target"], link["value"])}
            expected = {(row, column): value for row, cells in enumerate(lab["counts"]["by_node_pair"][kind]) for column, value in enumerate(cells)}
            self.assertEqual(found, expected)

    def test_products_with_a_failure(self) -> None:
        document = self.samples.comparison()
        page = self.page(write(self.folder, "gemm.json", document))
        rows = self.rows(page, "products-0")
        self.assertEqual(rows["peer"], [document["results"][1]["gflops"][key] for key in ("median", "min", "max")])
        self.assertEqual(rows["broken"], [None, None, None])
        self.assertIn("ended by signal 11", str(page.tables["products-extra-0"]))
        self.assertEqual(self.rows(page, "operand-pages-0")["A"], [512.0, 77.0])

    def test_run_and_page_map(self) -> None:
        run, where = self.samples.run(), self.samples.where()
        page = self.page(write(self.folder, "run.json", run), write(self.folder, "where.json", where))
        self.assertEqual({row[0]: row[1] for row in page.tables["run-time-0-table"][1:]},
                         {"dgemm 256–511": run["calls"][0]["seconds"], "dgesv 256 and more": run["calls"][1]["seconds"]})
        self.assertIn("Hint: start with --memory interleave.", page.words)
        self.assertIn("&lt;solve&gt;.py", self.text)
        cells = [cell for row in page.figures["page-map-0"]["data"][0]["z"] for cell in row]
        self.assertEqual(cells, [{"untouched": None, "unknown": 4}.get(cell, cell) for cell in where["map"]["cells"]])


class Missing(OnPage):
    def test_a_profile_without_parts_says_what_measures_them(self) -> None:
        bare = Synthetic(1, 1, 2, 1).document()
        bare = {key: bare[key] for key in ("numapack_profile", "made_by", "machine")}
        page = self.page(write(self.folder, "profile.json", bare))
        self.assertEqual(len(page.sections), len(sections.ALL))
        for command in ("numapack latency", "numapack coherence", "numapack latency --sweep", "numapack latency --loaded", "numapack stream",
                        "numapack barrier", "numapack probe", "numapack gemm", "numapack linpack", "numapack plan", "numapack lab", "numapack run"):
            self.assertIn(f"<code>{command}", self.text)
        self.assertIn('<section id="stream" class="empty">', self.text)

    def test_without_plotly_it_is_named(self) -> None:
        html_parts.packed_library.cache_clear()
        with mock.patch.dict(sys.modules, {"plotly": None, "plotly.offline": None}):
            code, _, err = report(str(MACHINES / "kunpeng920.json"), "-o", str(self.folder / "page.html"))
        self.assertEqual(code, 1)
        self.assertRegex(err, r"^numapack: report: plotly is missing, [^\n]*python3-plotly[^\n]*\n$")
        self.assertFalse((self.folder / "page.html").exists())

    def test_without_matplotlib_only_pictures_fail(self) -> None:
        with mock.patch.dict(sys.modules, {"matplotlib": None}):
            code, _, err = report(str(MACHINES / "kunpeng920.json"), "--png", str(self.folder / "png"))
            self.assertEqual(code, 1)
            self.assertRegex(err, r"^numapack: report: matplotlib is missing, which --png draws with: [^\n]*python3-matplotlib[^\n]*\n$")
            self.page(str(MACHINES / "kunpeng920.json"))


class Beside(OnPage):
    def test_two_machines_have_one_scale(self) -> None:
        page = self.page(str(MACHINES / "kunpeng920-6426.json"), "--against", "thunderx2")
        maps = [figure["data"][0] for name, figure in page.figures.items() if name.startswith("core-core-") and name.endswith("-3")]
        self.assertEqual(len(maps), 2)
        self.assertEqual({(heat["zmin"], heat["zmax"]) for heat in maps}, {(14.2, 183.5)})

    def test_the_published_machines(self) -> None:
        for path in sorted(MACHINES.glob("*.json")):
            with self.subTest(path.stem):
                page = self.page(str(path))
                document = documents.load(str(path)).data
                printed = [cell["latency_ns"] for cell in document.get("memory_latency", [])]
                shown = [cell for name, rows in page.tables.items() if name.startswith("core-node-") for row in rows[1:] for cell in row[1:]
                         if isinstance(cell, float)]
                self.assertEqual(sorted(shown), sorted(value for figure in printed if (value := value_of(figure)) is not None))


class Files(OnPage):
    def test_csv_has_exact_numbers_and_units(self) -> None:
        code, _, err = report(str(MACHINES / "kunpeng920.json"), "--csv", str(self.folder / "csv"))
        self.assertEqual(code, 0, err)
        with open(self.folder / "csv" / "core-node-0.csv", encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))
        self.assertEqual(rows, [["memory of", "latency (ns)"], ["node 0", "90"], ["node 1", "156"], ["node 2", "241"], ["node 3", "293"]])

    def test_pictures(self) -> None:
        try:
            import matplotlib  # noqa: F401
        except ImportError:
            self.skipTest("python3-matplotlib is not installed")
        files = [write(self.folder, f"{number}.json", document) for number, document in enumerate(Samples(seed()).all().values())]
        profile = write(self.folder, "profile.json", Synthetic(2, 2, 4, 1).document())
        code, _, err = report(profile, *files, "--png", str(self.folder / "png"), "--svg", str(self.folder / "svg"),
                              "-o", str(self.folder / "page.html"))
        self.assertEqual(code, 0, err)
        names = set(Page((self.folder / "page.html").read_text(encoding="utf-8")).figures)
        for kind, begin in (("png", b"\x89PNG"), ("svg", b"<?xml")):
            self.assertEqual({path.stem for path in (self.folder / kind).iterdir()}, names)
            for path in (self.folder / kind).iterdir():
                self.assertTrue(path.read_bytes().startswith(begin), path)

    def test_the_page_of_a_large_machine_is_small(self) -> None:
        self.page(write(self.folder, "profile.json", Synthetic(2, 8, 16, 1).document((("M", 2), ("E", 2), ("M", 3)))))
        self.assertLess(len(self.text.encode()), 6_000_000)

    def test_several_profiles_of_one_machine_are_one(self) -> None:
        whole = Synthetic(1, 2, 4, 3).document()
        first = {key: value for key, value in whole.items() if key != "stream"}
        second = {key: whole[key] for key in ("numapack_profile", "machine", "stream", "barriers")}
        page = self.page(write(self.folder, "one.json", first), write(self.folder, "two.json", second))
        self.assertIn("stream-0-0", page.figures)
        self.assertEqual(len(page.tables["barriers-0-0-table"]), 1 + len(whole["barriers"]))


@unittest.skipUnless(os.environ.get("NUMAPACK_COMMAND"), "NUMAPACK_COMMAND names no command")
class Command(OnPage):
    """`numapack report` itself: hands over, asks the command for advice and plans."""

    def run_command(self, *words: str, **environment: str) -> subprocess.CompletedProcess:
        return subprocess.run([os.environ["NUMAPACK_COMMAND"], "report", *words], capture_output=True, text=True, timeout=300,
                              cwd=self.folder, env={**os.environ, "XDG_CACHE_HOME": str(self.folder), **environment})

    def test_help(self) -> None:
        done = self.run_command("--help")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("numapack report profile.json --against kunpeng920", done.stdout)

    def test_a_published_machine_with_advice_and_plan(self) -> None:
        done = self.run_command(str(MACHINES / "kunpeng920-6426.json"), "-o", "page.html")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "page.html\n", ""))
        page = Page((self.folder / "page.html").read_text(encoding="utf-8"))
        self.assertIn("patterns-0", page.figures)
        self.assertIn("plan-links-0", page.figures)
        self.assertIn("Threads that share a variable belong on cores with a common L3: 0-3", page.words)

    def test_the_stored_profile(self) -> None:
        fingerprint = json.loads(subprocess.run([os.environ["NUMAPACK_COMMAND"], "topo", "--json"], capture_output=True, text=True,
                                                timeout=60, check=True).stdout)["fingerprint"]
        machine = {"name": "stored", "architecture": "x86_64", "fingerprint": fingerprint, "cores": [[0]],
                   "nodes": [{"os_index": 0, "package": 0, "kind": "DRAM", "memory_bytes": 1 << 30, "pus": [0]}]}
        document = {"numapack_profile": 1, "made_by": "numapack", "machine": machine, "memory_latency": [
            {"pu": 0, "node": 0, "bytes": 1 << 26, "stride_lines": 1, "latency_ns": {"median": 123.25, "min": 123.25, "max": 123.25, "samples": [123.25]}}]}
        folder = self.folder / "numapack" / "profiles"
        folder.mkdir(parents=True)
        write(folder, f"{fingerprint}.json", document)
        done = self.run_command(NUMAPACK_PROFILE="")
        self.assertEqual((done.returncode, done.stdout), (0, "report.html\n"), done.stderr)
        page = Page((self.folder / "report.html").read_text(encoding="utf-8"))
        self.assertIn(123.25, page.facts)

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
            expected = [value for cell in document["core_to_core"] if (cell["state"], cell["level"]) == ("E", level) and "sharer" not in cell
                        and (value := value_of(cell.get("latency_ns"))) is not None]
            self.assertEqual(sorted(cell for row in heat["z"] for cell in row if cell is not None), sorted(expected))
        for kind in ("png", "svg", "csv"):
            self.assertGreaterEqual({path.stem for path in (self.folder / "study" / kind).iterdir()}, set(page.figures))


if __name__ == "__main__":
    unittest.main()
