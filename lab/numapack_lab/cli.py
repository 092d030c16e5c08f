# SPDX-License-Identifier: BSD-3-Clause
"""`numapack lab`: parses, prepares, boots, reports."""

from __future__ import annotations

import argparse
import contextlib
import os
import pathlib
import secrets
import shutil
import stat
import sys
import tempfile
from collections.abc import Sequence
from typing import Any

from . import first_order, fit, options, report
from .command_line import unwritten
from .emulator import boot, counting, job, process, program, qemu_version
from .emulator.qemu import EMULATORS, PACKAGES, Share
from .errors import USAGE, LabError
from .machine import file as machine_file
from .machine.description import ARCHITECTURES, Machine
from .machine.scale import scale
from .machine.sizes import MIB
from .system import prepare
from .terminal import raw_terminal, settings_of


def main(arguments: Sequence[str], folder: pathlib.Path) -> int:
    """The exit code. `folder` holds machines/, guest/ and, in a build tree, the plugin."""
    try:
        with process.Interruptible():
            code = _main(arguments, folder)
            sys.stdout.flush()
            return code
    except LabError as error:
        if error.details:
            print(f"The machine's last words:\n{error.details}", file=sys.stderr)
        fit.say(f"numapack: lab: {error}")
        return error.code
    except process.Interrupted as signal:
        print("numapack: lab: interrupted", file=sys.stderr)
        return 128 + signal.number
    except OSError as error:
        return unwritten("lab", error)


def _main(arguments: Sequence[str], folder: pathlib.Path) -> int:
    if arguments and arguments[0] == "study":
        return _study(arguments[1:], folder)
    if arguments == ["describe"]:
        return _describe(folder)
    verb, chosen, words = options.parse(arguments)
    return {"run": _run, "shell": _shell, "prepare": _prepare, "clean": _clean, "machines": _machines}[verb](chosen, folder, words)


def _study(arguments: Sequence[str], folder: pathlib.Path) -> int:
    from .study import command as study

    return study.main(list(arguments), folder)


def _describe(folder: pathlib.Path) -> int:
    """For the manual and completion; not for people."""
    from . import describe
    from .study import command as study

    describe.write([*(options.parser_of(verb) for verb in options.VERBS if verb != "study"), study.parser()],
                   machine_file.names(folder / "machines"))
    return 0


def choose_machine(chosen: argparse.Namespace, folder: pathlib.Path) -> Machine:
    machine = machine_file.load(chosen.machine, folder / "machines")
    factor = chosen.scale if chosen.scale is not None else machine.scale or 1
    scaled = scale(machine, factor)
    if chosen.scale is None and factor != 1:
        fit.say(f"numapack lab: {machine.name} scaled by {factor:.3g} to {scaled.cpu_count} cores; --scale 1 for all {machine.cpu_count}")
    return scaled


def _shares(chosen: argparse.Namespace, foreign: bool, words: Sequence[str]) -> list[Share]:
    shares: list[str] = [os.path.abspath(folder) for folder in chosen.share]
    if foreign:
        own = [os.getcwd()]
        if words and "/" in words[0]:
            own.append(os.path.dirname(os.path.abspath(words[0])))
        # The root's own programs stay.
        shares += [folder for folder in own if not _of_the_system(folder)]
    elif shares:
        raise LabError("--share: a machine of the host's own architecture sees all its folders", USAGE)
    for folder in [*shares, *chosen.writable]:
        if not os.path.isdir(folder):
            raise LabError(f"no folder {folder} to share", USAGE)
    # Outer ones first; inner ones come with them.
    kept: list[str] = []
    for folder in sorted(set(shares), key=len):
        if folder == "/":
            raise LabError("the folder / cannot be shared with another architecture's root: start in another one", USAGE)
        if os.path.exists(folder) and not any(folder.startswith(outer + "/") for outer in kept):
            kept.append(folder)
    writable = [os.path.abspath(folder) for folder in chosen.writable]
    return [*(Share(f"share{index}", folder) for index, folder in enumerate(kept)),
            *(Share(f"writable{index}", folder, True) for index, folder in enumerate(writable))]


def _of_the_system(folder: str) -> bool:
    parts = pathlib.PurePath(folder).parts
    return len(parts) < 2 or (parts[1] in ("usr", "bin", "sbin", "etc", "run", "proc", "sys", "dev") and
                              parts[1:3] != ("usr", "local")) or parts[1].startswith("lib")


def _start_folder(foreign: bool) -> str:
    return "/" if foreign and _of_the_system(os.getcwd()) else os.getcwd()


def _feeds() -> bool:
    """Whether standard input is something to pass on: a pipe or a file, not a terminal."""
    try:
        mode = os.fstat(0).st_mode
    except OSError:
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISREG(mode) or stat.S_ISSOCK(mode)


def _same_output() -> bool:
    out, err = os.fstat(1), os.fstat(2)
    return (out.st_dev, out.st_ino) == (err.st_dev, err.st_ino)


def _check_emulator(arch: str, counting: bool) -> None:
    qemu_version.check(qemu_version.installed(EMULATORS[arch], PACKAGES[arch], counting))


def _run(chosen: argparse.Namespace, folder: pathlib.Path, words: list[str]) -> int:
    machine = choose_machine(chosen, folder)
    host = prepare.host_arch()
    arch = chosen.arch or host
    shares = _shares(chosen, arch != host, words)
    for cpu in chosen.traffic_cpus:
        if cpu >= machine.cpu_count:
            raise LabError(f"--traffic-cpus: there is no CPU {cpu}, but 0 to {machine.cpu_count - 1}", USAGE)
    for path in filter(None, (chosen.json, chosen.traffic)):
        report.check_writable(path)
    found = counting.parts(folder, arch, host) if not chosen.no_count else None
    _check_emulator(arch, counting=not chosen.no_count)
    environment = job.host_environment(os.environ, arch != host)
    seen = [share.path for share in shares]
    search = environment.get("PATH", os.defpath)
    if arch == host:  # before anything is fetched
        program.check(words[0], arch, pathlib.Path("/"), search, seen)
    ready = prepare.prepared(arch) or prepare.prepare(arch)
    program.check(words[0], arch, ready.root, search, seen)
    terminal = os.isatty(1) and os.isatty(2)
    task = job.Job(
        arguments=tuple(words), folder=_start_folder(arch != host), environment=environment, token=secrets.token_hex(16),
        calibrator=found and found.calibrator, counter=found.counter if found and not chosen.markers else None,
        feed=_feeds(), errors_apart=not terminal and not _same_output(),
        terminal=settings_of(1, raw=True) if terminal else None, shares=tuple(shares))
    counts: dict[str, Any] | None = None
    with contextlib.ExitStack() as stack:
        plugin = None
        if found:
            place = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="numapack-lab-")))
            (place / "config").write_text(counting.config(machine, arch, not chosen.markers, chosen.caches == "on"),
                                          encoding="ascii")
            plugin = boot.Plugin(str(found.plugin), str(place / "config"), str(place / "counts.json"))
        result = boot.run(machine, ready, task, (folder / "guest" / "init").read_bytes(), plugin, chosen.timeout,
                          chosen.numa_balancing)
        if plugin:
            try:
                counts = counting.read(pathlib.Path(plugin.out))
            except LabError as error:
                if result.exit_code == 0:
                    raise
                # The program's own failure is what matters: it may not have come to its markers.
                fit.say(f"numapack lab: {error}")
    if counts:
        sys.stderr.write(f"\n{report.describe(machine, arch, fit.width())}{report.page(counts, machine, fit.width())}")
    if counts and chosen.traffic:
        report.write_text(chosen.traffic, report.traffic(counts["counts"]["by_cpu"], chosen.traffic_cpus))
    if chosen.json:
        report.write(chosen.json, {
            "program": words, "exit_code": result.exit_code, "counted": None if not counts else
            "between markers" if chosen.markers else "whole program", "caches": chosen.caches == "on",
            "counts": counts and counts["counts"],
            "first_order": counts and first_order.document(counts["counts"], machine), "calibration": counts and counts["memory"],
            "intervals": counts and counts["intervals"], "machine": report.machine_document(machine, arch),
            "boot_seconds": round(result.boot_seconds, 3), "program_seconds": round(result.seconds, 3)})
    return result.exit_code


def _shell(chosen: argparse.Namespace, folder: pathlib.Path, _: list[str]) -> int:
    machine = choose_machine(chosen, folder)
    host = prepare.host_arch()
    arch = chosen.arch or host
    shares = _shares(chosen, arch != host, [])
    _check_emulator(arch, counting=False)
    ready = prepare.prepared(arch) or prepare.prepare(arch)
    environment = job.host_environment(os.environ, arch != host)
    shell = environment.get("SHELL", "/bin/sh")
    if not shutil.which(shell) or arch != host:
        shell = "/bin/sh" if arch == host else "/bin/bash"
    interactive = os.isatty(0) and os.isatty(1)
    task = job.Job(
        arguments=(shell, "-i") if interactive else (shell,), folder=_start_folder(arch != host), environment=environment,
        token=secrets.token_hex(16), feed=not interactive, errors_apart=not interactive and not _same_output(),
        terminal=settings_of(1, raw=False) if interactive else None, interactive=interactive, shares=tuple(shares))
    fit.say(f"numapack lab: {report.describe(machine, arch).rstrip()}; \"exit\" ends it")
    with raw_terminal(0) if interactive else contextlib.nullcontext():
        return boot.run(machine, ready, task, (folder / "guest" / "init").read_bytes(),
                        migrate=chosen.numa_balancing).exit_code


def _prepare(chosen: argparse.Namespace, _: pathlib.Path, __: list[str]) -> int:
    for arch in ARCHITECTURES if chosen.arch == "all" else [chosen.arch or prepare.host_arch()]:
        ready = prepare.prepared(arch)
        if not ready:
            ready = prepare.prepare(arch)
        held = prepare.size_of(prepare.folder_of(arch)) / MIB
        print(f"{arch}: kernel {ready.kernel}, root {ready.root}, {held:.0f} MB")
    return 0


def _clean(_: argparse.Namespace, __: pathlib.Path, ___: list[str]) -> int:
    folder, held = prepare.clean()
    print(f"removed {folder}, {held / MIB:.0f} MB")
    return 0


def _machines(_: argparse.Namespace, folder: pathlib.Path, __: list[str]) -> int:
    rows = []
    for name in machine_file.names(folder / "machines"):
        machine = machine_file.load(name, folder / "machines")
        rows.append([name, machine.description + (f" (scaled by {machine.scale:.3g} unless --scale says otherwise)"
                                                  if machine.scale else "")])
    first = 2 + max(len(name) for name, _ in rows)
    for name, text in rows:
        sys.stdout.write(fit.prose(name.ljust(first) + text, fit.width(), " " * first))
    return 0
