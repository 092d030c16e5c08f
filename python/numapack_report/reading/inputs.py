# SPDX-License-Identifier: BSD-3-Clause
"""From files to what the sections are made from."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Optional

from ..errors import USAGE, ReportError
from ..section import Inputs, Profile
from .command import Command
from .documents import Document, load
from .machine import read_machine


def gather(files: Sequence[str], against: Optional[str], command: Command, machines: Optional[Path]) -> Inputs:
    """Loads all files; profiles of one machine are put together. Without a profile: this machine's stored one, and
    without any file at all that, or a new one."""
    documents = [load(path) for path in dict.fromkeys(files)]
    profiles = [document for document in documents if document.kind == "profile"]
    others = [document for document in documents if document.kind != "profile"]
    if not profiles and command.path:
        path = command.stored_profile() or (None if files else command.probe())
        profiles = [load(path)] if path else []
    profile = merged(profiles) if profiles else None
    if not profile and not others:
        raise ReportError("there is nothing to show: give a profile or another of numapack's JSON files", USAGE)
    beside = published(against, machines) if against else None
    if beside and not profile:
        raise ReportError("--against needs a profile to compare with: give its file, or measure one with numapack probe", USAGE)
    if profile and command.path:
        others += _asked(profile, others, command)
    return Inputs(profile, beside, tuple(others))


def _asked(profile: Profile, others: list[Document], command: Command) -> list[Document]:
    kinds = {document.kind for document in others}
    found: list[Optional[Document]] = []
    if "advice" not in kinds:
        found.append(command.advice(profile.path))
    if "inference" not in kinds:
        found.append(command.inference(profile.path, profile.data))
    if "plan" not in kinds:
        found.append(command.plan(profile.path, profile.data))
    if "topology" not in kinds and profile.data["machine"].get("fingerprint") == command.topology()["fingerprint"]:
        found.append(Document("topology", "numapack topo", command.topology()))
    return [document for document in found if document]


def merged(documents: Sequence[Document]) -> Profile:
    """The first, with what the others of the same machine have besides."""
    first = documents[0]
    data: dict[str, Any] = dict(first.data)
    for other in documents[1:]:
        if not same_machine(data["machine"], other.data["machine"]):
            raise ReportError(f"{first.path} and {other.path} are of two machines: compare them with --against", USAGE)
        for key, value in other.data.items():
            if isinstance(value, list):
                data[key] = [*data.get(key, []), *(element for element in value if element not in data.get(key, []))]
    return Profile(first.path, data, read_machine(data["machine"]))


def same_machine(one: dict[str, Any], other: dict[str, Any]) -> bool:
    if one.get("fingerprint") or other.get("fingerprint"):
        return one.get("fingerprint") == other.get("fingerprint")
    return one == other


def profile_path(name: str, option: str, machines: Optional[Path]) -> str:
    """The file of a profile that an option names: a file, or one of the published machines by its name."""
    path = name
    if not Path(name).is_file():
        known = sorted(path.stem for path in machines.glob("*.json")) if machines else []
        if name not in known:
            raise ReportError(f"{option} {name}: there is no such file or published machine; there are {', '.join(known) or 'none'}",
                              USAGE)
        path = str(machines / f"{name}.json")
    kind = load(path).kind
    if kind != "profile":
        raise ReportError(f"{option} {name}: {path} is a {kind}; allowed is a profile", USAGE)
    return path


def published(name: str, machines: Optional[Path]) -> Profile:
    path = profile_path(name, "--against", machines)
    document = load(path)
    return Profile(path, document.data, read_machine(document.data["machine"]))
