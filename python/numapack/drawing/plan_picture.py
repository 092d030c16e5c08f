# SPDX-License-Identifier: BSD-3-Clause
"""Which node computes which part of C, as an SVG for notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from numapack.system import report_library

_SIDE, _LEAST = 220.0, 60.0


class Share(Protocol):
    """A node's part of C."""

    @property
    def node(self) -> int:
        """The kernel's number."""

    @property
    def rows(self) -> range:
        """Of C."""

    @property
    def columns(self) -> range:
        """Of C."""


def svg(m: int, n: int, shares: Sequence[Share]) -> str:
    """C with its proportions, unless it is very narrow; a colour a node."""
    colours = report_library.module("drawing.colours")
    longer = max(m, n, 1)
    wide, high = max(_SIDE * n / longer, _LEAST), max(_SIDE * m / longer, _LEAST)
    right, down = wide / max(n, 1), high / max(m, 1)
    last = max(len(shares) - 1, 1)
    parts = []
    for index, share in enumerate(shares):
        x, y = share.columns.start * right, share.rows.start * down
        width, height = len(share.columns) * right, len(share.rows) * down
        fill = "rgb({},{},{})".format(*colours.at(index / last))
        parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{fill}" stroke="white"/>'
                     f'<text x="{x + width / 2:.1f}" y="{y + height / 2:.1f}" fill="{colours.text_on(index / last)}" '
                     f'text-anchor="middle" dominant-baseline="central" font-size="12">{share.node}</text>')
    words = f"C, {m} x {n}, and the node that computes each part: " + ", ".join(str(share.node) for share in shares)
    return (f'<svg role="img" aria-label="{words}" width="{wide:.0f}" height="{high:.0f}" viewBox="0 0 {wide:.1f} {high:.1f}" '
            f'font-family="sans-serif">{"".join(parts)}</svg>')
