# SPDX-License-Identifier: BSD-3-Clause
"""Why predictions miss what documents print, with the figures that show it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]

# Why a demand is missed: the model, the profile or the document. {names} are figures that reasons() computes.
REASONS = {
    "average rate, 4 x 4 kernel":
        "The model: it charges each load the same, {load_of_8x6:.2f} multiply-adds, which is what the 8 x 6 kernel loses divided by its loads. By the "
        "printed rates the loads that a multiply-add needs more cost {more_of_8x4:.2f} multiply-adds each from 8 x 6 to 8 x 4, and {more_of_4x4:.2f} "
        "from 8 x 4 to 4 x 4: part of the 8 x 6 kernel's loads are hidden, and those of smaller kernels beyond them are not. One rate cannot say "
        "which part, and a second rate would be fitted to the cells themselves.",
    "speed-up of one to four nodes, all threads copy":
        "This reading of the text, or the profile: the bandwidths of memories and links are assumed.",
    "speed-up of one to four nodes, OpenBLAS":
        "The document: with 78.12 % of the peak on four nodes (its Table 3), a speed-up of 2.01 puts one node at {one_node:.0f} % of its peak. "
        "Its OpenBLAS also runs with unbound threads, unlike the model's.",
    "nodes on which OpenBLAS is fastest":
        "The document: at 78.12 % of the peak on four nodes (its Table 3), three nodes would have to run at more than {three_nodes:.0f} % of their peak "
        "to be faster. Its figure 5 has six sizes that it does not name, and unbound threads.",
    "gain from localising data":
        "The document: C, which the copies leave in place, moves {c_over_ab:.0f} times as many bytes as A and B. If waiting for A and B took 4.46 % "
        "of the time, waiting for C would take {c_share:.0f} %, and a speed-up of 3.45 would be impossible. The model predicts {remote:.1f} % for "
        "all three without copies. According to the text one thread per node copies, which costs {copy:.1f} %.",
    "gain from localising data, all threads copy": "The document, as above; the copies cost {team_copy:.1f} % here.",
    "size up to which OpenBLAS is faster":
        "The model: its oblivious BLAS loses {oblivious:.1f} % to four nodes, nearly as little as the paper's algorithm without copies, so copies "
        "by one thread never pay. According to Table 3 more than half of the paper's gain comes from dividing and binding threads, for which the "
        "document prints no time.",
    "size up to which OpenBLAS is faster, all threads copy": "The model, as above.",
    "difference between first touch, interleave and bind":
        "The model: nothing hides other nodes' latency. According to the text C stays where the policy puts it. On one node, the other three wait for all "
        "of C and that node for none of it; interleaved, all wait alike. With half the latency of other nodes first touch takes {policies:.1f} % longer "
        "than interleave instead of {policies_now:.1f} % (n = 20480). The document's figure 12 has no values in its text.",
    "kunpeng920-6426: core 0 reads memory of node 3":
        "The model: by the document's latencies and rates the core has {own_lines:.1f} lines in flight to its own node, and {far_lines:.1f} to this one, "
        "the farthest. No other figure of the document says why.",
    "24 threads, interleaved":
        "The model and the profile: both nodes read and write over the link at once. The document's rows of 24 threads then have 0.86 to 0.88 of twice "
        "the rate of 12 threads of one node; the model gives both directions the full bandwidth, and the document prints no other figure from which "
        "to derive that share.",
}


def document(name: str) -> dict[str, Any]:
    return json.loads((ROOT / f"data/machines/{name}.json").read_text(encoding="utf-8"))


def lines_in_flight(name: str, home: int) -> float:
    """Of core 0, by rate and latency of a node's memory."""
    machine = document(name)
    rate = next(cell["gb_per_s"]["median"] for cell in machine["core_to_core"] if cell["level"] == 0 and cell["home"] == home)
    return rate * next(cell["latency_ns"]["median"] for cell in machine["memory_latency"] if cell["pu"] == 0 and cell["node"] == home) / 64


def figures_of_reasons(command: Any) -> dict[str, float]:
    """At n = 20480 on four nodes of the Kunpeng 920."""
    cases = command.cases("-n", "20480", "--compare", "oblivious,paper,paper-team-copy,paper-in-place", "--first-nodes", "1,4", "--from",
                          "data/machines/kunpeng920.json")
    by = {(case["algorithm"], case["nodes"]): case for case in cases}
    in_place = by["paper-in-place", 4]
    percent = lambda one, other: 100 * (one / other - 1)  # noqa: E731
    rates = {one["value"]["conditions"]["kernel"]: one["value"]["median"] / 100 for one in document("kunpeng920")["reported"]
             if one["quantity"] == "average efficiency" and one["value"]["conditions"]["library"] == "NUMA-aware"}
    # Of a multiply-add: loads, and time beside it, in multiply-adds.
    loads, beside = {"8x6": 7 / 24, "8x4": 6 / 16, "4x4": 4 / 8}, {kernel: 1 / rate - 1 for kernel, rate in rates.items()}
    more = lambda one, other: (beside[one] - beside[other]) / (loads[one] - loads[other])  # noqa: E731
    def policies(*words: str) -> float:
        homes = ("--each-home", "A=0,B=0,C=0", "--each-home", "A=interleave,B=interleave,C=interleave")
        each = command.cases("-n", "20480", "--compare", "paper", *homes, *words, "--from", "data/machines/kunpeng920.json")
        return percent(each[1]["total_s"], each[3]["total_s"])

    far, own = lines_in_flight("kunpeng920-6426", 3), lines_in_flight("kunpeng920-6426", 0)
    # A node moves a quarter of C twice in each of n / 512 cycles, a quarter of A in each of n / 4096 cycles, and B once.
    c_over_ab = 20480 / 512 * 2 / 4 / (20480 / 4096 / 4 + 1)
    return {"policies": policies("--what-if", "remote-latency=0.5"), "policies_now": policies(), "c_over_ab": c_over_ab, "c_share": c_over_ab * 4.46,
            "load_of_8x6": beside["8x6"] / loads["8x6"], "more_of_8x4": more("8x4", "8x6"), "more_of_4x4": more("4x4", "8x4"),
            "own_lines": own, "far_lines": far, "three_nodes": 78.12 * 4 / 3,
            "one_node": 78.12 * 4 / 2.01, "remote": 100 * in_place["remote_memory_s"] / in_place["total_s"],
            "copy": percent(by["paper", 4]["total_s"], in_place["total_s"]),
            "team_copy": percent(by["paper-team-copy", 4]["total_s"], in_place["total_s"]),
            "oblivious": 100 - 25 * by["oblivious", 1]["total_s"] / by["oblivious", 4]["total_s"]}
