# SPDX-License-Identifier: BSD-3-Clause
"""Pictures of machines and of pages, by matplotlib: those of ``numapack report``, on axes of your own.

Amounts use cividis, categories Okabe and Ito's eight colours, which people with any form of colour blindness can distinguish.
Holes are grey: not measured, illegible in the publication, or a core with itself. In heat maps thin lines separate nodes, thick
ones packages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from numpy.typing import NDArray

from numapack.drawing import page_map, pictures
from numapack.pages import Where
from numapack.machines.profiles import Profile

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["bandwidth", "core_to_core", "curves", "latency", "pages", "stream"]

Quantity = Literal["latency", "bandwidth", "load"]
# Of each quantity over something: the report's section, and the table that the profile has it in.
_CURVES = {"latency": ("sizes", "levels"), "bandwidth": ("bandwidth", "core_to_core"), "load": ("loaded", "loaded")}


def latency(profile: Profile, ax: Axes | None = None, *, pick: str = "") -> Axes:
    """How long a core waits for a load from each node's memory, in ns, in the machine's order.

    A row is a node's memory and a column a core. Where the memory of one or two nodes was read, a cell is a core and a row a node's
    cores; where a single core read, there are bars.

    Parameters
    ----------
    profile : Profile
        Whose figures.
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

    Examples
    --------
    >>> import numapack
    >>> ax = numapack.plot.latency(numapack.profile("epyc-rome-nps4"))
    >>> ax.get_ylabel()
    'node'
    """
    charts = [chart for chart in pictures.charts("memory", profile) if chart.key.startswith("core-node")]
    return pictures.draw(charts, pick, profile, "latency", ax)


def bandwidth(profile: Profile, ax: Axes | None = None, *, pick: str = "") -> Axes:
    """The bandwidth of a node's cores from each node's memory, in GB/s.

    Parameters
    ----------
    profile : Profile
        Whose figures.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it a figure of its own.
    pick : str, optional
        Words of the title, where there are several pictures, such as ``"triad"``; without it the first.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ImportError
        matplotlib is not installed.
    ValueError
        The profile has no such picture; the message says why, or which there are.

    Examples
    --------
    >>> import numapack
    >>> ax = numapack.plot.bandwidth(numapack.profile())  # doctest: +SKIP
    """
    charts = [chart for chart in pictures.charts("memory", profile) if chart.key.startswith("node-bandwidth")]
    return pictures.draw(charts, pick, profile, "bandwidth", ax)


def core_to_core(profile: Profile, ax: Axes | None = None, *, pick: str = "") -> Axes:
    """How long a core waits for a line in another core's cache, in ns, in the machine's order.

    There is a picture for each state and level with many pairs, one for each way of handing a line over, and bars for a few pairs
    (``pick="latency by level"``).

    Parameters
    ----------
    profile : Profile
        Whose figures.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it a figure of its own.
    pick : str, optional
        Words of the title, where there are several pictures, such as ``"modified L2"``; without it the first.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ImportError
        matplotlib is not installed.
    ValueError
        The profile has no such picture; the message says why, or which there are.

    Examples
    --------
    >>> import numapack
    >>> ax = numapack.plot.core_to_core(numapack.profile("thunderx2"), pick="exclusive L3")
    >>> ax.figure.get_suptitle()
    "Lines exclusive in another core's L3, read by CPU 0"
    """
    return pictures.draw(pictures.charts("coherence", profile), pick, profile, "core_to_core", ax)


def curves(profile: Profile, quantity: Quantity = "latency", ax: Axes | None = None) -> Axes:
    """Latency or bandwidth over the size of what is read, the caches' sizes marked; or latency under load.

    Parameters
    ----------
    profile : Profile
        Whose figures.
    quantity : {'latency', 'bandwidth', 'load'}, default 'latency'
        Latency of a chain of loads, or read bandwidth of one core, over bytes; or latency over the bandwidth of the other cores.
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

    Examples
    --------
    >>> import numapack
    >>> ax = numapack.plot.curves(numapack.profile(), "bandwidth")  # doctest: +SKIP
    """
    if quantity not in _CURVES:
        raise ValueError(f"quantity={quantity!r}: allowed are {', '.join(map(repr, _CURVES))}")
    section, table = _CURVES[quantity]
    return pictures.draw(pictures.charts(section, profile), "", profile, table, ax)


def stream(profile: Profile, ax: Axes | None = None, *, pick: str = "") -> Axes:
    """STREAM by placement, in GB/s: a picture for each number of threads and compiler.

    Parameters
    ----------
    profile : Profile
        Whose figures.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it a figure of its own.
    pick : str, optional
        Words of the title, where there are several pictures, such as ``"24 threads, GCC"``; without it the first.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ImportError
        matplotlib is not installed.
    ValueError
        The profile has no such picture; the message says why, or which there are.

    Examples
    --------
    >>> import numapack
    >>> ax = numapack.plot.stream(numapack.profile("xeon-stream"), pick="24 threads, GCC")
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['default', 'localalloc', 'interleave=all']
    """
    return pictures.draw(pictures.charts("stream", profile), pick, profile, "stream", ax)


def pages(where: NDArray[Any] | Where, ax: Axes | None = None) -> Axes:
    """On which node each page of an array is.

    Pages follow each other in lines; of a large array a cell is several pages, and has the colour of the node with most of them.

    Parameters
    ----------
    where : numpy.ndarray or Where
        For an array, its pages are looked up now; they are neither allocated nor moved.
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

    Examples
    --------
    >>> import numapack
    >>> ax = numapack.plot.pages(numapack.full((1000, 1000), 1.0, placement="interleave", pages="ordinary"))
    >>> ax.get_xlabel()
    '256 KiB a line'
    """
    pictures.need_matplotlib()
    return page_map.draw(page_map.census(where), ax)
