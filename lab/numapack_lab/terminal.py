"""The user's terminal, and how the guest's is set to match it."""

from __future__ import annotations

import contextlib
import os
import termios
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
