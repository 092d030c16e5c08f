# SPDX-License-Identifier: BSD-3-Clause
"""Draws what `numapack linpack --json` measured.

usage: linpack_plot.py <linpack.json> [picture.svg]

Studies `sizes` and a plain run: rate over n, one line for each library, initialisation and policy. Study `nb`: rate over
the width of the blocks in which the matrix was initialised. Study `outer`: bars for each k. Whiskers are the range of the
rounds. Without matplotlib it says so and exits with 2.
"""

import json
import sys
from collections import defaultdict

WORDS = {
    "linpack": "Linpack",
    "sizes": "Linpack: who initialised the matrix, under which policy",
    "nb": "Linpack: width of the blocks in which the threads initialised the matrix",
    "outer": "C -= A B: who initialised the matrices, under which policy",
}


def series(runs: list, study: str) -> dict:
    """Label -> [(place, median, min, max)] in order; runs that could not be measured are left out."""
    found = defaultdict(list)
    for run in runs:
        if run["gflops"] is None:
            continue
        library, rate = run["library"], run["gflops"]
        if study == "nb":
            label, place = f"{library}, n = {run['n']}", int(run["init"].split(":")[1])
        elif study == "outer":
            label, place = f"{library}, {run['init']}, {run['policy']}", f"n = {run['n']}, k = {run['k']}"
        else:
            label, place = f"{library}, {run['init']}, {run['policy']}", run["n"]
        found[label].append((place, rate["median"], rate["min"], rate["max"]))
    return dict(found)


def draw(document: dict, path: str) -> None:
    import matplotlib

    matplotlib.use("svg" if path.endswith(".svg") else "agg")
    import matplotlib.pyplot as plot

    study = document["study"]
    figure, axes = plot.subplots(figsize=(9, 5.5))
    lines = series(document["runs"], study)
    places = list(dict.fromkeys(point[0] for points in lines.values() for point in points))
    for number, (label, points) in enumerate(lines.items()):
        middle = [point[1] for point in points]
        whiskers = [[point[1] - point[2] for point in points], [point[3] - point[1] for point in points]]
        if study == "outer":
            width = 0.8 / len(lines)
            at = [places.index(point[0]) + (number + 0.5) * width - 0.4 for point in points]
            axes.bar(at, middle, width, yerr=whiskers, capsize=2, label=label)
        else:
            axes.errorbar([point[0] for point in points], middle, yerr=whiskers, marker="o", capsize=2, label=label)
    if study == "outer":
        axes.set_xticks(range(len(places)), places)
    else:
        axes.set_xlabel("columns of a block" if study == "nb" else "equations n")
        if study == "nb":
            axes.set_xscale("log", base=2)
    axes.set_ylabel("GF/s")
    axes.set_ylim(bottom=0)
    axes.set_title(WORDS.get(study, study))
    axes.legend(fontsize="small")
    conditions = document["conditions"]
    figure.text(0.01, 0.01, f"{conditions.get('cpu', '')}, {conditions.get('date', '')}", fontsize="x-small")
    figure.savefig(path)


def main() -> int:
    if len(sys.argv) not in (2, 3):
        print(__doc__.strip().splitlines()[2], file=sys.stderr)
        return 2
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            document = json.load(file)
        path = sys.argv[2] if len(sys.argv) == 3 else sys.argv[1].removesuffix(".json") + ".svg"
        draw(document, path)
    except ImportError:
        print("linpack_plot: matplotlib is missing; install python3-matplotlib", file=sys.stderr)
        return 2
    except (OSError, ValueError, KeyError) as error:
        print(f"linpack_plot: {sys.argv[1]}: {error!r}; pass what numapack linpack --json wrote", file=sys.stderr)
        return 1
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
