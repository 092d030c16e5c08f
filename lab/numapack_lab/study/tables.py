# SPDX-License-Identifier: BSD-3-Clause
"""The study's tables and figures from the counts of its runs. A line that is dirty in a cache at the end counts as
written: on a larger problem it would have been."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .. import fit
from .cases import (ALL_NODES, BASE, CLASSES, HOMES, LIBRARIES, NODE_SETS, PAPER_FIGURE13, PAPER_TABLE1, PARTS, Runs,
                    Setting, where)

_KINDS = ("reads", "writes")
_COLUMNS = [(kind, reach) for kind in _KINDS for reach in CLASSES]
Lines = Mapping[str, Mapping[str, float]]


def amounts(run: dict[str, Any]) -> Lines:
    """Lines of reads and writes by class."""
    counts = run["counts"]
    return {"reads": {reach: counts["reads"][reach] for reach in CLASSES},
            "writes": {reach: counts["writes"][reach] + counts["left_dirty"][reach] for reach in CLASSES}}


def crossing(lines: Lines) -> float:
    """Lines that left their node: what the bound is about."""
    return sum(lines[kind][reach] for kind in _KINDS for reach in CLASSES[1:])


def change(new: float, old: float) -> float | None:
    """In per cent; None of nothing."""
    return 100 * (new / old - 1) if old else None


def _show(percent: float | None) -> str:
    return "-" if percent is None else f"{percent:+.1f} %"


def _thousands(lines: float) -> str:
    return f"{lines / 1000:.1f}"


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
                                                      for reach in CLASSES} for kind in _KINDS}
        rows.append(row)
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
            paper = {kind: dict(zip(CLASSES, PAPER_TABLE1[nodes][kind])) for kind in _KINDS}
            rows.append({"nodes": nodes, "name": "OpenBLAS in the paper", **_shares(paper)})
    return rows


def _shares(lines: Lines) -> dict[str, Any]:
    return {kind: {reach: lines[kind][reach] / total if total else None for reach in CLASSES}
            for kind in _KINDS for total in [sum(lines[kind].values())]}


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
    return {"figure13": figure13(runs, setting), "table1": table1(runs, setting), "figure12": figure12(runs, setting)}


def page(part: str, runs: Runs, setting: Setting) -> str:
    """The tables of a part, or of all; those without any run are left out."""
    texts = []
    for name, title in PARTS.items():
        rows = figures(runs, setting)[name] if part in (name, "all") else []
        if rows:
            text = {"figure13": _figure13_page, "table1": _table1_page, "figure12": _figure12_page}[name](rows)
            texts.append(f"{title} (n = {setting.n}, beta = {setting.beta}, {setting.arch})\n\n{text}")
    return "\n".join(texts)


def _table(rows: list[list[str]]) -> str:
    return fit.table(rows, fit.width())


def _titles(columns: list[tuple[str, str]]) -> list[str]:
    return [f"{kind} {reach.replace('_', '-')}" for kind, reach in columns]


def _figure13_page(rows: list[dict[str, Any]]) -> str:
    cells = [["", *_titles(_COLUMNS), "crossing / bound"]]
    for row in rows:
        cells.append([row["name"], *(_thousands(row[kind][reach]) for kind, reach in _COLUMNS),
                      f"{row['crossing_over_bound']:.2f}" if "crossing_over_bound" in row else ""])
        if (against := row.get("against_openblas_percent")) is not None:
            cells.append(["  against OpenBLAS", *(_show(against[kind][reach]) for kind, reach in _COLUMNS), ""])
    cells.append(["the paper, n = 50,000, against OpenBLAS",
                  *(_show(PAPER_FIGURE13[kind][reach]) if reach in PAPER_FIGURE13[kind] else "" for kind, reach in _COLUMNS),
                  ""])
    return _table(cells)


def _table1_page(rows: list[dict[str, Any]]) -> str:
    columns = [(kind, reach) for kind, reach in _COLUMNS if reach != "local"]
    return _table([["", *_titles(columns)],
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
                cells.append([name, *(_thousands(row[key][homes]) for homes in HOMES),
                              f"{row[ratio]:.2f}" if row[ratio] else "-"])
    return _table(cells)
