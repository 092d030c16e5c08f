# SPDX-License-Identifier: BSD-3-Clause
"""Where a machine's memory lies among its addresses: what QEMU's boards do with nodes of these sizes."""

from __future__ import annotations

from .description import Machine
from .sizes import GIB

# Of the board "q35": devices lie below 4 GiB. Up to 2.75 GiB of memory lie before them; of more, 2 GiB.
_Q35_MOST_BELOW, _Q35_BELOW, _Q35_ABOVE = 11 * GIB // 4, 2 * GIB, 4 * GIB
# Of the board "virt": devices lie first.
_VIRT_BEGIN = GIB

Stretch = tuple[int, int, int]  # node, first address, bytes


def stretches(machine: Machine, arch: str) -> list[Stretch]:
    """In order of addresses; the nodes' memory comes in their order."""
    below = machine.memory if machine.memory < _Q35_MOST_BELOW else _Q35_BELOW
    found: list[Stretch] = []
    at = 0
    for index, node in enumerate(machine.nodes):
        if not node.memory:
            continue
        if arch == "aarch64":
            found.append((index, _VIRT_BEGIN + at, node.memory))
        else:
            first = max(0, min(node.memory, below - at))
            rest = node.memory - first
            found += [(index, at, first)] if first else []
            found += [(index, _Q35_ABOVE + at + first - below, rest)] if rest else []
        at += node.memory
    return found
