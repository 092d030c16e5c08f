# SPDX-License-Identifier: BSD-3-Clause
"""What is on the page of a profile is what is in it: figures are read back, holes stay holes."""

import re
import unittest

from on_page import OnPage, require_plotly
from samples import Samples
from support import MACHINES, seed, write
from synthetic import Synthetic

from numapack_report import sections
from numapack_report.reading import documents
from numapack_report.reading.values import value_of

MIB = 1 << 20
# Tables with what is counted or added up, which no document has as it is.
DERIVED = {"machine-extra-0", "machine-extra-1", "gaps-extra-0", "plan-links-0-table"}
setUpModule = require_plotly


def numbers(value) -> set:
    """All that are in a document."""
    if isinstance(value, dict):
        return set().union(*map(numbers, value.values()), (float(key) for key in value if key.isdigit()))
    if isinstance(value, list):
        return set().union(*map(numbers, value))
    return {float(value)} if isinstance(value, (int, float)) and not isinstance(value, bool) else set()


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


def without_figures(value, why: str):
    """The document with a reason in place of each figure."""
    if isinstance(value, list):
        return [without_figures(one, why) for one in value]
    if isinstance(value, dict):
        if {"median", "min", "max", "samples", "invalid"} & value.keys():
            return {"invalid": why}
        return {key: without_figures(one, why) for key, one in value.items()}
    return value


class Banners(OnPage):
    def banners(self, *documents) -> list:
        self.page(*(write(self.folder, f"{number}.json", document) for number, document in enumerate(documents)))
        return re.findall(r'<div class="banner" role="alert"><strong>(.*?)\.</strong> (.*?)</div>', self.text)

    def test_a_whole_profile_has_none(self) -> None:
        self.assertEqual(self.banners(Synthetic(2, 2, 4, seed()).document()), [])

    def test_a_probe_that_failed_says_so_and_draws_nothing_empty(self) -> None:
        document = without_figures(Synthetic(2, 2, 4, seed()).document(), "no clean visit")
        (title, words), = self.banners(document)
        self.assertEqual(title, "The probe failed")
        self.assertRegex(words, r"none of its [\d,]+ cells has a figure: no clean visit \([\d,]+ cells\)")
        self.assertIn("<code>numapack probe</code>", words)
        # What is left are the machine itself and what was predicted.
        left = [name for name in re.findall(r'<figure id="([^"]+)"', self.text) if not name.startswith(("machine", "barriers"))]
        self.assertEqual(left, [])

    def test_a_published_machine_that_prints_little_has_not_failed(self) -> None:
        self.page(str(MACHINES / "xeon-stream.json"))
        self.assertNotIn('class="banner"', self.text)

    def test_a_hollow_profile_says_what_it_lacks(self) -> None:
        advice = {**Samples(seed()).all()["advice"], "hollow": ["rate of a core (disturbed)", "latency between cores (not measured)"]}
        (title, words), = self.banners(Synthetic(2, 2, 4, seed()).document(), advice)
        self.assertEqual(title, "The profile is hollow")
        self.assertIn("without rate of a core (disturbed), latency between cores (not measured)", words)


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
        expected: dict = {}
        for cell in self.document["memory_latency"]:
            if cell["bytes"] == 256 * MIB and "load_gb_per_s" not in cell:  # CPU 0's was measured twice
                key = (f"node {cell['node']}", f"CPU {cell['pu']}")
                expected[key] = cell["latency_ns"].get("median", expected.get(key))
        found = {(row, column): cell for row, cells in zip(heat["y"], heat["z"]) for column, cell in zip(heat["x"], cells)}
        self.assertEqual(found, expected)

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

    def curves_are_in_the_order_of_what_was_asked(self) -> None:
        cells = [cell for cell in self.document["loaded_latency"] if "median" in cell["gb_per_s"] and "median" in cell["latency_ns"]]
        homes = sorted({cell["node"] for cell in cells})
        for number, home in enumerate(homes):
            traces = {trace["name"]: trace for trace in self.read.figures[f"loaded-curves-0-{number}"]["data"]}
            shares = {cell.get("write_share", 0.0) for cell in cells if cell["node"] == home}
            words_of = {0.0: "reads", 0.25: "3:1", 0.5: "1:1"}
            self.assertEqual({name.split(", ")[1] for name in traces}, {words_of[share] for share in shares})
            for share, words in words_of.items():
                points = [cell for cell in cells if (cell["pu"], cell["node"], cell.get("write_share", 0.0)) == (0, home, share)]
                name = f"cores of node 0, {words}"
                if not points:  # none of its points was measured
                    self.assertNotIn(name, traces)
                    continue
                self.assertEqual(list(traces[name]["x"]), [cell["gb_per_s"].get("median") for cell in points])
                self.assertEqual(list(traces[name]["y"]), [cell["latency_ns"].get("median") for cell in points])

    def test_load_bandwidth_stream_and_barriers(self) -> None:
        loaded = {trace["name"]: dict(zip(trace["x"], trace["y"])) for trace in self.read.figures["loaded-latency"]["data"]}
        for cell in self.document["memory_latency"]:
            if "load_gb_per_s" in cell:
                self.assertEqual(loaded[f"CPU 0, node {cell['node']}"][cell["load_gb_per_s"]], cell["latency_ns"].get("median"))
        self.curves_are_in_the_order_of_what_was_asked()
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


class Dies(OnPage):
    def test_dies_are_drawn_where_the_topology_is_there(self) -> None:
        profile = write(self.folder, "profile.json", Synthetic(1, 4, 4, 1).document())
        self.assertNotIn("die 0", self.page(profile).figures["machine-0"]["data"][0]["labels"])
        tree = self.page(profile, write(self.folder, "topo.json", Samples(1).topology())).figures["machine-0"]["data"][0]
        inside = dict(zip(tree["labels"], tree["parents"]))
        self.assertEqual([inside[f"node {node}"] for node in range(4)], ["d0", "d0", "d1", "d1"])
        self.assertEqual(dict(zip(tree["labels"], tree["values"]))["die 1"], 8)


class Inferred(OnPage):
    def test_figures_that_no_table_prints_are_marked(self) -> None:
        page = self.page(str(MACHINES / "thunderx2.json"))
        self.assertIn('* Inferred, 4 cells: the text of Table 7 gives 24.0 and 24.5; by section 5.2; 3 cells: ', page.words)
        self.assertIn('1 cell: the text of Table 7 gives "Q"; by section 5.2.', page.words)
        places = [place for name, figure in page.figures.items() if name.startswith("states-") and "bandwidth" in name
                  for axis in ("xaxis", "yaxis") for place in figure["layout"][axis].get("ticktext", ())]
        self.assertIn("memory, exclusive*", places)
        self.assertIn("L3, modified*", places)
        self.assertIn("L2, modified", places)


class Beside(OnPage):
    def test_two_machines_have_one_scale(self) -> None:
        page = self.page(str(MACHINES / "kunpeng920-6426.json"), "--against", "thunderx2")
        maps = [figure["data"][0] for name, figure in page.figures.items() if name.startswith("core-core-") and name.endswith("-3")]
        self.assertEqual(len(maps), 2)
        self.assertEqual({(heat["zmin"], heat["zmax"]) for heat in maps}, {(14.2, 183.5)})
        bars = [figure["layout"]["xaxis"]["range"] for name, figure in page.figures.items() if name.startswith("core-node-")]
        self.assertEqual(bars, [[0, 1.05 * 212.3]] * 2)

    def test_the_published_machines(self) -> None:
        for path in sorted(MACHINES.glob("*.json")):
            with self.subTest(path.stem):
                page = self.page(str(path))
                document = documents.load(str(path)).data
                printed = [cell["latency_ns"] for cell in document.get("memory_latency", [])]
                shown = [cell for name, rows in page.tables.items() if name.startswith("core-node-") for row in rows[1:] for cell in row[1:]
                         if isinstance(cell, float)]
                self.assertEqual(sorted(shown), sorted(value for figure in printed if (value := value_of(figure)) is not None))


if __name__ == "__main__":
    unittest.main()
