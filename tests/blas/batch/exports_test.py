# SPDX-License-Identifier: BSD-3-Clause
"""libnumapack_batch shows others' names for batches and nothing else; libnumapack and the drop-in show none of them."""

import re
import subprocess
import sys
import unittest

BATCH, *OTHERS = sys.argv[1:]
del sys.argv[1:]


def names(library):
    said = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
    return {fields[2].split("@")[0] for fields in map(str.split, said.splitlines())}


class BatchExports(unittest.TestCase):
    maxDiff = None

    def test_are_all_there(self):
        expected = set()
        for letter in "sdcz":
            for routine in ("gemm_batch", "gemm_batch_strided"):
                expected |= {f"{letter}{routine}_", f"{letter}{routine}_64_"}
                expected |= {f"cblas_{letter}{routine}", f"cblas_{letter}{routine}_64"}
        self.assertEqual(names(BATCH), expected)

    def test_are_nowhere_else(self):
        self.assertTrue(OTHERS)
        for library in OTHERS:
            foreign = [name for name in names(library)
                       if "batch" in name and not re.match("numapack_|_Z", name)]
            self.assertEqual(foreign, [], library)


if __name__ == "__main__":
    unittest.main()
