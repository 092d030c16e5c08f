# SPDX-License-Identifier: BSD-3-Clause
"""What one boot runs, and the files that describe it to guest/init."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field

from ..machine.description import Machine
from ..machine.sizes import show_cpus
from ..system.cpio import Archive
from .qemu import Share

GUEST_FOLDER = "/run/numapack-lab"
# They name the host's terminal, desktop and login session, which the guest has not.
_HOST_ONLY = {"DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "SSH_AUTH_SOCK",
              "SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY", "TMUX", "STY", "LD_PRELOAD", "NUMAPACK_LAB_PLUGIN",
              "NUMAPACK_LAB_COMMAND"}


@dataclass(frozen=True)
class Job:
    """A program with its arguments, where and in which environment it runs, and how its streams are connected."""

    arguments: tuple[str, ...]
    folder: str
    environment: Mapping[str, str]
    token: str  # ends each output stream
    calibrator: bytes | None = None  # a program to run first, as "calibrate"
    counter: bytes | None = None  # a program to run the other by, as "count"
    feed: bool = False  # whether the program reads what the host feeds it, else nothing
    errors_apart: bool = True  # standard error in a stream of its own
    terminal: str | None = None  # settings of a terminal that the program gets instead of streams
    interactive: bool = False  # the terminal is also what it reads, and controls it
    shares: tuple[Share, ...] = field(default=())  # folders next to the root, each mounted at its own path


def host_environment(own: Mapping[str, str], foreign: bool) -> dict[str, str]:
    """The user's environment without what makes sense on the host only; of a foreign root's, the search path."""
    kept = {key: value for key, value in own.items() if key not in _HOST_ONLY}
    if foreign:
        kept["PATH"] = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        kept.update(HOME="/root", SHELL="/bin/bash", LC_ALL="C.UTF-8")
        for key in ("LD_LIBRARY_PATH", "LANG", "LANGUAGE"):
            kept.pop(key, None)
    return kept


def archive(job: Job, machine: Machine, init: bytes) -> bytes:
    """This boot's part of the first root."""
    files = Archive()
    files.file("init", init, 0o755)
    files.file("job/settings", _settings(job))
    files.file("job/mounts", _mounts(job.shares))
    files.file("job/program", _program(job))
    if job.calibrator:
        files.file("job/calibrate", job.calibrator, 0o755)
    if job.counter:
        files.file("job/count", job.counter, 0o755)
    for path, text in cache_files(machine).items():
        files.file(path, text.encode())
    return files.finish()


def streams(job: Job) -> list[str]:
    """The streams between host and guest, apart from the console."""
    outputs = ["tty"] if job.terminal else ["out", "err"] if job.errors_apart else ["out"]
    return ["control", *outputs, *(["in"] if job.feed else [])]


def _settings(job: Job) -> bytes:
    values = {
        "LAB_HOSTNAME": "numapack-lab",
        "LAB_CALIBRATE": f"{GUEST_FOLDER}/calibrate --quick" if job.calibrator else "",
        "LAB_TERMINAL": job.terminal or "",
        "LAB_INTERACTIVE": "yes" if job.interactive else "",
        "LAB_INPUT": "/dev/numapack.in" if job.feed else "/dev/null",
        "LAB_ERRORS": "/dev/numapack.err" if job.errors_apart and not job.terminal else "",
        "LAB_TOKEN": job.token,
        "LAB_STREAMS": " ".join(streams(job)),
    }
    return "".join(f"{key}={shlex.quote(value)}\n" for key, value in values.items()).encode()


def _mounts(shares: tuple[Share, ...]) -> bytes:
    lines = []
    for share in shares:
        target = shlex.quote("/new" + share.path)
        if share.writable:
            lines.append(f"share {share.tag} {target} cache=mmap || fail 'cannot mount '{target}")
        else:
            lines.append(f"share {share.tag} /hosts/{share.tag} cache=loose,ro && overlay /hosts/{share.tag} {target} "
                         f"|| fail 'cannot mount '{target}")
    return os.fsencode("".join(line + "\n" for line in lines))


def _program(job: Job) -> bytes:
    """A script of one exec: bytes that are no text in names and values pass through."""
    # Not busybox's env, which would run its own sh or cat instead of the root's.
    words = ["/usr/bin/env", "-i", "--", *(f"{key}={value}" for key, value in job.environment.items())]
    if job.counter:
        words.append(f"{GUEST_FOLDER}/count")
    elif "=" in job.arguments[0]:
        # env would take it for one more variable; nice executes it with the same arguments and environment.
        words += ["/usr/bin/nice", "-n", "0", "--"]
    words += job.arguments
    line = " ".join(map(shlex.quote, words))
    return os.fsencode(f"cd {shlex.quote(job.folder)} || exit 126\nexec {line}\n")


def cache_files(machine: Machine) -> dict[str, str]:
    """/sys/devices/system/cpu/cpu*/cache as the kernel would fill it: path under the first root, and text."""
    files: dict[str, str] = {}
    for cpu in range(machine.cpu_count):
        node = machine.nodes[machine.node_of_cpu(cpu)]
        entries = [(1, "Data", machine.caches[0]), (1, "Instruction", machine.caches[0])] if machine.caches else []
        entries += [(level, "Unified", cache) for level, cache in enumerate(machine.caches[1:], 2)]
        for index, (level, kind, cache) in enumerate(entries):
            place = node.cpus.index(cpu)
            sharing = node.cpus if cache.cores == 0 else node.cpus[place - place % cache.cores:][:cache.cores]
            values = {
                "level": level, "type": kind, "size": f"{max(1, cache.size >> 10)}K", "ways_of_associativity": cache.ways,
                "coherency_line_size": machine.line, "number_of_sets": cache.size // (cache.ways * machine.line),
                "physical_line_partition": 1, "id": min(sharing), "shared_cpu_list": show_cpus(sharing),
                "shared_cpu_map": mask(sharing)}
            for key, value in values.items():
                files[f"caches/cpu{cpu}/index{index}/{key}"] = f"{value}\n"
    return files


def mask(cpus: tuple[int, ...]) -> str:
    """CPUs as the kernel writes a set: words of 32 bits in hexadecimal, the highest first."""
    bits = sum(1 << cpu for cpu in cpus)
    words = [f"{bits >> 32 * word & 0xFFFFFFFF:08x}" for word in range(max(cpus, default=0) // 32, -1, -1)]
    return ",".join(words)
