# SPDX-License-Identifier: BSD-3-Clause
"""STREAM by placement, threads and compiler."""

from __future__ import annotations

from typing import Any

from ..charts import Axis, Bars, Series
from ..reading.values import holes_in_words, least, most, value_of
from ..section import Inputs, Missing, Profile, Section

KEY, TITLE = "stream", "STREAM by placement"
RATE = Axis("bandwidth", "GB/s", from_zero=True)


def placement(cell: dict[str, Any]) -> str:
    """As numactl has it."""
    cpus = f"cpubind={','.join(map(str, cell['cpu_nodes']))} " if cell.get("cpu_nodes") else ""
    memory = {"bind": f"membind={','.join(map(str, cell.get('memory_nodes', [])))}", "interleave": "interleave=all",
              "local": "localalloc", "default": "default"}.get(cell["policy"], cell["policy"])
    return f"{cpus}{memory}"


def charts_of(inputs: Inputs, profile: Profile, index: int) -> list[Bars]:
    """A picture for each number of threads and compiler: kernels side by side for each placement."""
    groups: dict[tuple, dict[str, dict[str, Any]]] = {}
    for cell in profile.part("stream"):
        group = groups.setdefault((cell.get("threads", 0), cell.get("compiler", ""), cell.get("pinned")), {})
        kernel = cell["kernel"] + (", streaming stores" if cell.get("streaming_stores") else "")
        group.setdefault(placement(cell), {}).setdefault(kernel, cell["gb_per_s"])
    bars = []
    for number, ((threads, compiler, pinned), table) in enumerate(sorted(groups.items(), key=lambda entry: str(entry[0]).zfill(40))):
        kernels = list(dict.fromkeys(kernel for row in table.values() for kernel in row))
        series = tuple(Series(kernel, *(tuple(of(row.get(kernel)) for row in table.values()) for of in (value_of, least, most)))
                       for kernel in kernels)
        if not any(any(value is not None for value in one.values) for one in series):
            continue
        if all(low is None for one in series for low in one.lows):
            series = tuple(Series(one.name, one.values) for one in series)
        details = [f"{threads} thread{'' if threads == 1 else 's'}" if threads else "threads not said", compiler,
                   {True: "pinned", False: "not pinned"}.get(pinned, "")]
        bars.append(Bars(f"stream-{index}-{number}", f"{inputs.label(profile)}STREAM, {', '.join(filter(None, details))}",
                         "Bars that are much shorter than the longest are a placement to avoid.", tuple(table), series, RATE,
                         "placement", scale="stream"))
    return bars


def section(inputs: Inputs) -> Section:
    charts: list[Bars] = []
    missing: list[Missing] = []
    words: list[str] = []
    for index, profile in enumerate(inputs.profiles()):
        found = charts_of(inputs, profile, index)
        charts += found
        if not found:
            missing.append(Missing.of(profile, inputs, "STREAM by placement", "numapack stream"))
        holes = holes_in_words(cell["gb_per_s"] for cell in profile.part("stream"))
        if holes:
            words.append(f"{inputs.label(profile)}{holes}")
    return Section(KEY, TITLE, tuple(words), tuple(charts), (), tuple(missing))
