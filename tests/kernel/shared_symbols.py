# SPDX-License-Identifier: BSD-3-Clause
"""Fails if an object that is compiled for more than the baseline instruction set defines a weak symbol.

The linker keeps one definition of a weak symbol for the whole program: an inline function compiled here for AVX-512
could end up being the one that a plain CPU calls.

usage: shared_symbols.py <nm> <object>...
"""

import re
import subprocess
import sys

# A pointer that each object with a destructor has, to what unwinds its frames: no code.
NO_CODE = "DW.ref.__gxx_personality_v0"
WIDER = re.compile(r"/kernel/(x86|aarch64)/[^/]+\.(cpp|S)\.o$")


def main() -> int:
    nm, objects = sys.argv[1], [path for path in sys.argv[2:] if WIDER.search(path)]
    if not objects:
        print("no objects of kernels among the arguments")
        return 1
    failures = 0
    for path in objects:
        listing = subprocess.run([nm, "--demangle", path], capture_output=True, text=True, check=True).stdout
        for line in listing.splitlines():
            match = re.match(r"[0-9a-f]+ ([WVu]) (.*)", line)
            if match and match[2] != NO_CODE:
                failures += 1
                print(f"{path}: shared symbol {match[2]}")
    print(f"{len(objects)} objects, {failures} shared symbols")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
