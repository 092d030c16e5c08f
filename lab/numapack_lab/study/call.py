# SPDX-License-Identifier: BSD-3-Clause
"""One multiplication three times: as planned, as the lab counts it, and as this machine's counters do where they can."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any

from .. import fit
from ..system import prepare
from .cases import ALL_NODES, Case, Runs, Setting
from .lines import COLUMNS, amounts, change, crossing, show, table, thousands, titles

# What the command calls that the lab calls so.
_COUNTERS = {**{f"{kind} {reach}": f"{kind}_{reach}_lines" for kind, reach in COLUMNS}, "instructions": "instructions",
             "loads": "l1d_loads", "l1_load_misses": "l1d_load_misses"}
# Of some CPUs in place of cross-die and cross-chip, which they do not tell apart.
_OTHER_NODES = {f"{kind} other_nodes": f"{kind}_other_nodes_lines" for kind in ("reads", "writes")}


def _crossing(counts: dict[str, float]) -> float | None:
    """All lines that left their node; None if the counters leave out some."""
    total = 0.0
    for kind in ("reads", "writes"):
        kinds = [f"{kind} other_nodes"] if f"{kind} other_nodes" in counts else [f"{kind} cross_die", f"{kind} cross_chip"]
        if any(name not in counts for name in kinds):
            return None
        total += sum(counts[name] for name in kinds)
    return total


def count_here(case: Case, kernel: str, run: Callable[[list[str]], tuple[int, str, str]]) -> dict[str, Any]:
    """What this machine's own counters say of the call, with the same kernel: counts of one call by the lab's names, and why
    others are missing. `run` returns a command's exit code, output and errors."""
    command = os.environ.get("NUMAPACK_LAB_COMMAND")
    if command is None:
        return {"counts": {}, "missing": ["the study was not started by the command numapack"]}
    if not kernel:
        return {"counts": {}, "missing": ["an earlier version counted this call, and did not say by which kernel"]}
    if case.arch != prepare.host_arch():
        return {"counts": {}, "missing": [f"this machine is {prepare.host_arch()}"]}
    place = ",".join(f"{name}={case.homes}" for name in "ABC")
    code, out, err = run([command, "gemm", "-n", str(case.n), "--beta", str(case.beta), "--nodes", case.nodes, "--home", place,
                          "--kernel", kernel, "--no-collapse", "--counters", "--rounds", "3", "--json", "-"])
    if code != 0:
        said = err.strip().splitlines()[-1:] or [f"exit code {code}"]
        return {"counts": {}, "missing": [f"the call does not run on this machine: {said[0].removeprefix('numapack: gemm: ')}"]}
    counters = json.loads(out)["results"][0]["counters"]
    known: dict[str, int] = {}
    for one in reversed(counters["sets"]):  # the process's own before everybody's
        known |= {name: one[key] for name, key in (_COUNTERS | _OTHER_NODES).items() if key in one}
    return {"counts": {name: count / counters["calls"] for name, count in known.items()}, "missing": counters["missing"]}


def rows(runs: Runs, setting: Setting) -> list[dict[str, Any]]:
    """A row a quantity: plan, lab and counters (null: not known there), the lab against the plan and the counters against the
    lab in per cent; then a row of why counters are missing."""
    run = runs.get(setting.case("numapack", ALL_NODES, "0"))
    if run is None or "here" not in run:
        return []
    here, planned, counted = run["here"], run["workload"]["plan"], amounts(run)
    quantities = [(f"{kind} {reach}", planned[kind][reach], counted[kind][reach]) for kind, reach in COLUMNS]
    quantities += [("crossing", crossing(planned), crossing(counted))]
    quantities += [(key, None, run["counts"][key]) for key in ("instructions", "loads", "l1_load_misses") if key in run["counts"]]
    found = []
    for name, plan, lab in quantities:
        counters = _crossing(here["counts"]) if name == "crossing" else here["counts"].get(name)
        found.append({"name": name, "plan": plan, "lab": lab, "counters": counters,
                      "lab_against_plan_percent": None if plan is None else change(lab, plan),
                      "counters_against_lab_percent": None if counters is None else change(counters, lab)})
    return [*found, {"name": "missing", "missing": here["missing"]}]


_NAMES = {**{f"{kind} {reach}": title for (kind, reach), title in zip(COLUMNS, titles(COLUMNS))},
          "crossing": "all that crosses", "l1_load_misses": "L1 load misses"}


def page(found: list[dict[str, Any]]) -> str:
    cells = [["", "plan", "lab", "against plan", "counters", "against lab"]]
    for row in found[:-1]:
        cells.append([_NAMES.get(row["name"], row["name"]), thousands(row["plan"]), thousands(row["lab"]),
                      show(row["lab_against_plan_percent"]), thousands(row["counters"]), show(row["counters_against_lab_percent"])])
    return table(cells) + "".join(fit.prose(f"counters: {why}", fit.width()) for why in found[-1]["missing"])
