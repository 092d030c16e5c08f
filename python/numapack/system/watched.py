# SPDX-License-Identifier: BSD-3-Clause
"""A verb that takes long, watched while it runs."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import selectors
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from types import TracebackType

from numapack.system.command import CommandError, find

_ERASE = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_LONGEST_LINE = 1000
_PATIENCE = 30.0  # seconds for what is being measured to end


class Watched:
    """The command with these words, in a session of its own: a Ctrl-C on the terminal reaches it through :meth:`interrupt` only,
    since its second one would end it without a word.

    Its standard error is a terminal, without which it would not say how far it is.
    """

    def __init__(self, words: Sequence[str]) -> None:
        path = find()
        self._erred, theirs = _terminal()
        try:
            self._process = subprocess.Popen([str(path), *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=theirs,
                                             start_new_session=True)
        except OSError as error:
            os.close(self._erred)
            raise CommandError(f"{path} does not start: {error.strerror}", words[0], 127) from error
        finally:
            os.close(theirs)
        assert self._process.stdout is not None
        self._said = self._process.stdout.fileno()
        self._bytes = {self._said: bytearray(), self._erred: bytearray()}
        self._selector = selectors.DefaultSelector()
        for file in self._bytes:
            self._selector.register(file, selectors.EVENT_READ)

    def __enter__(self) -> Watched:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        self._selector.close()
        os.close(self._erred)
        assert self._process.stdout is not None
        self._process.stdout.close()

    @property
    def stdout(self) -> str:
        """What was printed so far."""
        return self._bytes[self._said].decode(errors="replace")

    @property
    def stderr(self) -> str:
        """What was printed on standard error so far, lines that it has taken back among it."""
        return _ERASE.sub("", self._bytes[self._erred].decode(errors="replace"))

    @property
    def last_line(self) -> str:
        """What it says of its progress."""
        end = _ERASE.sub("", self._bytes[self._erred][-_LONGEST_LINE:].decode(errors="replace"))
        return next((line.strip() for line in reversed(re.split("[\r\n]", end)) if line.strip()), "")

    @property
    def ended(self) -> bool:
        """Whether it has closed its output and its standard error."""
        return not self._selector.get_map()

    @property
    def status(self) -> int:
        """The exit status; waits for it."""
        return self._process.wait()

    def read(self, seconds: float) -> None:
        """Waits so long for something to read, and reads it."""
        for key, _ in self._selector.select(seconds):
            try:
                found = os.read(key.fd, 1 << 16)
            except OSError:  # a terminal whose other side is closed
                found = b""
            self._bytes[key.fd] += found
            if not found:
                self._selector.unregister(key.fd)

    def read_until(self, done: Callable[[], bool], seconds: float = float("inf")) -> None:
        """Reads until then, until its end, or so long."""
        limit = time.monotonic() + seconds
        while not (self.ended or done() or time.monotonic() > limit):
            self.read(0.2)

    def interrupt(self) -> None:
        """Ctrl-C, and what it says thereafter. A second one meanwhile kills it."""
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGINT)
        self.read_until(lambda: False, _PATIENCE)


def _terminal() -> tuple[int, int]:
    """Both ends; of a pipe where there are no terminals."""
    try:
        return pty.openpty()
    except OSError:
        return os.pipe()
