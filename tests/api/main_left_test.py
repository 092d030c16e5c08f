# SPDX-License-Identifier: BSD-3-Clause
"""main_left_test.py PROGRAM LIBRARY: a program whose main thread leaves by pthread_exit() ends with its own last thread, and
signals reach it, as if the library had no threads; docs/explanation/threads.md."""

import signal
import subprocess
import sys
import unittest

PROGRAM, LIBRARY = sys.argv[1:3]


class MainThreadLeft(unittest.TestCase):
    def test_process_ends_with_its_own_last_thread(self):
        for loads in ("main", "thread"):
            with self.subTest(loads):
                done = subprocess.run([PROGRAM, LIBRARY, loads, "ends"], capture_output=True, text=True, timeout=120, check=False)
                self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "right\n", ""))

    def test_signals_end_it(self):
        for loads in ("main", "thread"):
            with self.subTest(loads), subprocess.Popen([PROGRAM, LIBRARY, loads, "stays"], stdout=subprocess.PIPE, text=True) as process:
                self.assertEqual(process.stdout.readline(), "right\n")
                process.send_signal(signal.SIGTERM)
                self.assertEqual(process.wait(timeout=120), -signal.SIGTERM)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
