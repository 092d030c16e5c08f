"""`numapack lab study`: the paper's Table 1 and figures 12 and 13 on the emulated machine, at a smaller size."""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from .errors import USAGE, LabError
from .report import table

# Electronics 2021, 10, 1984: Table 1, n = 50,000, OpenBLAS on growing sets of nodes, events as printed.
_PAPER_TABLE1 = {
    "0,1": {"reads": (6.10e10, 4.03e10, 5.24e7), "writes": (7.17e7, 1.92e7, 4.56e5)},
    "0,2": {"reads": (6.10e10, 4.13e10, 9.89e10), "writes": (7.25e7, 2.14e7, 1.80e7)},
    "0,3": {"reads": (6.09e10, 4.17e10, 1.09e10), "writes": (7.33e7, 2.09e7, 1.80e7)},
    "0,1,2": {"reads": (5.91e10, 4.96e10, 1.20e10), "writes": (7.06e7, 3.26e7, 1.66e7)},
    "0,1,2,3": {"reads": (5.65e10, 5.80e10, 1.37e10), "writes": (6.88e7, 4.07e7, 1.89e7)},
}
# Section 5.2 and figure 13: per cent against OpenBLAS on four nodes.
_PAPER_FIGURE13 = {("reads", "cross_die"): -24.8, ("reads", "cross_chip"): -22.7, ("writes", "local"): -5.3,
                   ("writes", "cross_die"): -62.6, ("writes", "cross_chip"): -29.4}

_NODE_SETS = ("0", "0,1", "0,2", "0,3", "0,1,2", "0,1,2,3")
_ALL_NODES = _NODE_SETS[-1]
_HOMES = ("0", "interleave", "3")
_LIBRARIES = {
    "numapack": (),
    "numapack in place": ("--no-localise",),
    "openblas": ("--library", "/usr/lib/{triplet}/openblas-pthread/libopenblas.so.0"),
    "blis": ("--library", "/usr/lib/{triplet}/blis-pthread/libblis.so.4"),
}
_CLASSES = ("local", "cross_die", "cross_chip")
_EXAMPLES = """\
Example:
  numapack lab study                                     figure 13 at n = 512: four runs
  numapack lab study -n 1024 --part all --json study.json   everything; started again, it goes on where it stopped

Parts: figure13 (the libraries on all nodes, data on node 0), table1 (the libraries on growing sets of nodes),
figure12 (all nodes, data on node 0, interleaved, on node 3), all.
"""


@dataclass(frozen=True)
class Case:
    library: str
    nodes: str
    homes: str
    n: int

    @property
    def name(self) -> str:
        return f"{self.library}, nodes {self.nodes}, data {'on ' + self.homes if self.homes.isdigit() else self.homes}"


def cases(part: str, n: int, libraries: Iterable[str]) -> list[Case]:
    """What is to run, without repetition, in the order in which results are of use."""
    chosen: list[Case] = []
    for library in libraries:
        if part in ("figure13", "all"):
            chosen.append(Case(library, _ALL_NODES, "0", n))
    for library in libraries:
        if part in ("table1", "all"):
            chosen += [Case(library, nodes, "0", n) for nodes in _NODE_SETS]
        if part in ("figure12", "all"):
            chosen += [Case(library, _ALL_NODES, homes, n) for homes in _HOMES]
    return list(dict.fromkeys(chosen))


def crossing(run: dict[str, Any]) -> int:
    """Lines that left their node, those still to be written among them: what the bound is about."""
    counts = run["counts"]
    return sum(counts[kind][reach] for kind in ("reads", "writes", "left_dirty") for reach in _CLASSES[1:])


def bound(run: dict[str, Any]) -> float | None:
    found = run["workload"].get("bound")
    return found and sum(found[kind][reach] for kind in ("reads", "writes") for reach in _CLASSES[1:])


def written(run: dict[str, Any], reach: str) -> int:
    """Write-backs, and the lines that were dirty at the end: on a larger problem they would have been written."""
    return run["counts"]["writes"][reach] + run["counts"]["left_dirty"][reach]


def amount(run: dict[str, Any], kind: str, reach: str) -> int:
    return run["counts"]["reads"][reach] if kind == "reads" else written(run, reach)


def _percent(new: float, old: float) -> str:
    return f"{100 * (new / old - 1):+.1f} %" if old else "-"


def figure13(runs: dict[Case, dict[str, Any]], n: int) -> str:
    base = runs.get(Case("openblas", _ALL_NODES, "0", n))
    rows = [["lines (thousands)", *(f"{kind} {reach.replace('_', '-')}" for kind in ("reads", "writes")
                                    for reach in _CLASSES), "crossing / bound"]]
    limit = None
    for library in _LIBRARIES:
        run = runs.get(Case(library, _ALL_NODES, "0", n))
        if run is None:
            continue
        limit = bound(run) or limit
        rows.append([library, *(f"{amount(run, kind, reach) / 1000:.1f}" for kind in ("reads", "writes")
                                for reach in _CLASSES), f"{crossing(run) / limit:.2f}" if limit else "-"])
        if base and run is not base:
            rows.append(["  against OpenBLAS", *(_percent(amount(run, kind, reach), amount(base, kind, reach))
                                                 for kind in ("reads", "writes") for reach in _CLASSES), ""])
    rows.append(["the paper's, n = 50,000", *(f"{_PAPER_FIGURE13[kind, reach]:+.1f} %" if (kind, reach) in _PAPER_FIGURE13
                                              else "" for kind in ("reads", "writes") for reach in _CLASSES), ""])
    return table(rows)


def _share(values: Sequence[float], at: int) -> str:
    return f"{100 * values[at] / sum(values):.1f} %" if sum(values) else "-"


def table1(runs: dict[Case, dict[str, Any]], n: int) -> str:
    rows = [["share of all", *(f"{kind} {reach.replace('_', '-')}" for kind in ("reads", "writes")
                               for reach in _CLASSES[1:])]]
    for nodes in _NODE_SETS:
        for library in _LIBRARIES:
            run = runs.get(Case(library, nodes, "0", n))
            if run is None:
                continue
            values = {kind: [amount(run, kind, reach) for reach in _CLASSES] for kind in ("reads", "writes")}
            rows.append([f"nodes {nodes}: {library}", *(_share(values[kind], at) for kind in values for at in (1, 2))])
        if nodes in _PAPER_TABLE1 and Case("openblas", nodes, "0", n) in runs:
            paper = _PAPER_TABLE1[nodes]
            rows.append(["  OpenBLAS in the paper", *(_share(paper[kind], at) for kind in paper for at in (1, 2))])
    return table(rows)


def figure12(runs: dict[Case, dict[str, Any]], n: int) -> str:
    rows = [["lines crossing (thousands)", *("data on node " + homes if homes.isdigit() else homes for homes in _HOMES),
             "greatest / least"]]
    for library in _LIBRARIES:
        found = [runs.get(Case(library, _ALL_NODES, homes, n)) for homes in _HOMES]
        if None in found:
            continue
        lines = [crossing(run) for run in found if run]
        rows.append([library, *(f"{value / 1000:.1f}" for value in lines), f"{max(lines) / min(lines):.2f}"])
        limits = [bound(run) for run in found if run]
        if all(limits):
            rows.append(["  its bound", *(f"{value / 1000:.1f}" for value in limits), f"{max(limits) / min(limits):.2f}"])
    return table(rows)


def _measure(case: Case, folder: pathlib.Path, options: argparse.Namespace) -> dict[str, Any]:
    arch = options.arch or os.uname().machine
    parts = pathlib.Path(os.environ.get("NUMAPACK_LAB_PLUGIN") or folder)
    workload = parts / "numapack-lab-gemm"
    extra = [word.format(triplet=f"{arch}-linux-gnu") for word in _LIBRARIES[case.library]]
    with tempfile.TemporaryDirectory(prefix="numapack-study-") as place:
        counts = pathlib.Path(place) / "counts.json"
        command = [sys.executable, str(folder / "run.py"), "--machine", options.machine, "--markers", "--json", str(counts),
                   "--timeout", str(options.timeout), *(("--arch", options.arch) if options.arch else ()), "--", str(workload),
                   "-n", str(case.n), "--nodes", case.nodes, "--homes", case.homes, *extra]
        threads = 2 * len(case.nodes.split(","))
        packages = len({int(node) // 2 for node in case.nodes.split(",")})
        environment = os.environ | {
            "OPENBLAS_CORETYPE": "HASWELL", "OPENBLAS_NUM_THREADS": str(threads), "BLIS_NUM_THREADS": str(threads),
            "BLIS_JC_NT": str(packages), "BLIS_IC_NT": str(threads // packages), "BLIS_ARCH_TYPE": "3"}
        if arch != "x86_64":
            environment = {name: value for name, value in environment.items() if name not in ("OPENBLAS_CORETYPE", "BLIS_ARCH_TYPE")}
        ended = subprocess.run(command, env=environment, text=True, capture_output=True, check=False)
        if ended.returncode != 0:
            raise LabError(f"{case.name}: {ended.stderr.strip().splitlines()[-1:] or ended.returncode}", ended.returncode or 1,
                           ended.stderr)
        document = json.loads(counts.read_text(encoding="utf-8"))
    said = json.loads(next(line for line in ended.stdout.splitlines() if line.startswith("{")))
    if said["error"] != 0:
        raise LabError(f"{case.name}: its result is wrong by {said['error']}", 1)
    return {"case": asdict(case), "counts": document["counts"], "workload": said,
            "seconds": document.get("program_seconds"), "machine": document.get("machine")}


def _earlier(path: str | None) -> dict[Case, dict[str, Any]]:
    if not path or not os.path.exists(path):
        return {}
    try:
        document = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
        return {Case(**run["case"]): run for run in document["runs"]}
    except (ValueError, KeyError, TypeError) as error:
        raise LabError(f"{path} is no study's file: {error}; give another", USAGE) from error


def _keep(path: str | None, runs: dict[Case, dict[str, Any]]) -> None:
    if path:
        beside = pathlib.Path(path + ".part")
        beside.write_text(json.dumps({"runs": list(runs.values())}, indent=1), encoding="utf-8")
        beside.rename(path)


def _parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="numapack lab study", description="The paper's counts of local, cross-die and cross-chip accesses, for OpenBLAS, "
        "BLIS and numapack with and without localisation.", epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    parser.add_argument("-n", type=int, default=512, help="order of the matrices (default 512; 1024 takes eight times as long)")
    parser.add_argument("--part", choices=("figure13", "table1", "figure12", "all"), default="figure13")
    parser.add_argument("--library", action="append", choices=tuple(_LIBRARIES), help="only this one; may be repeated")
    parser.add_argument("--machine", default="default", help="four nodes in two packages")
    parser.add_argument("--arch", choices=("x86_64", "aarch64"))
    parser.add_argument("--json", metavar="FILE", help="keeps every run; what is in it already does not run again")
    parser.add_argument("--timeout", type=float, default=3600, help="seconds for one run")
    options = parser.parse_args(arguments)
    if not 64 <= options.n <= 8192:
        raise LabError(f"-n {options.n}: give 64 to 8192", USAGE)
    return options


def main(arguments: list[str], folder: pathlib.Path) -> int:
    options = _parse(arguments)
    wanted = cases(options.part, options.n, options.library or _LIBRARIES)
    runs = _earlier(options.json)
    missing = [case for case in wanted if case not in runs]
    begun = time.monotonic()
    for done, case in enumerate(missing):
        left = f", about {(time.monotonic() - begun) / done * (len(missing) - done):.0f} s left" if done else ""
        print(f"{done + 1} of {len(missing)}: {case.name}{left}", file=sys.stderr, flush=True)
        runs[case] = _measure(case, folder, options)
        _keep(options.json, runs)
    shown = {"figure13": "Figure 13: all nodes, data on node 0. Lines between nodes; writes with what was dirty at the end",
             "table1": "Table 1: growing sets of nodes, data on node 0", "figure12": "Figure 12: all nodes, data placed differently"}
    for part, title in shown.items():
        if options.part in (part, "all"):
            print(f"{title} (n = {options.n})\n")
            print({"figure13": figure13, "table1": table1, "figure12": figure12}[part](runs, options.n))
    return 0
