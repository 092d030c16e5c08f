# SPDX-License-Identifier: BSD-3-Clause
"""Finds the package, and what most tests start from."""

from __future__ import annotations

import contextlib
import pathlib
import sys
import tempfile
import types
from collections.abc import Iterator
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
LAB = ROOT / "lab"
sys.path.insert(0, str(LAB))

from numapack_lab.emulator import boot  # noqa: E402
from numapack_lab.machine import file as machine_file  # noqa: E402
from numapack_lab.errors import LabError  # noqa: E402
from numapack_lab.machine.description import Machine  # noqa: E402


def machine(name: str = "default") -> Machine:
    return machine_file.load(name, LAB / "machines")


def document(**changes: object) -> dict:
    """A small good machine file: two packages, a node of two cores each."""
    base: dict = {
        "packages": 2, "nodes": [{"cpus": "0-1", "memory": "1G"}, {"cpus": "2-3", "memory": "1G"}],
        "caches": {"l1": {"size": "32K", "ways": 8}, "l2": {"size": "512K", "ways": 8}}}
    return {**base, **changes}


@contextlib.contextmanager
def booting(emulator: list[str]) -> Iterator[mock.Mock]:
    """While inside, a boot starts this instead of QEMU; what counts the starts."""
    with mock.patch.object(boot, "streams", lambda job: ["control", "in"]), \
            mock.patch.object(boot, "archive", lambda *arguments: b""), \
            mock.patch.object(boot.qemu, "command", mock.Mock(return_value=emulator)) as command:
        yield command


def refused_boot(plugin: boot.Plugin | None = None) -> LabError:
    """What a boot tells that never comes to its program."""
    job = types.SimpleNamespace(shares=(), token="t", interactive=False)
    with tempfile.NamedTemporaryFile() as root:
        prepared = types.SimpleNamespace(first_root=pathlib.Path(root.name), root="/", kernel="k", arch="x86_64")
        try:
            boot.run(machine(), prepared, job, b"", plugin)
        except LabError as error:
            return error
    raise AssertionError("it came to its program")
