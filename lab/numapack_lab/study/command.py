# SPDX-License-Identifier: BSD-3-Clause
"""`numapack lab study`: the paper's Table 1 and figures 12 to 15 on the emulated machine, at a smaller size."""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from .. import fit, report
from ..emulator.process import Interrupted, ends_with_its_parent
from ..errors import NO_COUNTING, USAGE, LabError
from ..machine import file as machine_file
from ..machine.description import ARCHITECTURES
from ..machine.sizes import parse_size
from ..command_line import Help, Parser
from ..system import prepare
from ..terminal import Ticker
from . import call, tables as study_tables
from .cases import ALL_NODES, LIBRARIES, PAPER_FIGURE13, PAPER_FIGURE14, PAPER_TABLE1, PARTS, Case, Runs, Setting, cases

_EXAMPLES = """\
Example:
  numapack lab study                  figure 13 at n = 512: four runs
  numapack lab study -n 1024 --part all --json study.json
                                      everything; started again, it goes on
                                      where it stopped

Parts: figure13 (the libraries on all nodes, data on node 0), figure14 (the
same runs: instructions and L1), call (numapack's run: plan, lab and this
machine's counters), table1 (on growing sets of nodes), figure12 (all nodes;
data on node 0, interleaved over all and over nodes 1 and 2, on node 3), all
(every set of nodes with data at each of these places: 96 runs).
Ctrl-C prints the tables of what has been measured.
"""
_WORKLOAD = "numapack-lab-gemm"


def _order(text: str) -> int:
    try:
        return parse_size(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"\"{text}\" is no order; give 64 to 8192, such as 1024 or 1k") from error


def parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="numapack lab study", description="The paper's counts of local, cross-die and cross-chip accesses, for OpenBLAS, "
        "BLIS and numapack with and without localisation, on an emulated machine of four nodes.", epilog=_EXAMPLES,
        formatter_class=Help, allow_abbrev=False)
    parser.add_argument("-n", type=_order, default=512, help="order of the matrices (default 512; 1k takes five times as long)")
    parser.add_argument("--beta", type=int, choices=(0, 1), default=1, help="C = A B + beta C: 0 writes C without reading it")
    parser.add_argument("--part", choices=(*PARTS, "all"), default="figure13")
    parser.add_argument("--library", action="append", choices=tuple(LIBRARIES), help="only this one; may be repeated")
    parser.add_argument("--machine", default="default", help="of four nodes in two packages")
    parser.add_argument("--arch", choices=ARCHITECTURES, help="processor to emulate; default: the host's")
    parser.add_argument("--workload", metavar="FILE", help=f"{_WORKLOAD} of a build for the processor, if not the host's")
    parser.add_argument("--json", metavar="FILE", help="keeps every run; what is in it already does not run again "
                        "(-: standard output)")
    parser.add_argument("--timeout", metavar="SECONDS", type=float, default=3600, help="for one run")
    return parser


def _parse(arguments: list[str]) -> argparse.Namespace:
    options = parser().parse_args(arguments)
    if not 64 <= options.n <= 8192:
        raise LabError(f"-n {options.n}: give 64 to 8192", USAGE)
    if not options.timeout > 0:
        raise LabError(f"--timeout {options.timeout:g}: give seconds, more than 0", USAGE)
    return options


def _check_machine(name: str, folder: pathlib.Path) -> None:
    machine = machine_file.load(name, folder / "machines")
    if [node.package for node in machine.nodes if node.cpus] != [0, 0, 1, 1]:
        raise LabError(f"--machine {name}: the study needs four nodes with CPUs, two in each of two packages", USAGE)


def _workload(options: argparse.Namespace, folder: pathlib.Path, setting: Setting) -> str:
    host = prepare.host_arch()
    if options.workload is None and setting.arch != host:
        raise LabError(f"--arch {setting.arch}: give --workload FILE, {_WORKLOAD} of a build for {setting.arch}", USAGE)
    path = options.workload or str(pathlib.Path(os.environ.get("NUMAPACK_LAB_PLUGIN") or folder) / _WORKLOAD)
    if not os.path.isfile(path):
        raise LabError(f"no workload {path}; --workload FILE gives another", USAGE if options.workload else NO_COUNTING)
    return os.path.abspath(path)


def _environment(case: Case) -> dict[str, str]:
    """Threads as the nodes have cores; kernels of the paper's processor, or those for AVX2, whatever the CPU calls itself."""
    nodes = [int(node) for node in case.nodes.split(",")]
    threads, packages = 2 * len(nodes), len({node // 2 for node in nodes})
    own = {name: value for name, value in os.environ.items()
           if not name.startswith(("OPENBLAS_", "BLIS_", "NUMAPACK_")) or name == "NUMAPACK_LAB_PLUGIN"}
    kernels = {"OPENBLAS_CORETYPE": "HASWELL", "BLIS_ARCH_TYPE": "3"} if case.arch == "x86_64" else \
        {"OPENBLAS_CORETYPE": "TSV110"}
    return own | kernels | {
        "OPENBLAS_NUM_THREADS": str(threads), "BLIS_NUM_THREADS": str(threads), "BLIS_JC_NT": str(packages),
        "BLIS_IC_NT": str(threads // packages)}


def _run(command: list[str], environment: dict[str, str], place: pathlib.Path, wait: Callable[[], None]) -> tuple[int, str, str]:
    """Exit code and output. An exception ends the child in order first, so that it leaves nothing."""
    with open(place / "out", "w+", encoding="utf-8") as out, open(place / "err", "w+", encoding="utf-8") as err, \
            subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                             preexec_fn=ends_with_its_parent()) as child:
        try:
            while child.poll() is None:
                wait()
                try:
                    child.wait(1)
                except subprocess.TimeoutExpired:
                    continue
        except BaseException:
            child.terminate()
            child.wait()
            raise
        out.seek(0)
        err.seek(0)
        return child.returncode, out.read(), err.read()


def _measure(case: Case, folder: pathlib.Path, workload: str, timeout: float, wait: Callable[[], None]) -> dict[str, Any]:
    extra = [word.format(triplet=f"{case.arch}-linux-gnu") for word in LIBRARIES[case.library]]
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="numapack-study-") as name:
        place = pathlib.Path(name)
        command = [sys.executable, "-I", "-B", str(folder / "run.py"), "--machine", case.machine, "--arch", case.arch, "--markers",
                   "--json", str(place / "counts.json"), "--timeout", str(timeout), "--", workload, "-n", str(case.n),
                   "--nodes", case.nodes, "--homes", case.homes, "--beta", str(case.beta), *extra]
        code, out, err = _run(command, _environment(case), place, wait)
        said = next((json.loads(line) for line in out.splitlines() if line.startswith("{")), None)
        if said and said["error"] != 0:
            raise LabError(f"{case.name}: the result is wrong by {said['error']:g}", 1)
        if code != 0 or said is None:
            *before, last = err.strip().splitlines() or [f"exit code {code}"]
            details = "\n".join(before).removeprefix("The machine's last words:\n")
            raise LabError(f"{case.name}: {last.removeprefix('numapack: lab: ')}", code or 1, details)
        document = json.loads((place / "counts.json").read_text(encoding="utf-8"))
    return {"case": asdict(case), "counts": document["counts"], "workload": said, "seconds": document["program_seconds"],
            "wall_seconds": round(time.monotonic() - begun, 1), "machine": document["machine"]}


def _earlier(path: str | None) -> Runs:
    if not path or not os.path.isfile(path):
        return {}
    try:
        document = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
        return {Case(**run["case"]): run for run in document["runs"]}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise LabError(f"{path} is no file of a study: give another to --json, or remove it", USAGE) from error


def _document(runs: Runs, setting: Setting) -> dict[str, Any]:
    return {"figures": study_tables.figures(runs, setting), "paper": {
        "figure13_percent": PAPER_FIGURE13, "figure14_percent": PAPER_FIGURE14, "table1_events": PAPER_TABLE1}, "runs": list(runs.values())}


def _time_left(count: int, runs: Runs, setting: Setting) -> str:
    """From runs of this size and processor, those of an earlier start too."""
    taken = [run["wall_seconds"] for case, run in runs.items() if (case.n, case.arch) == (setting.n, setting.arch)]
    if not taken:
        return ""
    seconds = sum(taken) / len(taken) * count
    return f", about {seconds / 60:.0f} min left" if seconds >= 90 else f", about {seconds:.0f} s left"


def main(arguments: list[str], folder: pathlib.Path) -> int:
    options = _parse(arguments)
    _check_machine(options.machine, folder)
    setting = Setting(options.n, options.machine, options.arch or prepare.host_arch(), options.beta)
    if options.json:
        report.check_writable(options.json)
    runs = _earlier(options.json)
    workload = _workload(options, folder, setting)
    wanted = cases(options.part, setting, options.library or LIBRARIES)
    missing = [case for case in wanted if case not in runs]
    fit.say(f"numapack lab study: {len(wanted)} multiplications, n = {setting.n}, machine {setting.machine}, {setting.arch}"
            + (f"; {len(wanted) - len(missing)} of them are in {options.json}" if len(missing) < len(wanted) else ""))
    try:
        for done, case in enumerate(missing):
            with Ticker(f"{done + 1} of {len(missing)}{_time_left(len(missing) - done, runs, setting)}: {case.name}") as ticker:
                runs[case] = _measure(case, folder, workload, options.timeout, ticker.tick)
            if options.json and options.json != "-":
                report.write(options.json, _document(runs, setting))
        if options.part in ("call", "all"):
            _count_here(runs, setting)
            if options.json and options.json != "-":
                report.write(options.json, _document(runs, setting))
    except (Interrupted, LabError):
        _show(options, runs, setting)
        raise
    _show(options, runs, setting)
    return 0


def _count_here(runs: Runs, setting: Setting) -> None:
    case = setting.case("numapack", ALL_NODES, "0")
    if case not in runs:
        return
    with Ticker("counting on this machine") as ticker, tempfile.TemporaryDirectory(prefix="numapack-study-") as place:
        runs[case]["here"] = call.count_here(case, runs[case]["workload"].get("kernel", ""), lambda command: _run(
            command, dict(os.environ), pathlib.Path(place), ticker.tick))


def _show(options: argparse.Namespace, runs: Runs, setting: Setting) -> None:
    text = study_tables.page(options.part, runs, setting)
    if options.json == "-":
        report.write("-", _document(runs, setting))
        sys.stderr.write(text)
    else:
        sys.stdout.write(text)
        sys.stdout.flush()
