# SPDX-License-Identifier: BSD-3-Clause
"""The user's program: found and checked on the host, before a machine is booted in vain."""

from __future__ import annotations

import os
import pathlib
import shutil

from ..errors import CANNOT_RUN, NOT_FOUND, LabError

_ELF_MACHINES = {0x3E: "x86_64", 0xB7: "aarch64"}


def check(name: str, arch: str, root: pathlib.Path, search: str, shared: list[str]) -> None:
    """LabError if the program is not there for the guest, cannot be executed, or is for another processor. `search` is
    its PATH, `shared` the folders of the host that lie over a foreign root."""
    place = _place(name, root, search, shared)
    if place is None:
        where = "" if "/" in name else f" in {search}"
        raise LabError(f"no program {name}{where}{_outside(name, root, shared)}", NOT_FOUND)
    if place.is_dir() or not os.access(place, os.X_OK):
        raise LabError(f"{name} is {'a folder' if place.is_dir() else 'no executable file'}", CANNOT_RUN)
    made_for = elf_arch(place)
    if made_for and made_for != arch:
        raise LabError(f"{name} is a program for {made_for}, the machine is {arch}: --arch {made_for}, or build it for {arch}",
                       CANNOT_RUN)


def _place(name: str, root: pathlib.Path, search: str, shared: list[str]) -> pathlib.Path | None:
    if "/" in name:
        path = os.path.abspath(name)
        own = root == pathlib.Path("/") or any(path.startswith(folder.rstrip("/") + "/") for folder in shared)
        found = pathlib.Path(path) if own else root / path.lstrip("/")
        return found if found.exists() else None
    for folder in search.split(":"):
        # Links in a foreign root may be absolute: what matters is that something is there.
        found = root / (folder or ".").lstrip("/")
        if root == pathlib.Path("/"):
            which = shutil.which(name, path=folder or ".")
            if which:
                return pathlib.Path(which)
        elif (found / name).exists():
            return found / name
    return None


def _outside(name: str, root: pathlib.Path, shared: list[str]) -> str:
    if "/" not in name or root == pathlib.Path("/") or not os.path.exists(name):
        return ""
    return f" on the machine, which sees {', '.join(shared)} of the host: add --share {os.path.dirname(os.path.abspath(name))}"


def elf_arch(path: pathlib.Path) -> str | None:
    """What processor an executable is made for; None for scripts and what cannot be read."""
    try:
        with path.open("rb") as file:
            head = file.read(20)
    except OSError:
        return None
    if len(head) < 20 or head[:4] != b"\x7fELF":
        return None
    return _ELF_MACHINES.get(int.from_bytes(head[18:20], "little"), "another processor")
