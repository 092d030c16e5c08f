# SPDX-License-Identifier: BSD-3-Clause
"""The counting plugin: where it is, its configuration, what it answers. Its formats: lab/plugin/README.md."""

from __future__ import annotations

import json
import os
import pathlib
from dataclasses import dataclass
from typing import Any

from ..errors import NO_COUNTING, LabError
from ..machine import address_map
from ..machine.description import Machine

# What DC ZVA zeroes at once on the CPUs that count.
_ZEROED_BYTES = {"aarch64": 64}


@dataclass(frozen=True)
class Parts:
    """The plugin and the guest's two small programs."""

    plugin: pathlib.Path
    calibrator: bytes
    counter: bytes


def parts(folder: pathlib.Path, arch: str, host_arch: str) -> Parts:
    """Found in the folder that the environment names, else next to the package."""
    folder = pathlib.Path(os.environ.get("NUMAPACK_LAB_PLUGIN") or folder)
    guest = folder / ("guest" if arch == host_arch else f"guest-{arch}")
    plugin = folder / "libnumapack-lab.so"
    if not plugin.is_file():
        raise LabError(f"no counting plugin {plugin}; --no-count runs without", NO_COUNTING)
    try:
        return Parts(plugin, (guest / "numapack-lab-calibrate").read_bytes(), (guest / "numapack-lab-count").read_bytes())
    except OSError as error:
        hint = "" if arch == host_arch else f"; it is built if there is a compiler {arch}-linux-gnu-gcc"
        raise LabError(f"cannot count on {arch}: no {error.filename}{hint}; --no-count runs without", NO_COUNTING) from error


def config(machine: Machine, arch: str, whole: bool, caches: bool, kernel_too: bool = False) -> str:
    """The plugin's configuration."""
    lines = ["numapack-lab 1", f"line {machine.line}", f"count {'whole' if whole else 'marked'}",
             f"space {'all' if kernel_too else 'user'}"]
    lines += [f"zeroed {_ZEROED_BYTES[arch]}"] if arch in _ZEROED_BYTES else []
    lines += [f"node {index} package {node.package} memory {node.memory}" for index, node in enumerate(machine.nodes)]
    lines += [f"memory {node} at {first} bytes {size}" for node, first, size in address_map.stretches(machine, arch)]
    lines += [f"cpu {cpu} node {machine.node_of_cpu(cpu)}" for cpu in range(machine.cpu_count)]
    if caches:
        lines += _caches(machine)
    return "".join(line + "\n" for line in lines)


def _caches(machine: Machine) -> list[str]:
    lines = []
    for level, cache in enumerate(machine.caches, 1):
        form = f"sets {cache.size // (cache.ways * machine.line)} ways {cache.ways}"
        for index, node in enumerate(machine.nodes):
            if cache.cores == 0:
                lines += [f"cache l{level} node {index} {form}"] if node.cpus else []
                continue
            for first in range(0, len(node.cpus), cache.cores):
                group = node.cpus[first:first + cache.cores]
                lines.append(f"cache l{level} cpu{'s' if level == 2 else ''} {','.join(map(str, group))} {form}")
    return lines


def read(path: pathlib.Path) -> dict[str, Any]:
    """The counts. LabError if there are none, or if they are not to be believed."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise LabError("the program ended, but the plugin wrote no counts", NO_COUNTING) from error
    if document.get("error"):
        raise LabError(f"no counts: {document['error']}", NO_COUNTING)
    return document
