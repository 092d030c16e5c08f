# SPDX-License-Identifier: BSD-3-Clause
"""From the document that `numapack gemm --json` writes to one row of the page."""

from math import exp, log
from statistics import fmean, median, quantiles


def quartiles(values: list) -> tuple:
    """Lower and upper, between neighbours where they fall between two values."""
    if len(values) == 1:
        return values[0], values[0]
    lower, _, upper = quantiles(values, n=4, method="inclusive")
    return lower, upper


def geometric_mean(values: list) -> float:
    """Of positive values; statistics' own multiplies them and differs between versions in the last digits."""
    return exp(fmean(log(value) for value in values))


def ratios_to_best(own: list, others: list) -> list:
    """Rate of `own` over the best of `others` in each round; rounds in which either is missing are left out."""
    ratios = []
    for round_, rate in enumerate(own):
        rivals = [rates[round_] for rates in others if round_ < len(rates) and rates[round_] is not None]
        if rate is not None and rivals:
            ratios.append(rate / max(rivals))
    return ratios


def row_of(document: dict) -> dict:
    """The figures of one cell. Without a round, or without anybody to compare with, "problem" says why."""
    results = document["results"]
    own, rivals = results[0], results[1:]
    # Cells against itself: nobody else is looked at.
    plain = [result for result in rivals if result["library"] == "numapack plain"]
    rivals = plain or rivals
    failed = [f"{result['library']}: {result['failure']}" for result in results if result["failure"]]
    ratios = ratios_to_best(own["gflops_by_round"], [result["gflops_by_round"] for result in rivals])
    row = {"failed": failed, "rounds": len(ratios), "problem": ""}
    if not ratios:
        row["problem"] = "; ".join(failed) or ("no peer" if not rivals else "no complete round")
        return row
    measured = [result for result in rivals if result["gflops"]]
    best = max(measured, key=lambda result: result["gflops"]["median"])
    low, high = quartiles(ratios)
    row.update(
        gflops=own["gflops"]["median"],
        best=best["library"],
        best_gflops=best["gflops"]["median"],
        ratio=median(ratios),
        low=low,
        high=high,
        efficiency=own["efficiency"],
        peers={result["library"]: result["gflops"]["median"] for result in measured},
    )
    return row


def verdict(row: dict, bar: float) -> str:
    """"ahead", "under" or, where there is no figure, "none"; a bar is reached by what rounds to it."""
    if row["problem"]:
        return "none"
    return "ahead" if round(row["ratio"], 3) >= bar else "under"


def reaches_aim(row: dict, aim: float, aim_is_ratio: bool) -> bool:
    figure = row["ratio"] if aim_is_ratio else row["efficiency"]
    return figure is not None and round(figure, 3) >= round(aim, 3)
