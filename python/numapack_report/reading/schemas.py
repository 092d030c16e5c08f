# SPDX-License-Identifier: BSD-3-Clause
"""The documents that are drawn: how each is recognised, and the form of what is read.

docs/reference/measure/profile.md, gemm.md, linpack.md, plan.md, lab.md, run.md, where.md, stat.md, infer.md and advise.md describe them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

PROFILE_VERSION = 1
LARGEST = 1 << 20
INDEX = int
SPREAD = {"median": float, "min?": float, "max?": float}
FIGURE = {"median?": float, "min?": float, "max?": float, "invalid?": str, "note?": str, "source?": str,
          "conditions?": {"*": str}}
MATRIX = [[float]]
BY_NODE = {"*": float}
PAGES = {"by_node?": BY_NODE, "page_bytes?": float, "untouched?": float}
TRAFFIC = {"read": MATRIX, "written": MATRIX, "crossing_bytes": float, "cross_die_bytes": float, "cross_chip_bytes": float}
CONDITIONS = {"*": (float, str, bool, None, {}, [])}

PROFILE = {
    "made_by?": str,
    "machine": {
        "name?": str, "architecture?": str, "fingerprint?": str, "frequency_ghz?": float, "cores?": [[INDEX]],
        "nodes?": [{"os_index": INDEX, "package?": INDEX, "kind?": str, "memory_bytes?": float, "pus?": [INDEX]}],
        "caches?": [{"level": INDEX, "bytes": float, "pus": [INDEX]}], "distances?": MATRIX, "layout?": [[int]]},
    "conditions?": CONDITIONS,
    "sources?": {"*": {"document": str, "where?": str}},
    "remarks?": [str],
    "memory_latency?": [{"pu": INDEX, "node": INDEX, "bytes?": float, "load_gb_per_s?": float, "latency_ns": FIGURE}],
    "latency_by_pages?": [{"pu": INDEX, "node": INDEX, "bytes?": float, "pages": str, "latency_ns": FIGURE}],
    "loaded_latency?": [{"pu": INDEX, "node": INDEX, "write_share?": float, "threads?": INDEX, "bytes?": float,
                         "asked_gb_per_s?": float, "gb_per_s": FIGURE, "latency_ns": FIGURE}],
    "channel_stride?": [{"node": INDEX, "stride_bytes": float, "latency_ns": FIGURE}],
    "node_bandwidth?": [{"cpu_node": INDEX, "memory_node": INDEX, "kernel": str, "streaming_stores?": bool,
                         "threads?": INDEX, "bytes?": float, "gb_per_s": FIGURE}],
    "core_to_core?": [{"reader": INDEX, "owner": INDEX, "sharer?": INDEX, "home?": INDEX, "state": str, "level": INDEX,
                       "bytes?": float, "latency_ns?": FIGURE, "gb_per_s?": FIGURE}],
    "handovers?": [{"one": INDEX, "other": INDEX, "home?": INDEX, "swap_ns": FIGURE, "store_ns": FIGURE}],
    "stream?": [{"policy": str, "cpu_nodes?": [INDEX], "memory_nodes?": [INDEX], "kernel": str,
                 "streaming_stores?": bool, "compiler?": str, "threads?": INDEX, "pinned?": bool, "gb_per_s": FIGURE}],
    "barriers?": [{"algorithm": str, "pus": [INDEX], "time_us": FIGURE, "predicted_us?": float}],
    "wakes?": [{"node": INDEX, "threads": INDEX, "asleep": bool, "time_us": FIGURE}],
    "fresh_memory?": [{"cpu_node": INDEX, "memory_node": INDEX, "threads": INDEX, "pages?": str, "gb_per_s": FIGURE}],
    "peaks?": [{"precision": str, "instruction_set": str, "threads": INDEX, "gflops": FIGURE}],
    "reported?": [{"quantity": str, "unit": str, "value": FIGURE}],
}
PROBLEM = {"routine": str, "type": str, "m": float, "n": float, "k?": (float, None), "flops": float,
           "letters?": {"*": str}, "homes?": {"*": str}}
PLAN = ({"nodes?": [INDEX], "tasks?": [{"node?": INDEX}], "traffic?": TRAFFIC, "bound?": TRAFFIC,
         "reasons?": [str], "seconds_estimate?": float}, None)
LIBRARY_RUN = {"library": str, "version?": str, "gflops?": (SPREAD, None), "efficiency?": (float, None),
               "failure?": (str, None)}
# As deep as groups are within each other: the form names itself.
GROUP_OF_CPUS: dict[str, Any] = {"cpus": [INDEX], "structure": str, "median_ns": (float, None), "least_ns": (float, None),
                                 "greatest_ns": (float, None), "silhouette": (float, None)}
GROUP_OF_CPUS["parts"] = [GROUP_OF_CPUS]


@dataclass(frozen=True)
class Kind:
    name: str  # as in "this is a NAME"
    keys: frozenset[str]  # at the outermost level, by which it is recognised
    form: Any
    made_by: str


def _kind(name: str, keys: str, made_by: str, form: Any) -> Kind:
    return Kind(name, frozenset(keys.split()), form, made_by)


KINDS = (
    _kind("profile", "numapack_profile", "numapack probe", PROFILE),
    _kind("comparison", "problem results conditions", "numapack gemm --json",
          {"problem": PROBLEM, "conditions": CONDITIONS, "plan?": PLAN, "pages?": ({"*": ({}, None)}, None),
           "results": [{**LIBRARY_RUN, "ratio_to_best?": ({"median": float}, None), "error_over_bound?": (float, None)}]}),
    _kind("Linpack study", "study runs conditions", "numapack linpack --json",
          {"study": str, "conditions": CONDITIONS,
           "runs": [{**LIBRARY_RUN, "n": float, "k?": float, "init": str, "policy": str, "threads?": INDEX,
                     "residual?": (float, None), "pages?": (PAGES, None)}]}),
    _kind("plan", "plan problem machine", "numapack plan --json", {"plan": PLAN, "problem": PROBLEM, "machine": str}),
    _kind("prediction", "cases influence figures problem", "numapack predict --json",
          {"problem": PROBLEM, "figures": str, "machine": str,
           "cases": [{"n": float, "nodes": INDEX, "threads": INDEX, "threads_asked": INDEX, "block": float, "home": str, "algorithm": str, "total_s": float,
                      "gflops": float, "arithmetic_s": float, "local_memory_s": float, "remote_memory_s": float,
                      "waiting_s": float}]}),
    _kind("published figures", "schema cells", "numapack predict --published --json",
          {"cells": [{"document": str, "quantity": str, "unit": str, "published": float, "predicted": (float, None), "from": str,
                      "demand": str, "met": bool}]}),
    _kind("lab run", "counts counted program", "numapack lab --json",
          {"program": [str], "counted": (str, None), "machine?": {"name?": str, "arch?": str},
           "counts": ({"by_node_pair": {"reads": MATRIX, "writes": MATRIX},
                       "reads": {"*": float}, "writes": {"*": float}, "hits?": {"*": float}}, None)}),
    _kind("run", "calls operands processes", "numapack run --json",
          {"command": [str], "seconds": float, "hints": [str], "total": {"calls": float, "seconds": float},
           "calls": [{"routine": str, "least_size": float, "below_size": (float, None), "calls": float, "seconds": float,
                      "gigaflops_per_second": (float, None), "one_thread_calls": float, "one_node_calls": float,
                      "some_nodes_calls": float, "all_nodes_calls": float, "crossing_bytes": float,
                      "blind_crossing_bytes": float}],
           "operands": {"calls": float, "bytes_by_node": BY_NODE, "on_one_node_bytes": float,
                        "interleaved_bytes": float, "divided_bytes": float},
           "processes": [{"process": INDEX, "command": str, "calls": float, "seconds": float, "threads": float}]}),
    _kind("page map", "mappings process total", "numapack where --json",
          {"process": INDEX, "command": str, "nodes": [INDEX],
           "mappings": [{"name": str, "policy": str, "resident_bytes": float, "bytes_by_node": [float]}],
           "map?": ({"height": INDEX, "width": INDEX, "cells": [(INDEX, str)]}, None)}),
    _kind("page count", "counted minor_faults nodes", "numapack stat --json",
          {"command": [str], "nodes": [{"node": INDEX, "*": float}], "seconds": float}),
    _kind("advice", "pin_groups inferences patterns", "numapack advise --json",
          {"machine": str, "hollow?": [str], "nodes": [{"from": INDEX, "nearest_first": [{"node": INDEX, "latency_ns?": (float, None),
                                                                       "gb_per_s?": (float, None)}]}],
           "inferences": {"statements": [{"kind": str, "statement": str, "evidence": [str]}]},
           "pin_groups": [[INDEX]], "groups_share": str, "inside_ns?": (float, None), "outside_ns?": (float, None),
           "fast_bytes?": (float, None), "fast_because?": str,
           "patterns": [{"pattern": str, "predicted_ns": float, "share_between_nodes": float}]}),
    _kind("inference", "between columns cpus groups", "numapack infer --json",
          {"source": str, "between": str, "columns": [INDEX], "cpus": [INDEX], "cpus_left_out": INDEX, "firmware": [str],
           "groups": GROUP_OF_CPUS, "layout?": [[int]],
           "mesh": ({"width": INDEX, "height": INDEX, "ring": bool, "hop_ns": float, "residual_ns": float,
                     "cores": [{"cpu": INDEX, "tiles": [[INDEX]]}]}, None)}),
    _kind("topology", "fingerprint allowance nodes", "numapack topo --json",
          {"fingerprint": (str, None), "nodes": [{"os_index": INDEX, "die?": (INDEX, None)}]}),
    _kind("benchmark", "rows threads begun", "make bench",
          {"threads": INDEX, "begun": str,
           "rows": {"*": {"gflops?": (float, None), "ratio?": (float, None), "efficiency?": (float, None),
                          "peers?": {"*": (float, None)}}}}),
)
