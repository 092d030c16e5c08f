# SPDX-License-Identifier: BSD-3-Clause
"""What is on the page of other documents; what is missing is said; files for papers and spreadsheets."""

import csv
import sys
import unittest
from unittest import mock

from on_page import OnPage, require_plotly
from samples import Samples
from support import MACHINES, Page, report, seed, write
from synthetic import Synthetic

from numapack_report import html_parts, sections

setUpModule = require_plotly


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

    def test_a_prediction_over_threads(self) -> None:
        document = self.samples.prediction()
        cases = [case for case in document["cases"] if case["algorithm"] == "numapack"]
        for threads, case in zip((24, 48, 96), cases):
            case.update(n=4096, threads=min(threads, 48), threads_asked=threads)
        document["cases"] = cases
        page = self.page(write(self.folder, "predict.json", document))
        self.assertEqual(page.figures["predict-0"]["layout"]["xaxis"]["title"]["text"], "threads")
        self.assertEqual([row[2:4] for row in page.tables["predict-extra-0"][1:]], [[24, 24], [48, 48], [48, 96]])

    def test_a_plan_that_contradicts_itself_is_one_line(self) -> None:
        plan = self.samples.plan()
        plan["plan"]["traffic"]["read"].pop()
        code, _, err = report(write(self.folder, "plan.json", plan), "-o", str(self.folder / "page.html"))
        self.assertEqual(code, 2)
        self.assertRegex(err, r"^numapack: report: \S+plan.json: the plan's traffic is no table of its 4 nodes\n$")
        self.assertFalse((self.folder / "page.html").exists())

    def test_a_hollow_profile_is_called_so(self) -> None:
        advice = self.samples.advice()
        self.assertNotIn("hollow", self.page(write(self.folder, "advice.json", advice)).words)
        advice["hollow"] = ["rate of a core (disturbed)", "latency between cores (not measured)"]
        page = self.page(write(self.folder, "advice.json", advice))
        self.assertIn("The profile is hollow: without rate of a core (disturbed), latency between cores (not measured); "
                      "estimates stand in.", page.words)

    def test_what_documents_print_stands_beside_the_prediction(self) -> None:
        published = self.samples.published()
        page = self.page(write(self.folder, "published.json", published))
        for number, unit in enumerate(("GB/s", "1")):
            cells = [cell for cell in published["cells"] if cell["unit"] == unit]
            self.assertEqual(self.rows(page, f"published-0-{number}"), {
                cell["quantity"]: [cell["published"], cell["predicted"]] for cell in cells})
        self.assertEqual([row[5] for row in page.tables["published-extra-0"][1:]], ["yes" if cell["met"] else "no" for cell in published["cells"]])

    def test_lab(self) -> None:
        lab = self.samples.lab()
        page = self.page(write(self.folder, "lab.json", lab))
        for kind in ("reads", "writes"):
            link = page.figures[f"lab-{kind}-0"]["data"][0]["link"]
            found = {(source, target - 4): value for source, target, value in zip(link["source"], link["target"], link["value"])}
            pairs = lab["counts"]["by_node_pair"][kind]
            expected = {(row, column): value for row, cells in enumerate(pairs) for column, value in enumerate(cells)}
            self.assertEqual(found, expected)

    def test_products_with_a_failure(self) -> None:
        document = self.samples.comparison()
        page = self.page(write(self.folder, "gemm.json", document))
        rows = self.rows(page, "products-0")
        self.assertEqual(rows["peer"], [document["results"][1]["gflops"][key] for key in ("median", "min", "max")])
        self.assertEqual(rows["broken"], [None, None, None])
        self.assertIn("ended by signal 11", str(page.tables["products-extra-0"]))
        self.assertEqual(self.rows(page, "operand-pages-0")["A"], [512.0, 77.0])

    def test_where_cores_are(self) -> None:
        page = self.page(write(self.folder, "infer.json", self.samples.inference()))
        cells = page.figures["groups-0"]["data"][0]["z"]
        self.assertEqual(cells, [[0] * 4 + [1] * 4 + [2] * 4 + [None] * 4])
        # CPU 7 fits two tiles.
        self.assertEqual(page.figures["mesh-0"]["data"][0]["z"], [[0] * 4, [1, 1, 1, None], [2] * 4])
        self.assertIn("Latencies of 12 CPUs to the memory of nodes 0, 2 show 2 groups. Without complete figures: 1 CPU.", page.words)
        self.assertIn("Node 1 has CPUs of two groups.", page.words)
        self.assertIn("several tiles fit: 1 CPU.", self.text)
        self.assertEqual(page.figures["nearest-0"]["data"][0]["z"], [[0] * 6 + [1] * 6 + [None] * 4])
        self.assertIn("node 0: 80.5 ns", self.text)

    def test_groups_lie_as_on_the_chip(self) -> None:
        page = self.page(write(self.folder, "infer.json", self.samples.inference() | {"layout": [[-1, 0, 5], [11, 4, -1]]}))
        self.assertEqual(page.figures["groups-0"]["data"][0]["z"], [[None, 0, 1], [2, 1, None]])
        self.assertEqual(page.figures["nearest-0"]["data"][0]["z"], [[None, 0, 0], [1, 0, None]])

    def test_cores_lie_as_on_the_chip(self) -> None:
        page = self.page(str(MACHINES / "knm-snc4.json"))
        cells = page.figures["core-node-0-0"]["data"][0]["z"]
        self.assertEqual([len(row) for row in cells], [12] * 7)
        self.assertEqual((cells[0][:4], cells[0][4:8]), ([137.4, 137.5, 137.4, 137.4], [None] * 4))

    def test_a_mesh_that_cannot_be_is_refused(self) -> None:
        for change in ({"width": 10**9}, {"height": 0}, {"cores": [{"cpu": 3, "tiles": [[9, 9]]}]}, {"cores": [{"cpu": 3, "tiles": [[1]]}]}):
            inference = self.samples.inference()
            inference["mesh"] |= change
            code, _, err = report("-o", str(self.folder / "page.html"), write(self.folder, "infer.json", inference))
            self.assertEqual((code, err.count("\n")), (2, 1), err)
            self.assertIn("mesh", err)

    def test_no_structure_is_said_and_not_drawn(self) -> None:
        inference = self.samples.inference()
        inference["groups"] |= {"structure": "none", "parts": [], "because": "too few CPUs to tell structure from noise"}
        inference["mesh"] = inference["nearest"] = None
        page = self.page(write(self.folder, "infer.json", inference))
        self.assertNotIn("groups-0", page.figures)
        self.assertNotIn("nearest-0", page.figures)
        self.assertIn("no structure: too few CPUs to tell structure from noise.", page.words)
        inference["groups"] |= {"structure": "gradient", "because": "no groups: the best division has a silhouette of 0.4"}
        self.assertIn("show an order, but no groups: the best", self.page(write(self.folder, "infer.json", inference)).words)

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
                        "numapack barrier", "numapack probe", "numapack gemm", "numapack linpack", "numapack plan", "numapack lab",
                        "numapack run", "numapack infer"):
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


if __name__ == "__main__":
    unittest.main()
