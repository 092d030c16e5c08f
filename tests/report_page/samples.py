# SPDX-License-Identifier: BSD-3-Clause
"""Small documents of each kind, with figures that occur once."""

from __future__ import annotations

import random
from typing import Any


class Samples:
    """Figures are random; the seed is the test's to print."""

    def __init__(self, seed: int, nodes: int = 4) -> None:
        self.random, self.nodes = random.Random(seed), nodes

    def number(self, most: float = 1000.0) -> float:
        return self.random.uniform(most / 100, most)

    def matrix(self) -> list[list[float]]:
        return [[float(self.random.randrange(1, 1 << 30)) for _ in range(self.nodes)] for _ in range(self.nodes)]

    def spread(self) -> dict[str, float]:
        low, middle, high = sorted(self.number() for _ in range(3))
        return {"median": middle, "min": low, "max": high}

    def traffic(self) -> dict[str, Any]:
        die, chip = self.number(1e9), self.number(1e9)
        return {"read": self.matrix(), "written": self.matrix(), "crossing_bytes": die + chip, "cross_die_bytes": die,
                "cross_chip_bytes": chip}

    def problem(self) -> dict[str, Any]:
        return {"routine": "gemm", "type": "d", "m": 4096, "n": 4096, "k": 512, "flops": 1.7e10, "letters": {},
                "homes": {"A": "0", "B": "0", "C": "0"}}

    def plan(self) -> dict[str, Any]:
        tasks = [{"node": node, "rows": [1024 * node, 1024 * (node + 1)], "columns": [0, 4096]} for node in range(self.nodes)]
        return {"machine": "four-nodes.xml", "problem": self.problem(),
                "plan": {"nodes": list(range(self.nodes)), "tasks": tasks, "traffic": self.traffic(), "bound": self.traffic(),
                         "reasons": ["because"], "seconds_estimate": self.number()}}

    def comparison(self) -> dict[str, Any]:
        results = [{"library": name, "version": "1", "gflops": self.spread(), "efficiency": self.number(1), "failure": None,
                    "ratio_to_best": {"median": self.number(1)}, "error_over_bound": self.number(1)} for name in ("numapack", "peer")]
        results.append({"library": "broken", "version": "2", "gflops": None, "efficiency": None, "failure": "ended by signal 11"})
        pages = {"A": {"by_node": {"0": 512, "2": 77}, "pages": 589, "page_bytes": 4096}}
        return {"problem": self.problem(), "results": results, "pages": pages, "plan": None, "left_out": [],
                "conditions": {"threads": 8, "load_average": 0.5, "date": "2026-01-02", "fma_peak": {"gflops": self.spread()}}}

    def linpack(self) -> dict[str, Any]:
        return {"study": "sizes", "conditions": {"date": "2026-01-02"},
                "runs": [{"library": "numapack", "n": n, "k": 0, "init": init, "policy": "default", "threads": 8, "gflops": self.spread(),
                          "efficiency": self.number(1), "residual": self.number(1), "failure": None}
                         for init in ("single", "cyclic:64") for n in (1024, 2048, 4096)]}

    def prediction(self) -> dict[str, Any]:
        parts = ("total_s", "gflops", "arithmetic_s", "local_memory_s", "remote_memory_s", "waiting_s")
        cases = [{"n": n, "nodes": 2, "threads": 8, "threads_asked": 0, "block": 0, "home": "", "algorithm": algorithm,
                  **{part: self.number() for part in parts}} for n in (1024, 2048, 4096) for algorithm in ("numapack", "oblivious")]
        return {"problem": self.problem(), "figures": "estimated", "machine": "four-nodes.xml", "influence": [], "cases": cases}

    def published(self) -> dict[str, Any]:
        cells = [{"document": "a machine", "quantity": f"{kernel}, {threads} threads", "unit": unit, "published": self.number(),
                  "predicted": None if kernel == "triad" and unit == "1" else self.number(), "from": "its latency", "demand": "within 10 %",
                  "met": kernel == "copy"} for unit in ("GB/s", "1") for kernel in ("copy", "triad") for threads in (1, 12)]
        return {"schema": "numapack-predict-published/1", "cells": cells}

    def lab(self) -> dict[str, Any]:
        sums = {key: self.random.randrange(1, 1 << 20) for key in ("all", "local", "cross_die", "cross_chip")}
        return {"program": ["./my_program"], "exit_code": 0, "counted": "whole program", "machine": {"name": "default", "arch": "x86_64"},
                "counts": {"by_node_pair": {"reads": self.matrix(), "writes": self.matrix()}, "reads": sums, "writes": dict(sums),
                           "instructions": self.random.randrange(1, 1 << 40)}}

    def run(self) -> dict[str, Any]:
        calls = [{"routine": routine, "least_size": 256, "below_size": below, "calls": self.random.randrange(1, 999),
                  "seconds": self.number(), "gigaflops_per_second": self.number(), "one_thread_calls": 1, "one_node_calls": 2,
                  "some_nodes_calls": 3, "all_nodes_calls": 4, "crossing_bytes": self.number(1e9), "blind_crossing_bytes": self.number(1e9)}
                 for routine, below in (("dgemm", 512), ("dgesv", None))]
        return {"command": ["python3", "<solve>.py"], "seconds": self.number(), "status": 0, "hints": ["start with --memory interleave"],
                "total": {"calls": 7, "seconds": self.number()}, "calls": calls,
                "operands": {"calls": 2, "bytes_by_node": {"0": 1e6, "3": 2e6}, "on_one_node_bytes": 1,
                             "interleaved_bytes": 0, "divided_bytes": 0},
                "processes": [{"process": 4711, "command": "python3", "calls": 7, "seconds": self.number(), "threads": 8}]}

    def where(self) -> dict[str, Any]:
        cells = [self.random.choice([0, 1, 2, 3, "untouched", "unknown"]) for _ in range(8 * 12)]
        mapping = {"begin": "7f00", "end": "7f80", "name": "[heap]", "policy": "default", "resident_bytes": 10 << 20,
                   "bytes_by_node": [float(self.random.randrange(1 << 20)) for _ in range(self.nodes)]}
        return {"process": 206, "command": "python3", "nodes": list(range(self.nodes)), "mappings": [mapping], "total": {},
                "map": {"begin": "7f00", "end": "7f80", "height": 8, "width": 12, "cells": cells}}

    def stat(self) -> dict[str, Any]:
        return {"command": ["./stream"], "status": 0, "seconds": self.number(), "counted": 9, "minor_faults": 3,
                "nodes": [{"node": node, "hit": self.random.randrange(1 << 20), "miss": node} for node in range(self.nodes)]}

    def advice(self) -> dict[str, Any]:
        return {"machine": "four nodes", "pin_groups": [[0, 1, 2, 3]], "groups_share": "L3", "inside_ns": self.number(),
                "outside_ns": self.number(), "fast_bytes": 8 << 20, "fast_because": "measured", "threads": 16,
                "nodes": [{"from": 0, "nearest_first": [{"node": 0, "latency_ns": self.number(), "gb_per_s": None}]}],
                "patterns": [{"pattern": "tree", "predicted_ns": self.number(), "share_between_nodes": self.number(1)}],
                "inferences": {"statements": [{"kind": "link", "statement": "a link is slow", "evidence": ["node 0 to 3"]}]}}

    def inference(self) -> dict[str, Any]:
        """Two groups, the second of which is two; each on a row of a mesh of 4 x 3, but for a CPU that fits two tiles."""
        def group(cpus: range, *parts: dict[str, Any]) -> dict[str, Any]:
            low, middle, high = sorted(self.number() for _ in range(3))
            return {"cpus": list(cpus), "structure": "groups" if parts else "none", "parts": list(parts), "median_ns": middle,
                    "least_ns": low, "greatest_ns": high, "to_memories_ns": [low, high], "silhouette": self.number(1), "because": ""}
        whole = group(range(12), group(range(4)), group(range(4, 12), group(range(4, 8)), group(range(8, 12))))
        cores = [{"cpu": cpu, "residual_ns": self.number(1), "tiles": [[cpu % 4, cpu // 4], [0, 0]][:2 if cpu == 7 else 1]}
                 for cpu in range(12)]
        return {"source": "four nodes", "between": "memory", "columns": [0, 2], "cpus": list(range(12)), "cpus_left_out": 1,
                "firmware": ["node 1 has CPUs of two groups"], "groups": whole, "nearest": {
                    "nodes": [0, 2], "silhouette": self.number(1), "chance": 0.005, "groups": [
                        {"node": 0, "cpus": list(range(6)), "own_ns": 80.5, "next_ns": 91, "least_gap_ns": 2},
                        {"node": 2, "cpus": list(range(6, 12)), "own_ns": 81, "next_ns": 92, "least_gap_ns": 3}]}, "mesh": {
                    "width": 4, "height": 3, "ring": False, "hop_ns": 2.9, "base_ns": 80, "residual_ns": self.number(1), "cores": cores}}

    def benchmark(self) -> dict[str, Any]:
        return {"threads": 2, "begun": "2026-01-02T03:04:05",
                "rows": {f"d {n}; 1": {"gflops": self.number(), "ratio": self.number(2), "efficiency": self.number(1),
                                       "peers": {"peer": self.number()}} for n in (8, 64, 512)}}

    def topology(self) -> dict[str, Any]:
        """Of the synthetic machine: two nodes a die."""
        return {"fingerprint": "f" * 16, "allowance": {"threads": 8},
                "nodes": [{"os_index": node, "die": node // 2, "package": 0} for node in range(self.nodes)]}

    def all(self) -> dict[str, dict[str, Any]]:
        return {"plan": self.plan(), "prediction": self.prediction(), "published figures": self.published(), "comparison": self.comparison(),
                "Linpack study": self.linpack(), "lab run": self.lab(), "run": self.run(), "page map": self.where(), "page count": self.stat(), "advice": self.advice(),
                "benchmark": self.benchmark(), "inference": self.inference(), "topology": self.topology()}
