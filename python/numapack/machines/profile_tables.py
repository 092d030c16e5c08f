# SPDX-License-Identifier: BSD-3-Clause
"""The tables of a profile: from the document's cells to rows. Nothing here knows what draws or keeps them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from numapack.system import report_library
from numapack.machines.frames import Columns, Row

Document = dict[str, Any]
_LEAST_SIZES = 4


@dataclass(frozen=True)
class Table:
    """`figure`: the column whose holes have reasons. `measured_by`: the command that fills it."""

    name: str
    columns: Columns
    rows: Callable[[Document], list[Row]]
    figure: str
    measured_by: str


def figure_columns(*names: str) -> Columns:
    """A figure's median, its least and largest sample, in the unit that ends its name; and of all of them, why there is none."""
    columns: Columns = {}
    for name in names:
        columns |= {name: float, f"{name}_min": float, f"{name}_max": float}
    return columns | {"why": str, "note": str}


def _row(cell: dict[str, Any], columns: Columns, figures: Iterable[str], renamed: dict[str, str]) -> Row:
    values = report_library.module("reading.values")
    row: Row = {}
    for name, kind in columns.items():
        value = cell.get(renamed.get(name, name))
        row[name] = ",".join(map(str, value)) if kind is str and isinstance(value, list) else value
    for name in figures:
        figure = cell.get(renamed.get(name, name))
        row |= {name: values.value_of(figure), f"{name}_min": values.least(figure), f"{name}_max": values.most(figure)}
        for key, words in (("why", "invalid"), ("note", "note")):
            if figure and words in figure:
                row[key] = figure[words]
    for name, kind in columns.items():
        if kind is float and isinstance(row[name], int):
            row[name] = float(row[name])
    return row


def _plain(key: str, columns: Columns, figures: tuple[str, ...],
           renamed: dict[str, str] | None = None) -> Callable[[Document], list[Row]]:
    return lambda document: [_row(cell, columns, figures, renamed or {}) for cell in document.get(key, [])]


def _latency_rows(document: Document, keep: Callable[[dict[str, Any]], bool]) -> list[Row]:
    cells = filter(keep, document.get("memory_latency", []))
    return [_row(cell, _LATENCY, ("latency_ns",), {"cpu": "pu"}) for cell in cells]


def _latency(document: Document) -> list[Row]:
    """One row a hardware thread and node: the largest block, and of two one that has a figure."""
    best: dict[tuple[int, int], Row] = {}
    for row in _latency_rows(document, lambda cell: "load_gb_per_s" not in cell):
        key = (row["cpu"], row["node"])
        if key not in best or _rank(row) >= _rank(best[key]):
            best[key] = row
    return [best[key] for key in sorted(best)]


def _rank(row: Row) -> tuple[int, bool]:
    return row["bytes"] or 0, row["latency_ns"] is not None


def _levels(document: Document) -> list[Row]:
    """Where a hardware thread chased several sizes."""
    groups: dict[tuple[int, int], dict[int, Row]] = defaultdict(dict)
    for row in _latency_rows(document, lambda cell: "load_gb_per_s" not in cell):
        if row["bytes"]:
            groups[row["cpu"], row["node"]][row["bytes"]] = row
    return [sizes[size] for sizes in groups.values() if len(sizes) >= _LEAST_SIZES for size in sorted(sizes)]


def _loaded(document: Document) -> list[Row]:
    """Points of curves; and of older profiles what the others read, of which the median alone was kept."""
    cells = [{**cell, "gb_per_s": {"median": cell["load_gb_per_s"]}} for cell in document.get("memory_latency", [])
             if "load_gb_per_s" in cell]
    cells += [{"write_share": 0.0, **cell} for cell in document.get("loaded_latency", [])]
    return [_row(cell, _LOADED, ("gb_per_s", "latency_ns"), {"cpu": "pu"}) for cell in cells]


def _handover(document: Document) -> list[Row]:
    """A row a pair of hardware threads and way of handing over."""
    cells = [{**cell, "way": way, "latency_ns": cell[key]} for cell in document.get("handovers", [])
             for way, key in (("compare-and-swap", "swap_ns"), ("store", "store_ns"))]
    return [_row(cell, _HANDOVER, ("latency_ns",), {}) for cell in cells]


def _barriers(document: Document) -> list[Row]:
    cells = [{**cell, "threads": len(cell.get("pus", []))} for cell in document.get("barriers", [])]
    return [_row(cell, _BARRIERS, ("time_us",), {}) for cell in cells]


_LATENCY: Columns = {"cpu": int, "node": int, "bytes": int} | figure_columns("latency_ns")
_LOADED: Columns = {"cpu": int, "node": int, "bytes": int, "write_share": float, "threads": int,
                    "asked_gb_per_s": float} | figure_columns("gb_per_s", "latency_ns")
_BANDWIDTH: Columns = {"cpu_node": int, "memory_node": int, "kernel": str, "streaming_stores": bool, "threads": int,
                       "bytes": int} | figure_columns("gb_per_s")
_STREAM: Columns = {"policy": str, "cpu_nodes": str, "memory_nodes": str, "kernel": str, "streaming_stores": bool, "compiler": str,
                    "threads": int, "pinned": bool, "array_bytes": int} | figure_columns("gb_per_s")
_CORES: Columns = {"reader": int, "owner": int, "sharer": int, "home": int, "state": str, "level": int,
                   "bytes": int} | figure_columns("latency_ns", "gb_per_s")
_HANDOVER: Columns = {"way": str, "one": int, "other": int} | figure_columns("latency_ns")
_BARRIERS: Columns = {"algorithm": str, "threads": int, "predicted_us": float} | figure_columns("time_us")
_WAKES: Columns = {"node": int, "threads": int, "asleep": bool} | figure_columns("time_us")
_FRESH: Columns = {"cpu_node": int, "memory_node": int, "threads": int, "pages": str} | figure_columns("gb_per_s")
_PEAKS: Columns = {"precision": str, "instruction_set": str, "threads": int} | figure_columns("gflops")
_REPORTED: Columns = {"quantity": str, "unit": str} | figure_columns("value")

TABLES = (
    Table("latency", _LATENCY, _latency, "latency_ns", "numapack latency"),
    Table("levels", _LATENCY, _levels, "latency_ns", "numapack latency --sweep"),
    Table("loaded", _LOADED, _loaded, "latency_ns", "numapack latency --loaded"),
    Table("bandwidth", _BANDWIDTH, _plain("node_bandwidth", _BANDWIDTH, ("gb_per_s",)), "gb_per_s", "numapack probe"),
    Table("core_to_core", _CORES, _plain("core_to_core", _CORES, ("latency_ns", "gb_per_s")), "latency_ns", "numapack coherence"),
    Table("handover", _HANDOVER, _handover, "latency_ns", "numapack coherence --matrix"),
    Table("stream", _STREAM, _plain("stream", _STREAM, ("gb_per_s",)), "gb_per_s", "numapack stream"),
    Table("barriers", _BARRIERS, _barriers, "time_us", "numapack barrier"),
    Table("wakes", _WAKES, _plain("wakes", _WAKES, ("time_us",)), "time_us", "numapack probe"),
    Table("fresh_memory", _FRESH, _plain("fresh_memory", _FRESH, ("gb_per_s",)), "gb_per_s", "numapack probe"),
    Table("peaks", _PEAKS, _plain("peaks", _PEAKS, ("gflops",)), "gflops", "numapack probe"),
    Table("reported", _REPORTED, _plain("reported", _REPORTED, ("value",)), "value", ""),
)
