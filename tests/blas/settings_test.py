# SPDX-License-Identifier: BSD-3-Clause
"""settings_test.py EVERY_ROUTINE LIBRARY... -- [TEST...]: whatever a program's environment says, and whatever it is refused, every standard
routine of all types gives what it gives otherwise, and one line says what is wrong."""

import os
import subprocess
import sys
import unittest

PROGRAM, *LIBRARIES = sys.argv[1:sys.argv.index("--")]
del sys.argv[1:sys.argv.index("--") + 1]

# variable, value, what is allowed
WRONG = [("NUMAPACK_NUM_THREADS", "abc", "use 1 or more"), ("NUMAPACK_NUM_THREADS", "-1", "use 1 or more"),
         ("NUMAPACK_NUM_THREADS", "99999999999999999999", "use 1 or more"), ("OMP_NUM_THREADS", "many", "use 1 or more"),
         ("NUMAPACK_CPU", "nonesuch", "use one of "), ("NUMAPACK_KERNEL", "nonesuch", "use one of "),
         ("NUMAPACK_BIND", "yes", "use 1 "), ("NUMAPACK_WORKSPACE", "nonsense", "512M"), ("NUMAPACK_LAB", "2", "use 1 "),
         ("NUMAPACK_PROFILE", "/nonesuch", "a file that numapack probe wrote"),
         ("NUMAPACK_PROFILE", __file__, "a file that numapack probe wrote"),
         ("NUMAPACK_ROUTINES", "-nonesuch", "use -all or"), ("NUMAPACK_MIN_SIZE", "small", "use 1 or more"),
         ("NUMAPACK_VERBOSE", "loud", "use 1 "), ("NUMAPACK_TRACE", "all", "use 1 or more")]


class EveryRoutine(unittest.TestCase):
    maxDiff = None

    def run_in(self, mode, begin=None, **environment):
        done = subprocess.run([PROGRAM, mode, *LIBRARIES], env={**os.environ, "NUMAPACK_PROFILE": "none", **environment},
                              capture_output=True, text=True, timeout=600, check=False, preexec_fn=begin)
        return done.returncode, done.stdout, done.stderr

    @classmethod
    def setUpClass(cls):
        cls.wanted = cls.run_in(cls, "hash")

    def test_is_silent_where_all_is_right(self):
        self.assertEqual((self.wanted[0], self.wanted[2]), (0, ""))
        self.assertRegex(self.wanted[1], r"^[0-9a-f]{16}\n$")

    def expect_one_line(self, said, *parts):
        self.assertEqual(said.count("\n"), 1, said)
        self.assertTrue(said.startswith("numapack: "), said)
        for part in parts:
            self.assertIn(part, said)

    def test_takes_a_wrong_setting_for_none_and_says_so_once(self):
        for variable, value, allowed in WRONG:
            with self.subTest(variable, value=value):
                status, out, said = self.run_in("hash", **{variable: value})
                self.assertEqual((status, out), self.wanted[:2], said)
                self.expect_one_line(said, f'numapack: {variable}: ', f'"{value}"', allowed)

    def test_says_a_line_for_each_of_several(self):
        status, out, said = self.run_in("hash", NUMAPACK_NUM_THREADS="x", NUMAPACK_CPU="y", NUMAPACK_VERBOSE="z")
        self.assertEqual((status, out), self.wanted[:2], said)
        self.assertEqual([line.split(":")[1].strip() for line in said.splitlines()],
                         ["NUMAPACK_NUM_THREADS", "NUMAPACK_CPU", "NUMAPACK_VERBOSE"], said)

    def test_does_with_hardly_any_workspace(self):
        for bytes_ in ("1", "4096"):
            self.assertEqual(self.run_in("hash", NUMAPACK_WORKSPACE=bytes_), self.wanted)

    def test_does_with_a_machine_that_cannot_be_described(self):
        for variable in ("HWLOC_XMLFILE", "HWLOC_SYNTHETIC"):
            status, out, said = self.run_in("hash", **{variable: "/nonesuch"})
            self.assertEqual((status, out), self.wanted[:2], said)

    def test_does_without_threads_and_says_so_once(self):
        for mode in ("hash-without-threads", "hash-as-nobody"):
            with self.subTest(mode):
                status, out, said = self.run_in(mode)
                if status == 77:
                    self.skipTest("the limit of processes does not hold here")
                self.assertEqual((status, out), self.wanted[:2], said)
                if len(os.sched_getaffinity(0)) > 1:
                    self.expect_one_line(said, "cannot make thread", "ulimit -u")

    def test_does_in_a_cgroup_that_allows_no_thread(self):
        # By version 1 of cgroups, or 2.
        parent = next((path for path in ("/sys/fs/cgroup/pids", "/sys/fs/cgroup") if os.path.exists(path + "/cgroup.procs")), "/nonesuch")
        group = f"{parent}/numapack-test-{os.getpid()}"
        try:
            os.mkdir(group)
        except OSError as error:
            self.skipTest(f"no cgroup can be made: {error}")
        self.addCleanup(os.rmdir, group)
        try:
            with open(group + "/pids.max", "w", encoding="ascii") as limit:
                limit.write("1")
        except OSError as error:
            self.skipTest(f"no limit of tasks: {error}")

        def join():
            with open(group + "/cgroup.procs", "w", encoding="ascii") as members:
                members.write("0")

        try:
            status, out, said = self.run_in("hash", join)
        except subprocess.SubprocessError as error:
            self.skipTest(f"no process can join a cgroup: {error}")
        self.assertEqual((status, out), self.wanted[:2], said)
        if len(os.sched_getaffinity(0)) > 1:
            self.expect_one_line(said, "cannot make thread")

    def test_does_without_memory(self):
        for mode in ("without-memory", "without-any-memory"):
            with self.subTest(mode):
                status, _, said = self.run_in(mode)
                if status == 77:
                    self.skipTest("there is no limit of memory here")
                self.assertEqual((status, said), (0, ""))


if __name__ == "__main__":
    unittest.main()
