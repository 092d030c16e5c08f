#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Measures this build of numapack's library beside another one: what a change costs.

usage: before_after.py --before LIBRARY [--after LIBRARY] [--quick] [--only TEXT] [--seconds S] [--list] [--build DIR]

Both are loaded by their C interfaces, each in a process of its own, in turn. Ctrl-C ends with what was measured.
"""

import json
import signal
import sys
import time
from pathlib import Path
from statistics import median

import cells as table
import peers
from child import Terminated, document_of
from judge import geometric_mean, quartiles, ratios_to_best
from options import Parser, Unable, add_common, command_and_threads, library_file, seconds_of_cell
from page import write_beside

LEAST_CELL = 0.97  # what a change that costs nothing reaches in every cell
LEAST_MEAN = 1.00  # and as a geometric mean, of all and of small calls
SMALL = range(8, 65)  # sizes of small calls
LU_SIZES = (512, 1024, 2048)
FACTOR = "factor"  # family of the LU cells
LONG_CALL = 0.05  # seconds; calls that long have many pages, and one trial
MOST_ROUNDS = 15  # of a trial; of two libraries many short rounds: the host's changes fall between rounds
TRIALS = 4  # of a cell, in new processes: where the pages of one happen to lie favours one library for as long as it lives;
# in every second one they change places, because the first was 0.3 % behind a copy of itself (36 cells on one thread)
WHOLE_SECONDS = 710  # of a quick run


def chosen_cells(threads: int, quick: bool, only: str) -> list:
    """Those of the bench, all small squares, and Linpack's problem."""
    def is_wanted(cell) -> bool:
        return not quick or cell.quick or cell.family == "small"

    cells = [cell for cell in table.all_cells(threads) if is_wanted(cell)]
    cells += [table.Cell(FACTOR, "d", n, n, n, count, words="A x = b by LU") for n in LU_SIZES for count in sorted({1, threads})]
    return [cell for cell in cells if only in f"{cell.family} {cell.key}"]


def arguments(command: str, cell, first: str, second: str, seconds: float, gflops: float) -> list:
    """For a document whose first two results are of these libraries."""
    if cell.family == FACTOR:
        return [command, "linpack", "-n", str(cell.n), "--threads", str(cell.threads), "--no-check", "--rounds",
                str(factor_rounds(cell, seconds, gflops)), "--library", f"first={first}", "--library", f"second={second}",
                "--json", "-"]
    effort = table.effort_within(cell, 3, gflops, seconds, MOST_ROUNDS)  # both and the calibrator
    problem = [argument for argument in cell.arguments() if argument != "--plain"]
    return [command, "gemm", *problem, "--rounds", str(effort.rounds), "--sample", f"{effort.sample:.3g}", "--library", first,
            "--peer", f"second={second}", "--json", "-"]


def factor_rounds(cell, seconds: float, gflops: float) -> int:
    """In each the calibrator runs for 50 ms, and both fill a matrix and factor it at about half of gemm's rate."""
    call = cell.flops / 3 / (0.5 * gflops * 1e9 * cell.threads) + 5e-9 * cell.n**2 + 0.002
    return int(min(31, max(3, seconds / (0.055 + 2 * call))))


def row_of(cell, documents: list) -> dict:
    """The median ratio of this build to the one before, within the rounds of all trials; in the first, third … of them this
    build comes first. Without a round "problem" says why."""
    ratios, rates, failed = [], [], []
    for number, document in enumerate(documents):
        pair = (document["runs"] if cell.family == FACTOR else document["results"])[:2]
        if len(pair) < 2:  # a build from before the routine
            failed += [f"{one['library']}: it has no {one['lacks']}" for one in document["left_out"]]
            continue
        after, before = pair if number % 2 == 0 else reversed(pair)
        ratios += ratios_to_best(after["gflops_by_round"], [before["gflops_by_round"]])
        failed += [f"{name}: {side['failure']}" for name, side in (("after", after), ("before", before)) if side["failure"]]
        if after["gflops"] and before["gflops"]:
            rates.append((after["gflops"]["median"], before["gflops"]["median"]))
    if not ratios:
        return {"problem": "; ".join(failed) or "no complete round"}
    low, high = quartiles(ratios)
    after, before = (median(side) for side in zip(*rates))
    return {"problem": "", "ratio": median(ratios), "low": low, "high": high, "rounds": len(ratios),
            "after": after, "before": before}


def summary_of(cells: list, rows: dict) -> dict:
    """Of the cells with a ratio, or None where none has: the least, the cells below LEAST_CELL, the means."""
    measured = [(cell, rows[cell.key]["ratio"]) for cell in cells if cell.key in rows and not rows[cell.key]["problem"]]
    if not measured:
        return None
    small = [ratio for cell, ratio in measured if cell.family != FACTOR and cell.m == cell.n == cell.k and cell.n in SMALL]
    least = min(measured, key=lambda pair: pair[1])
    return {"cells": len(measured), "mean": geometric_mean([ratio for _, ratio in measured]),
            "least": least[1], "least_cell": least[0].key, "quartiles": quartiles([ratio for _, ratio in measured]),
            "small": geometric_mean(small) if small else None,
            "slower": [cell.key for cell, ratio in measured if round(ratio, 3) < LEAST_CELL]}


def printed(summary: dict) -> list:
    def against(value: float, least: float) -> str:
        return f"{value:.4f} ({'reaches' if round(value, 3) >= least else 'below'} {least:.2f})"

    low, high = summary["quartiles"]
    lines = [f"{summary['cells']} cells: geometric mean {against(summary['mean'], LEAST_MEAN)}, "
             f"quartiles {low:.3f} and {high:.3f}",
             f"least {against(summary['least'], LEAST_CELL)}: {summary['least_cell'].replace(';', ' on')}"]
    if summary["small"] is not None:
        lines.append(f"squares of n = 8 to 64: geometric mean {against(summary['small'], LEAST_MEAN)}")
    return lines


def measure(command: str, cell, options, gflops: float, seconds: float) -> dict:
    trials = TRIALS if table.call_seconds(cell, gflops) < LONG_CALL else 1
    places = [(options.after, options.before), (options.before, options.after)]
    documents = [document_of(arguments(command, cell, *places[trial % 2], seconds / trials, gflops)) for trial in range(trials)]
    if None in documents:
        return {"problem": "numapack wrote nothing"}
    row = row_of(cell, documents)
    if cell.family != FACTOR and cell.type not in table.SINGLE and cell.threads == 1:
        peak = documents[0]["conditions"]["fma_peak"]["gflops"]
        row["peak"] = peak["median"] if peak else None
    return row


def line_of(cell, row: dict) -> str:
    words = f"{cell.family}: {cell.name}, {cell.threads} thr.: "
    if row["problem"]:
        return words + row["problem"]
    mark = " (slower)" if round(row["ratio"], 3) < LEAST_CELL else ""
    first = f", first {row['first']:.3f}" if "first" in row else ""
    return words + (f"{row['before']:.1f} then {row['after']:.1f} GF/s, ratio {row['ratio']:.3f} ({row['low']:.3f} to "
                    f"{row['high']:.3f}{first}){mark}")


def run(options, command: str, cells: list, rows: dict) -> bool:
    """Fills `rows`. False if it was interrupted."""
    start = time.monotonic()
    whole = WHOLE_SECONDS if options.quick else float("inf")
    seconds = options.seconds or (5 if options.quick else 15)
    gflops = 30.0  # of a thread; known better after the first cell

    def one(cell, time_for_it: float, place: str) -> dict:
        row = measure(command, cell, options, gflops, time_for_it)
        if cell.key in rows and not row["problem"]:
            row["first"] = rows[cell.key]["ratio"]
        print(f"[{place}] {line_of(cell, row)}", flush=True)
        return row

    try:
        for number, cell in enumerate(cells, 1):
            if time.monotonic() - start + seconds > whole:
                print(f"[{number}/{len(cells)}] {cell.name}: no time left for it in a quick run", flush=True)
                continue
            rows[cell.key] = one(cell, seconds, f"{number}/{len(cells)}")
            if rows[cell.key].get("peak"):
                gflops = max(5.0, 0.7 * rows[cell.key]["peak"])
        # The least of many cells is low by chance: those that are slower have to be so twice.
        for cell in [cell for cell in cells if rows.get(cell.key, {}).get("ratio", 1) < LEAST_CELL]:
            if time.monotonic() - start + 2 * seconds > whole:
                break
            again = one(cell, 2 * seconds, "again")
            if not again["problem"]:
                rows[cell.key] = again
    except KeyboardInterrupt:
        print("\ninterrupted", file=sys.stderr)
        return False
    return True


def main() -> int:
    parser = Parser(description=__doc__.splitlines()[0])
    add_common(parser)
    parser.add_argument("--before", type=library_file, required=True, metavar="LIBRARY",
                        help="libnumapack.so of the build before")
    parser.add_argument("--after", type=library_file, metavar="LIBRARY", 
                        help="that of the build after (the build folder's)")
    parser.add_argument("--seconds", type=seconds_of_cell, default=0, metavar="S",
                        help="how long a cell is measured (15, quick: 5)")
    options = parser.parse_args()
    try:
        command, threads = command_and_threads(options.build)
    except Unable as why:
        print(f"bench: {why}", file=sys.stderr)
        return why.status
    options.after = options.after or str(Path(options.build).resolve() / "libnumapack.so")
    for side in ("before", "after"):  # now, not in every cell
        wrong = peers.loads(command, f"{side}={getattr(options, side)}")
        if wrong:
            print(f"bench: --{side}: {wrong}", file=sys.stderr)
            return 2
    cells = chosen_cells(threads, options.quick, options.only)
    if options.list:
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `--list | head` ends quietly
        for cell in cells:
            print(f"{cell.family}: {cell.name}, {cell.threads} thread{'s' if cell.threads > 1 else ''}")
        return 0
    signal.signal(signal.SIGTERM, Terminated.by_signal)
    print(f"before {options.before}\nafter  {options.after}", flush=True)
    rows = {}
    whole = run(options, command, cells, rows)
    summary = summary_of(cells, rows)
    store = Path(options.build) / "bench" / f"before-after{'-quick' if options.quick else ''}.json"
    everything = {"before": options.before, "after": options.after, "rows": rows, "summary": summary}
    write_beside(store, json.dumps(everything, indent=1))
    print("\n" + ("\n".join(printed(summary)) if summary else "nothing was measured"))
    return 0 if whole else 130


if __name__ == "__main__":
    sys.exit(main())
