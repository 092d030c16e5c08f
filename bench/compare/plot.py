# SPDX-License-Identifier: BSD-3-Clause
"""The picture of the page: a dot a cell, with quartiles, against its bar."""

import io
from pathlib import Path

from cells import FAMILIES, all_cells
from judge import verdict
from page import write_beside


def draw(state: dict, path: Path) -> str:
    """Returns why there is no picture, or ""."""
    try:
        import matplotlib
    except ImportError:
        return "matplotlib is missing (python3-matplotlib)"
    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "numapack"  # the same figures make the same file
    import matplotlib.pyplot as plot

    rows = state["rows"]
    cells = [cell for cell in all_cells(state["threads"]) if cell.key in rows and not rows[cell.key]["problem"]]
    if not cells:
        return "nothing was measured"
    colours = {1: "tab:blue", state["threads"]: "tab:orange"} if state["threads"] > 1 else {1: "tab:blue"}
    figure, axes = plot.subplots(figsize=(8, 1.5 + 0.19 * len(cells)))
    place = 0
    for family in FAMILIES:
        group = [cell for cell in cells if cell.family == family.key]
        if not group:
            continue
        axes.plot([family.bar, family.bar], [place - 0.5, place + len(group) - 0.5], color="black", linewidth=1)
        for cell in group:
            row = rows[cell.key]
            axes.plot([row["low"], row["high"]], [place, place], color=colours[cell.threads], linewidth=1)
            hollow = verdict(row, family.bar) == "under"
            axes.plot(row["ratio"], place, "o", markersize=4, color=colours[cell.threads],
                      markerfacecolor="white" if hollow else colours[cell.threads])
            place += 1
        axes.axhline(place - 0.5, color="lightgrey", linewidth=0.5)
    axes.set_yticks(range(len(cells)), [cell.name for cell in cells], fontsize="xx-small")
    axes.set_ylim(place - 0.5, -0.5)
    axes.set_xlabel("median ratio to the best peer, or to plain storage (lines: quartiles; black: bar; hollow: under it)",
                    fontsize="small")
    for count, colour in colours.items():
        axes.plot([], [], "o", color=colour, label=f"{count} thread{'s' if count > 1 else ''}")
    axes.legend(fontsize="small", loc="lower right")
    axes.grid(axis="x", linewidth=0.3)
    figure.tight_layout()
    picture = io.StringIO()
    figure.savefig(picture, format="svg", metadata={"Date": None})
    plot.close(figure)
    write_beside(path, picture.getvalue())
    return ""
