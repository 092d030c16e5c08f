# SPDX-License-Identifier: BSD-3-Clause
"""A part of the report, and what the parts are made from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Optional

from .charts import Chart
from .reading.documents import Document
from .reading.machine import Machine
from .reading.values import value_of
from .tables import Table


@dataclass(frozen=True)
class Profile:
    """A measured or published machine."""

    path: str
    data: dict[str, Any]
    machine: Machine

    @property
    def name(self) -> str:
        return self.machine.name

    def memory_latencies(self) -> dict[tuple[int, int], dict[str, Any]]:
        """Of node and hardware thread: without load, of the largest block. Measured twice, one with a figure counts."""
        found: dict[tuple[int, int], dict[str, Any]] = {}
        for cell in self.part("memory_latency"):
            if "load_gb_per_s" in cell:
                continue
            key = (cell["node"], cell["pu"])
            if key not in found or _rank(cell) >= _rank(found[key]):
                found[key] = cell
        return found

    def part(self, key: str) -> list[dict[str, Any]]:
        return self.data.get(key, [])


def _rank(cell: dict[str, Any]) -> tuple[float, bool]:
    return cell.get("bytes", 0), value_of(cell["latency_ns"]) is not None


@dataclass(frozen=True)
class Inputs:
    """Everything there is to show. `against`: the machine that is compared with the first."""

    profile: Optional[Profile] = None
    against: Optional[Profile] = None
    others: tuple[Document, ...] = ()

    def profiles(self) -> list[Profile]:
        return [profile for profile in (self.profile, self.against) if profile]

    def of_kind(self, kind: str) -> list[Document]:
        return [document for document in self.others if document.kind == kind]

    def dies(self, profile: Profile) -> dict[int, int]:
        """The die of each node, by the kernel's number, where the machine's topology is among the documents."""
        own = profile.data["machine"].get("fingerprint")
        return {node["os_index"]: node["die"] for one in self.of_kind("topology") if own and one.data["fingerprint"] == own
                for node in one.data["nodes"] if node.get("die") is not None}

    def label(self, profile: Profile) -> str:
        """What to put before a title where two machines are shown."""
        return f"{profile.name}: " if self.against else ""


@dataclass(frozen=True)
class Missing:
    """What is not there, and the command that measures it ("": none does)."""

    what: str
    command: str = ""

    @staticmethod
    def of(profile: Profile, inputs: Inputs, what: str, command: str) -> Missing:
        """Of one machine's profile. What a publication does not print no command brings back."""
        whose = f" of {profile.name}" if inputs.against else ""
        if profile.data.get("made_by") == "published":
            return Missing(f"{what}{whose} (its publication prints none)")
        return Missing(f"{what}{whose}", command)


@dataclass(frozen=True)
class Section:
    key: str
    title: str
    words: tuple[str, ...] = ()
    charts: tuple[Chart, ...] = ()
    tables: tuple[Table, ...] = ()
    missing: tuple[Missing, ...] = field(default=())
