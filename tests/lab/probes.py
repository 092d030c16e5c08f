# SPDX-License-Identifier: BSD-3-Clause
"""What the command measures on four emulated nodes: that every cell is where it says, and that counts agree."""

from __future__ import annotations

import json
import pathlib
import subprocess
import tempfile
from collections.abc import Callable

NODES = range(4)
Lab = Callable[..., subprocess.CompletedProcess]

# Small enough for an emulator; every verb, every node, near and far pairs, every placement.
VERBS = {
    "latency": "latency --cores 0,3,6 --size 4M --pages small --rounds 1",
    "coherence": "coherence --pairs 0:1,0:2,0:4 --homes 0,3 --states M,E,S --sizes 1M --quantities latency --rounds 1",
    "stream": "stream --size 1M --threads 2 --kernels copy,triad --stores ordinary --repetitions 2 --rounds 1",
    "barrier": "barrier --kinds central,dissemination,node-aware,reduction-by-number,reduction-by-distance --most-pairs 6 --rounds 1",
    "probe": "probe --budget 20 -o -",  # half of it is for kernels, and too short for them
}


def without_figure(profile: dict, table: str, key: str) -> list[str]:
    """Rows of a table whose figure is missing, or was taken elsewhere than asked for."""
    wrong = []
    for row in profile[table]:
        figure = row[key]
        where = {name: value for name, value in row.items() if name != key}
        if "invalid" in figure and figure["invalid"]:
            wrong.append(f"{table}: {figure['invalid']} {where}")
        elif not figure.get("pinned", False) or figure.get("placed", True) is not True:
            wrong.append(f"{table}: not pinned or not placed {where}")
    return wrong


def check_latency(profile: dict) -> list[str]:
    cells = {(row["pu"], row["node"]) for row in profile["memory_latency"]}
    expected = {(pu, node) for pu in (0, 3, 6) for node in NODES}
    wrong = [] if cells == expected else [f"cells {sorted(cells)}"]
    if any(row["latency_ns"].get("placed") is not True for row in profile["memory_latency"]):
        wrong.append("a block that no page query confirmed")
    return wrong + without_figure(profile, "memory_latency", "latency_ns")


def check_coherence(profile: dict) -> list[str]:
    cells = {(row["owner"], row["home"], row["state"]) for row in profile["core_to_core"]}
    expected = {(owner, home, state) for owner in (1, 2, 4) for home in (0, 3) for state in "MES"}
    wrong = [] if cells == expected else [f"cells {sorted(cells)}"]
    for row in profile["core_to_core"]:
        helper = row.get("sharer", -1)
        if (helper >= 0) != (row["state"] == "S") or helper in (row["reader"], row["owner"]):
            wrong.append(f"state {row['state']} with helper {helper}")
        if row["latency_ns"].get("placed") is not True:
            wrong.append("lines that no page query confirmed")
    return wrong + without_figure(profile, "core_to_core", "latency_ns")


def check_stream(profile: dict) -> list[str]:
    wrong = without_figure(profile, "stream", "gb_per_s")
    seen = set()
    for row in profile["stream"]:
        pages = {int(node): count for node, count in row["pages_by_node"].items() if count > 0}
        cpus, memory = row.get("cpu_nodes", []), row.get("memory_nodes", [])
        seen.add((row["policy"], tuple(cpus), tuple(memory)))
        if row["policy"] == "bind" and set(pages) != set(memory):
            wrong.append(f"bound to {memory}, pages {pages}")
        elif row["policy"] == "local" and cpus and set(pages) != set(cpus):
            wrong.append(f"local on {cpus}, pages {pages}")
        elif row["policy"] == "interleave":
            # The kernel starts each array where the last one ended; a few pages of difference.
            if set(pages) != set(memory or NODES) or max(pages.values()) - min(pages.values()) > 8:
                wrong.append(f"interleaved over {memory or 'all'}, pages {pages}")
    pairs = {(cpus[0], memory[0]) for policy, cpus, memory in seen if policy == "bind" and cpus and memory}
    if pairs != {(cpu, memory) for cpu in NODES for memory in NODES}:
        wrong.append(f"bound pairs {sorted(pairs)}")
    return wrong + [f"no row {policy}" for policy in ("default", "local", "interleave")
                    if policy not in {entry[0] for entry in seen}]


def check_barrier(profile: dict) -> list[str]:
    teams = {tuple(row["pus"]) for row in profile["barriers"]}
    expected = {(2 * node, 2 * node + 1) for node in NODES} | {tuple(range(8)), (0, 2, 4, 6)}
    wrong = [] if teams == expected else [f"teams {sorted(teams)}"]
    kinds = {row["algorithm"] for row in profile["barriers"] if row["pus"] == list(range(8))}
    wrong += [f"no {kind}" for kind in ("reduction-by-number", "reduction-by-distance") if kind not in kinds]
    wrong += [f"no prediction {row['algorithm']} {row['pus']}" for row in profile["barriers"] if row["predicted_us"] <= 0]
    return wrong + without_figure(profile, "barriers", "time_us")


def check_probe(profile: dict) -> list[str]:
    """The budget is small: a cell may be left out, but says so, and no figure may be from elsewhere."""
    wrong = []
    for table, key in (("memory_latency", "latency_ns"), ("core_to_core", "latency_ns"), ("stream", "gb_per_s"),
                       ("barriers", "time_us")):
        if not profile[table]:
            wrong.append(f"no {table}")
        wrong += [line for line in without_figure(profile, table, key) if "time was used up" not in line]
    return wrong


CHECKS = {"latency": check_latency, "coherence": check_coherence, "stream": check_stream, "barrier": check_barrier,
          "probe": check_probe}


def verbs(lab: Lab, command: pathlib.Path) -> str:
    """"" if every verb measures on four nodes and each cell is pinned and at home where it says."""
    script = "; ".join(f"{command} {arguments} --keep-disturbed {'' if name == 'probe' else '--json -'} || exit $?"
                       for name, arguments in VERBS.items())
    ended = lab("--no-count", "--timeout", "600", "--", "bash", "-c", script)
    if ended.returncode != 0:
        return f"exit code {ended.returncode}\n{ended.stdout}\n{ended.stderr}"
    wrong, at, decoder = [], 0, json.JSONDecoder()
    for name in VERBS:
        text = ended.stdout[at:].lstrip()
        profile, length = decoder.raw_decode(text)
        at = len(ended.stdout) - len(text) + length
        wrong += [f"{name}: {problem}" for problem in CHECKS[name](profile)]
    return "\n".join(wrong)


def linpack_policies(lab: Lab, command: pathlib.Path) -> str:
    """"" if a process's memory policy decides where Linpack's matrix lies, and else who writes it first."""
    ended = lab("--no-count", "--timeout", "600", "--", str(command), "linpack", "-n", "512", "--init", "single,cyclic:64",
                "--policy", "default,interleave,bind:2", "--rounds", "1", "--no-check", "--json", "-")
    if ended.returncode != 0:
        return f"exit code {ended.returncode}\n{ended.stdout}\n{ended.stderr}"
    everywhere = [128] * 4  # 512 columns of a page each
    expected = {("single", "default"): [512, 0, 0, 0], ("cyclic:64", "default"): everywhere}
    for init in ("single", "cyclic:64"):
        expected |= {(init, "interleave"): everywhere, (init, "bind:2"): [0, 0, 512, 0]}
    found = {(run["init"], run["policy"]): [run["pages"]["by_node"].get(str(node), 0) for node in NODES]
             for run in json.loads(ended.stdout)["runs"]}
    # Interleaving goes on from whatever page the thread got last.
    near = found.keys() == expected.keys() and all(
        abs(pages - wanted) <= 8 for case in expected for pages, wanted in zip(found[case], expected[case]))
    return "" if near else f"pages {found}, not {expected}"


def counts_of(lab: Lab, command: pathlib.Path, arguments: str) -> dict:
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "counts.json"
        ended = lab("--json", str(out), "--timeout", "600", "--", str(command), *arguments.split())
        if ended.returncode != 0:
            raise RuntimeError(f"exit code {ended.returncode}\n{ended.stdout}\n{ended.stderr}")
        return json.loads(out.read_text(encoding="utf-8"))["counts"]


def cross_chip_chase(lab: Lab, command: pathlib.Path) -> str:
    """"" if a chase from node 0 through memory of node 2 reads from there more than from all others."""
    counts = counts_of(lab, command, "latency --cores 0 --homes 2 --size 8M --pages small --rounds 1 --keep-disturbed")
    reads = counts["by_node_pair"]["reads"]
    # At least 100,000 loads through four times the last cache: most of them leave it. What else is read are the
    # program's own pages, wherever they lie.
    if reads[0][2] > 80000 and reads[0][2] > 2 * max(reads[0][1], reads[0][3]):
        return ""
    return f"node 0 read from nodes {reads[0]}"


def modified_lines(lab: Lab, command: pathlib.Path) -> str:
    """"" if lines that node 2 has written come from its cache, though their home is the reader's own node."""
    counts = counts_of(lab, command,
                       "coherence --pairs 0:4 --homes 0 --states M --sizes 256K --quantities latency --rounds 1 --keep-disturbed")
    served = counts["by_node_pair"]["cache_to_cache"][0]
    # Three samples at least of every second line. On node 2 runs only the thread that writes them; clean lines would
    # come from their home.
    lines = 3 * (256 << 10) // 128
    return "" if served[2] >= lines else f"node 0 was served by caches of nodes {served}, {lines} lines expected of node 2"
