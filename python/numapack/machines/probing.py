# SPDX-License-Identifier: BSD-3-Clause
"""Measuring this machine."""

from __future__ import annotations

import os
import re
import time

from numapack.system.command import CommandError, complaint
from numapack.machines.frames import Kind, chosen
from numapack.machines.profiles import Profile, profile
from numapack.system.progress import progress as shown_progress
from numapack.system.watched import Watched

__all__ = ["ProbeInterrupted", "probe"]

_ABOUT = re.compile(r"^about (.+) within ")
_DURATION = re.compile(r"(\d+) (h|min|s)\b")
_UNITS = {"h": 3600, "min": 60, "s": 1}
_WRITTEN = re.compile(r"^profile: (.+)$", re.MULTILINE)


class ProbeInterrupted(KeyboardInterrupt):
    """Ctrl-C during :func:`probe`. The text has the tables measured until then.

    Attributes
    ----------
    profile : Profile or None
        The same, if an `output` was named. An incomplete profile never replaces this machine's kept profile.
    """

    def __init__(self, message: str, profile: Profile | None = None) -> None:
        super().__init__(message)
        self.profile = profile


def probe(budget: float = 120, *, progress: bool = True, output: str | os.PathLike[str] | None = None, seed: int | None = None,
          keep_disturbed: bool = False, replace: bool = False, frames: Kind | None = None) -> Profile:
    """Measures this machine, in a separate process, and keeps its profile, which plans use from then on.

    Visits that other work disturbs are repeated or discarded; the profile's remarks say which and why.

    Parameters
    ----------
    budget : float, default 120
        Seconds in total. The remarks name what was left out.
    progress : bool, default True
        Show how far it is: tqdm's bar if it is installed, else a line on standard error.
    output : str or path-like, optional
        A file to write the profile into, in place of this machine's kept one.
    seed : int, optional
        Of the order, the walks and the samples of pairs.
    keep_disturbed : bool, default False
        Keep figures that other work has disturbed: on a machine that is never quiet there may be no others. Plans leave them out.
    replace : bool, default False
        Take the place of this machine's kept profile even if that one knows more. Without, the new one is kept next to it.
    frames : {'pandas', 'polars', 'plain'}, optional
        As for :func:`numapack.profile`.

    Returns
    -------
    Profile

    Raises
    ------
    CommandError
        The budget is none, the file cannot be written, or nothing could be measured.
    ProbeInterrupted
        A KeyboardInterrupt, after Ctrl-C: the measuring has ended, and the text has what there is. A second Ctrl-C does not wait.

    Examples
    --------
    >>> import numapack
    >>> here = numapack.probe(budget=300)  # doctest: +SKIP
    >>> here.latency  # doctest: +SKIP
    """
    kind = chosen(frames)
    words = ["probe", "--wide", "--budget", str(budget)]  # a page that is folded breaks paths
    words += ["--output", os.fspath(output)] if output is not None else []
    words += ["--seed", str(seed)] if seed is not None else []
    words += ["--keep-disturbed"] if keep_disturbed else []
    words += ["--replace"] if replace else []
    begun = time.monotonic()
    with Watched(words) as child:
        try:
            _watch(child, progress, begun, budget)
        except KeyboardInterrupt:
            child.interrupt()
            raise _interrupted(child, time.monotonic() - begun, kind) from None
    if child.status != 0:
        raise CommandError(complaint("probe", child.status, child.stderr), "probe", child.status)
    written = _WRITTEN.findall(child.stdout)
    if not written:
        raise CommandError("probe: the command did not say where its profile is", "probe")
    return profile(written[-1], frames=kind)


def _watch(child: Watched, shown: bool, begun: float, budget: float) -> None:
    """Until it has ended. How long it takes is known once it has said what fits into the budget."""
    child.read_until(lambda: "\n" in child.stdout)
    bar = shown_progress(shown and not child.ended, _expected(child.stdout, budget), "measuring this machine")
    try:
        while not child.ended:
            bar.at(time.monotonic() - begun, child.last_line)
            child.read(0.2)
    finally:
        bar.close()


def _expected(page: str, budget: float) -> float:
    match = _ABOUT.match(page)
    seconds = sum(int(number) * _UNITS[unit] for number, unit in _DURATION.findall(match[1])) if match else 0
    return float(seconds or budget or 1)


def _interrupted(child: Watched, seconds: float, kind: Kind) -> ProbeInterrupted:
    # Behind the table of what was going to be measured.
    tables = child.stdout.split("\n\n", 2)[-1].rstrip() if child.stdout.count("\n\n") >= 2 else ""
    written = _WRITTEN.findall(child.stdout)
    found = profile(written[-1], frames=kind) if written else None
    measured = f"what was measured until then:\n\n{tables}" if tables else "nothing was measured yet"
    return ProbeInterrupted(f"interrupted after {seconds:.0f} s; {measured}", found)
