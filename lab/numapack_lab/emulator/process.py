# SPDX-License-Identifier: BSD-3-Clause
"""The emulator as a child process that never outlives this one."""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import subprocess
from collections.abc import Callable, Sequence
from types import FrameType

_PR_SET_PDEATHSIG = 1
_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interrupted(BaseException):
    """Ctrl-C and its like."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Interruptible:
    """While inside, the signals that end a program raise Interrupted."""

    def __enter__(self) -> None:
        self._before = {number: signal.signal(number, self._raise) for number in _SIGNALS}

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    @staticmethod
    def _raise(number: int, _: FrameType | None) -> None:
        # Once: cleaning up is not interrupted again.
        for other in _SIGNALS:
            signal.signal(other, signal.SIG_IGN)
        raise Interrupted(number)


def ends_with_its_parent(number: int = signal.SIGTERM) -> Callable[[], None]:
    """For preexec_fn: the child gets this signal when this process dies, however it dies."""
    libc = ctypes.CDLL(None, use_errno=True)
    parent = os.getpid()

    def child() -> None:
        libc.prctl(_PR_SET_PDEATHSIG, number, 0, 0, 0)
        if os.getppid() != parent:
            os.kill(os.getpid(), signal.SIGKILL)

    return child


class Emulator:
    """Runs a command with open descriptors passed on; ended when the `with` block is left, or when this process dies."""

    def __init__(self, command: Sequence[str], descriptors: Sequence[int]) -> None:
        self._command, self._descriptors = command, descriptors
        self.errors, self._theirs = socket.socketpair()

    def __enter__(self) -> Emulator:
        # A session of its own: Ctrl-C of the terminal goes to this process only, which then ends it in order.
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self._theirs.fileno(),
            pass_fds=self._descriptors, start_new_session=True, preexec_fn=ends_with_its_parent(signal.SIGKILL))
        self._theirs.close()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self.errors.close()

    def stop(self, patience: float = 20) -> int:
        """Asks it to end, which lets the plugin write its counts; then makes it. Its exit code."""
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(patience)
            except subprocess.TimeoutExpired:
                self._process.kill()
        return self._process.wait()

    def cpu_seconds(self) -> float:
        """CPU time used so far; 0 once it has ended."""
        try:
            with open(f"/proc/{self._process.pid}/stat", encoding="ascii", errors="replace") as file:
                # The name, in parentheses, may hold anything.
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
