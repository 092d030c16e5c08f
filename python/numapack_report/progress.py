# SPDX-License-Identifier: BSD-3-Clause
"""How far it is, and how long it still takes, where that is more than two seconds and somebody watches."""

from __future__ import annotations

import os
import sys
import time

SECONDS_UNSAID = 2.0


class Progress:
    """A line on a terminal's standard error, which is gone at the end; nothing elsewhere."""

    def __init__(self, what: str, count: int) -> None:
        self._what, self._count, self._done = what, count, 0
        self._live, self._begun, self._shown = os.isatty(2), time.monotonic(), False

    def __enter__(self) -> Progress:
        return self

    def step(self) -> None:
        """Before each of them."""
        passed = time.monotonic() - self._begun
        if self._live and self._done and passed > SECONDS_UNSAID:
            left = passed / self._done * (self._count - self._done)
            sys.stderr.write(f"\r{self._what}: {self._done} of {self._count}, {left:.0f} s left \033[K")
            sys.stderr.flush()
            self._shown = True
        self._done += 1

    def __exit__(self, *_: object) -> None:
        if self._shown:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()
