# SPDX-License-Identifier: BSD-3-Clause
"""An HTML page of all measurements."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from numapack.system.command import run
from numapack.machines.profiles import published_file

__all__ = ["report"]


def report(path: str | os.PathLike[str] = "report.html", *files: str | os.PathLike[str],
           against: str | os.PathLike[str] | None = None) -> Path:
    """Writes one HTML page with all that was measured, which opens offline.

    Parameters
    ----------
    path : str or path-like, default "report.html"
        The page.
    *files : str or path-like
        Profiles, names of published machines, and what ``gemm``, ``linpack``, ``plan``, ``lab``, ``run``, ``where``, ``stat`` and
        ``topo`` write with ``--json``. Without any, this machine's kept profile, or one that is measured for a minute first.
    against : str or path-like, optional
        Another machine on the same scale: a profile, or the name of a published one.

    Returns
    -------
    pathlib.Path
        The page.

    Raises
    ------
    CommandError
        Something is missing (plotly draws the page: ``pip install plotly``), or a file is no document of numapack's.

    Examples
    --------
    >>> import numapack
    >>> page = numapack.report("report.html", "kunpeng920", against="thunderx2")  # doctest: +SKIP
    """
    words = [published_file(file) for file in files]
    words += ["--against", os.fspath(against)] if against is not None else []
    run("report", *words, "--output", os.fspath(path), environment=_of_this_python())
    return Path(path)


def _of_this_python() -> dict[str, str]:
    """The page is drawn by the first python3 on PATH, which is to be this one, because its packages were installed for it."""
    return {**os.environ, "PATH": os.pathsep.join((os.path.dirname(sys.executable), os.environ.get("PATH", os.defpath)))}
