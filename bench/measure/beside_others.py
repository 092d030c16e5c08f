#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Latency, bandwidth and core-to-core figures beside those of other tools, in interleaved rounds.

usage: beside_others.py [--command build/numapack] [--multichase PROGRAM] [--stream PROGRAM] [--core-to-core PROGRAM]
                        [--sizes 16K,1M,8M,64M,512M] [--pages small,huge] [--rounds 5] [--json FILE]

multichase (google/multichase): one chain, stride 128, random over the whole stretch (-T), on the same CPU and pages. STREAM 5.10:
built with 20,000,000 elements and OpenMP, one thread and all. core-to-core-latency (crates.io): its benchmark 1, on the same two CPUs. Each is
looked for under its name in PATH; what is not there is left out. Prints for each figure the medians over the rounds, the median of
numapack's over the other's within a round, least and most of those, and the best of all rounds over the other's best: on a host
with other guests what the fewest disturbed. Nothing else should run."""

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

CPUS = sorted(os.sched_getaffinity(0))
UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
HUGE_PAGE = 2 << 20
STREAM_ELEMENTS = 20_000_000
# STREAM's compilers make a copy of memcpy, which stores around the caches.
KERNELS = {"Copy": ("copy", True), "Scale": ("scale", False), "Add": ("add", False), "Triad": ("triad", False)}


def run(words, **variables):
    done = subprocess.run(words, capture_output=True, text=True, check=False, env={**os.environ, **variables})
    if done.returncode != 0:
        sys.exit(f"beside_others.py: {' '.join(map(str, words))}: {(done.stderr or done.stdout).strip().splitlines()[-1:]}")
    return done.stdout


def profile(command, *words):
    """What numapack writes; cells without a clean visit have no figure."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "profile.json"
        done = subprocess.run([command, *words, "--json", path], capture_output=True, text=True, check=False)
        if not path.exists():
            sys.exit(f"beside_others.py: {done.stderr.strip()}")
        return json.loads(path.read_text(encoding="utf-8"))


def in_bytes(size):
    return int(size[:-1]) * UNITS[size[-1]]


def latency(options, rows):
    """The best of three of both: of numapack's visits their medians, of multichase its samples of half a second."""
    for pages in options.pages:
        for size in options.sizes:
            if pages == "huge" and in_bytes(size) % HUGE_PAGE != 0:
                continue  # multichase has none then
            chain = ["taskset", "-c", str(CPUS[0]), options.multichase, *(["-H"] if pages == "huge" else []), "-m", size.lower(),
                     "-T", size.lower(), "-s", "128", "-n", "3"]
            theirs = float(run(chain).split()[-1])
            found = profile(options.command, "latency", "--cores", str(CPUS[0]), "--homes", "0", "--size", size, "--pages", pages,
                            "--rounds", "3")
            figure = found["memory_latency"][0]["latency_ns"]
            best = min(figure["visit_medians"]) if figure.get("visit_medians") else figure.get("median")
            rows.setdefault((f"latency of {size}, {pages} pages", "ns", "multichase"), []).append((best, theirs))


def stream(options, rows):
    for threads in sorted({1, len(CPUS)}):
        text = run([options.stream], OMP_NUM_THREADS=str(threads), OMP_PROC_BIND="true")
        theirs = {name: 1e-3 * float(rate) for name, rate in re.findall(r"^(\w+): +([\d.]+)", text, re.MULTILINE)}
        found = profile(options.command, "stream", "--threads", str(threads), "--size", str(8 * STREAM_ELEMENTS), "--placements", "default",
                        "--pin", "yes", "--repetitions", "10")
        for name, (kernel, streaming) in KERNELS.items():
            row = next(row for row in found["stream"] if row["kernel"] == kernel and row.get("streaming_stores", False) == streaming)
            rows.setdefault((f"STREAM {kernel}{', streaming' if streaming else ''}, {threads} thread{'s' if threads > 1 else ''}",
                             "GB/s", "STREAM"), []).append((row["gb_per_s"].get("max"), theirs[name]))


def core_to_core(options, rows):
    text = run([options.core_to_core, "--csv", "--bench", "1", "--cores", f"{CPUS[0]},{CPUS[1]}"])
    theirs = float(re.findall(r"[\d.]+", text.strip().splitlines()[-1])[0])
    found = profile(options.command, "coherence", "--matrix")
    named = re.compile(rf"handover by compare-and-swap, CPU {CPUS[0]} and CPU {CPUS[1]},")
    figure = next(row["value"] for row in found["reported"] if named.match(row["quantity"]))
    rows.setdefault(("a line from core to core, by compare-and-swap", "ns", "core-to-core-latency"), []).append((figure.get("median"), theirs))


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n\n")[0])
    parser.add_argument("--command", default="build/numapack")
    for name in ("multichase", "stream", "core-to-core"):
        parser.add_argument(f"--{name}", default=shutil.which({"core-to-core": "core-to-core-latency"}.get(name, name)))
    parser.add_argument("--sizes", type=lambda text: text.split(","), default=["16K", "1M", "8M", "64M", "512M"])
    parser.add_argument("--pages", type=lambda text: text.split(","), default=["small", "huge"])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json")
    options = parser.parse_args()
    if any(not re.fullmatch(r"\d+[KMG]", size) for size in options.sizes) or not set(options.pages) <= {"small", "huge"} or options.rounds < 1:
        parser.error("sizes as 16K or 8M, pages small or huge, one round or more")
    rows = {}
    for number in range(options.rounds):
        print(f"round {number + 1} of {options.rounds}", file=sys.stderr)
        if options.multichase:
            latency(options, rows)
        if options.stream:
            stream(options, rows)
        if options.core_to_core and len(CPUS) > 1:
            core_to_core(options, rows)
    if not rows:
        parser.error("none of the other tools is here")
    document = []
    print(f"{'figure':46} {'numapack':>9} {'other':>9} {'ratio':>6} {'least':>6} {'most':>6} {'bests':>6}")
    for (what, unit, other), pairs in rows.items():
        clean = [(own, theirs) for own, theirs in pairs if own]
        ratios = [own / theirs for own, theirs in clean]
        if not ratios:
            document.append({"figure": what, "unit": unit, "other": other, "rounds": pairs})
            print(f"{what + ' (' + unit + ')':46} no clean figure in any round")
            continue
        own, theirs = (statistics.median(column) for column in zip(*clean))
        best = min if unit == "ns" else max
        bests = best(own for own, _ in clean) / best(theirs for _, theirs in clean)
        document.append({"figure": what, "unit": unit, "other": other, "rounds": pairs, "ratio": statistics.median(ratios), "ratio_of_bests": bests})
        print(f"{what + ' (' + unit + ')':46} {own:9.2f} {theirs:9.2f} {statistics.median(ratios):6.3f} {min(ratios):6.3f} {max(ratios):6.3f} {bests:6.3f}")
    if options.json:
        Path(options.json).write_text(json.dumps(document, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
