# SPDX-License-Identifier: BSD-3-Clause
"""Where the parts of this package are that are no Python of its own: the command, the published machines, what draws reports.

An installed package has them in its own folder (``bin/``, ``share/``). Of one in a build folder some are in the source tree.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

_SHARE = Path("share") / "numapack"


def own_command() -> Path | None:
    """The command that this package carries."""
    return _first(folder / "bin" / "numapack" for folder in _folders())


def command() -> Path | None:
    """The package's own command, else the one on ``$PATH``."""
    own = own_command()
    if own is not None:
        return own
    found = shutil.which("numapack")
    return Path(found) if found else None


def machines() -> Path | None:
    """The folder of the published machines."""
    return _first(place for folder in _folders() for place in (folder / _SHARE / "machines", folder.parents[1] / "data" / "machines"))


def report_library() -> Path | None:
    """The folder of the package that draws reports."""
    name = "numapack_report"
    return _first(place for folder in _folders() for place in (folder / _SHARE / "report" / name, folder.parent / name))


def _folders() -> Iterator[Path]:
    # More than one where the package is built or installed to be edited: its Python stays in the source tree.
    yield from (Path(folder).resolve() for folder in sys.modules["numapack"].__path__)
    yield Path(__file__).resolve().parents[1]


def _first(places: Iterator[Path]) -> Path | None:
    return next((place for place in places if place.exists()), None)
