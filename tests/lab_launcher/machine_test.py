# SPDX-License-Identifier: BSD-3-Clause
"""Machine files: what is read, what is refused, what scaling keeps."""

import json
import pathlib
import statistics
import tempfile
import unittest

from support import LAB, document, machine
from numapack_lab.machine import file as machine_file, sizes
from numapack_lab.errors import BAD_MACHINE, USAGE, LabError
from numapack_lab.machine.scale import scale


class Sizes(unittest.TestCase):
    def test_texts(self) -> None:
        for text, size in (("512K", 512 << 10), ("1G", 1 << 30), ("1.5M", 3 << 19), (4096, 4096), ("2MiB", 2 << 20), ("1k", 1024),
                           ("64Ki", 64 << 10), ("2g", 2 << 30), ("512b", 512)):
            self.assertEqual(sizes.parse_size(text), size)
        for text in ("", "-1", "1X", "K", "1i", "1KiK", True, None, 1.5, "1 2"):
            with self.assertRaises(ValueError, msg=repr(text)):
                sizes.parse_size(text)
        self.assertEqual(sizes.show_size(3 << 19), "1536K")

    def test_cpus_there_and_back(self) -> None:
        for text, cpus in (("", ()), ("0", (0,)), ("0-3,8", (0, 1, 2, 3, 8)), ("5,0-1", (0, 1, 5))):
            self.assertEqual(sizes.parse_cpus(text), cpus)
            self.assertEqual(sizes.parse_cpus(sizes.show_cpus(cpus)), cpus)
        for text in ("3-1", "a", "1,", "0,0", "0-2,1", "-1"):
            with self.assertRaises(ValueError, msg=text):
                sizes.parse_cpus(text)


class MachineFile(unittest.TestCase):
    def test_machines_that_come_along(self) -> None:
        names = machine_file.names(LAB / "machines")
        self.assertLessEqual({"default", "kunpeng920", "epyc-rome-nps4", "nehalem-ex", "knm-snc4"}, set(names))
        for name in names:
            made = machine(name)
            small = scale(made, made.scale or 1)
            self.assertLessEqual(small.cpu_count, 16, name)
            self.assertEqual(len(small.nodes), len(made.nodes), name)

    def test_latencies_are_the_documents(self) -> None:
        """Node 0's row is what data/machines/ says of the same machine: each cell, medians of nodes' cores, or the document's ends."""
        def published(name: str) -> dict:
            return json.loads((LAB.parent / "data/machines" / f"{name}.json").read_text(encoding="utf-8"))
        kunpeng = {cell["node"]: cell["latency_ns"]["median"] for cell in published("kunpeng920")["memory_latency"]}
        self.assertEqual(list(machine("kunpeng920").latency_ns[0]), [kunpeng[node] for node in range(4)])
        epyc = published("epyc-rome-nps4")
        readable = {cell["pu"]: cell["latency_ns"]["median"] for cell in epyc["memory_latency"] if "median" in cell["latency_ns"]}
        for node, latency in zip(epyc["machine"]["nodes"], machine("epyc-rome-nps4").latency_ns[0]):
            of_node = [readable[pu] for pu in node["pus"] if pu in readable]
            self.assertLess(abs(statistics.mean(of_node) - latency), 2, node["os_index"])
        ends = {one["quantity"]: one["value"]["median"] for one in published("knm-snc4")["reported"]}
        to_node_0 = [row[0] for row in machine("knm-snc4").latency_ns[:4]]
        self.assertEqual(min(to_node_0), int(ends["fastest core, DDR4"]))
        self.assertLessEqual(abs(max(to_node_0) - ends["slowest core, DDR4"]), 1)

    def test_default(self) -> None:
        made = machine()
        self.assertEqual([node.cpus for node in made.nodes], [(0, 1), (2, 3), (4, 5), (6, 7)])
        self.assertEqual([(node.package, node.die) for node in made.nodes], [(0, 0), (0, 1), (1, 0), (1, 1)])
        self.assertEqual([made.reach(0, other) for other in range(4)],
                         ["local", "cross_die", "cross_chip", "cross_chip"])
        self.assertEqual(made.distances[1], (12, 10, 22, 24))

    def test_defaults_of_what_a_file_leaves_out(self) -> None:
        made = machine_file.parse(document(), "small")
        self.assertEqual(made.distances, ((10, 20), (20, 10)))
        self.assertIsNone(made.latency_ns)
        self.assertEqual(made.latency(0, 0), 90)
        self.assertEqual(made.line, 64)

    def refused(self, part: str, **changes: object) -> None:
        with self.assertRaises(ValueError) as caught:
            machine_file.parse(document(**changes), "bad")
        self.assertIn(part, str(caught.exception))
        self.assertNotIn("\n", str(caught.exception))

    def test_overlapping_and_missing_cpus(self) -> None:
        self.refused("CPU 1 is on node 0 and on node 1",
                     nodes=[{"cpus": "0-1", "memory": "1G"}, {"cpus": "1-2", "memory": "1G"}])
        self.refused("CPUs 2 are on no node", nodes=[{"cpus": "0-1", "memory": "1G"}, {"cpus": "3-4", "memory": "1G"}])
        self.refused("cannot be spread evenly", nodes=[{"cpus": "0-1", "memory": "1G"}, {"cpus": "2", "memory": "1G"}])
        self.refused("more than one package", nodes=[{"cpus": "0,2", "memory": "1G"}, {"cpus": "1,3", "memory": "1G"}])
        self.refused("more than 128 CPUs", packages=1, nodes=[{"cpus": "0-128", "memory": "1G"}])

    def test_nodes(self) -> None:
        self.refused('"nodes" must be a list', nodes=[])
        self.refused("neither CPUs nor memory", nodes=[{"cpus": "0-3", "memory": "1G"}, {}], packages=1)
        self.refused("the kernel boots there", packages=1, nodes=[{"memory": "1G"}, {"cpus": "0-3", "memory": "1G"}])
        self.refused('say in which "package"', nodes=[*document()["nodes"], {"memory": "1G"}])
        self.refused('"package" must be a number from 0 to 1', nodes=[*document()["nodes"], {"memory": "1G", "package": 2}])
        self.refused("not on package 0", nodes=[document()["nodes"][0], {"cpus": "2-3", "memory": "1G", "package": 0}])
        self.refused("whole MiB", nodes=[document()["nodes"][0], {"cpus": "2-3", "memory": 12345}])
        self.refused('unknown key "memroy"', nodes=[{"cpus": "0-3", "memroy": "1G"}])

    def test_tables(self) -> None:
        self.refused('"distances" is not symmetric: 0 to 1 is 20, 1 to 0 is 21', distances=[[10, 20], [21, 10]])
        self.refused("firmware says 10", distances=[[20, 20], [20, 10]])
        self.refused("11 to 254", distances=[[10, 9], [9, 10]])
        self.refused("2 rows and 2 columns", distances=[[10]])
        self.refused("no whole number", distances=[[10, "x"], ["x", 10]])
        self.refused("is not symmetric", latency_ns=[[90, 200], [210, 90]])
        self.refused("less than node 0 to itself", latency_ns=[[90, 80], [80, 90]])
        self.refused("more than node 0 to itself", bandwidth_mb=[[10, 20], [20, 10]])
        self.refused("is 0", latency_ns=[[90, 0], [0, 90]])

    def test_caches(self) -> None:
        self.refused("l2 needs l1", caches={"l2": {"size": "512K", "ways": 8}})
        self.refused("no whole number of sets", caches={"l1": {"size": "33000", "ways": 8}})
        self.refused("do not divide", caches={"l1": {"size": "32K", "ways": 8}, "l2": {"size": "1M", "ways": 8, "cores": 3}})
        self.refused('"line" must be', caches={"line": 48})
        self.refused('unknown key "l4"', caches={"l4": {}})

    def test_unknown_keys_and_forms(self) -> None:
        self.refused('unknown key "node"', node=[])
        self.refused('"packages"', packages=0)
        self.refused('"dies"', dies="two")
        self.refused('"scale"', scale=2)
        with self.assertRaises(ValueError):
            machine_file.parse([], "bad")

    def test_files(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "broken.json"
            path.write_text("{", encoding="ascii")
            for name, code in ((str(path), BAD_MACHINE), (str(path) + "x.json", BAD_MACHINE), ("nosuch", USAGE)):
                with self.assertRaises(LabError) as caught:
                    machine_file.load(name, LAB / "machines")
                self.assertEqual(caught.exception.code, code)


class Scaling(unittest.TestCase):
    def test_sums_shrink_together(self) -> None:
        whole = machine("kunpeng920")
        small = scale(whole, 1 / 12)
        self.assertEqual([node.cpus for node in small.nodes], [(0, 1), (2, 3), (4, 5), (6, 7)])
        self.assertEqual([cache.size for cache in small.caches], [64 << 10, 512 << 10, 2 << 20])
        self.assertAlmostEqual(small.memory / whole.memory, 1 / 12, delta=0.01)
        self.assertEqual(small.distances, whole.distances)
        self.assertEqual(small.latency_ns, whole.latency_ns)

    def test_where_cores_cannot_shrink_their_caches_do(self) -> None:
        small = scale(machine(), 0.25)  # two cores a node become one, not half a one
        self.assertEqual(small.cpu_count, 4)
        self.assertEqual([cache.size for cache in small.caches], [32 << 10, 256 << 10, 512 << 10])
        self.assertEqual([cache.ways for cache in small.caches], [4, 8, 16])

    def test_memory_only_nodes_and_shared_caches(self) -> None:
        small = scale(machine("knm-snc4"), 1 / 18)
        self.assertEqual([len(node.cpus) for node in small.nodes], [1, 1, 1, 1, 0, 0, 0, 0])
        self.assertEqual(small.caches[1].cores, 1)
        self.assertEqual(small.caches[1].size, 512 << 10)
        self.assertTrue(all(node.memory >= 512 << 20 for node in small.nodes))

    def test_nothing_and_nonsense(self) -> None:
        self.assertEqual(scale(machine(), 1), machine())
        for factor in (0, -1, 1.5, float("nan")):
            with self.assertRaises(LabError, msg=factor):
                scale(machine(), factor)


if __name__ == "__main__":
    unittest.main()
