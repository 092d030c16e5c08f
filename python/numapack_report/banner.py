# SPDX-License-Identifier: BSD-3-Clause
"""What a reader must know before any figure: that a probe failed, or that its profile is hollow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from .reading.values import reasons, value_of
from .section import Inputs, Profile
from .sections.gaps import PARTS
from .words import count


@dataclass(frozen=True)
class Banner:
    title: str
    words: str
    command: str = ""  # what fixes it


def banners(inputs: Inputs) -> list[Banner]:
    found = []
    for profile in inputs.profiles():
        if profile.data.get("made_by") == "published":
            continue
        whose = f"The profile of {profile.name}" if inputs.against else "This profile"
        banner = _failed(profile, whose) or (_hollow(inputs, whose) if profile is inputs.profile else None)
        if banner:
            found.append(banner)
    return found


def _failed(profile: Profile, whose: str) -> Optional[Banner]:
    figures = [cell.get(key) for part, keys in PARTS for cell in profile.part(part) for key in keys]
    cells = [figure for figure in figures if figure and figure.get("invalid") != "not asked for"]
    if any(value_of(figure) is not None for figure in cells):
        return None
    why = reasons(cells)
    words = "it holds no cell at all" if not cells else f"none of its {count(len(cells), 'cell')} has a figure"
    because = "; ".join(f"{reason} ({count(number, 'cell')})" for reason, number in why[:3])
    return Banner("The probe failed", f"{whose} shows nothing that was measured: {words}" + (f": {because}" if because else "") + ".",
                  "numapack probe")


def _hollow(inputs: Inputs, whose: str) -> Optional[Banner]:
    missing = [text for one in inputs.of_kind("advice") for text in one.data.get("hollow") or []]
    if not missing:
        return None
    return Banner("The profile is hollow", f"{whose} is without {', '.join(missing)}. Plans and advice take estimates for that.",
                  "numapack probe")
