#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""four_nodes.py COMMAND STUDY PICTURE: the picture of the README, as SVG for light and dark pages.

On the left what crosses between four nodes in a product of which all operands are on node 0, as multiples of the least possible: the
lines that `numapack lab study --json STUDY` counted on its emulated machine. On the right how many times as fast as one node two
Kunpeng 920 with their four nodes are planned to be, by `numapack plan`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MACHINE = ROOT / "tests/machines/kunpeng920.xml"
SIZES = (512, 1024, 2048, 4096, 8192, 16384)
NAMES = {"openblas": "OpenBLAS", "blis": "BLIS", "numapack": "numapack"}
STYLE = (".ground{fill:#fff}text{font:14px system-ui,'DejaVu Sans',sans-serif;fill:#16202c}.title{font-size:15px;font-weight:600}"
         ".quiet{fill:#4d5866;font-size:12px}.own{fill:#00498d}.other{fill:#b5bec9}.line{stroke:#00498d;stroke-width:2.5;fill:none}"
         ".grid{stroke:#dfe3e8}.least{stroke:#d9480f;stroke-dasharray:4 3}"
         "@media(prefers-color-scheme:dark){.ground{fill:#0d1117}text{fill:#e7ebf0}.quiet{fill:#aab4c0}.own{fill:#8cc4ff}"
         ".other{fill:#4a5664}.line{stroke:#8cc4ff}.grid{stroke:#2b3440}.least{stroke:#ff9f66}}")


def text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    words = words.replace("&", "&amp;").replace("<", "&lt;")
    return f'<text x="{x:.0f}" y="{y:.0f}" class="{kind}" text-anchor="{anchor}">{words}</text>'


def crossing(study: dict) -> tuple[int, list[tuple[str, float]]]:
    """The study's n, and lines that crossed over the least possible by library."""
    rows = {row["name"]: row["crossing_over_bound"] for row in study["figures"]["figure13"] if "crossing_over_bound" in row}
    return study["runs"][0]["case"]["n"], [(label, rows[name]) for name, label in NAMES.items() if name in rows]


def seconds(command: str, size: int, *nodes: str) -> float:
    done = subprocess.run([command, "plan", "-n", str(size), "--from", str(MACHINE), "--home", "A=0,B=0,C=0", *nodes, "--json"],
                          capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["plan"]["seconds_estimate"]


def gains(command: str) -> list[tuple[int, float]]:
    """n, and the speed-up of all nodes against the first as planned."""
    return [(n, seconds(command, n, "--nodes", "0") / seconds(command, n)) for n in SIZES]


def left(size: int, rows: list[tuple[str, float]]) -> list[str]:
    most, x, width = max(value for _, value in rows), 96.0, 250.0
    parts = [text(16, 26, "What crosses between four nodes", "title"),
             text(16, 45, f"A, B and C on node 0, n = {size}: lines counted, over the least possible", "quiet")]
    for index, (name, value) in enumerate(rows):
        y = 66 + 44 * index
        parts += [text(x - 10, y + 20, name, "", "end"),
                  f'<rect x="{x}" y="{y}" width="{width * value / most:.1f}" height="30" rx="3" class="{"own" if name == "numapack" else "other"}"/>',
                  text(x + width * value / most + 8, y + 20, f"{value:.2f}")]
    at = x + width / most
    return [*parts, f'<line x1="{at:.1f}" x2="{at:.1f}" y1="58" y2="{66 + 44 * len(rows)}" class="least"/>',
            text(at, 66 + 44 * len(rows) + 16, "the least", "quiet", "middle")]


def right(rows: list[tuple[int, float]]) -> list[str]:
    x, y, width, height, most = 500.0, 60.0, 300.0, 132.0, 4.0
    place = lambda index: x + width * index / (len(rows) - 1)  # noqa: E731
    level = lambda value: y + height * (1 - value / most)  # noqa: E731
    parts = [text(x - 24, 26, "Four nodes against one", "title"),
             text(x - 24, 45, "two Kunpeng 920, 96 cores: speed-up as planned, over n", "quiet")]
    for value in range(5):
        parts += [f'<line x1="{x}" x2="{x + width}" y1="{level(value):.1f}" y2="{level(value):.1f}" class="grid"/>',
                  text(x - 8, level(value) + 4, str(value), "quiet", "end")]
    points = " ".join(f"{place(index):.1f},{level(value):.1f}" for index, (_, value) in enumerate(rows))
    parts.append(f'<polyline points="{points}" class="line"/>')
    for index, (size, value) in enumerate(rows):
        parts += [f'<circle cx="{place(index):.1f}" cy="{level(value):.1f}" r="4" class="own"/>',
                  text(place(index), level(value) - 10 if value < 3.6 else level(value) + 20, f"{value:.2f}", "quiet", "middle"),
                  text(place(index), y + height + 18, str(size), "quiet", "middle")]
    return parts


def main(command: str, study: str, picture: str) -> None:
    size, rows = crossing(json.loads(Path(study).read_text(encoding="utf-8")))
    parts = [*left(size, rows), *right(gains(command))]
    Path(picture).write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 840 230" width="840" height="230" role="img">\n'
        f"<title>Of a product on four nodes: lines that cross over the least possible, and planned speed-up</title>\n<style>{STYLE}</style>\n"
        '<rect class="ground" width="840" height="230"/>\n' + "\n".join(parts) + "\n</svg>\n", encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("usage: four_nodes.py COMMAND STUDY PICTURE")
    main(*sys.argv[1:])
