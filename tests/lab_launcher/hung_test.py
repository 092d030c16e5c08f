# SPDX-License-Identifier: BSD-3-Clause
"""A boot that hangs is seen by the emulator's CPU time, and booted anew; so is one whose emulator crashes or whose kernel panics."""

import sys
import time
import unittest
from unittest import mock

from support import booting, machine, refused_boot
from numapack_lab.emulator import boot
from numapack_lab.emulator.process import Emulator


class Hung(unittest.TestCase):
    def boots(self, hangs: int) -> list:
        limits: list = []

        def booted(*arguments: object) -> boot.Result:
            limits.append(arguments[-1])
            if len(limits) <= hangs:
                raise boot._BootAgain
            return boot.Result(7, 1.0, 1.0)

        with mock.patch.object(boot, "_boot", booted):
            self.assertEqual(boot.run(machine(), None, None, b"").exit_code, 7)
        return limits

    def test_boots_again_and_the_last_time_without_a_limit(self) -> None:
        self.assertEqual(len(self.boots(0)), 1)
        limits = self.boots(boot._BOOTS - 1)
        self.assertEqual(len(limits), boot._BOOTS)
        self.assertIsNone(limits[-1])
        self.assertTrue(all(limit > 60 for limit in limits[:-1]))

    def boots_of(self, words: str, end: str = "os.abort()") -> tuple[int, str]:
        """How often an emulator is started that says this and ends so before the program begins, and what is told of it."""
        emulator = [sys.executable, "-c", f"import os, sys; sys.stderr.write({words!r}); sys.stderr.flush(); {end}"]
        with booting(emulator) as command:
            failure = refused_boot()
        return command.call_count, str(failure)

    def test_boots_again_where_the_emulator_fails_its_own_assertion(self) -> None:
        self.assertEqual(self.boots_of("qemu: msix.c:218: Assertion `size' failed.\n"),
                         (boot._BOOTS, "QEMU did not start: qemu: msix.c:218: Assertion `size' failed."))
        self.assertEqual(self.boots_of("qemu: no such device\n")[0], 1)

    def test_boots_again_where_the_emulator_reads_where_nothing_is(self) -> None:
        self.assertEqual(self.boots_of("", "os.kill(os.getpid(), 11)"),
                         (boot._BOOTS, "the machine ended before the program did (QEMU's exit code -11)"))

    def test_boots_again_where_the_kernel_panics_before_the_program_begins(self) -> None:
        # The guest's console is the first of the sockets that the emulator gets.
        says = ("import stat; fd = min(n for n in range(3, 64) if os.path.exists(f'/proc/self/fd/{n}') "
                "and stat.S_ISSOCK(os.fstat(n).st_mode)); "
                "os.write(fd, b'[ 1.5] Kernel panic - not syncing: Fatal exception in interrupt\\n')")
        self.assertEqual(self.boots_of("", says), (boot._BOOTS, "the guest's kernel panicked: Fatal exception in interrupt"))

    def test_cpu_time_of_the_emulator(self) -> None:
        busy = [sys.executable, "-c", "while True: pass"]
        with Emulator(busy, []) as emulator:
            end = time.monotonic() + 60
            while emulator.cpu_seconds() < 0.3 and time.monotonic() < end:
                time.sleep(0.05)
            self.assertGreaterEqual(emulator.cpu_seconds(), 0.3)
            emulator.stop()
            self.assertEqual(emulator.cpu_seconds(), 0.0)


if __name__ == "__main__":
    unittest.main()
