# SPDX-License-Identifier: BSD-3-Clause
"""The first-order time of counts that are known."""

import dataclasses
import json
import unittest

import support
from numapack_lab import first_order
from numapack_lab.machine import file as machine_file


def entry(cpu: int, node: int, instructions: int, local: int, cross_die: int, cross_chip: int) -> dict:
    return {"cpu": cpu, "node": node, "instructions": instructions,
            "reads": {"all": local + cross_die + cross_chip, "local": local, "cross_die": cross_die, "cross_chip": cross_chip}}


def counts(*cpus: dict, reads: list[list[int]]) -> dict:
    return {"by_cpu": list(cpus), "by_node_pair": {"reads": reads}}


class FirstOrder(unittest.TestCase):
    def setUp(self) -> None:
        self.machine = dataclasses.replace(support.machine(), lines_in_flight=10, instructions_per_ns=2)

    def test_parts_of_the_cpu_that_takes_longest(self) -> None:
        reads = [[0, 0, 0, 0], [0, 0, 0, 0], [300, 100, 1000, 500], [0, 0, 0, 0]]
        model = first_order.document(counts(entry(0, 0, 100, 0, 0, 0), entry(4, 2, 2000, 1000, 500, 400), reads=reads), self.machine)
        parts = model["parts_seconds"]
        self.assertAlmostEqual(parts["instructions"] * 1e9, 1000)
        self.assertAlmostEqual(parts["local"] * 1e9, 1000 * 90 / 10)
        self.assertAlmostEqual(parts["cross_die"] * 1e9, 500 * 156 / 10)
        # 300 lines over 241 ns, 100 over 293: a mean of 254.
        self.assertAlmostEqual(parts["cross_chip"] * 1e9, 400 * 254 / 10)
        self.assertAlmostEqual(model["seconds"] * 1e9, 1000 + 9000 + 7800 + 10160)
        self.assertAlmostEqual(model["remote_share"], 17960 / 27960)
        self.assertAlmostEqual(model["cpu_seconds_in_all"] * 1e9, 27960 + 50)
        self.assertAlmostEqual(model["lines_in_flight"]["halved_seconds"] * 1e9, 1000 + 2 * 26960)
        self.assertAlmostEqual(model["instructions_per_ns"]["doubled_seconds"] * 1e9, 500 + 26960)

    def test_nothing_read_is_no_remote_memory(self) -> None:
        model = first_order.document(counts(entry(0, 0, 0, 0, 0, 0), reads=[[0] * 4] * 4), self.machine)
        self.assertEqual((model["seconds"], model["remote_share"]), (0, 0))

    def test_the_remark_says_what_is_assumed(self) -> None:
        totals = counts(entry(0, 0, 8, 10, 0, 10), reads=[[10, 0, 10, 0], *[[0] * 4] * 3])
        self.assertIn("lines in flight and instructions assumed", first_order.remark(first_order.document(totals, support.machine())))
        known = machine_file.parse(support.document(lines_in_flight=18, instructions_per_ns=3), "known")
        said = first_order.remark(first_order.document(counts(entry(0, 0, 8, 10, 0, 10), reads=[[10, 10], [0, 0]]), known))
        self.assertNotIn("assumed", said)
        self.assertIn("18 lines in flight", said)

    def test_rates_in_a_file_are_checked(self) -> None:
        for value in (0, -1, "10", True, 1e9):
            with self.assertRaisesRegex(ValueError, "lines_in_flight.*number over 0"):
                machine_file.parse(json.loads(json.dumps(support.document(lines_in_flight=value))), "wrong")


if __name__ == "__main__":
    unittest.main()
