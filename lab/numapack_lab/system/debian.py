# SPDX-License-Identifier: BSD-3-Clause
"""Debian's packages without installing any: apt with a state of its own, so that neither root nor the host's own
package lists are needed, for any architecture."""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import subprocess
from collections.abc import Sequence

from ..errors import NO_PACKAGES, NO_ROOM, LabError

ARCHITECTURE = {"x86_64": "amd64", "aarch64": "arm64"}


class Packages:
    """Fetches packages of one architecture through `folder`, which may be kept between runs or thrown away."""

    def __init__(self, folder: pathlib.Path, arch: str) -> None:
        for tool in ("apt-get", "dpkg-deb"):
            if not shutil.which(tool):
                raise LabError(f"preparing takes {tool}: the machine's kernel and programs are Debian packages", NO_PACKAGES)
        self._folder = folder
        self._arch = ARCHITECTURE[arch]
        self._archives = folder / "cache" / "archives"
        for part in ("state/lists/partial", "cache/archives/partial"):
            (folder / part).mkdir(parents=True, exist_ok=True)
        (folder / "state" / "status").touch()
        self._listed = False
        self._warnings = ""  # what the update could not reach: the reason, if a package is missing later

    def real_name(self, package: str) -> str:
        """The package behind one that only depends on the current version, as linux-image-arm64 does."""
        self._update()
        shown = self._run("apt-cache", "show", package)
        match = re.search(rf"^Depends: ({re.escape(package.rsplit('-', 1)[0])}-\S+)", shown, re.MULTILINE)
        if not match:
            raise LabError(f"the package archive has no {package} for {self._arch}", NO_PACKAGES)
        return match[1]

    def fetch(self, names: Sequence[str], needed_too: bool) -> list[pathlib.Path]:
        """Downloads packages, with everything they depend on if `needed_too`. What is there already is not fetched again."""
        self._update()
        if needed_too:
            self._run("apt-get", "--yes", "--no-install-recommends", "--download-only", "install", *names)
            return sorted(self._archives.glob("*.deb"))
        self._run("apt-get", "download", *names)
        return [path for name in names for path in self._archives.glob(f"{name}_*.deb")]

    def _update(self) -> None:
        """Fails only if no list can be had: the host may name archives that are gone and do not matter here."""
        if not self._listed:
            self._listed = True
            self._run("apt-get", "update")

    def _run(self, *arguments: str) -> str:
        options = {
            "Dir::State": self._folder / "state", "Dir::State::status": self._folder / "state" / "status",
            "Dir::Cache": self._folder / "cache", "APT::Architecture": self._arch, "APT::Architectures": self._arch,
            "APT::Sandbox::User": "root", "Acquire::Languages": "none", "Acquire::Retries": "2",
            "Acquire::http::Timeout": "20", "Debug::NoLocking": "1", "APT::Install-Suggests": "0"}
        command = [arguments[0], "-q"]
        for key, value in options.items():
            command += ["-o", f"{key}={value}"]
        done = subprocess.run(command + list(arguments[1:]), cwd=self._archives, capture_output=True, text=True,
                              env={**os.environ, "LC_ALL": "C"}, stdin=subprocess.DEVNULL)
        if done.returncode:
            raise _failure(" ".join(arguments[:2]), self._warnings + done.stderr)
        if "update" in arguments:
            self._warnings = "".join(line.replace("W:", "E:", 1) + "\n" for line in done.stderr.splitlines()
                                     if line.startswith("W: Failed to fetch"))
        return done.stdout


def _failure(what: str, errors: str) -> LabError:
    lines = [line for line in errors.splitlines() if line.startswith("E:")] or errors.splitlines() or ["no message"]
    if re.search("No space left|enough free space|don't have enough", errors):
        return LabError(f"no room on disk while fetching packages: {lines[0]}", NO_ROOM)
    return LabError(f"cannot fetch the machine's packages ({what}): {lines[0]}", NO_PACKAGES)


def unpack(package: pathlib.Path, folder: pathlib.Path) -> None:
    """Its files into a folder; nothing is installed, none of its scripts runs."""
    done = subprocess.run(["dpkg-deb", "-x", str(package), str(folder)], capture_output=True, text=True)
    if done.returncode:
        if "No space left" in done.stderr:
            raise LabError(f"no room on disk: {package.name} does not fit into {folder}", NO_ROOM)
        raise LabError(f"cannot unpack {package.name}: {done.stderr.strip().splitlines()[-1]}", NO_PACKAGES)
