# SPDX-License-Identifier: BSD-3-Clause
"""A part of the report, and what the parts are made from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Optional

from .charts import Chart
from .documents import Document
from .machine import Machine
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

    def part(self, key: str) -> list[dict[str, Any]]:
        return self.data.get(key, [])


@dataclass(frozen=True)
class Inputs:
    """Everything there is to show. `against`: the machine that is put beside the first."""

    profile: Optional[Profile] = None
    against: Optional[Profile] = None
    others: tuple[Document, ...] = ()

    def profiles(self) -> list[Profile]:
        return [profile for profile in (self.profile, self.against) if profile]

    def of_kind(self, kind: str) -> list[Document]:
        return [document for document in self.others if document.kind == kind]

    def label(self, profile: Profile) -> str:
        """What to put before a title where two machines are shown."""
        return f"{profile.name}: " if self.against else ""


@dataclass(frozen=True)
class Missing:
    """What is not there, and the command that measures it ("": none does)."""

    what: str
    command: str = ""


@dataclass(frozen=True)
class Section:
    key: str
    title: str
    words: tuple[str, ...] = ()
    charts: tuple[Chart, ...] = ()
    tables: tuple[Table, ...] = ()
    missing: tuple[Missing, ...] = field(default=())
