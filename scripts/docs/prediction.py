#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""prediction.py COMMAND PAGE [CHECK]: the page on what `numapack predict` is checked against, all figures by the command.

CHECK is what `numapack predict --check 400 --json CHECK` wrote on this machine; without it that check is left out, and said to be. The
page's pictures are those of `numapack report --study`; without matplotlib they stay as they are."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path
from typing import Any

import planner_choice

ROOT = Path(__file__).resolve().parents[2]
MACHINES = Path("data/machines")
NEHALEM_EX = "pack:4 numa:1(memory=64GiB) l3:1(size=24MiB) core:8 pu:1"
NODES = ("one to two nodes", "one to three nodes", "one to four nodes")
PICTURES = {"dgemm-nodes": "nodes", "dgetrf-sizes": "getrf", "dgetrf-distribution": "distribution"}

# Why a demand is missed: the model, the profile or the document. {names} are figures that reasons() computes.
REASONS = {
    "average rate, 4 x 4 kernel":
        "The model: it counts load instructions and multiply-adds. The traffic from L2 for each multiply-add is 1.7 times as high for 4 x 4 as for "
        "8 x 6, and no document prints a rate of L2.",
    "speed-up of one to four nodes, all threads copy":
        "This reading of the text, or the profile: the bandwidths of memories and links are assumed.",
    "speed-up of one to four nodes, OpenBLAS":
        "The document: with 78.12 % of the peak on four nodes (its Table 3), a speed-up of 2.01 puts one node at {one_node:.0f} % of its peak. "
        "Its OpenBLAS also runs with unbound threads, unlike the model's.",
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
        "The document's figure 12 has no values. According to its text C stays where the policy puts it, and one node's memory serves all others.",
    "24 threads, interleaved":
        "The model and the profile: both nodes read and write over the link at once. In the document's rows each direction then has 0.86 to 0.88 of "
        "its bandwidth alone; the model gives both the full bandwidth, and the document prints no other figure from which to derive that share.",
}


class Command:
    def __init__(self, path: str) -> None:
        self.path = str(Path(path).resolve())

    def __call__(self, *words: str) -> Any:
        done = subprocess.run([self.path, *words, "--json", "-"], capture_output=True, text=True, check=True, cwd=ROOT)
        return json.loads(done.stdout)

    def published(self, name: str) -> list[dict[str, Any]]:
        return self("predict", "--published", "--from", str(MACHINES / f"{name}.json"))["cells"]

    def cases(self, *words: str) -> list[dict[str, Any]]:
        return self("predict", *words)["cases"]


def table(heading: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [heading, tuple("---" for _ in heading), *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def wrapped(text: str, later: str = "") -> str:
    return textwrap.fill(text, 150, subsequent_indent=later, break_long_words=False, break_on_hyphens=False) + "\n"


def number(value: Any) -> str:
    return "none" if value is None else f"{value:.4g}"


def error(cell: dict[str, Any]) -> str:
    if cell["predicted"] is None or not cell["published"]:
        return "–"
    return f"{100 * (cell['predicted'] / cell['published'] - 1):+.1f} %"


def cells_table(cells: list[dict[str, Any]], figures: dict[str, float]) -> str:
    rows = [(cell["quantity"], cell["unit"], number(cell["published"]), number(cell["predicted"]), error(cell), cell["demand"],
             "yes" if cell["met"] else "**missed**") for cell in cells]
    missed = [cell["quantity"] for cell in cells if not cell["met"]]
    notes = "".join(wrapped(f"- *{name}*: {words.format(**figures)}", "  ") for name, words in REASONS.items()
                    if any(one.endswith(name) for one in missed))
    return table(("quantity", "unit", "published", "predicted", "error", "demand", "met"), rows) + (f"\n{notes}" if notes else "")


def figures_of_reasons(command: Command) -> dict[str, float]:
    """At n = 20480 on four nodes of the Kunpeng 920."""
    cases = command.cases("-n", "20480", "--compare", "oblivious,paper,paper-team-copy,paper-in-place", "--first-nodes", "1,4", "--from",
                          str(MACHINES / "kunpeng920.json"))
    by = {(case["algorithm"], case["nodes"]): case for case in cases}
    in_place = by["paper-in-place", 4]
    percent = lambda one, other: 100 * (one / other - 1)  # noqa: E731
    # A node moves a quarter of C twice in each of n / 512 cycles, a quarter of A in each of n / 4096 cycles, and B once.
    c_over_ab = 20480 / 512 * 2 / 4 / (20480 / 4096 / 4 + 1)
    return {"c_over_ab": c_over_ab, "c_share": c_over_ab * 4.46,
            "one_node": 78.12 * 4 / 2.01, "remote": 100 * in_place["remote_memory_s"] / in_place["total_s"],
            "copy": percent(by["paper", 4]["total_s"], in_place["total_s"]),
            "team_copy": percent(by["paper-team-copy", 4]["total_s"], in_place["total_s"]),
            "oblivious": 100 - 25 * by["oblivious", 1]["total_s"] / by["oblivious", 4]["total_s"]}


def orderings(command: Command) -> str:
    """Of MKL on Nehalem-EX, by the oblivious BLAS."""
    def seconds(words: str, homes: list[str]) -> list[float]:
        each = [word for home in homes for word in ("--each-home", home)]
        cases = command.cases(*words.split(), *each, "--compare", "oblivious", "--from", NEHALEM_EX)
        return [case["total_s"] for case in cases if case["algorithm"] == "oblivious"]

    default, interleaved, distributed = seconds("--routine dgetrf -n 8192", ["A=0", "A=interleave", "A=cyclic:64"])
    widths = [8, 16, 32, 64, 128, 256, 512]
    by_width = seconds("--routine dgetrf -n 8192", [f"A=cyclic:{nb}" for nb in widths])
    gains = {k: (lambda s: s[0] / s[1])(seconds(f"-n 8192 -k {k}", ["C=0", "C=interleave"])) for k in (64, 192)}
    best, later = min(by_width), by_width[widths.index(64):]
    rows = [("getrf: default slower than interleaved", f"{default / interleaved:.2f} times its time", default > interleaved),
            ("getrf: distributed about as interleaved", f"{distributed / interleaved:.3f} times its time", abs(distributed / interleaved - 1) < 0.03),
            ("distribution's nb up to 64 best", f"at most {100 * (max(by_width[:4]) / best - 1):.1f} % over the best", max(by_width[:4]) < 1.02 * best),
            ("nb above 64: the larger the worse", ", ".join(f"{nb}: {100 * (one / best - 1):+.1f} %" for nb, one in zip(widths[4:], later[1:])),
             later == sorted(later)),
            ("outer product: K = 64 gains more than 192", f"{gains[64]:.3f} and {gains[192]:.3f} times as fast interleaved", gains[64] > gains[192] > 1)]
    return table(("what the article says", "predicted, n = 8192", "comes out"), [(what, predicted, "yes" if met else "**missed**") for what, predicted, met in rows])


def rates(command: Command, title: str, machine: str, nodes: int, demands: dict[str, tuple[int, ...]]) -> str:
    sizes = "4096,8192,16384"
    def of(routine: str) -> dict[tuple[int, int], float]:
        cases = command.cases("--routine", routine, "--sizes", sizes, "--first-nodes", f"1,{nodes}", "--from", machine)
        return {(case["n"], case["nodes"]): case["gflops"] for case in cases}

    gemm = of("dgemm")
    rows = []
    for routine in ("dgetrf", "dpotrf", "dgeqrf"):
        own = of(routine)
        wanted = demands.get(routine, ())
        shares = [100 * own[n, nodes] / gemm[n, nodes] for n in (4096, 8192, 16384)]
        texts = [f"{share:.0f} %" + (f" (≥ {least})" if share >= least else f" (**≥ {least}**)") for share, least in zip(shares, wanted)] \
            if wanted else [f"{share:.0f} %" for share in shares]
        rows.append((routine, *texts, f"{own[16384, nodes] / own[16384, 1]:.2f}" + (" (≥ 3.3)" if wanted else "")))
    rows.append(("dgemm, GF/s", *(f"{gemm[n, nodes]:.0f}" for n in (4096, 8192, 16384)), f"{gemm[16384, nodes] / gemm[16384, 1]:.2f}"))
    return f"**{title}**\n\n" + table(("of gemm's rate", "4096", "8192", "16384", f"16384: one node to {nodes}"), rows)


def own_machine(path: str) -> str:
    how = "`numapack predict --calibrate`, then `numapack predict --check 400 --seed N --json CHECK`, on a quiet machine"
    if not path:
        return f"Not measured for this page: {how}. [predict](../reference/compute/predict.md) has figures of a busy machine.\n"
    document = json.loads(Path(path).read_text(encoding="utf-8"))
    errors = sorted(abs(call["predicted_s"] / call["measured_s"] - 1) for call in document["calls"])
    median, near = 100 * statistics.median(errors), 100 * sum(one <= 0.15 for one in errors) / len(errors)
    rows = [("median error", "at most 6 %", f"{median:.1f} %", "yes" if median <= 6 else "**missed**"),
            ("calls within 15 %", "nine of ten", f"{near:.0f} %", "yes" if near >= 90 else "**missed**")]
    return f"{len(errors)} calls, seed {document['seed']} ({how}).\n\n" + table(("quantity", "demand", "measured", "met"), rows)


def pictures(command: Command, page: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([command.path, "report", "--study", folder], capture_output=True, text=True, check=False, cwd=ROOT)
        for key, name in PICTURES.items():
            made = Path(folder) / "svg" / f"predicted-{key}.svg"
            if made.exists():
                (page.parent / f"prediction-{name}.svg").write_bytes(made.read_bytes())
            else:
                print(f"{made.name} is not drawn: {done.stderr.strip()[-200:]}", file=sys.stderr)


def page_of(command: Command, check: str) -> str:
    kunpeng = {"dgetrf": (50, 72, 85), "dpotrf": (55, 75, 85), "dgeqrf": (40, 60, 75)}
    figures = figures_of_reasons(command)
    stream = command.published("xeon-stream")
    memory = [{**cell, "quantity": f"{name}: {cell['quantity']}"} for name in ("kunpeng920-6426", "thunderx2", "phytium-2000plus")
              for cell in command.published(name)]
    met = sum(cell["met"] for cell in memory)
    parts = [
        "# Predictions and what they are checked against\n",
        "Made by `make prediction`: the command computes every figure ([predict](../reference/compute/predict.md) explains the model). Nothing is fitted to "
        "the predicted figures. Published machines are in `data/machines/`; figures that their documents do not print are assumed, and `numapack "
        "predict --influence` shows the effect of each assumption.\n",
        "For comparison, the errors that other predictors state: CAMP within 10 % for 91 to 97 % of its workloads, Pandia 4 to 8 %, gem5 13 to 17 %.\n",
        "## 1. This machine\n", own_machine(check),
        "## 2. STREAM\n",
        "These are the interleaved rows of the slides on a two-node Xeon, predicted from the rows that are bound to one node: one thread and all "
        "threads, own and other memory.\n",
        cells_table(stream, figures),
        "Rows of 12 unbound threads are left out: the slides do not say where these threads ran, and rows with equal policies differ by up to 30 %.\n",
        "## 3. The GEMM paper\n",
        "NUMA-aware DGEMM on the Kunpeng 920 (Electronics 2021, 10, 1984), predicted with the paper's algorithm and a NUMA-oblivious BLAS "
        "(`--compare paper,paper-team-copy,paper-in-place,oblivious`), means over n of 10,240 to 51,200. All operands start on node 0. Kernels run "
        "at the average rate of the paper's 8 x 6 kernel; blocks are OpenBLAS 0.3.13's for this core. The first line of the picture is numapack's own schedule.\n",
        cells_table(command.published("kunpeng920"), figures),
        "![Speed-up over nodes, predicted and published](prediction-nodes.svg)\n",
        "## 4. wrBench\n",
        f"The bandwidth of one core from each memory, predicted from its latency and one number of lines in flight per machine: {met} of "
        f"{len(memory)} within 15 %.\n",
        cells_table(memory, figures),
        "Lines in other cores' caches are left out. There the product of bandwidth and latency is not constant on a machine: in the documents' "
        "tables it is 0.9 to 5.2 lines for an L1 and 1.5 to 12.8 for an L2, and no document says what limits it.\n",
        "## 5. MKL on Nehalem-EX\n",
        "The article prints no numbers, so this section checks its orderings, with the oblivious BLAS on four sockets of eight cores (the article names neither).\n",
        orderings(command),
        "![dgetrf over n, by where the matrix is](prediction-getrf.svg)\n",
        "![dgetrf over the blocks of the distribution](prediction-distribution.svg)\n",
        "## Rates of factorisations\n",
        "numapack's own schedules, type d, all cores, the matrix on node 0. Brackets hold the required figures. Rates of kernels are assumed, since "
        "nobody has measured them there.\n",
        rates(command, "Kunpeng 920, 96 threads on 4 nodes", str(MACHINES / "kunpeng920.json"), 4, kunpeng),
        rates(command, "EPYC, NPS4, 16 threads on 4 nodes", "tests/machines/epyc-nps4.xml", 4, {}),
        rates(command, "Xeon, two sockets", "tests/machines/xeon-2s.xml", 2, {}),
        "## What the planner chooses\n",
        "The planner takes its threads from short formulas of the profile's figures (`src/level3/nodes/cost_model.hpp`), since a walk over each "
        "candidate's schedule would take longer than small calls do. The table compares its choice with the best of "
        f"{min(len(threads) for _, threads in planner_choice.MACHINES.values())} or more numbers of threads (`--threads T --no-collapse`) in the time "
        f"model: the median and the largest ratio of times for n from {planner_choice.SIZES[0]} to {planner_choice.SIZES[-1]}.\n",
        table(("of the best time", *planner_choice.MACHINES), planner_choice.rows(command.cases))]
    return "\n".join(part if part[0] in "#|!*" or "\n\n" in part else wrapped(part.strip()) for part in parts)


def main(command: str, page: str, check: str = "") -> None:
    ask = Command(command)
    Path(page).write_text(page_of(ask, check), encoding="utf-8")
    pictures(ask, Path(page))


if __name__ == "__main__":
    main(*sys.argv[1:])
