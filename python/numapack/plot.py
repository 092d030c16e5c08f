# SPDX-License-Identifier: BSD-3-Clause
"""Pictures of machines and of pages, by matplotlib: those of ``numapack report``, on axes of your own.

Amounts are cividis and things Okabe and Ito's eight colours, which people with any form of colour blindness can tell apart. Holes are
grey: not measured, illegible in the publication, or a core with itself. In heat maps thin lines lie between nodes, thick ones between
packages.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, cast

from numpy.typing import NDArray

from numapack import page_map, report_library
from numapack.pages import Where
from numapack.profiles import Profile

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["bandwidth", "core_to_core", "curves", "latency", "pages", "stream"]

Quantity = Literal["latency", "bandwidth", "load"]
# Of each quantity over something: the report's section, and the table that the profile has it in.
_CURVES = {"latency": ("sizes", "levels"), "bandwidth": ("bandwidth", "core_to_core"), "load": ("loaded", "loaded")}


def latency(profile: Profile, ax: Axes | None = None, *, pick: str = "") -> Axes:
    """What a core waits for a load from the memory of each node, by place.

    A row is a node's memory and a column a core. Where the memory of one or two nodes was read, a cell is a core and a row a node's
    cores; where a single core read, there are bars.

    Parameters
    ----------
    profile : Profile
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it a figure of its own.
    pick : str, optional
        Words of the title, where there are several pictures, such as ``"node 1"``; without it the first.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ImportError
        matplotlib is not installed.
    ValueError
        The profile has no such picture; the message says why, or which there are.
    """
    charts = [chart for chart in _charts("memory", profile) if chart.key.startswith("core-node")]
    return _draw(charts, pick, profile, "latency", ax)


def bandwidth(profile: Profile, ax: Axes | None = None, *, pick: str = "") -> Axes:
    """What the cores of a node draw from the memory of each node. Parameters, results and errors are those of :func:`latency`."""
    charts = [chart for chart in _charts("memory", profile) if chart.key.startswith("node-bandwidth")]
    return _draw(charts, pick, profile, "bandwidth", ax)


def core_to_core(profile: Profile, ax: Axes | None = None, *, pick: str = "") -> Axes:
    """What a core waits for a line that another core's cache holds, by place.

    There is a picture for each state and level that many pairs have, one for each way of handing a line over, and bars of a few pairs
    (``pick="by level"``). Parameters, results and errors are those of :func:`latency`.
    """
    return _draw(_charts("coherence", profile), pick, profile, "core_to_core", ax)


def curves(profile: Profile, quantity: Quantity = "latency", ax: Axes | None = None) -> Axes:
    """Latency or bandwidth over the size of what is read, the caches' sizes marked; or latency under load.

    Parameters
    ----------
    profile : Profile
    quantity : {'latency', 'bandwidth', 'load'}, default 'latency'
        Latency of a chain of loads, or read bandwidth of one core, over bytes; or latency over what other cores draw meanwhile.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it a figure of its own.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ImportError
        matplotlib is not installed.
    ValueError
        The profile has no such curves, or there is no such quantity.
    """
    if quantity not in _CURVES:
        raise ValueError(f"quantity={quantity!r}: allowed are {', '.join(map(repr, _CURVES))}")
    section, table = _CURVES[quantity]
    return _draw(_charts(section, profile), "", profile, table, ax)


def stream(profile: Profile, ax: Axes | None = None, *, pick: str = "") -> Axes:
    """STREAM by placement, a picture for each number of threads and compiler (``pick="24 threads, GCC"``).

    Parameters, results and errors are those of :func:`latency`.
    """
    return _draw(_charts("stream", profile), pick, profile, "stream", ax)


def pages(where: NDArray[Any] | Where, ax: Axes | None = None) -> Axes:
    """On which node each page of an array is.

    Pages follow each other in lines; of a large array a cell is several pages, and has the colour of the node with most of them.

    Parameters
    ----------
    where : numpy.ndarray or Where
        An array is asked about now; its pages are neither made nor moved.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it a figure of its own.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ImportError
        matplotlib is not installed.
    ValueError
        It has no pages.
    """
    _need_matplotlib()
    return page_map.draw(page_map.census(where), ax)


def _charts(section: str, profile: Profile) -> Sequence[Any]:
    """The report's pictures of a part of a profile."""
    parts = report_library.module("section")
    machine = report_library.module("reading.machine").read_machine(profile.raw["machine"])
    inputs = parts.Inputs(parts.Profile(profile.source, profile.raw, machine))
    return cast("Sequence[Any]", report_library.module(f"sections.{section}").section(inputs).charts)


def _draw(charts: Sequence[Any], pick: str, profile: Profile, table: str, ax: Axes | None) -> Axes:
    figures = _need_matplotlib()
    words = pick.lower().replace(",", " ").split()
    found = [chart for chart in charts if all(word in chart.title.lower() for word in words)]
    if not charts or not (found or words):
        why = profile.missing.get(table, "too few of its figures are there")
        raise ValueError(f"{profile.name} has no such picture: {why}")
    if not found:
        raise ValueError(f"pick={pick!r} is of no picture's title; there are: {'; '.join(chart.title for chart in charts)}")
    return cast("Axes", figures.draw(found[0], ax))


def _need_matplotlib() -> Any:
    try:
        import matplotlib  # noqa: F401
    except ImportError as error:
        raise ImportError("numapack.plot draws with matplotlib, which is not installed: pip install numapack[plot]") from error
    return report_library.module("drawing.matplotlib_figures")
