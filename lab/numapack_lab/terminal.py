# SPDX-License-Identifier: BSD-3-Clause
"""The user's terminal: how the guest's is set to match it, and a line that shows that something goes on."""

from __future__ import annotations

import contextlib
import os
import sys
import termios
import time
import tty
from collections.abc import Iterator


def settings_of(descriptor: int, raw: bool) -> str:
    """For stty in the guest: the size of the terminal here, and whether bytes pass unchanged."""
    size = os.get_terminal_size(descriptor)
    return f"{'raw -echo' if raw else 'sane'} rows {size.lines or 24} cols {size.columns or 80}"


@contextlib.contextmanager
def raw_terminal(descriptor: int) -> Iterator[None]:
    """Every key goes to the guest, Ctrl-C too; the terminal is as before afterwards."""
    before = termios.tcgetattr(descriptor)
    try:
        tty.setraw(descriptor)
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


class Ticker:
    """A line on standard error; on a terminal with the seconds since, as often as tick() is called, and cut to its width: a line
    that wraps cannot be written over."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._live = os.isatty(2)
        self._begun = time.monotonic()

    def __enter__(self) -> Ticker:
        if self._live:
            self._show("")
        else:
            sys.stderr.write(self._text + "\n")
            sys.stderr.flush()
        return self

    def tick(self) -> None:
        if self._live:
            self._show(f"; {time.monotonic() - self._begun:.0f} s so far")

    def _show(self, end: str) -> None:
        room = (os.get_terminal_size(2).columns or 80) - 1 - len(end)
        sys.stderr.write(f"\r{self._text[:max(room, 0)]}{end}")
        sys.stderr.flush()

    def __exit__(self, *_: object) -> None:
        if self._live:
            self.tick()
            sys.stderr.write("\n")
            sys.stderr.flush()
