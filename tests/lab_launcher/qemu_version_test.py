# SPDX-License-Identifier: BSD-3-Clause
"""Which QEMU can serve: asked of programs that answer as QEMUs do, without a boot."""

import pathlib
import tempfile
import unittest

from support import booting, refused_boot
from numapack_lab.emulator import boot
from numapack_lab.errors import NO_COUNTING, NO_QEMU, LabError
from numapack_lab.emulator.qemu_version import Installed, check, installed, refused_plugin

# As QEMU 7.2 and 10.0 say it.
FIRST_LINE = "QEMU emulator version {} (Debian 1:{}+dfsg-7)"
TOO_OLD = "qemu-system-x86_64: Could not load plugin /p.so: plugin requires API version 2, but this QEMU supports only a " \
          "minimum version of 7"
TOO_NEW = "qemu-system-x86_64: TCG plugin /p.so requires API version 2, but this QEMU supports only up to version 1"


def fake(folder: str, version: str, plugins: bool = True) -> str:
    """A program that tells its version, and before that complains of -plugin if it has none."""
    path = pathlib.Path(folder) / "qemu-system-x86_64"
    complains = "" if plugins else \
        '[ "$1" != -plugin ] || { echo "$0: -plugin file=none: plugin interface not enabled in this build" >&2; exit 1; }\n'
    path.write_text(f"#!/bin/sh\n{complains}echo '{version}'\n", encoding="ascii")
    path.chmod(0o755)
    return str(path)


class Asked(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def found(self, version: str, plugins: bool = True, counting: bool = True) -> Installed:
        program = fake(self.folder, FIRST_LINE.format(version, version), plugins)
        return installed(program, "qemu-system-x86", counting)

    def test_version_and_plugins(self) -> None:
        for version, wanted in (("7.2.22", (7, 2)), ("10.0.13", (10, 0)), ("9.1.50", (9, 1))):
            found = self.found(version)
            self.assertEqual((found.version, found.plugins), (wanted, True))
            check(found)

    def test_without_plugins_it_boots_but_does_not_count(self) -> None:
        check(self.found("10.0.13", plugins=False, counting=False))
        with self.assertRaises(LabError) as failure:
            check(self.found("10.0.13", plugins=False))
        self.assertEqual(failure.exception.code, NO_COUNTING)
        self.assertRegex(str(failure.exception), r"^cannot count: \S+ is QEMU 10\.0, built without plugins .*--no-count")

    def test_too_old(self) -> None:
        for version in ("7.1.0", "6.2.0", "2.11.1"):
            for counting in (False, True):
                with self.assertRaises(LabError) as failure:
                    check(self.found(version, counting=counting))
                self.assertEqual(failure.exception.code, NO_QEMU)
                self.assertIn("the lab takes 7.2 or newer", str(failure.exception))

    def test_no_qemu(self) -> None:
        with self.assertRaises(LabError) as failure:
            installed(self.folder + "/none", "qemu-system-x86", counting=True)
        self.assertEqual(failure.exception.code, NO_QEMU)
        self.assertIn("Debian's package qemu-system-x86 has it", str(failure.exception))

    def test_something_else_under_its_name(self) -> None:
        for says in ("hello", ""):
            with self.assertRaises(LabError) as failure:
                installed(fake(self.folder, says), "qemu-system-x86", counting=False)
            self.assertEqual(failure.exception.code, NO_QEMU)
            self.assertIn("does not tell its version", str(failure.exception))


class Complaints(unittest.TestCase):
    def test_of_the_interface_s_version(self) -> None:
        self.assertIn("begins with version 7, numapack's plugin takes one that has version 1 or 2 (QEMU 7.2 to 10 do)",
                      str(refused_plugin(TOO_OLD)))
        self.assertIn("ends with version 1,", str(refused_plugin(TOO_NEW)))
        self.assertIsNone(refused_plugin("qemu-system-x86_64: Could not load plugin /p.so: numapack-lab: no memory"))

    def test_ends_a_run_with_the_versions_that_can(self) -> None:
        emulator = ["sh", "-c", f"echo '{TOO_OLD}' >&2; exit 1"]
        with booting(emulator):
            failure = refused_boot(boot.Plugin("/p.so", "/c", "/o"))
        self.assertEqual((str(failure), failure.code), (refused_plugin(TOO_OLD), NO_COUNTING))


if __name__ == "__main__":
    unittest.main()
