# SPDX-License-Identifier: BSD-3-Clause
"""The host's ends of the guest's streams."""

from __future__ import annotations

import os
import selectors
import socket
from collections.abc import Callable

_CHUNK = 1 << 16


class Output:
    """Passes a stream on to a file descriptor, byte for byte, up to the token that ends it."""

    def __init__(self, token: bytes, target: int) -> None:
        self._token = token
        self._target = target
        self._held = b""
        self.ended = False
        self.broken = False  # nobody reads the target any more

    def feed(self, data: bytes) -> None:
        if self.ended:
            return
        data = self._held + data
        at = data.find(self._token)
        if at >= 0:
            self.ended = True
            self._held = b""
            self._write(data[:at])
            return
        # The end of what came may be the beginning of the token.
        keep = next((size for size in range(min(len(self._token) - 1, len(data)), 0, -1)
                     if self._token.startswith(data[-size:])), 0)
        self._held = data[len(data) - keep:]
        self._write(data[:len(data) - keep])

    def close(self) -> None:
        """The stream ended without its token: what was held back was the program's own."""
        held, self._held = self._held, b""
        if not self.ended:
            self.ended = True
            self._write(held)

    def _write(self, data: bytes) -> None:
        view = memoryview(data)
        while view and not self.broken:
            try:
                view = view[os.write(self._target, view):]
            except BlockingIOError:
                selectors_wait(self._target)
            except BrokenPipeError:
                self.broken = True


def selectors_wait(target: int) -> None:
    """Until a descriptor that somebody set to non-blocking takes more."""
    with selectors.DefaultSelector() as selector:
        selector.register(target, selectors.EVENT_WRITE)
        selector.select()


class Lines:
    """Collects whole lines of a stream; keeps the last ones."""

    def __init__(self, keep: int, on_line: Callable[[str], None] | None = None) -> None:
        self._keep = keep
        self._on_line = on_line
        self._part = b""
        self.last: list[str] = []

    def feed(self, data: bytes) -> None:
        *lines, self._part = (self._part + data).split(b"\n")
        for line in lines:
            text = line.decode(errors="replace").strip("\r")
            if self._on_line:
                self._on_line(text)
            self.last = [*self.last, text][-self._keep:]


class Input:
    """Feeds the guest from a file descriptor as fast as it reads, without ever waiting for it."""

    def __init__(self, source: int, sink: socket.socket, selector: selectors.BaseSelector) -> None:
        self._source, self._sink, self._selector = source, sink, selector
        self._waiting = b""
        sink.setblocking(False)
        try:
            selector.register(source, selectors.EVENT_READ, self.read)
        except PermissionError:  # a plain file is always ready, and cannot be waited for
            selector.register(sink, selectors.EVENT_WRITE, self.write)
            self._plain = True
        else:
            self._plain = False

    def read(self) -> None:
        data = os.read(self._source, _CHUNK)
        self._selector.unregister(self._source)
        if not data:
            self._end()
            return
        self._waiting = data
        self._selector.register(self._sink, selectors.EVENT_WRITE, self.write)

    def write(self) -> None:
        if not self._waiting and self._plain:
            self._waiting = os.read(self._source, _CHUNK)
            if not self._waiting:
                self._selector.unregister(self._sink)
                self._end()
                return
        try:
            self._waiting = self._waiting[self._sink.send(self._waiting):]
        except BlockingIOError:
            return
        except OSError:  # the guest is gone
            self._selector.unregister(self._sink)
            return
        if not self._waiting and not self._plain:
            self._selector.unregister(self._sink)
            self._selector.register(self._source, selectors.EVENT_READ, self.read)

    def _end(self) -> None:
        try:
            self._sink.shutdown(socket.SHUT_WR)
        except OSError:
            pass
