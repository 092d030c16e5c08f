# SPDX-License-Identifier: BSD-3-Clause
"""Profiles of machines that do not exist, with every part a profile can have. Random, from a seed that tests print."""

from __future__ import annotations

import itertools
import random
from typing import Any

KIB, MIB = 1 << 10, 1 << 20
HOLE = "the time was used up before its turn"


class Synthetic:
    """`nodes` nodes of `cores` cores in `packages` packages; each cluster of four cores shares an L3."""

    def __init__(self, packages: int, nodes: int, cores: int, seed: int, holes: float = 0.02) -> None:
        self.random, self.holes = random.Random(seed), holes
        self.count, self.nodes, self.packages = nodes * cores, nodes, packages
        self.cores = cores

    def figure(self, value: float) -> dict[str, Any]:
        if self.random.random() < self.holes:
            return {"invalid": HOLE}
        samples = [value * self.random.uniform(0.97, 1.06) for _ in range(3)]
        return {"median": sorted(samples)[1], "min": min(samples), "max": max(samples)}

    def node(self, pu: int) -> int:
        return pu // self.cores

    def package(self, node: int) -> int:
        return node * self.packages // self.nodes

    def distance(self, one: int, other: int) -> float:
        """Between nodes, as a factor."""
        if one == other:
            return 1.0
        return 1.35 if self.package(one) == self.package(other) else 2.2

    def between(self, one: int, other: int) -> float:
        """Between cores, in ns."""
        if one // 4 == other // 4:
            return 22.0
        return 48.0 * self.distance(self.node(one), self.node(other)) ** 1.3

    def point(self, pu: int, home: int, share: float, asked: float | None) -> dict[str, Any]:
        """Of a curve: full at 100 GB/s, less with writes; asked for more, it gives a little less and takes longer."""
        full = 100.0 * (1 - share / 2) / self.distance(self.node(pu), home)
        rate = 0.9 * full if asked is None else min(max(asked, 0.6), full)
        words: dict[str, Any] = {"pu": pu, "node": home, "threads": 0 if asked == 0 else self.cores - 1, "bytes": 128 * MIB,
                                 "gb_per_s": self.figure(rate), "latency_ns": self.figure(
                                     300.0 if asked is None else 96.0 * self.distance(self.node(pu), home) * (1 + (rate / full) ** 4))}
        if share:
            words["write_share"] = share
        return words if asked is None else {**words, "asked_gb_per_s": asked}

    def document(self, states: tuple[tuple[str, int], ...] = (("M", 2), ("E", 2))) -> dict[str, Any]:
        pus, nodes = range(self.count), range(self.nodes)
        caches = [{"level": level, "bytes": size, "pus": [pu]} for level, size in ((1, 48 * KIB), (2, 1 * MIB)) for pu in pus]
        caches += [{"level": 3, "bytes": 32 * MIB, "pus": list(range(first, first + 4))} for first in range(0, self.count, 4)]
        sizes = [16 * KIB * 2 ** step for step in range(15)]
        levels = [(48 * KIB, 1.1), (MIB, 3.6), (32 * MIB, 14.0), (1 << 60, 96.0)]
        latency = [{"pu": pu, "node": node, "bytes": 256 * MIB, "stride_lines": 2,
                    "latency_ns": self.figure(96.0 * self.distance(self.node(pu), node))} for pu in pus for node in nodes]
        latency += [{"pu": 0, "node": 0, "bytes": size, "latency_ns": self.figure(next(ns for end, ns in levels if size <= end))}
                    for size in sizes]
        latency += [{"pu": 0, "node": node, "bytes": 256 * MIB, "load_gb_per_s": load, "latency_ns": self.figure(96 + load ** 2 / 60)}
                    for node in nodes for load in (5.0, 20.0, 60.0, 90.0, 110.0)]
        pairs = [(one, other) for one, other in itertools.product(pus, pus) if one != other]
        return {
            "numapack_profile": 1, "made_by": "numapack 0.1.0",
            "machine": {"name": f"{self.packages} x synthetic", "architecture": "x86_64", "fingerprint": "f" * 16,
                        "cores": [[pu] for pu in pus], "caches": caches,
                        "nodes": [{"os_index": node, "package": self.package(node), "kind": "DRAM", "memory_bytes": 64 * 1024 * MIB,
                                   "pus": [pu for pu in pus if self.node(pu) == node]} for node in nodes]},
            "conditions": {"date": "2026-01-02T03:04:05Z", "kernel_release": "6.1", "numa_balancing": 0, "load_average": 0.25},
            "remarks": ["not quiet: a load from memory varied"],
            "memory_latency": latency,
            "loaded_latency": [self.point(first, home, share, asked) for first in (0, self.cores) if first < self.count
                               for home in nodes for share in (0.0, 0.25, 0.5) for asked in (0.0, 20.0, 60.0, 120.0, None)],
            "node_bandwidth": [{"cpu_node": one, "memory_node": other, "kernel": "read", "threads": self.cores, "bytes": 512 * MIB,
                                "gb_per_s": self.figure(120 / self.distance(one, other) ** 1.5)} for one in nodes for other in nodes],
            "core_to_core": [{"reader": one, "owner": other, "state": state, "level": level, "bytes": 16 * KIB,
                              "latency_ns": self.figure(self.between(one, other) * (1.1 if state == "M" else 1.0))}
                             for state, level in states for one, other in pairs]
                            + [{"reader": 0, "owner": 0, "state": "E", "level": 1 + step // 2, "bytes": 16 * KIB << 2 * step,
                                "gb_per_s": self.figure(200 / (1 + step // 2))} for step in range(6)],
            "stream": [{"policy": policy, "kernel": kernel, "threads": self.count, "pinned": True, "array_bytes": 1 << 31,
                        **({"cpu_nodes": [0], "memory_nodes": [0]} if policy == "bind" else {}), "gb_per_s": self.figure(rate)}
                       for policy, rate in (("default", 700.0), ("local", 710.0), ("bind", 110.0), ("interleave", 450.0))
                       for kernel in ("copy", "scale", "add", "triad")],
            "barriers": [{"algorithm": name, "pus": list(pus), "time_us": self.figure(time), "predicted_us": time * 0.9}
                         for name, time in (("central", 9.0), ("tree", 2.4), ("dissemination", 1.3), ("node-aware", 1.1))],
            "peaks": [{"precision": "double", "instruction_set": "avx512", "threads": self.count, "gflops": self.figure(50.0 * self.count)}],
            "sentinel": [{"seconds": 1.0, "l1_ns": 1.1, "memory_ns": 96.0}],
            "handovers": [{"one": one, "other": other, "home": 0, "swap_ns": self.figure(self.between(one, other)),
                           "store_ns": self.figure(2 * self.between(one, other))} for one, other in pairs if one < other and one % 4 == 0]}
