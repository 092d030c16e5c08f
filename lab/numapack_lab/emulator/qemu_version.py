# SPDX-License-Identifier: BSD-3-Clause
"""Which QEMU is installed, and whether it can do what a run needs."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass

from ..errors import NO_COUNTING, NO_QEMU, LabError

OLDEST = (7, 2)
SERVING = "QEMU 7.2 to 10"
# The versions of QEMU's plugin interface that the counting plugin can claim: lab/plugin/api_version.c. QEMU takes one that
# lies between its oldest and its current version.
_CLAIMED = (1, 2)


@dataclass(frozen=True)
class Installed:
    """`plugins` is None where nobody asked."""

    program: str
    version: tuple[int, int]
    plugins: bool | None = None


def installed(program: str, package: str, counting: bool) -> Installed:
    """Asks the program itself. LabError if there is none, or it is no QEMU."""
    said = _said(program, package, "-version")
    found = re.search(r"\bversion (\d+)\.(\d+)", said)
    if not found:
        raise LabError(f"{program} does not tell its version: it says {said.strip().splitlines()[:1] or 'nothing'}", NO_QEMU)
    plugins = None
    if counting:
        # Options are looked at in their order, and no plugin is loaded before all have been: the version comes where there
        # are plugins, a complaint where there are none.
        plugins = "version" in _said(program, package, "-plugin", "file=none", "-version")
    return Installed(program, (int(found[1]), int(found[2])), plugins)


def _said(program: str, package: str, *options: str) -> str:
    try:
        return subprocess.run([program, *options], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              encoding="utf-8", errors="replace", timeout=60, check=False).stdout
    except FileNotFoundError as error:
        raise LabError(f"there is no {program}; Debian's package {package} has it", NO_QEMU) from error
    except (OSError, subprocess.TimeoutExpired) as error:
        raise LabError(f"{program} does not tell its version: {error}", NO_QEMU) from error


def check(found: Installed) -> None:
    """LabError if this QEMU is too old, or is to count and cannot."""
    name = f"{found.program} is QEMU {found.version[0]}.{found.version[1]}"
    if found.version < OLDEST:
        raise LabError(f"{name}: the lab takes {OLDEST[0]}.{OLDEST[1]} or newer (7.2 and 10.0 have been tested)", NO_QEMU)
    if found.plugins is False:
        raise LabError(f"cannot count: {name}, built without plugins (configure --enable-plugins; Debian's has them); "
                       "--no-count runs without", NO_COUNTING)


def refused_plugin(complaint: str) -> str | None:
    """What to tell of QEMU's complaint about the version of its plugin interface; None if it is about something else."""
    found = re.search(r"requires API version \d+, but this QEMU supports only (a minimum version of|up to version) (\d+)", complaint)
    if not found:
        return None
    ends = "begins with" if "minimum" in found[1] else "ends with"
    return (f"cannot count: this QEMU's plugin interface {ends} version {found[2]}, numapack's plugin takes one that has version "
            f"{_CLAIMED[0]} or {_CLAIMED[1]} ({SERVING} do); --no-count runs without")
