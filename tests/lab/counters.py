# SPDX-License-Identifier: BSD-3-Clause
"""What `--counters` says on real kernels: QEMU's ARM machine counts cycles, its x86-64 machine nothing, and nobody may count where
the kernel forbids it."""

from __future__ import annotations

import json
import pathlib
import subprocess
from collections.abc import Callable

Lab = Callable[..., subprocess.CompletedProcess]

# A user is root without the capabilities that allow counting (CAP_PERFMON is the 38th): others may not reach the command.
SCRIPT = r"""
echo 2 > /proc/sys/kernel/perf_event_paranoid
"$0" stat --counters --json - -- bash -c 'for ((i = 0; i < 20000; i++)); do :; done' || exit $?
"$0" gemm -n 64 --threads 2 --rounds 1 --sample 0.1 --counters --json - || exit $?
user="setpriv --bounding-set -sys_admin,-cap_38"
$user "$0" stat --counters --json - -- true || exit $?
echo 3 > /proc/sys/kernel/perf_event_paranoid
$user "$0" stat --counters --json - -- true || exit $?
"""


def documents(text: str) -> list[dict]:
    found, decoder = [], json.JSONDecoder()
    while text.strip():
        document, length = decoder.raw_decode(text.lstrip())
        found.append(document)
        text = text.lstrip()[length:]
    return found


def cycles(counters: dict) -> int:
    return next((entry.get("cycles", 0) for entry in counters["sets"] if entry["name"] == "work"), 0)


def problem_of(name: str, counters: dict, counts: bool, reason: str = "the kernel has no counters of this CPU") -> list[str]:
    """What is wrong with one document, as a list of at most one line."""
    if counts:
        # Its other events are missing, each with its reason; what is missing for want of permission is wrong.
        right = cycles(counters) > 0 and not any("perf_event_paranoid" in line for line in counters["missing"])
    else:
        right = not counters["sets"] and len(counters["missing"]) == 1 and reason in counters["missing"][0]
    return [] if right else [f"{name}: cycles {cycles(counters)}, missing {counters['missing']}"]


def verbs(lab: Lab, command: pathlib.Path, arch: str) -> str:
    """"" if the verbs count what the machine can, and else name what is missing."""
    ended = lab("--no-count", "--timeout", "600", "--", "bash", "-c", SCRIPT, str(command))
    if ended.returncode != 0:
        return f"exit code {ended.returncode}\n{ended.stdout}\n{ended.stderr}"
    command_run, product, nobody, forbidden = documents(ended.stdout)
    counts = arch == "aarch64"
    return "\n".join(problem_of("stat", command_run["counters"], counts) +
                     problem_of("gemm", product["results"][0]["counters"], counts) +
                     problem_of("stat of a user", nobody["counters"], counts) +
                     problem_of("stat where it is forbidden", forbidden["counters"], False, "kernel.perf_event_paranoid is 3"))
