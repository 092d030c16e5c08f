#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""prediction.py COMMAND PAGE [CHECK...]: the page on what `numapack predict` is checked against, all figures by the command.

Each CHECK is what `numapack predict --check 400 --json CHECK` wrote, on any machine, and becomes a row; rows that the page has stay. The
page's pictures are those of `numapack report --study`; without matplotlib they stay as they are."""

from __future__ import annotations

import itertools
import json
import statistics
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path
from typing import Any

import planner_choice
from prediction_reasons import REASONS, figures_of_reasons

ROOT = Path(__file__).resolve().parents[2]
MACHINES = Path("data/machines")
NEHALEM_EX = "pack:4 numa:1(memory=64GiB) l3:1(size=24MiB) core:8 pu:1"
PICTURES = {"dgemm-nodes": "nodes", "dgetrf-sizes": "getrf", "dgetrf-distribution": "distribution"}

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


def row(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(cells) + " |\n"


def table(heading: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    return "".join(map(row, [heading, tuple("---" for _ in heading), *rows]))


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
    unexplained = [name for name in missed if not any(name.endswith(known) for known in REASONS)]
    assert not unexplained, f"prediction_reasons.py says nothing of what is missed: {unexplained}"
    notes = "".join(wrapped(f"- *{name}*: {words.format(**figures)}", "  ") for name, words in REASONS.items()
                    if any(one.endswith(name) for one in missed))
    return table(("quantity", "unit", "published", "predicted", "error", "demand", "met"), rows) + (f"\n{notes}" if notes else "")


def orderings(command: Command) -> str:
    """Of MKL on Nehalem-EX, by the oblivious BLAS."""
    def oblivious(words: str, homes: list[str]) -> list[dict[str, Any]]:
        each = [word for home in homes for word in ("--each-home", home)]
        cases = command.cases(*words.split(), *each, "--compare", "oblivious", "--from", NEHALEM_EX)
        return [case for case in cases if case["algorithm"] == "oblivious"]

    def seconds(words: str, homes: list[str]) -> list[float]:
        return [case["total_s"] for case in oblivious(words, homes)]

    def waits(cases: list[dict[str, Any]]) -> list[str]:
        return [f"{100 * case['waiting_s'] / case['total_s']:.1f} %" for case in cases]

    policies = oblivious("--routine dgetrf -n 8192", ["A=0", "A=interleave", "A=cyclic:64", "A=cyclic:8", "A=cyclic:512"])
    default, interleaved, distributed = (case["total_s"] for case in policies[:3])
    waited = waits(policies)
    outer = {k: oblivious(f"-n 8192 -k {k}", ["C=0", "C=interleave"]) for k in (64, 192)}
    widths = [8, 16, 32, 64, 128, 256, 512]
    by_width = seconds("--routine dgetrf -n 8192", [f"A=cyclic:{nb}" for nb in widths])
    gains = {k: cases[0]["total_s"] / cases[1]["total_s"] for k, cases in outer.items()}
    away = [f"{100 * cases[1]['remote_memory_s'] / cases[1]['total_s']:.0f} %" for cases in outer.values()]
    why = (f"*default slower than interleaved*: with A on one node, three nodes wait for all that they touch and the fourth for none of it, and all meet "
           f"after each step; a thread waits for others {waited[0]} of the time, interleaved {waited[1]}.",
           f"*distributed about as interleaved*: each node finds a quarter of its columns at home either way. Blocks do not divide into quarters exactly, "
           f"so threads wait {waited[2]} instead of {waited[1]}.",
           f"*nb up to 64 best*: with blocks of 8 columns threads wait {waited[3]}, and {waited[2]} with 64; nothing else depends on nb.",
           f"*nb above 64*: the wider the blocks, the fewer there are of the columns that a node updates, and the more unequal are their shares of the "
           f"nodes' memories. With 512, four blocks of a node's 2048 columns at first and fewer later, threads wait {waited[4]}.",
           f"*K = 64 gains more*: C is read and written once for K multiply-adds of each element, and waiting for other nodes' memory is {away[0]} of the "
           f"time at 64 and {away[1]} at 192; so is what interleaving makes equal for all nodes.")
    best, later = min(by_width), by_width[widths.index(64):]
    slower = distributed / interleaved - 1
    rows = [("getrf: default slower than interleaved", f"{default / interleaved:.2f} times its time", default > interleaved),
            ("getrf: distributed about as interleaved", f"{100 * abs(slower):.1f} % {'slower' if slower > 0 else 'faster'}", abs(slower) < 0.03),
            ("distribution's nb up to 64 best", f"at most {100 * (max(by_width[:4]) / best - 1):.1f} % over the best", max(by_width[:4]) < 1.02 * best),
            ("nb above 64: the larger the worse", ", ".join(f"{nb}: {100 * (one / best - 1):+.1f} %" for nb, one in zip(widths[4:], later[1:])),
             later == sorted(later)),
            ("outer product: K = 64 gains more than 192", f"{gains[64]:.3f} and {gains[192]:.3f} times as fast interleaved", gains[64] > gains[192] > 1)]
    return table(("what the article says", "predicted, n = 8192", "comes out"), [(what, predicted, "yes" if met else "**missed**") for what, predicted, met in rows]) + \
        "\n" + wrapped(f"About: within 3 %. Strictly ordered, distributed would be no slower than interleaved; predicted it is "
                       f"{'slower, as the table says' if slower > 0 else 'not'}. The reasons in the model:") + \
        "\n" + "".join(wrapped(f"- {words}", "  ") for words in why)


def rates(command: Command, title: str, machine: str, nodes: tuple[int, ...], demands: dict[str, tuple[float, ...]]) -> str:
    """On the last of these numbers of nodes: rates at three sizes; and the speed-ups from one node to each of them."""
    sizes, counts = (4096, 8192, 16384), (1, *nodes)
    def of(routine: str) -> dict[tuple[int, int], dict[str, Any]]:
        cases = command.cases("--routine", routine, "--sizes", ",".join(map(str, sizes)), "--first-nodes", ",".join(map(str, counts)), "--from", machine)
        return dict(zip(((n, count) for n in sizes for count in counts), cases))

    def held(text: str, figure: float, least: float | None) -> str:
        return text if least is None else f"{text} (≥ {least})" if figure >= least else f"{text} (**≥ {least}**)"

    def speed_ups(cases: dict[tuple[int, int], dict[str, Any]], least: float | None) -> list[str]:
        each = [cases[16384, 1]["total_s"] / cases[16384, count]["total_s"] for count in nodes]
        return [held(f"{one:.2f}", one, least) for one in each]

    gemm = of("dgemm")
    rows, above = [], []

    def beyond(routine: str, cases: dict[tuple[int, int], dict[str, Any]]) -> None:
        """Keeps in `above` why a routine gains more than there are nodes."""
        alone = cases[16384, 1]
        for count in nodes:
            many = cases[16384, count]
            if alone["total_s"] / many["total_s"] < count + 0.005:
                continue
            more, waits = alone["arithmetic_s"] * alone["threads"] / many["arithmetic_s"] / many["threads"] - 1, \
                [100 * case["waiting_s"] / case["total_s"] for case in (alone, many)]
            assert waits[0] > waits[1] + 1 or more > 0.005, f"nobody knows why {routine} gains more than {count} nodes"
            above.append(f"{routine}'s threads wait for others {waits[0]:.0f} % of the time on one node and {waits[1]:.0f} % on {count}" if more <= 0.005 else
                         f"{routine} has {100 * more:.1f} % more arithmetic on one node than on {count}")
    for routine in ("dgetrf", "dpotrf", "dgeqrf"):
        own, wanted = of(routine), demands.get(routine, (None,) * 4)
        shares = [100 * own[n, nodes[-1]]["gflops"] / gemm[n, nodes[-1]]["gflops"] for n in sizes]
        beyond(routine, own)
        rows.append((routine, *(held(f"{share:.0f} %", share, least) for share, least in zip(shares, wanted)), *speed_ups(own, wanted[3])))
    rows.append(("dgemm, GF/s", *(f"{gemm[n, nodes[-1]]['gflops']:.0f}" for n in sizes), *speed_ups(gemm, None)))
    beyond("dgemm", gemm)
    threads = max(case["threads"] for case in gemm.values())
    note = "\n" + wrapped(f"Above the number of nodes: {'; '.join(above)}.") if above else ""
    return f"**{title}, {threads} threads on {nodes[-1]} nodes**\n\n" + \
        table(("of gemm's rate", *map(str, sizes), *(f"16384: one node to {count}" for count in nodes)), rows) + note


CHECK_HEADING = ("CPU, threads", "level of bits", "date, numapack", "calls, seed", "median error, at most 6 %", "within 15 %, at least 90 %")


def checked_row(path: str) -> str:
    """What `numapack predict --check --json` wrote, as a line of the table."""
    document = json.loads(Path(path).read_text(encoding="utf-8"))
    errors = sorted(abs(call["predicted_s"] / call["measured_s"] - 1) for call in document["calls"])
    median, near = 100 * statistics.median(errors), 100 * sum(one <= 0.15 for one in errors) / len(errors)
    held = lambda text, met: text if met else f"**{text}**"  # noqa: E731
    conditions = document["conditions"]
    return row((f"{conditions['cpu']}, {conditions['usable_cpus']}", conditions["bits"] or "none",
                f"{conditions['date'][:10]}, {conditions['numapack']}", f"{len(errors)}, {document['seed']}",
                held(f"{median:.1f} %", median <= 6), held(f"{near:.0f} %", near >= 90)))


def own_machine(paths: list[str], page: str) -> str:
    """The page's rows, which are of machines that nobody else has, and those of new files."""
    heading = table(CHECK_HEADING, [])
    kept = list(itertools.takewhile(lambda line: line.startswith("|"), page.partition(heading)[2].splitlines(keepends=True)))
    new = [line for line in map(checked_row, paths) if line not in kept]
    how = "`numapack predict --calibrate`, then `numapack predict --check 400 --json FILE`, and `make prediction CHECK=\"FILE ...\"`"
    return wrapped(f"Each row is a run of {how}, which adds a row. Bold figures miss what is required.") + "\n" + heading + "".join(kept + new)


def pictures(command: Command, page: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([command.path, "report", "--study", folder], capture_output=True, text=True, check=False, cwd=ROOT)
        for key, name in PICTURES.items():
            made = Path(folder) / "svg" / f"predicted-{key}.svg"
            if made.exists():
                (page.parent / f"prediction-{name}.svg").write_bytes(made.read_bytes())
            else:
                print(f"{made.name} is not drawn: {done.stderr.strip()[-200:]}", file=sys.stderr)


def page_of(command: Command, checks: list[str], page: str) -> str:
    kunpeng = {"dgetrf": (50, 72, 85, 3.3), "dpotrf": (55, 75, 85, 3.3), "dgeqrf": (40, 60, 75, 3.3)}
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
        "## 1. Machines at hand\n", own_machine(checks, page),
        "## 2. STREAM\n",
        "The slides measure a two-node Xeon. The rows that are bound to one node, one thread and all threads, with own and with other memory, are what "
        "the model is given; rows of remote memory are thus inputs, and not predicted. Predicted from them are the interleaved rows, and the rows of "
        "one thread and of all 24 threads without a policy (`./stream`) or with the local one, which are one policy: memory is where the thread that "
        "touched it ran.\n",
        cells_table(stream, figures),
        "Rows of 12 unbound threads are left out: the slides do not say where these threads ran, and rows with equal policies differ by up to 30 %. So "
        "are rows of 12 pinned threads, of which the slides do not say how they were pinned, and which contradict each other: GCC's copy has 38.9 GB/s, "
        "the rate of one node (compact pinning), ICC's 107.6 GB/s, more than its 24 threads have (pinning spread over both nodes).\n",
        "## 3. The GEMM paper\n",
        "NUMA-aware DGEMM on the Kunpeng 920 (Electronics 2021, 10, 1984), predicted with the paper's algorithm and a NUMA-oblivious BLAS "
        "(`--compare paper,paper-team-copy,paper-in-place,oblivious`), means over n of 10,240 to 51,200. All operands start on node 0. Kernels run "
        "at the average rate of the paper's 8 x 6 kernel; blocks are OpenBLAS 0.3.13's for this core. The first line of the picture is numapack's own schedule.\n",
        cells_table(command.published("kunpeng920"), figures),
        "![Speed-up over nodes, predicted and published](prediction-nodes.svg)\n",
        "## 4. wrBench\n",
        f"The bandwidth of core 0 from each other node's memory, predicted from its latency and the core's lines in flight to its own node, whose cell "
        f"is thus an input: {met} of {len(memory)} within 15 % (required: nine of ten).\n",
        cells_table(memory, figures),
        "Lines in other cores' caches are left out. There the product of bandwidth and latency is not constant on a machine: in the documents' "
        "tables it is 0.9 to 5.2 lines for an L1 and 1.5 to 12.8 for an L2, and no document says what limits it.\n",
        "## 5. MKL on Nehalem-EX\n",
        "The article prints no numbers, so this section checks its orderings, with the oblivious BLAS on four sockets of eight cores (the article names neither).\n",
        orderings(command),
        "![dgetrf over n, by where the matrix is](prediction-getrf.svg)\n",
        "![dgetrf over the blocks of the distribution](prediction-distribution.svg)\n",
        "## Rates of factorisations\n",
        "numapack's own schedules, type d, all cores, the matrix on node 0. Brackets hold the required figures, bold where they are missed. Rates of "
        "kernels are assumed, since nobody has measured them there. A speed-up can exceed the number of nodes, as said below each table. On one node "
        "all threads factor a panel of dgetrf or dgeqrf together, and each time wait for the last one that still updates; on several, other nodes' threads "
        "update meanwhile. "
        "dgemm's time is that of its busiest thread in whole tiles of the kernel, of which 20 threads side by side get unequal numbers (683 rows of "
        "tiles, 35 for the busiest); the grids of threads of two nodes divide them more evenly.\n",
        rates(command, "Kunpeng 920", str(MACHINES / "kunpeng920.json"), (4,), kunpeng),
        rates(command, "EPYC, NPS4", "tests/machines/epyc-nps4.xml", (4, 8), {}),
        rates(command, "Xeon, two sockets", "tests/machines/xeon-2s.xml", (2,), {}),
        "How long each prediction itself takes is `prediction_took_s` of `numapack predict --routine dgetrf -n 16384 --from data/machines/kunpeng920.json "
        "--json -` ([predict](../reference/compute/predict.md#the-model)).\n",
        "## What the planner chooses\n",
        "The planner takes its threads from short formulas of the profile's figures (`src/level3/nodes/cost_model.hpp`), since a walk over each "
        "candidate's schedule would take longer than small calls do. The table compares its choice with the best of "
        f"{min(len(threads) for _, threads in planner_choice.MACHINES.values())} or more numbers of threads (`--each-threads LIST --no-collapse`) in the time "
        f"model: the median and the largest ratio of times for n from {planner_choice.SIZES[0]} to {planner_choice.SIZES[-1]}.\n",
        table(("of the best time", *planner_choice.MACHINES), planner_choice.rows(command.cases))]
    return "\n".join(part if part[0] in "#|!*" or "\n\n" in part else wrapped(part.strip()) for part in parts)


def main(command: str, page: str, *checks: str) -> None:
    ask, at = Command(command), Path(page)
    at.write_text(page_of(ask, list(checks), at.read_text(encoding="utf-8") if at.exists() else ""), encoding="utf-8")
    pictures(ask, at)


if __name__ == "__main__":
    main(*sys.argv[1:])
