# SPDX-License-Identifier: BSD-3-Clause
"""From what threads exchange in the machine to where `numapack pin --arrange` puts them."""

from __future__ import annotations

import json
import pathlib
import subprocess
import tempfile

from counted import Failed, Lab

MACHINE = pathlib.Path(__file__).parents[1] / "machines" / "kunpeng920.xml"
LINES = 256 * 63  # that each thread of exchanging_threads.c reads after its partner wrote them, about


def threads(lab: Lab, command: pathlib.Path, tests: pathlib.Path) -> str:
    """"" if those that exchange most get CPUs of one package, by the table that --traffic wrote."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "traffic.csv"
        ended = lab("--traffic", str(out), "--traffic-cpus", "0-3", "--timeout", "600", "--",
                    str(command), "pin", "-q", "-c", "0-3", "--each", str(tests / "lab_exchanging_threads"))
        if ended.returncode != 0:
            raise Failed(f"exit code {ended.returncode}\n{ended.stdout}\n{ended.stderr or ''}")
        table = [[int(cell) for cell in line.split(",")] for line in out.read_text(encoding="utf-8").splitlines()]
        done = subprocess.run([command, "pin", "--list", "--arrange", out, "--from", MACHINE, "-c", "node:0/0-1+node:2/0-1", "--json"],
                              capture_output=True, text=True, check=False)
    wrong = [f"{len(table)} threads, not 4"] if len(table) != 4 else []
    for pair in ((0, 3), (1, 2)):
        least = min(table[one][other] for one, other in (pair, pair[::-1]))
        if least < LINES / 2:
            wrong.append(f"threads {pair} exchanged {least} lines only")
    if done.returncode != 0:
        return "; ".join([*wrong, done.stderr])
    document = json.loads(done.stdout)
    cpus = document["cpus"]
    packages = [cpu // 48 for cpu in cpus]
    if packages[0] != packages[3] or packages[1] != packages[2]:
        wrong.append(f"threads that exchange lie apart: {cpus}")
    return "; ".join(wrong)
