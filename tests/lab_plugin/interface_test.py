# SPDX-License-Identifier: BSD-3-Clause
"""The counting plugin in emulators that speak different versions of QEMU's plugin interface: the same counts from each.

usage: interface_test.py PLUGIN FAKE...    the fakes: fake_qemu.c, built for one version each
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

PLUGIN, *FAKES = sys.argv[1:]
CONFIG = """numapack-lab 1
count marked
node 0 package 0 memory 1048576
cpu 0 node 0
cache l1 cpu 0 sets 64 ways 8
"""


class Interface(unittest.TestCase):
    def counts(self, fake: str) -> dict:
        with tempfile.TemporaryDirectory() as folder:
            config, out = pathlib.Path(folder, "config"), pathlib.Path(folder, "out")
            config.write_text(CONFIG, encoding="ascii")
            done = subprocess.run([fake, PLUGIN, config, out], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            document = json.loads(out.read_text(encoding="ascii"))
        self.assertIsNone(document["error"])
        self.assertEqual(document["intervals"], 1)
        return document["counts"]

    def test_marks_streamed_stores_and_wide_loads_count_the_same_in_every_version(self) -> None:
        self.assertEqual(len(FAKES), 3)
        for fake in FAKES:
            with self.subTest(fake):
                counts = self.counts(fake)
                self.assertEqual((counts["loads"], counts["stores"]), (4, 9))
                self.assertEqual(counts["instructions"], 12)
                self.assertEqual((counts["reads"]["all"], counts["writes"]["all"], counts["left_dirty"]["all"]), (2, 1, 1))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
