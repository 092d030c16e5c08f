# SPDX-License-Identifier: BSD-3-Clause
"""How far something long is: tqdm's bar where it is installed, else a line on standard error."""

from __future__ import annotations

import importlib
import sys
import warnings
from typing import Any, Protocol


class Progress(Protocol):
    """Shown from when it is made until it is closed."""

    def at(self, seconds: float, words: str) -> None:
        """So long since the beginning, doing this."""

    def close(self) -> None:
        """Takes it away."""


def progress(shown: bool, total: float, what: str) -> Progress:
    """Of `total` seconds."""
    if not shown:
        return _Silent()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that a notebook without ipywidgets has a bar of characters
            tqdm = importlib.import_module("tqdm.auto").tqdm
    except ImportError:
        return _Line(total, what)
    return _Bar(tqdm, total, what)


class _Silent:
    def at(self, seconds: float, words: str) -> None:
        pass

    def close(self) -> None:
        pass


class _Bar:
    def __init__(self, tqdm: Any, total: float, what: str) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._bar = tqdm(total=round(total, 1), desc=what, leave=False, bar_format="{desc} {percentage:3.0f}% |{bar}| {postfix}")

    def at(self, seconds: float, words: str) -> None:
        self._bar.n = min(seconds, self._bar.total)
        self._bar.set_postfix_str(words)

    def close(self) -> None:
        self._bar.close()


class _Line:
    """Rewritten on a terminal or in a notebook; said once where nothing can be taken back."""

    def __init__(self, total: float, what: str) -> None:
        self._total, self._what = total, what
        self._rewrites = sys.stderr.isatty() or "ipykernel" in sys.modules
        self._longest = 0
        if not self._rewrites:
            print(f"{what} for about {total:.0f} s", file=sys.stderr)

    def at(self, seconds: float, words: str) -> None:
        if not self._rewrites:
            return
        line = f"{self._what}, {min(seconds / self._total, 1):.0%}" + (f", {words}" if words else "")
        self._longest = max(self._longest, len(line))
        print(f"\r{line:<{self._longest}}", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        if self._rewrites:
            print(f"\r{'':<{self._longest}}\r", end="", file=sys.stderr, flush=True)
