# SPDX-License-Identifier: BSD-3-Clause
"""What `numapack doctor` says of faults that are real: set in the emulated machine's kernel, and mended by its own commands."""

from __future__ import annotations

import json
import pathlib
import re
import subprocess
from collections.abc import Callable

Lab = Callable[..., subprocess.CompletedProcess]

# `look NAME`: the document, after a line with the name, before one with the exit status.
# `mend ID`: runs the command that the page names for this finding.
TOOLS = r"""
look() { echo "== $1"; "$np" doctor --json -; echo "== status $?"; }
mend() {
  command=$("$np" doctor | sed -n "/^  $1 /,\$p" | sed -n 's/^ *# //p' | head -n 1)
  echo "mending $1: $command" >&2
  eval "$command" >&2
}
"""

FAULTS = r"""
look healthy
echo 1 > /proc/sys/kernel/numa_balancing; look balancing
mend numa-balancing; look balancing-mended
echo never > /sys/kernel/mm/transparent_hugepage/enabled; look no-huge-pages
mend huge-pages; look huge-pages-mended
echo 1 > /proc/sys/vm/zone_reclaim_mode; look reclaim
mend zone-reclaim; look reclaim-mended
echo 0 > /sys/devices/system/cpu/cpu5/online; look offline
mend offline-cpus; look offline-mended
groups=/tmp/numapack-doctor-groups
mkdir -p $groups && mount -t cgroup2 none $groups && echo '+cpuset +cpu +memory' > $groups/cgroup.subtree_control
mkdir $groups/job
( echo $BASHPID > $groups/job/cgroup.procs
  echo '200000 100000' > $groups/job/cpu.max; look quota
  mend cpu-quota; look quota-mended
  echo 1073741824 > $groups/job/memory.max; look memory-limit
  mend memory-limit; look memory-limit-mended
  echo 0-1 > $groups/job/cpuset.mems; look cpuset
  echo 0-3 > $groups/job/cpuset.cpus; look cpuset-of-both )
( taskset -p -c 0-3 $BASHPID >&2; look mask )
"""

# What must matter, and what must be worth knowing, after each step; what else is worth knowing may be.
EXPECTED = {
    "healthy": ([], []),
    "balancing": (["numa-balancing"], []),
    "balancing-mended": ([], []),
    "no-huge-pages": (["huge-pages"], []),
    "huge-pages-mended": ([], []),
    "reclaim": ([], ["zone-reclaim"]),
    "reclaim-mended": ([], []),
    "offline": (["offline-cpus"], []),
    "offline-mended": ([], []),
    "quota": (["cpu-quota"], []),
    "quota-mended": ([], []),
    "memory-limit": (["memory-limit"], []),
    "memory-limit-mended": ([], []),
    "cpuset": (["cores-without-memory"], []),
    "cpuset-of-both": ([], ["affinity"]),
    "mask": ([], ["affinity"]),
}
# Not to be said of a step that does not expect it.
FLEETING = {"zone-reclaim", "affinity"}


def looks(text: str) -> dict[str, tuple[dict, int]]:
    """Documents and exit statuses by the names of the looks."""
    parts = re.findall(r"^== (\S+)$\n(.*?)^== status (\d+)$", text, re.MULTILINE | re.DOTALL)
    return {name: (json.loads(document), int(status)) for name, document, status in parts}


def ids(document: dict, severity: str) -> list[str]:
    return [finding["id"] for finding in document["findings"] if finding["severity"] == severity]


def examined(lab: Lab, command: pathlib.Path, script: str, *machine: str) -> dict[str, tuple[dict, int]]:
    ended = lab(*machine, "--no-count", "--timeout", "900", "--", "bash", "-c", f'np="{command}"\n{TOOLS}{script}',
                NUMAPACK_PROFILE="none")
    found = looks(ended.stdout)
    if ended.returncode != 0 or not found:
        raise RuntimeError(f"exit code {ended.returncode}\n{ended.stdout}\n{ended.stderr}")
    return found


def wrong_of(found: dict[str, tuple[dict, int]], expected: dict[str, tuple[list[str], list[str]]]) -> list[str]:
    wrong = [] if list(found) == list(expected) else [f"looks {list(found)}"]
    for name, (matter, know) in expected.items():
        if name not in found:
            continue
        document, status = found[name]
        if ids(document, "matters") != matter:
            wrong.append(f"{name}: {ids(document, 'matters')} matter, not {matter}")
        known = ids(document, "worth knowing")
        if not set(know) <= set(known) or FLEETING & set(known) - set(know):
            wrong.append(f"{name}: worth knowing {known}, expected {know}")
        if status != bool(matter):
            wrong.append(f"{name}: exit status {status}")
    return wrong


def faults(lab: Lab, command: pathlib.Path) -> str:
    """"" if each fault of four nodes is found while it is there, and only then."""
    found = examined(lab, command, FAULTS)
    wrong = wrong_of(found, EXPECTED)
    healthy = found["healthy"][0]["facts"]
    if [node["cpus"] for node in healthy["nodes"]] != [[0, 1], [2, 3], [4, 5], [6, 7]]:
        wrong.append(f"nodes {healthy['nodes']}")
    if healthy["refused_calls"] != {}:
        wrong.append(f"refused {healthy['refused_calls']}")
    return "\n".join(wrong)


def machines(lab: Lab, command: pathlib.Path) -> str:
    """"" if a node without memory is found, and what memory alone needs of the kernel."""
    here = pathlib.Path(__file__).parent / "machines"
    without = examined(lab, command, "look it\n", "--machine", str(here / "node-without-memory.json"))
    wrong = wrong_of(without, {"it": (["node-without-memory"], [])})
    alone = examined(lab, command, "look it\n", "--machine", str(here / "memory-only.json"))
    has = alone["it"][0]["facts"]["weighted_interleave"]
    return "\n".join(wrong + wrong_of(alone, {"it": ([] if has else ["old-kernel"], [])}))
