# SPDX-License-Identifier: BSD-3-Clause
"""headers_test.py INCLUDE CC CXX: each public header compiles alone, without a warning; numapack.hpp has all of the C++ ones, numapack.h all
of C's but the lab's marks."""

import re
import subprocess
import sys
import unittest
from pathlib import Path

INCLUDE, CC, CXX = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
del sys.argv[1:]
PUBLIC = INCLUDE / "numapack"


def compiles(compiler: list[str], header: str, words: str = "") -> str:
    """What the compiler says of a file that includes it twice."""
    text = f"#include <{header}>\n#include <{header}>\n{words}\nint main(void) {{ return 0; }}\n"
    command = [*compiler, "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror", f"-I{INCLUDE}", "-fsyntax-only", "-"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=300, check=False)
    return "" if done.returncode == 0 else done.stderr or f"ended with {done.returncode}"


class Headers(unittest.TestCase):
    def test_each_stands_alone(self):
        for header in sorted(INCLUDE.glob("*/*.h*")):
            name = str(header.relative_to(INCLUDE))
            languages = {"C++20": [CXX, "-std=c++20", "-xc++"]}
            if header.suffix == ".h":
                languages |= {"C++17": [CXX, "-std=c++17", "-xc++"], "C": [CC, "-std=c99", "-xc"]}
            # Of a part whose types another header chooses that header is the way in.
            words = header.read_text(encoding="utf-8")
            if "Part of cblas.h" in words:
                continue
            for language, compiler in languages.items():
                with self.subTest(header=name, language=language):
                    self.assertEqual(compiles(compiler, name), "")

    def test_umbrellas_have_all(self):
        for umbrella, others in (("numapack.hpp", ".hpp"), ("numapack.h", ".h")):
            text = (PUBLIC / umbrella).read_text(encoding="utf-8")
            had = set(re.findall(r'#include "numapack/(\S+)"', text))
            wanted = {path.name for path in PUBLIC.iterdir() if path.suffix == others} - {umbrella, "lab.h", "export.h"}
            self.assertEqual(wanted - had, set(), umbrella)

    def test_an_old_standard_is_named(self):
        for header in PUBLIC.glob("*.hpp"):
            with self.subTest(header=header.name):
                self.assertIn("numapack needs C++20: compile with -std=c++20", compiles([CXX, "-std=c++17", "-xc++"], f"numapack/{header.name}"))


if __name__ == "__main__":
    unittest.main()
