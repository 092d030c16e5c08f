# SPDX-License-Identifier: BSD-3-Clause
"""The study's tables and figures from the counts of its runs."""

from __future__ import annotations

from typing import Any

from .. import fit
from . import call
from .cases import (ALL_NODES, BASE, CLASSES, HOMES, LIBRARIES, NODE_SETS, PAPER_FIGURE13, PAPER_FIGURE14, PAPER_TABLE1, PARTS,
                    Runs, Setting, where)
from .lines import COLUMNS, KINDS, Lines, amounts, change, crossing, show, table, thousands, titles

_WORK = ("instructions", "loads", "l1_load_misses")


def _ratio(values: list[float]) -> float | None:
    return max(values) / min(values) if min(values) else None


def figure13(runs: Runs, setting: Setting) -> list[dict[str, Any]]:
    """Each library's lines by class, the bound's, and both against OpenBLAS in per cent."""
    rows: list[dict[str, Any]] = []
    found = {library: runs[setting.case(library, ALL_NODES, "0")] for library in LIBRARIES
             if setting.case(library, ALL_NODES, "0") in runs}
    bound = next((run["workload"]["bound"] for run in found.values() if "bound" in run["workload"]), None)
    base = amounts(found[BASE]) if BASE in found else None
    for name, lines in [*((library, amounts(run)) for library, run in found.items()), ("the bound", bound)]:
        if lines is None:
            continue
        row: dict[str, Any] = {"name": name, **lines, "crossing": crossing(lines)}
        if bound:
            row["crossing_over_bound"] = crossing(lines) / crossing(bound)
        if base and name != BASE:
            row["against_openblas_percent"] = {kind: {reach: change(lines[kind][reach], base[kind][reach])
                                                      for reach in CLASSES} for kind in KINDS}
        rows.append(row)
    return rows


def figure14(runs: Runs, setting: Setting) -> list[dict[str, Any]]:
    """Each library's instructions, loads and those that L1 did not have, and these against OpenBLAS in per cent."""
    rows: list[dict[str, Any]] = []
    for library in LIBRARIES:
        run = runs.get(setting.case(library, ALL_NODES, "0"))
        if run and "l1_load_misses" in run["counts"]:
            rows.append({"name": library, **{key: run["counts"][key] for key in _WORK}})
    base = next((row for row in rows if row["name"] == BASE), None)
    for row in rows if base else ():
        if row is not base:
            row["against_openblas_percent"] = {key: change(row[key], base[key]) for key in _WORK}
    return rows


def table1(runs: Runs, setting: Setting) -> list[dict[str, Any]]:
    """Shares of all reads and of all writes by class, for growing sets of nodes."""
    rows = []
    for nodes in NODE_SETS:
        for library in LIBRARIES:
            run = runs.get(setting.case(library, nodes, "0"))
            if run:
                rows.append({"nodes": nodes, "name": library, **_shares(amounts(run))})
        if setting.case(BASE, nodes, "0") in runs:
            paper = {kind: dict(zip(CLASSES, PAPER_TABLE1[nodes][kind])) for kind in KINDS}
            rows.append({"nodes": nodes, "name": "OpenBLAS in the paper", **_shares(paper)})
    return rows


def _shares(lines: Lines) -> dict[str, Any]:
    return {kind: {reach: lines[kind][reach] / total if total else None for reach in CLASSES}
            for kind in KINDS for total in [sum(lines[kind].values())]}


def figure12(runs: Runs, setting: Setting) -> list[dict[str, Any]]:
    """Crossing lines for each home of the data, and how far apart they are, next to the bound's."""
    rows = []
    for nodes in NODE_SETS:
        for library in LIBRARIES:
            found = {homes: runs[setting.case(library, nodes, homes)] for homes in HOMES
                     if setting.case(library, nodes, homes) in runs}
            if len(found) < len(HOMES):
                continue
            lines = {homes: crossing(amounts(run)) for homes, run in found.items()}
            row = {"nodes": nodes, "name": library, "crossing": lines, "greatest_over_least": _ratio([*lines.values()])}
            if all("bound" in run["workload"] for run in found.values()):
                limits = {homes: crossing(run["workload"]["bound"]) for homes, run in found.items()}
                row |= {"bound": limits, "bound_greatest_over_least": _ratio([*limits.values()])}
            rows.append(row)
    return rows


def figures(runs: Runs, setting: Setting) -> dict[str, list[dict[str, Any]]]:
    return {name: rows(runs, setting) for name, (rows, _) in _TABLES.items()}


def page(part: str, runs: Runs, setting: Setting) -> str:
    """The tables of a part, or of all; those without any run are left out."""
    texts = []
    for name, title in PARTS.items():
        if part not in (name, "all"):
            continue
        rows_of, page_of = _TABLES[name]
        if rows := rows_of(runs, setting):
            text = page_of(rows)
            whole = f"{title} (n = {setting.n}, beta = {setting.beta}, {setting.arch})"
            texts.append(f"{fit.prose(whole, fit.width())}\n{text}")
    return "\n".join(texts)


def _figure13_page(rows: list[dict[str, Any]]) -> str:
    cells = [["", *titles(COLUMNS), "crossing / bound"]]
    for row in rows:
        cells.append([row["name"], *(thousands(row[kind][reach]) for kind, reach in COLUMNS),
                      f"{row['crossing_over_bound']:.2f}" if "crossing_over_bound" in row else ""])
        if (against := row.get("against_openblas_percent")) is not None:
            cells.append(["  against OpenBLAS", *(show(against[kind][reach]) for kind, reach in COLUMNS), ""])
    cells.append(["the paper, n = 50,000, against OpenBLAS",
                  *(show(PAPER_FIGURE13[kind][reach]) if reach in PAPER_FIGURE13[kind] else "" for kind, reach in COLUMNS),
                  ""])
    return table(cells)


def _figure14_page(rows: list[dict[str, Any]]) -> str:
    cells = [["", "instructions", "cycles", "loads", "L1 load misses"]]
    for row in rows:
        cells.append([row["name"], thousands(row["instructions"]), "-", thousands(row["loads"]), thousands(row["l1_load_misses"])])
        if (against := row.get("against_openblas_percent")) is not None:
            cells.append(["  against OpenBLAS", show(against["instructions"]), "-", show(against["loads"]),
                          show(against["l1_load_misses"])])
    paper = PAPER_FIGURE14
    cells.append(["the paper, n = 50,000, against OpenBLAS", show(paper["instructions"]), show(paper["cycles"]), "fewer",
                  show(paper["l1_load_misses"])])
    return table(cells)


def _table1_page(rows: list[dict[str, Any]]) -> str:
    columns = [(kind, reach) for kind, reach in COLUMNS if reach != "local"]
    return table([["", *titles(columns)],
                  *([f"nodes {row['nodes']}: {row['name']}", *(_share(row[kind][reach]) for kind, reach in columns)]
                    for row in rows)])


def _share(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.1f} %"


def _figure12_page(rows: list[dict[str, Any]]) -> str:
    cells = [["", *(where(homes) for homes in HOMES), "greatest / least"]]
    for row in rows:
        for name, key, ratio in ((f"nodes {row['nodes']}: {row['name']}", "crossing", "greatest_over_least"),
                                 ("  its bound", "bound", "bound_greatest_over_least")):
            if key in row:
                cells.append([name, *(thousands(row[key][homes]) for homes in HOMES),
                              f"{row[ratio]:.2f}" if row[ratio] else "-"])
    return table(cells)


# Rows of each part from runs, and their page.
_TABLES = {"figure13": (figure13, _figure13_page), "figure14": (figure14, _figure14_page),
           "call": (call.rows, call.page), "table1": (table1, _table1_page), "figure12": (figure12, _figure12_page)}
