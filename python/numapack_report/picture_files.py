# SPDX-License-Identifier: BSD-3-Clause
"""Every picture as a PNG or SVG file, by matplotlib, and every table as CSV."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from .csv_files import write_csv
from .errors import ReportError
from .output import write_whole
from .progress import Progress
from .section import Section

DOTS_PER_INCH = 150


def write_figures(sections: Iterable[Section], folder: Path, kind: str) -> int:
    """The number of files. ReportError without matplotlib."""
    try:
        import matplotlib
    except ImportError as error:
        raise ReportError(f"matplotlib is missing, which --{kind} draws with: install python3-matplotlib (Debian), "
                          "or pip install matplotlib") from error
    matplotlib.use("svg" if kind == "svg" else "agg")
    matplotlib.rcParams["svg.hashsalt"] = "numapack"  # the same file from the same data
    from matplotlib import pyplot

    from .drawing.matplotlib_figures import figure_of

    charts = [chart for section in sections for chart in section.charts]
    with Progress(f"{kind.upper()} files", len(charts)) as progress:
        for chart in charts:
            progress.step()
            figure = figure_of(chart)
            metadata = {"Date": None} if kind == "svg" else {"Software": None}
            write_whole(folder / f"{chart.key}.{kind}",
                        lambda beside, figure=figure: figure.savefig(beside, format=kind, dpi=DOTS_PER_INCH, metadata=metadata))
            pyplot.close(figure)
    return len(charts)


def write_pictures(sections: list[Section], folders: dict[str, Path]) -> None:
    """Writes each kind ("png", "svg", "csv") into its folder, and says how many files on standard error."""
    for kind, folder in folders.items():
        count = write_csv(sections, folder) if kind == "csv" else write_figures(sections, folder, kind)
        print(f"{folder}: {count} {kind.upper()} {'file' if count == 1 else 'files'}", file=sys.stderr)
