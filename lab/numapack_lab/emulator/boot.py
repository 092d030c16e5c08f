# SPDX-License-Identifier: BSD-3-Clause
"""Boots a machine, runs one program on it, and passes its streams and its exit code on."""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import socket
import sys
import time
from dataclasses import dataclass

from ..errors import GUEST_ENDED, NO_COUNTING, TIMEOUT, LabError
from ..machine.description import Machine
from ..system.prepare import Prepared
from . import qemu, qemu_version
from .job import Job, archive, streams
from .process import Emulator
from .streams import Input, Lines, Output

# A boot takes seconds; on a host that is busy otherwise, with 128 CPUs to start, minutes.
_BOOT_LIMIT = 900.0
# One boot in some hundred hangs in the guest's kernel, every CPU spinning (seen after "PnP ACPI: found", Linux 6.1). Then it is
# booted again. Judged by the emulator's CPU time, because a busy host takes long as well: 8 CPUs need 12 s of CPU time. Rarer
# still QEMU 7.2 fails an assertion of its own while the guest sets its devices up (seen in msix_table_mmio_write), or reads by
# way of a null pointer (seen once, 3 s after the start, in QEMU's own code), or the guest's kernel panics while it boots (seen once
# with QEMU 10.0 and Linux 6.12: "Fatal exception in interrupt").
_HUNG_SECONDS, _HUNG_SECONDS_PER_CPU = 60.0, 5.0
_BOOTS = 3
_LAST_WORDS, _KEPT = 24, 400


@dataclass(frozen=True)
class Result:
    exit_code: int
    boot_seconds: float  # until the program started
    seconds: float  # of the program


@dataclass(frozen=True)
class Plugin:
    """What counts: the library, its configuration, and where it writes the counts."""

    library: str
    config: str
    out: str


def run(machine: Machine, prepared: Prepared, job: Job, init: bytes, plugin: Plugin | None = None,
        timeout: float | None = None, migrate: bool = False, source: int = 0) -> Result:
    """Runs the job. Raises LabError if the program did not come to its end: timeout, panic, no emulator."""
    patience = _HUNG_SECONDS + _HUNG_SECONDS_PER_CPU * machine.cpu_count
    for _ in range(_BOOTS - 1):
        with contextlib.suppress(_BootAgain):
            return _boot(machine, prepared, job, init, plugin, migrate, timeout, source, patience)
    return _boot(machine, prepared, job, init, plugin, migrate, timeout, source, None)


def _boot(machine: Machine, prepared: Prepared, job: Job, init: bytes, plugin: Plugin | None, migrate: bool,
          timeout: float | None, source: int, patience: float | None) -> Result:
    with contextlib.ExitStack() as stack:
        session = _Session(machine, prepared, job, init, plugin, migrate, stack)
        return session.run(timeout, source, patience)


class _BootAgain(Exception):
    """The program has not begun, though the emulator has worked for long, or it has crashed, or the guest's kernel has panicked."""


class _Session:
    def __init__(self, machine: Machine, prepared: Prepared, job: Job, init: bytes, plugin: Plugin | None,
                 migrate: bool, stack: contextlib.ExitStack) -> None:
        self._job = job
        self._plugin = plugin
        self._stack = stack
        self._selector = stack.enter_context(selectors.DefaultSelector())
        self._ours: dict[str, socket.socket] = {}
        theirs: dict[str, socket.socket] = {}
        names = ["console", *streams(job)]
        for name in names:
            ours, other = socket.socketpair()
            self._ours[name] = stack.enter_context(ours)
            theirs[name] = stack.enter_context(other)
        # In memory: nothing is left on disk, whatever happens.
        initramfs = os.memfd_create("numapack-lab")
        stack.callback(os.close, initramfs)
        with open(initramfs, "wb", closefd=False) as file:
            file.write(prepared.first_root.read_bytes())
            file.write(archive(job, machine, init))
        channels = tuple(qemu.Channel(name, theirs[name].fileno(), terminal=name == "tty") for name in names[1:])
        shares = (qemu.Share("root", str(prepared.root)), *job.shares)
        boot = qemu.Boot(prepared.arch, str(prepared.kernel), f"/proc/self/fd/{initramfs}", theirs["console"].fileno(),
                         channels, shares, (plugin.library, plugin.config, plugin.out) if plugin else None, migrate)
        command = qemu.command(machine, boot)
        if os.environ.get("NUMAPACK_LAB_SHOW_COMMAND"):
            print(" ".join(command), file=sys.stderr)
        self._emulator = stack.enter_context(Emulator(command, [initramfs, *(end.fileno() for end in theirs.values())]))
        for end in theirs.values():
            end.close()

    def run(self, timeout: float | None, source: int, patience: float | None) -> Result:
        """`patience`: CPU seconds of the emulator in which the program must begin, else _BootAgain."""
        self._outputs = self._connect(source)
        begun = time.monotonic()
        started: float | None = None
        while True:
            limit = begun + _BOOT_LIMIT if started is None else started + timeout if timeout else None
            left = None if limit is None else limit - time.monotonic()
            if left is not None and left <= 0:
                raise self._late(started is not None, timeout)
            watched = started is None and patience is not None
            for key, _ in self._selector.select(min(left, 5.0) if watched and left is not None else left):
                key.data()
            if watched and not self._started and self._emulator.cpu_seconds() > patience:
                raise _BootAgain
            if self._fault:
                raise LabError(self._fault, NO_COUNTING if "calibration" in self._fault else GUEST_ENDED)
            if started is None and self._started:
                started = time.monotonic()
            if any(output.broken for output in self._outputs):
                return Result(128 + 13, (started or begun) - begun, time.monotonic() - (started or begun))
            if self._status is not None and all(output.ended for output in self._outputs):
                break
            if self._gone:
                self._read_last_words()
                if watched and not self._started and (self._crashed() or self._panic()):
                    raise _BootAgain
                raise self._ended_early()
        ended = time.monotonic()
        self._emulator.stop()
        assert started is not None
        return Result(self._status, started - begun, ended - started)

    def _connect(self, source: int) -> list[Output]:
        self._status: int | None = None
        self._started = self._gone = False
        self._source = source
        self._inputs: list[socket.socket] = []
        self._fault = ""
        self._console, self._errors = Lines(_KEPT), Lines(_KEPT)
        control = Lines(1, self._obey)
        sinks = {"console": self._console, "control": control}
        token = self._job.token.encode()
        targets = {"tty": 1, "out": 1, "err": 2}
        outputs = []
        for name, end in self._ours.items():
            if name == "in":
                self._inputs.append(end)
                continue
            sink = sinks.get(name)
            if sink is None:
                sink = Output(token, targets[name])
                outputs.append(sink)
            if name == "tty" and self._job.interactive:
                # Of its own: a selector knows a descriptor once.
                self._inputs.append(self._stack.enter_context(end.dup()))
            self._listen(end, sink)
        self._listen(self._emulator.errors, self._errors)
        return outputs

    def _listen(self, end: socket.socket, sink: Lines | Output) -> None:
        def ready() -> None:
            try:
                data = end.recv(1 << 16)
            except ConnectionResetError:
                data = b""
            if data:
                sink.feed(data)
                return
            self._selector.unregister(end)
            if isinstance(sink, Output):
                sink.close()
            if sink is self._errors:
                self._gone = True

        self._selector.register(end, selectors.EVENT_READ, ready)

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word == "start":
            self._started = True
            # Not before: what is read for a boot that hangs would be lost.
            for end in self._inputs:
                Input(self._source, end, self._selector)
            self._inputs = []
        elif word == "exit":
            self._started = True
            self._status = int(rest)
        elif word == "fail":
            self._fault = f"the machine could not be made ready: {rest}"

    def _crashed(self) -> bool:
        return self._emulator.stop() == -signal.SIGSEGV or any("Assertion" in line for line in self._errors.last)

    def _late(self, started: bool, timeout: float | None) -> LabError:
        if started:
            return LabError(f"the program did not end within {timeout:g} s (--timeout)", TIMEOUT)
        return LabError(f"the machine did not start the program within {_BOOT_LIMIT:g} s", GUEST_ENDED,
                        self._last_words())

    def _read_last_words(self) -> None:
        """What the guest said last may still be in the stream."""
        console = self._ours["console"]
        console.setblocking(False)
        with contextlib.suppress(OSError):
            while data := console.recv(1 << 16):
                self._console.feed(data)

    def _panic(self) -> str:
        """Why the guest's kernel panicked; "" if it did not."""
        panic = next((line for line in self._console.last if "Kernel panic" in line), "")
        return panic.rpartition("not syncing: ")[2]

    def _ended_early(self) -> LabError:
        code = self._emulator.stop()
        complaint = next((line for line in reversed(self._errors.last) if "warning:" not in line), "")
        if not self._console.last and complaint:
            if self._plugin and (refused := qemu_version.refused_plugin(complaint)):
                return LabError(refused, NO_COUNTING)
            code = NO_COUNTING if self._plugin and "plugin" in complaint.lower() else GUEST_ENDED
            return LabError(f"QEMU did not start: {complaint}", code)
        panic = self._panic()
        what = f"the guest's kernel panicked: {panic}" if panic else \
            f"the machine ended before the program did (QEMU's exit code {code})"
        return LabError(what, GUEST_ENDED, self._last_words())

    def _last_words(self) -> str:
        said = [line for line in self._console.last if line.strip()]
        # A panic's reason comes first; after it the processor's registers.
        panic = next((index for index, line in enumerate(said) if "Kernel panic" in line), None)
        said = said[-_LAST_WORDS:] if panic is None else said[panic:][:_LAST_WORDS]
        return "\n".join(f"  {line}" for line in said)
