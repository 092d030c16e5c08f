# SPDX-License-Identifier: BSD-3-Clause
"""Writes the page, beside and renamed."""

import os
from pathlib import Path

import random_summary
import shapes
from cells import FAMILIES, all_cells, family_of
from judge import reaches_aim, verdict


def version(release: str) -> str:
    """Of a kernel: without what names a distribution's or a host's own build."""
    return ".".join(release.split("-")[0].split(".")[:2])


def write_beside(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(path.name + f".{os.getpid()}")
    beside.write_text(text, encoding="utf-8")
    os.replace(beside, path)


def figures(cell, row: dict) -> list:
    """The columns of one row, as text."""
    family = family_of(cell)
    state = verdict(row, family.bar)
    if state == "none":
        return [cell.name, str(cell.threads), "-", "-", row["problem"], f"{family.bar:.2f}", "-", "-", "0"]
    ratio = f"{row['ratio']:.3f}" if state == "ahead" else f"**{row['ratio']:.3f}**"
    best = f"{row['best_gflops']:.1f}" + ("" if cell.against_itself else f" {row['best']}")
    aim = cell.aim()
    if aim == 0:
        aimed = "-"
    else:
        aimed = f"{aim:.2f}" if family.aim_is_ratio else f"{100 * aim:.4g} %"
        aimed += " reached" if reaches_aim(row, aim, family.aim_is_ratio) else ""
    efficiency = "-" if row["efficiency"] is None else f"{100 * row['efficiency']:.1f} %"
    return [cell.name, str(cell.threads), f"{row['gflops']:.1f}", best,
            f"{ratio} ({row['low']:.3f} to {row['high']:.3f})", f"{family.bar:.2f}", efficiency, aimed,
            str(row["rounds"])]


def table(family, cells: list, rows: dict) -> str:
    rival = "stored plainly, GF/s" if family.key == "storage" else "best peer, GF/s"
    header = ["case", "threads", "numapack, GF/s", rival, "ratio (quartiles)", "bar", "of FMA peak", "aim", "rounds"]
    lines = ["| " + " | ".join(header) + " |", "|---" * len(header) + "|"]
    lines += ["| " + " | ".join(figures(cell, rows[cell.key])) + " |" for cell in cells if cell.key in rows]
    return "\n".join(lines)


def summary(cells: list, rows: dict) -> tuple:
    """(cells under their bars, cells at or above them, measured cells without a figure, cells not measured)"""
    sorted_out = {"under": [], "ahead": [], "none": []}
    missing = []
    for cell in cells:
        if cell.key in rows:
            sorted_out[verdict(rows[cell.key], family_of(cell).bar)].append(cell)
        else:
            missing.append(cell)
    return sorted_out["under"], sorted_out["ahead"], sorted_out["none"], missing


def random_cells(state: dict) -> list:
    random = state["random"]
    return shapes.draw(random["seed"], random["count"], state["threads"]) if random else []


def random_summaries(state: dict) -> list:
    return random_summary.summaries_of(random_cells(state), state["rows"])


def random_failures(state: dict) -> list:
    rows = state["rows"]
    return [f"{cell.name} on {random_summary.threads_text(cell.threads)}: {rows[cell.key]['problem']}"
            for cell in random_cells(state) if cell.key in rows and rows[cell.key]["problem"]]


def under_line(cell, row: dict) -> str:
    against = "itself stored plainly" if cell.against_itself else row["best"]
    return (f"{cell.name}, {cell.threads} thread{'s' if cell.threads > 1 else ''}: {row['ratio']:.3f} of {against}, "
            f"bar {family_of(cell).bar:.2f}")


def conditions_text(state: dict) -> str:
    first = state["conditions"]
    peak = ", ".join(f"{count} thread{'s' if count != '1' else ''} {low:.1f} to {high:.1f} GF/s"
                     for count, (low, high) in sorted(state["peaks"].items(), key=lambda entry: int(entry[0])))
    lines = [
        f"- {first['cpu']}, {first['usable_cpus']} of {first['online_cpus']} CPUs usable, Linux {version(first['kernel_release'])}; "
        f"numapack {first['numapack']}, GCC {first['compiler']}",
        f"- pages of {first['page_bytes']} bytes, transparent huge pages {first['transparent_huge_pages'] or 'unknown'}, "
        f"numa_balancing {'unknown' if first['numa_balancing'] is None else first['numa_balancing']}",
        f"- {state['begun']} to {state['ended']} (UTC); load {state['load'][0]:.2f} to {state['load'][1]:.2f} at the start of "
        f"cells, stolen at most {state['steal']:.1f} % in a cell",
        f"- double-precision FMA rate, measured in every round (medians of cells): {peak or 'not measured'}",
    ]
    lines += [f"- {name}: {text}" for name, text in state["libraries"].items()]
    lines += [f"- not compared with {sentence}" for sentence in state["absent"]]
    if state["settings"]:
        lines.append("- set in the environment: " + ", ".join(state["settings"]))
    return "\n".join(lines)


def page_text(state: dict, picture: str) -> str:
    rows = state["rows"]
    cells = all_cells(state["threads"])
    under, ahead, none, missing = summary(cells, rows)
    random = state["random"]
    alone = bool(random) and random["alone"]
    if alone:
        missing = []
    kind = "A quick run: fewer cells and rounds than `make bench` has." if state["quick"] else ""
    said = "" if alone else f"""
{len(ahead)} of {len(under + ahead + none)} cells measured reach their bars, {len(under)} do not, {len(none)} have no figure; \
{len(missing)} cells of the table were not measured in this run."""
    command = "make bench" + (f" RANDOM={random['count']}" if alone else "") + (" QUICK=1" if state["quick"] else "")
    text = f"""# Benchmarks{': random shapes' if alone else ''}

Written by `{command}`; do not edit. {kind}{said}

A ratio is taken within a round, in which numapack, all peers and an FMA calibrator are measured in turn, each in its own
process while the others are stopped; the rival is the best peer of that round. The median of the rounds is shown, and their
quartiles; bold: under the bar. [How it is measured](../compute/gemm.md#how-it-is-measured), [how to run it](../../how-to/benchmarks-how.md);
[bits](bits.md) counts calls whose bits differ. Where calls are short a round takes many turns of 10 ms. Rates of one library are medians over its own rounds, so their quotient is
not the ratio.

## Conditions

{conditions_text(state)}
"""
    if picture:
        text += f"\n![Ratio to the best peer, by case]({picture})\n"
    for family in FAMILIES:
        of_family = [cell for cell in cells if cell.family == family.key]
        if any(cell.key in rows for cell in of_family):
            text += f"\n## {family.title}\n\n{table(family, of_family, rows)}\n"
    summaries = random_summaries(state)
    if summaries:
        text += random_summary.section(random["seed"], random["count"], summaries,
                                       random_failures(state))
    if alone:
        return text
    text += "\n## Under their bars\n\n" + ("".join(f"- {under_line(cell, rows[cell.key])}\n" for cell in under) or "None.\n")
    if missing:
        text += "\n## Not measured in this run\n"
        for family in FAMILIES:
            of_family = [cell.key.replace(";", " on") for cell in missing if cell.family == family.key]
            text += f"\n- {family.title} (threads last): {'; '.join(of_family)}" if of_family else ""
        text += "\n"
    return text
