# SPDX-License-Identifier: BSD-3-Clause
"""Each function of the C headers is called by tests/support/c/*functions.hpp, so that the tests that call every function do: at a
process's end, on small stacks, in broken environments."""

import re
import unittest

import sources

DECLARED = re.compile(r"^NUMAPACK_API [^(;{}]*?\b(numapack_\w+)\(", re.MULTILINE)
# Those that mark for the lab have a test of their own there.
HEADERS = ("numapack.h", "level3.h", "lapack.h", "batch.h", "sparse.h")


def declared(text):
    return set(DECLARED.findall(text))


class Repository(unittest.TestCase):
    def test_every_function_is_called(self):
        there = set().union(*(declared((sources.ROOT / "include/numapack" / name).read_text(encoding="utf-8")) for name in HEADERS))
        called = "\n".join(path.read_text(encoding="utf-8") for path in (sources.ROOT / "tests/support/c").glob("*functions.hpp"))
        self.assertGreater(len(there), 150)
        self.assertEqual(there - set(re.findall(r"\b(numapack_\w+)\(", called)), set())


class Planted(unittest.TestCase):
    def test_declarations(self):
        self.assertEqual(declared("NUMAPACK_API int numapack_a(void);\nNUMAPACK_API const char*\n  numapack_b(int);\nint numapack_c(int);\n"),
                         {"numapack_a", "numapack_b"})


if __name__ == "__main__":
    unittest.main()
