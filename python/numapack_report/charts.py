# SPDX-License-Identifier: BSD-3-Clause
"""What can be drawn, without a word on who draws it. A value of None is a hole and is drawn as one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Optional, Union

Value = Optional[float]


@dataclass(frozen=True)
class Axis:
    title: str
    unit: str = ""  # "bytes": shown as KiB, MiB ...
    log: bool = False
    from_zero: bool = False

    @property
    def text(self) -> str:
        return self.title if self.unit in ("", "1", "bytes") else f"{self.title} in {self.unit}"


@dataclass(frozen=True)
class Edge:
    """A line through a heat map, before the row or column of this index."""

    before: int
    strong: bool  # between packages; thin: between nodes


@dataclass(frozen=True)
class HeatMap:
    """`cells[row][column]`. `names`, where each cell is something of its own, such as a core: what it is.

    `categories`: cells are indices into these words, not amounts. `scale`: maps with the same word share their colours.
    """

    key: str
    title: str
    look_at: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[Value, ...], ...]
    quantity: Axis
    row_title: str
    column_title: str
    row_edges: tuple[Edge, ...] = ()
    column_edges: tuple[Edge, ...] = ()
    names: tuple[tuple[str, ...], ...] = ()
    categories: tuple[str, ...] = ()
    scale: str = ""
    limits: Optional[tuple[float, float]] = None
    square: bool = False  # rows and columns are the same things

    def values(self) -> list[float]:
        return [cell for row in self.cells for cell in row if cell is not None]


@dataclass(frozen=True)
class Point:
    x: float
    y: Value
    low: Value = None
    high: Value = None


@dataclass(frozen=True)
class Line:
    name: str
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Mark:
    """Something at a place of the x axis, such as a cache's size."""

    x: float
    label: str


@dataclass(frozen=True)
class Curves:
    """`measured_x`: each point has a place of its own, and a line may go back; else all lines are asked for the same places."""

    key: str
    title: str
    look_at: str
    lines: tuple[Line, ...]
    x: Axis
    y: Axis
    marks: tuple[Mark, ...] = ()
    measured_x: bool = False

    def values(self) -> list[float]:
        return [point.y for line in self.lines for point in line.points if point.y is not None]


@dataclass(frozen=True)
class Series:
    name: str
    values: tuple[Value, ...]
    lows: tuple[Value, ...] = ()
    highs: tuple[Value, ...] = ()


@dataclass(frozen=True)
class Bars:
    """One bar for each category and series; side by side, or on top of each other where they add up."""

    key: str
    title: str
    look_at: str
    categories: tuple[str, ...]
    series: tuple[Series, ...]
    quantity: Axis
    category_title: str
    stacked: bool = False
    scale: str = ""
    limits: Optional[tuple[float, float]] = None

    def values(self) -> list[float]:
        """What bars and whiskers reach."""
        return [value for one in self.series for value in (*one.values, *one.highs) if value is not None]


@dataclass(frozen=True)
class Flow:
    """`cells[source][target]`: how much goes from one to another."""

    key: str
    title: str
    look_at: str
    sources: tuple[str, ...]
    targets: tuple[str, ...]
    cells: tuple[tuple[Value, ...], ...]
    quantity: Axis


@dataclass(frozen=True)
class Item:
    """A part of something: `weight` is its width in the picture, `detail` its text."""

    name: str
    inside: str  # the name of what it is a part of; "": the whole
    label: str
    weight: float
    kind: str
    detail: str = ""


@dataclass(frozen=True)
class Tree:
    key: str
    title: str
    look_at: str
    items: tuple[Item, ...]


@dataclass(frozen=True)
class Block:
    """A part of a matrix: rows and columns as [begin, end)."""

    name: str
    rows: tuple[float, float]
    columns: tuple[float, float]


@dataclass(frozen=True)
class Blocks:
    key: str
    title: str
    look_at: str
    rows: float
    columns: float
    blocks: tuple[Block, ...]


Chart = Union[HeatMap, Curves, Bars, Flow, Tree, Blocks]


def on_one_scale(charts: list[Chart], bars: bool) -> list[Chart]:
    """Heat maps of the same scale get the same limits, so that colours can be compared; bars as well where two machines are side
    by side."""
    kinds = (HeatMap, Bars) if bars else (HeatMap,)
    values: dict[tuple[type, str], list[float]] = {}
    for chart in charts:
        if isinstance(chart, kinds) and chart.scale:
            values.setdefault((type(chart), chart.scale), []).extend(chart.values())
    return [replace(chart, limits=(min(found), max(found)))
            if isinstance(chart, kinds) and (found := values.get((type(chart), chart.scale))) else chart for chart in charts]
