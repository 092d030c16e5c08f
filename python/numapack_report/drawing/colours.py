# SPDX-License-Identifier: BSD-3-Clause
"""Colours that people with any kind of colour blindness can tell apart: cividis for amounts (Nunez, Anderton and Renslow,
PLoS ONE 13(7), 2018), Okabe and Ito's eight for things. Lines differ by their markers and dashes as well."""

from __future__ import annotations

SCALE = "Cividis"
# Ends of pieces of cividis: what text on a cell has to stand out from.
_STOPS = ((0, 32, 77), (66, 78, 108), (125, 124, 120), (188, 175, 111), (255, 233, 69))
THINGS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#999999", "#B8A800")
MARKERS = ("circle", "square", "diamond", "triangle-up", "x", "cross", "star", "triangle-down")
DASHES = ("solid", "dash", "dot", "dashdot")


def at(share: float) -> tuple[int, int, int]:
    """Cividis at 0 to 1."""
    place = min(max(share, 0.0), 1.0) * (len(_STOPS) - 1)
    index = min(int(place), len(_STOPS) - 2)
    part = place - index
    return tuple(round(a + (b - a) * part) for a, b in zip(_STOPS[index], _STOPS[index + 1]))


def text_on(share: float) -> str:
    """Black or white, whichever stands out on cividis at 0 to 1."""
    return text_for(at(share))


def text_for(colour: tuple[int, ...]) -> str:
    """The same for any colour (relative luminance of WCAG 2)."""
    def linear(channel: int) -> float:
        value = channel / 255
        return value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(channel) for channel in colour)
    return "#000000" if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 else "#ffffff"


def parts(colour: str) -> tuple[int, ...]:
    """Red, green and blue of "#rrggbb" or "rgb(r,g,b)"."""
    if colour.startswith("#"):
        return tuple(int(colour[index:index + 2], 16) for index in (1, 3, 5))
    return tuple(int(part) for part in colour[4:-1].split(","))


def spread(count: int) -> list[str]:
    """So many colours along cividis, for things in an order."""
    return ["rgb({},{},{})".format(*at(index / max(count - 1, 1))) for index in range(count)]
