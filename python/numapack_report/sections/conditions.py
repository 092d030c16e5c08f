# SPDX-License-Identifier: BSD-3-Clause
"""Under which conditions, and from which files."""

from __future__ import annotations

from typing import Any

from ..section import Inputs, Section
from ..tables import Column, Table

KEY, TITLE = "conditions", "Conditions and sources"


def _cell(value: Any) -> Any:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or isinstance(value, (int, float, str)):
        return value
    return None


def section(inputs: Inputs) -> Section:
    named = [(profile.path, profile.data.get("conditions", {})) for profile in inputs.profiles()]
    named += [(document.path, document.data["conditions"]) for document in inputs.others
              if isinstance(document.data.get("conditions"), dict)]
    named = [(path, found) for path, found in named if found]
    tables = []
    if named:
        keys = list(dict.fromkeys(key for _, found in named for key, value in found.items() if _cell(value) is not None))
        tables.append(Table("Conditions", (Column("condition"), *(Column(path.rpartition("/")[2]) for path, _ in named)),
                            tuple((key, *(_cell(found.get(key)) for _, found in named)) for key in keys)))
    files = [(profile.path, "profile", profile.data.get("made_by", "")) for profile in inputs.profiles()]
    files += [(document.path, document.kind, str(document.data.get("numapack", ""))) for document in inputs.others]
    tables.append(Table("Files", (Column("file"), Column("what it is"), Column("made by")), tuple(files)))
    for profile in inputs.profiles():
        sources = profile.data.get("sources", {})
        if sources:
            tables.append(Table(f"Sources of {profile.name}", (Column("key"), Column("document"), Column("where")),
                                tuple((key, source["document"], source.get("where")) for key, source in sources.items())))
    return Section(KEY, TITLE, (), (), tuple(tables))
