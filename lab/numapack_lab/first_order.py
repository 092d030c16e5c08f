# SPDX-License-Identifier: BSD-3-Clause
"""A first-order time of what was counted: each CPU executes its instructions, then waits for the lines that left its node's
caches. By Little's law so many lines a core are on their way at once, so a line costs its link's latency over that number."""

from __future__ import annotations

from typing import Any

from .machine.description import CROSS_CHIP, CROSS_DIE, LOCAL, Machine

_REACHES = (LOCAL, CROSS_DIE, CROSS_CHIP)
# What a machine has whose file does not say: Intel's line fill buffers; two instructions a cycle at 2 GHz.
_LINES_IN_FLIGHT, _INSTRUCTIONS_PER_NS = 10, 4


def document(totals: dict[str, Any], machine: Machine) -> dict[str, Any]:
    """Seconds of the CPU that takes longest, in parts; of all CPUs, summed; what was assumed, and the longest CPU's seconds
    with each assumption halved and doubled."""
    cpus = [_parts(entry, totals["by_node_pair"]["reads"][entry["node"]], machine) for entry in totals["by_cpu"]]
    longest = max(cpus, key=lambda one: sum(one.values()), default=dict.fromkeys(("instructions", *_REACHES), 0.0))
    alone = longest["instructions"]
    memory = sum(longest[reach] for reach in _REACHES)
    return {
        "seconds": alone + memory,
        "parts_seconds": longest,
        "remote_share": _over(longest[CROSS_DIE] + longest[CROSS_CHIP], alone + memory),
        "cpu_seconds_in_all": sum(sum(one.values()) for one in cpus),
        "lines_in_flight": {"value": _lines(machine), "assumed": machine.lines_in_flight is None,
                            "halved_seconds": alone + 2 * memory, "doubled_seconds": alone + memory / 2},
        "instructions_per_ns": {"value": _rate(machine), "assumed": machine.instructions_per_ns is None,
                                "halved_seconds": 2 * alone + memory, "doubled_seconds": alone / 2 + memory},
    }


def remark(model: dict[str, Any]) -> str:
    """A line for people."""
    parts, flight, rate = model["parts_seconds"], model["lines_in_flight"], model["instructions_per_ns"]
    assumed = [name for name, entry in (("lines in flight", flight), ("instructions", rate)) if entry["assumed"]]
    return (f"first-order time (a model: {rate['value']:g} instructions a ns, {flight['value']:g} lines in flight a CPU"
            f"{', ' + ' and '.join(assumed) + ' assumed' if assumed else ''}): {model['seconds']:.3g} s on the CPU that takes longest = "
            f"instructions {parts['instructions']:.3g} + memory local {parts[LOCAL]:.3g}, cross-die {parts[CROSS_DIE]:.3g}, "
            f"cross-chip {parts[CROSS_CHIP]:.3g}; remote memory: {model['remote_share']:.0%}")


def _parts(entry: dict[str, Any], node_reads: list[int], machine: Machine) -> dict[str, float]:
    parts = {"instructions": entry["instructions"] / _rate(machine) * 1e-9}
    for reach in _REACHES:
        nanoseconds = _latency(entry["node"], reach, node_reads, machine)
        parts[reach] = entry["reads"][reach] * nanoseconds / _lines(machine) * 1e-9
    return parts


def _latency(node: int, reach: str, node_reads: list[int], machine: Machine) -> float:
    """The mean over the links of this class, each with the lines that the node read over it."""
    links = [(lines, machine.latency(node, home)) for home, lines in enumerate(node_reads) if machine.reach(node, home) == reach]
    return _over(sum(lines * latency for lines, latency in links), sum(lines for lines, _ in links))


def _lines(machine: Machine) -> float:
    return machine.lines_in_flight or _LINES_IN_FLIGHT


def _rate(machine: Machine) -> float:
    return machine.instructions_per_ns or _INSTRUCTIONS_PER_NS


def _over(part: float, whole: float) -> float:
    """0 of nothing."""
    return part / whole if whole else 0.0
