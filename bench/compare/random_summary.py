# SPDX-License-Identifier: BSD-3-Clause
"""What random shapes come to: means, quartiles and the worst of each class, as data and as text."""

from judge import geometric_mean, quartiles
from shapes import CLASSES, LEAST_SIDE, MOST_FLOPS, MOST_SIDE, class_of

BEHIND = 0.9  # a ratio below it is behind by more than a tenth
CLASS_AIM = 0.85  # least geometric mean of a class


def bar_of(threads: int) -> float:
    """Least geometric mean of the ratios to the best peer."""
    return 1.00 if threads == 1 else 1.10


def aim_of(threads: int) -> float:
    return 1.05 if threads == 1 else 1.15


def summary_of(threads: int, cells: list, rows: dict) -> dict:
    """Of the cells with so many threads that have a figure, or None where none has. `worst` and `behind_shapes` name cells,
    the slowest first; `peers`: geometric means of numapack's rate over each peer's, quotients of medians."""
    measured = [(cell, rows[cell.key]) for cell in cells if cell.threads == threads and cell.key in rows]
    measured = sorted(((cell, row) for cell, row in measured if not row["problem"]), key=lambda pair: pair[1]["ratio"])
    if not measured:
        return None
    ratios = [row["ratio"] for _, row in measured]
    low, high = quartiles(ratios)
    behind = [named(cell, row) for cell, row in measured if row["ratio"] < BEHIND]
    classes = []
    for name in CLASSES:
        group = [(cell, row) for cell, row in measured if class_of(cell.m, cell.n, cell.k) == name]
        if group:
            classes.append({"class": name, "shapes": len(group), "mean": geometric_mean([row["ratio"] for _, row in group]),
                            "worst": named(*group[0]), "peers": against_each([row for _, row in group])})
    return {"threads": threads, "shapes": len(measured), "mean": geometric_mean(ratios), "low": low, "high": high,
            "behind": len(behind) / len(measured), "behind_shapes": behind, "classes": classes,
            "peers": against_each([row for _, row in measured])}


def named(cell, row: dict) -> dict:
    return {"shape": cell.name, "class": class_of(cell.m, cell.n, cell.k), "ratio": row["ratio"], "best": row["best"]}


def against_each(rows: list) -> dict:
    """Peer -> geometric mean, over the rows in which it was measured."""
    names = dict.fromkeys(name for row in rows for name in row["peers"])
    return {name: geometric_mean([row["gflops"] / row["peers"][name] for row in rows if name in row["peers"]]) for name in names}


def summaries_of(cells: list, rows: dict) -> list:
    every = (summary_of(threads, cells, rows) for threads in sorted({cell.threads for cell in cells}))
    return [summary for summary in every if summary]


def threads_text(threads: int) -> str:
    return f"{threads} thread{'s' if threads > 1 else ''}"


def bold_under(value: float, least: float) -> str:
    return f"{value:.3f}" if round(value, 3) >= least else f"**{value:.3f}**"


def printed(summary: dict) -> list:
    """Lines for the terminal."""
    threads, mean = summary["threads"], summary["mean"]
    under = ", under its bar" if round(mean, 3) < bar_of(threads) else ""
    lines = [f"{threads_text(threads)}, {summary['shapes']} shape{'s' if summary['shapes'] > 1 else ''}: "
             f"geometric mean {mean:.3f} (bar {bar_of(threads):.2f}, aim {aim_of(threads):.2f}{under}), "
             f"quartiles {summary['low']:.3f} and {summary['high']:.3f}, "
             f"{100 * summary['behind']:.0f} % behind by more than a tenth"]
    lines += [f"  {group['class']} ({group['shapes']}): {group['mean']:.3f}; worst {group['worst']['ratio']:.3f} of "
              f"{group['worst']['best']}, {group['worst']['shape']}" for group in summary["classes"]]
    return lines


def table(header: list, rows: list) -> str:
    return "\n".join("| " + " | ".join(row) + " |" for row in [header, ["---"] * len(header), *rows]) + "\n"


def overall_row(summary: dict) -> list:
    bar, aim, mean = bar_of(summary["threads"]), aim_of(summary["threads"]), summary["mean"]
    reached = " reached" if round(mean, 3) >= aim else ""
    return [str(summary["threads"]), str(summary["shapes"]), bold_under(mean, bar), f"{bar:.2f}", f"{aim:.2f}{reached}",
            f"{summary['low']:.3f} to {summary['high']:.3f}", f"{100 * summary['behind']:.0f} %"]


def times(ratio) -> str:
    if ratio is None:
        return "-"
    return f"{ratio:.2f}" if ratio < 100 else f"{ratio:.0f}"


def class_rows(summary: dict, peers: list) -> list:
    """One for each class, and one for all shapes together."""
    whole = {"class": "all", "shapes": summary["shapes"], "mean": summary["mean"], "worst": None, "peers": summary["peers"]}
    rows = []
    for group in [*summary["classes"], whole]:
        worst = group["worst"]
        rows.append([group["class"], str(summary["threads"]), str(group["shapes"]), bold_under(group["mean"], CLASS_AIM),
                     f"{worst['ratio']:.3f} of {worst['best']}: {worst['shape']}" if worst else "",
                     *(times(group["peers"].get(name)) for name in peers)])
    return rows


def section(seed: int, count: int, summaries: list, failed: list) -> str:
    """The section of the page; `failed`: sentences on shapes without a figure."""
    overall = table(["threads", "shapes", "geometric mean", "bar", "aim", "quartiles", "behind by more than a tenth"],
                    [overall_row(summary) for summary in summaries])
    peers = list(dict.fromkeys(name for summary in summaries for name in summary["peers"]))
    by_class = table(["class", "threads", "shapes", "to the best", "worst", *(f"to {name}" for name in peers)],
                     [row for summary in summaries for row in class_rows(summary, peers)])
    text = f"""
## Random shapes

{count} shapes drawn from seed {seed}: sides {LEAST_SIDE} to {MOST_SIDE} evenly by logarithm, types s, d, c and z, all
transposes, at most {MOST_FLOPS:.3g} flops a call; beside the peers with their threads unbound. Ratios as above.

{overall}
By class, with the worst shape of each; bold: a mean below {CLASS_AIM}. The last columns are geometric means of numapack's rate
over one peer's, quotients of medians.

{by_class}
"""
    text += "".join(f"- {name}: {rule}\n" for name, rule in CLASSES.items())
    for summary in summaries:
        if summary["behind_shapes"]:
            text += f"\nBehind by more than a tenth on {threads_text(summary['threads'])}:\n\n"
            text += "".join(f"- {shape['ratio']:.3f} of {shape['best']}: {shape['shape']} ({shape['class']})\n"
                            for shape in summary["behind_shapes"])
    if failed:
        text += "\nWithout a figure:\n\n" + "".join(f"- {sentence}\n" for sentence in failed)
    return text
