#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Measures the table of cases and random shapes beside every peer there is, and writes docs/reference/prove/benchmarks.md and .svg.

usage: run.py [--quick] [--random N] [--seed S] [--resume] [--only TEXT] [--seconds S] [--list] [--build DIR] [--page FILE]

Ctrl-C, or SIGTERM, ends with a page of what was measured; --resume goes on where the last run ended.
"""

import json
import os
import signal
import sys
import time
from pathlib import Path

import cells as table
import page
import peers
import plot
import random_summary
import shapes
from child import Terminated, document_of
from judge import row_of, verdict
from options import ROOT, Parser, Unable, add_common, command_and_threads, seconds_of_cell, whole_number


class Budget:
    """How much time a cell and the whole run get. Of random shapes many with little time each: it is their means that count."""

    def __init__(self, quick: bool, seconds: float = 0):
        self.cell_seconds = seconds or (6 if quick else 30)
        self.random_seconds = seconds or (2.5 if quick else 5)
        self.most_rounds = 7 if quick else 11
        self.whole_seconds = 710 if quick else float("inf")
        self.random_shapes = 12 if quick else 40

    def seconds_of(self, cell) -> float:
        return self.random_seconds if cell.random else self.cell_seconds


def moment() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime())


def new_state(threads: int, quick: bool, random: dict = None) -> dict:
    """random: {"seed", "count", "alone"} of the random shapes."""
    names = ("NUMAPACK_", "OPENBLAS_", "BLIS_", "MKL_", "OMP_", "GOMP_", "KMP_")
    return {"threads": threads, "quick": quick, "random": random, "begun": moment(), "ended": "", "rows": {}, "conditions": None,
            "peaks": {}, "load": None, "steal": 0.0, "libraries": {}, "absent": [],
            "settings": sorted(f"{key}={value}" for key, value in os.environ.items() if key.startswith(names))}


def add(state: dict, cell, document: dict) -> dict:
    """Notes one cell's document; returns its row."""
    row = row_of(document)
    state["rows"][cell.key] = row
    state["ended"] = moment()
    now = document["conditions"]
    state["conditions"] = state["conditions"] or now
    load = now["load_average"]
    state["load"] = [min(state["load"][0], load), max(state["load"][1], load)] if state["load"] else [load, load]
    state["steal"] = max(state["steal"], now["steal_percent"])
    if cell.type not in table.SINGLE and now["fma_peak"]["gflops_by_round"]:
        peak = now["fma_peak"]["gflops"]["median"]
        low, high = state["peaks"].get(str(cell.threads), (peak, peak))
        state["peaks"][str(cell.threads)] = [min(low, peak), max(high, peak)]
    for result in document["results"][1:]:
        if result["library"] != "numapack plain" and result["library"] not in state["libraries"]:
            words = [result["version"], Path(result["path"]).name, *result["remarks"]]
            state["libraries"][result["library"]] = "; ".join(word for word in words if word)
    return row


def measure(command: str, cell, specs: list, effort):
    arguments = [command, "gemm", *cell.arguments(), "--rounds", str(effort.rounds), "--sample", f"{effort.sample:.3g}",
                 "--json", "-"]
    for spec in specs:
        arguments += ["--peer", spec]
    return document_of(arguments)


def save(state: dict, store: Path, where: Path) -> None:
    if state["random"]:
        state["random"]["summaries"] = page.random_summaries(state)
    page.write_beside(store, json.dumps(state, indent=1))
    if state["conditions"] is None:
        return
    picture = where.with_suffix(".svg")
    alone = bool(state["random"]) and state["random"]["alone"]  # the picture is of the table
    why = "" if alone else plot.draw(state, picture)
    if why:
        print(f"no picture: {why}", file=sys.stderr)
    page.write_beside(where, page.page_text(state, "" if why or alone else picture.name))


def report(state: dict, where: Path) -> None:
    rows = state["rows"]
    under, ahead, none, _ = page.summary(table.all_cells(state["threads"]), rows)
    print()
    measured = len(under + ahead + none)
    if measured:
        print(f"{measured} cells: {len(ahead)} reach their bars, {len(under)} do not, {len(none)} have no figure")
    for cell in under:
        print("  under its bar: " + page.under_line(cell, rows[cell.key]))
    for cell in none:
        print(f"  no figure: {cell.name}, {cell.threads} threads: {rows[cell.key]['problem']}")
    if state["random"]:
        print(f"random shapes of seed {state['random']['seed']}:")
        for summary in page.random_summaries(state):
            print("\n".join(random_summary.printed(summary)))
        for sentence in page.random_failures(state):
            print(f"  no figure: {sentence}")
    print("bits that depend on threads, addresses or leading dimensions:\n"
          "  build/numapack bits --library numapack=build/libnumapack_blas.so.0 --library openblas --library blis")
    print("no page: nothing was measured" if state["conditions"] is None else f"page: {where}")


def chosen_cells(threads: int, quick: bool, only: str, random: dict) -> list:
    """Of the table, unless random shapes are measured alone, and then those."""
    some = [] if random["alone"] else [cell for cell in table.all_cells(threads) if cell.quick or not quick]
    some += shapes.draw(random["seed"], random["count"], threads)
    return [cell for cell in some if only in f"{cell.family} {cell.key}"]


def random_part(options, before: dict) -> dict:
    """Which random shapes: those asked for, else those of the run that goes on, else new ones."""
    before = before or {}
    seed = before.get("seed", int.from_bytes(os.urandom(4), "little")) if options.seed is None else options.seed
    count = options.random or before.get("count") or Budget(options.quick).random_shapes
    return {"seed": seed, "count": count, "alone": options.random is not None}


def begun_state(options, threads: int, store: Path) -> dict:
    """That of the last run where it goes on, without what is not asked for any more; else a new one."""
    if options.resume and store.exists():
        before = json.loads(store.read_text(encoding="utf-8"))
        if (before["threads"], before["quick"]) == (threads, options.quick):
            before.pop("interrupted", None)
            before["random"] = random_part(options, before.get("random"))
            drawn = {cell.key for cell in page.random_cells(before)}
            before["rows"] = {key: row for key, row in before["rows"].items() if not key.startswith("random ") or key in drawn}
            return before
    return new_state(threads, options.quick, random_part(options, None))


def store_of(options) -> Path:
    kind = "" if options.random is None else "-random"
    return Path(options.build) / "bench" / f"results{kind}{'-quick' if options.quick else ''}.json"


def reserved(cell, later: list, effort_of) -> float:
    """Seconds kept for the random shapes after this cell: they come last, and are not what a slow machine leaves out."""
    return 0 if cell.random else sum(effort_of(other).seconds for other in later if other.random)


def word_of(cell, row: dict) -> str:
    if row["problem"]:
        return ""
    if cell.random:
        return " (behind by more than a tenth)" if row["ratio"] < random_summary.BEHIND else ""
    return " (under its bar)" if verdict(row, table.family_of(cell).bar) == "under" else ""


def run(options, command: str, state: dict, store: Path) -> dict:
    budget = Budget(options.quick, options.seconds)
    start = time.monotonic()
    gflops = 30.0  # of a thread; known better after the first cell
    chosen = chosen_cells(state["threads"], options.quick, options.only, state["random"])
    wanted = [cell for cell in chosen if cell.key not in state["rows"]]
    print(f"random shapes: {state['random']['count']} of SEED={state['random']['seed']}", flush=True)
    try:
        specs, state["absent"] = peers.find(command, Path(options.build) / "peers", print)

        def rivals_of(cell):
            if cell.against_itself:
                return []
            return specs if options.quick or cell.random else peers.with_pinned(specs, cell.threads)

        def effort_of(cell):
            libraries = len(rivals_of(cell)) + (3 if cell.against_itself else 2)  # numapack, plain, the calibrator
            return table.effort_within(cell, libraries, gflops, budget.seconds_of(cell), budget.most_rounds)

        for number, cell in enumerate(wanted, 1):
            effort = effort_of(cell)
            kept = reserved(cell, wanted[number:], effort_of)
            if time.monotonic() - start + effort.seconds + kept > budget.whole_seconds:
                print(f"[{number}/{len(wanted)}] {cell.name}: no time left for it in a quick run", flush=True)
                continue
            document = measure(command, cell, rivals_of(cell), effort)
            if document is None:
                state["rows"][cell.key] = {"problem": "numapack gemm wrote nothing", "rounds": 0, "failed": []}
                continue
            row = add(state, cell, document)
            if state["peaks"].get("1"):
                gflops = max(5.0, 0.7 * state["peaks"]["1"][0])
            left = sum(effort_of(later).seconds for later in wanted[number:])
            figures = row["problem"] or f"{row['gflops']:.1f} GF/s, {row['ratio']:.3f} of {row['best']}"
            print(f"[{number}/{len(wanted)}] {cell.name}, {cell.threads} thr.: {figures}{word_of(cell, row)}; "
                  f"about {left / 60:.0f} min left", flush=True)
            page.write_beside(store, json.dumps(state, indent=1))
    except KeyboardInterrupt:
        print("\ninterrupted", file=sys.stderr)
        state["interrupted"] = True
    return state


def main() -> int:
    parser = Parser(description=__doc__.splitlines()[0])
    add_common(parser)
    parser.add_argument("--random", type=whole_number(1, 10000), metavar="N",
                        help="N random shapes and nothing else (without it 40, quick: 12, after the other cells)")
    parser.add_argument("--seed", type=whole_number(0, 2**32 - 1), metavar="S", help="of the random shapes (a new one)")
    parser.add_argument("--resume", action="store_true", help="keep the cells that the last run has measured")
    parser.add_argument("--seconds", type=seconds_of_cell, default=0, metavar="S",
                        help="how long a cell is measured, where calls are short (30, quick: 6; random shapes 5, quick: 2.5)")
    parser.add_argument("--page", metavar="FILE", help="docs/reference/prove/benchmarks.md; of random shapes alone docs/reference/prove/benchmarks-random.md")
    options = parser.parse_args()
    try:
        command, threads = command_and_threads(options.build)
    except Unable as why:
        print(f"bench: {why}", file=sys.stderr)
        return why.status
    if options.list:
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `--list | head` ends quietly
        for cell in chosen_cells(threads, options.quick, options.only, random_part(options, None)):
            print(f"{cell.family}: {cell.name}, {cell.threads} thread{'s' if cell.threads > 1 else ''}")
        return 0
    where = Path(options.page or ROOT / f"docs/reference/prove/benchmarks{'' if options.random is None else '-random'}.md")
    try:  # now, not after an hour
        where.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        print(f"bench: --page {where}: {error.strerror}; name a file in a folder that can be written", file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, Terminated.by_signal)
    store = store_of(options)
    state = run(options, command, begun_state(options, threads, store), store)
    save(state, store, where)
    report(state, where)
    return 130 if state.pop("interrupted", False) else 0


if __name__ == "__main__":
    sys.exit(main())
