#!/usr/bin/env python3
"""Measures the table of cases beside every peer there is, and writes docs/benchmarks.md and .svg.

usage: run.py [--quick] [--resume] [--only TEXT] [--seconds S] [--list] [--build DIR] [--page FILE]

Ctrl-C, or SIGTERM, ends with a page of what was measured; --resume goes on where the last run ended.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import cells as table
import page
import peers
import plot
from judge import row_of, verdict

ROOT = Path(__file__).resolve().parents[2]


class Terminated(KeyboardInterrupt):
    """SIGTERM, as from a batch system: the run ends as after Ctrl-C."""

    @staticmethod
    def by_signal(_number, _frame):
        raise Terminated


class Budget:
    """How much time a cell and the whole run get."""

    def __init__(self, quick: bool, seconds: float = 0):
        self.cell_seconds = seconds or (8 if quick else 30)
        self.most_rounds = 7 if quick else 11
        self.whole_seconds = 540 if quick else float("inf")


def seconds_of_cell(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 1 <= value <= 3600:
        raise argparse.ArgumentTypeError(f"{text}: use 1 to 3600 seconds")
    return value


def moment() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime())


def new_state(threads: int, quick: bool) -> dict:
    names = ("NUMAPACK_", "OPENBLAS_", "BLIS_", "MKL_", "OMP_", "GOMP_", "KMP_")
    return {"threads": threads, "quick": quick, "begun": moment(), "ended": "", "rows": {}, "conditions": None,
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
    """The document, or None where the run was interrupted or wrote none. The child sees the same Ctrl-C and ends clean."""
    arguments = [command, "gemm", *cell.arguments(), "--rounds", str(effort.rounds), "--sample", f"{effort.sample:.3g}",
                 "--json", "-"]
    for spec in specs:
        arguments += ["--peer", spec]
    # Terminated in between, there would be a child that nobody knows of.
    unmasked = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
    child = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True,
                             preexec_fn=lambda: signal.pthread_sigmask(signal.SIG_SETMASK, unmasked))
    try:
        signal.pthread_sigmask(signal.SIG_SETMASK, unmasked)
        text, _ = child.communicate()
    except KeyboardInterrupt as end:
        if isinstance(end, Terminated):
            child.send_signal(signal.SIGINT)  # it was not told
        child.wait()
        raise
    if child.returncode > 128 or child.returncode < 0:
        raise KeyboardInterrupt
    try:
        return json.loads(text)
    except ValueError:
        return None


def save(state: dict, store: Path, where: Path) -> None:
    page.write_beside(store, json.dumps(state, indent=1))
    if state["conditions"] is None:
        return
    picture = where.with_suffix(".svg")
    why = plot.draw(state, picture)
    if why:
        print(f"no picture: {why}", file=sys.stderr)
    page.write_beside(where, page.page_text(state, "" if why else picture.name))


def report(state: dict, where: Path) -> None:
    rows = state["rows"]
    under, ahead, none, _ = page.summary(table.all_cells(state["threads"]), rows)
    print(f"\n{len(rows)} cells: {len(ahead)} reach their bars, {len(under)} do not, {len(none)} have no figure")
    for cell in under:
        print("  under its bar: " + page.under_line(cell, rows[cell.key]))
    for cell in none:
        print(f"  no figure: {cell.name}, {cell.threads} threads: {rows[cell.key]['problem']}")
    print("no page: nothing was measured" if state["conditions"] is None else f"page: {where}")


def chosen_cells(threads: int, quick: bool, only: str) -> list:
    return [cell for cell in table.all_cells(threads) if (cell.quick or not quick) and only in f"{cell.family} {cell.key}"]


def run(options, command: str, threads: int, store: Path) -> dict:
    budget = Budget(options.quick, options.seconds)
    state = new_state(threads, options.quick)
    if options.resume and store.exists():
        before = json.loads(store.read_text(encoding="utf-8"))
        if (before["threads"], before["quick"]) == (threads, options.quick):
            state = before
            state.pop("interrupted", None)
    start = time.monotonic()
    gflops = 30.0  # of a thread; known better after the first cell
    wanted = [cell for cell in chosen_cells(threads, options.quick, options.only) if cell.key not in state["rows"]]
    try:
        specs, state["absent"] = peers.find(command, Path(options.build) / "peers", print)

        def rivals_of(cell):
            return [] if cell.against_itself else specs if options.quick else peers.with_pinned(specs, cell.threads)

        def effort_of(cell):
            libraries = len(rivals_of(cell)) + (3 if cell.against_itself else 2)  # numapack, plain, the calibrator
            return table.effort_within(cell, libraries, gflops, budget.cell_seconds, budget.most_rounds)

        for number, cell in enumerate(wanted, 1):
            effort = effort_of(cell)
            if time.monotonic() - start + effort.seconds > budget.whole_seconds:
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
            state_word = verdict(row, table.family_of(cell).bar)
            figures = row["problem"] or f"{row['gflops']:.1f} GF/s, {row['ratio']:.3f} of {row['best']}"
            print(f"[{number}/{len(wanted)}] {cell.name}, {cell.threads} thr.: {figures}"
                  f"{' (under its bar)' if state_word == 'under' else ''}; about {left / 60:.0f} min left", flush=True)
            page.write_beside(store, json.dumps(state, indent=1))
    except KeyboardInterrupt:
        print("\ninterrupted", file=sys.stderr)
        state["interrupted"] = True
    return state


def usable_threads(command: str) -> int:
    """As many as `numapack gemm` uses when nobody says how many."""
    ended = subprocess.run([command, "gemm", "-n", "8", "--rounds", "1", "--json", "-"], capture_output=True, text=True,
                           check=True)
    return json.loads(ended.stdout)["conditions"]["threads"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="fewer cells and rounds: under ten minutes")
    parser.add_argument("--resume", action="store_true", help="keep the cells that the last run has measured")
    parser.add_argument("--only", default="", metavar="TEXT", help="only cells with this text in family or name")
    parser.add_argument("--seconds", type=seconds_of_cell, default=0, metavar="S",
                        help="how long a cell is measured, where calls are short (30, quick: 8)")
    parser.add_argument("--list", action="store_true", help="name the cells and measure nothing")
    parser.add_argument("--build", default=str(ROOT / "build"), metavar="DIR")
    parser.add_argument("--page", default=str(ROOT / "docs/benchmarks.md"), metavar="FILE")
    options = parser.parse_args()
    command = str(Path(options.build) / "numapack")
    if not os.access(command, os.X_OK):
        print(f"bench: {command} is missing; make build", file=sys.stderr)
        return 2
    try:
        threads = usable_threads(command)
    except (subprocess.CalledProcessError, ValueError, KeyError) as error:
        print(f"bench: numapack gemm does not run here: {error}", file=sys.stderr)
        return 1
    if options.list:
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `--list | head` ends quietly
        for cell in chosen_cells(threads, options.quick, options.only):
            print(f"{cell.family}: {cell.name}, {cell.threads} thread{'s' if cell.threads > 1 else ''}")
        return 0
    where = Path(options.page)
    try:  # now, not after an hour
        where.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        print(f"bench: --page {where}: {error.strerror}; name a file in a folder that can be written", file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, Terminated.by_signal)
    store = Path(options.build) / "bench" / f"results{'-quick' if options.quick else ''}.json"
    state = run(options, command, threads, store)
    save(state, store, where)
    report(state, where)
    return 130 if state.pop("interrupted", False) else 0


if __name__ == "__main__":
    sys.exit(main())
