# SPDX-License-Identifier: BSD-3-Clause
"""A room of src/ includes only itself and rooms below it; cmake/rooms.cmake lists them, bottom to top."""

import re
import tempfile
import unittest
from pathlib import Path

import sources

LIST = re.compile(r"^set\((NUMAPACK_ROOMS|NUMAPACK_BLAS_ROOMS|NUMAPACK_TOOL_ROOMS) ([^)]*)\)$", re.MULTILINE)
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def rooms(root):
    """All of them, bottom to top."""
    lists = dict(LIST.findall((root / "cmake/rooms.cmake").read_text(encoding="utf-8")))
    names = ("NUMAPACK_ROOMS", "NUMAPACK_BLAS_ROOMS", "NUMAPACK_TOOL_ROOMS")
    return [room for name in names for room in lists.get(name, "").split()]


def room_of(path, order):
    """The room that a path below src/ is in, the innermost of several; nothing if in none."""
    holding = [room for room in order if path.startswith(f"{room}/")]
    return max(holding, key=len, default=None)


def generated(root):
    """Headers that CMake makes; each belongs to the room that its path names."""
    return {name for path in (root / "cmake").glob("*.cmake") for name in re.findall(r"OUTPUT generated/(\S+)", path.read_text(encoding="utf-8"))}


def violations(root):
    """(a sentence for each upward include or file that is in no room, includes looked at)."""
    order, found, seen, made = rooms(root), [], 0, generated(root)
    for path in sources.sources(root, ("src",)):
        own = path.relative_to(root / "src").as_posix()
        room = room_of(own, order)
        if room is None:
            found.append(f"src/{own} is in no room of cmake/rooms.cmake")
            continue
        for included in INCLUDE.findall(path.read_text(encoding="utf-8")):
            seen += 1
            if included not in made and not (root / "src" / included).is_file():
                # A public header, or one in the file's folder.
                if not (root / "include" / included).is_file() and not (path.parent / included).is_file():
                    found.append(f"src/{own} includes {included}, which is neither in src/ nor in include/")
                continue
            other = room_of(included, order)
            if other is not None and order.index(other) > order.index(room):
                found.append(f"src/{own} includes {included}: {other} is above {room}")
    return found, seen


class Repository(unittest.TestCase):
    maxDiff = None

    def test_no_room_includes_one_above(self):
        found, seen = violations(sources.ROOT)
        self.assertEqual(found, [])
        self.assertGreater(seen, 500)

    def test_every_room_is_listed_once_and_there(self):
        order = rooms(sources.ROOT)
        self.assertEqual(len(order), len(set(order)))
        for room in order:
            self.assertTrue((sources.ROOT / "src" / room).is_dir(), room)

    def test_public_headers_include_public_ones_only(self):
        for path in sources.sources(sources.ROOT, ("include",)):
            for included in INCLUDE.findall(path.read_text(encoding="utf-8")):
                self.assertTrue((sources.ROOT / "include" / included).is_file(), f"{path}: {included}")


class Planted(unittest.TestCase):
    """The rule sees what breaks it."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.plant("cmake/rooms.cmake", "set(NUMAPACK_ROOMS low low/inner high)\nset(NUMAPACK_TOOL_ROOMS top)\n")
        for name in ("low/a.hpp", "low/inner/b.hpp", "high/c.hpp", "top/d.hpp"):
            self.plant(f"src/{name}", "#pragma once\n")
        self.plant("include/public/e.hpp", "")

    def plant(self, path, text):
        path = self.root / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def test_downward_and_own_includes_are_fine(self):
        self.plant("src/top/f.cpp", '#include <vector>\n#include "top/d.hpp"\n#include "high/c.hpp"\n#include "public/e.hpp"\n')
        self.plant("src/low/inner/loop.S", '#include "b.hpp"\n#include "low/a.hpp"\n')
        self.assertEqual(violations(self.root), ([], 5))

    def test_upward_includes(self):
        self.plant("src/low/f.hpp", '#include "low/inner/b.hpp"\n  # include "top/d.hpp"\n')
        self.assertEqual(violations(self.root)[0], ["src/low/f.hpp includes low/inner/b.hpp: low/inner is above low",
                                                    "src/low/f.hpp includes top/d.hpp: top is above low"])

    def test_files_in_no_room_and_includes_from_nowhere(self):
        self.plant("src/attic/f.hpp", "")
        self.plant("src/high/f.hpp", '#include "gone.hpp"\n')
        self.assertEqual(violations(self.root)[0],
                         ["src/attic/f.hpp is in no room of cmake/rooms.cmake",
                          "src/high/f.hpp includes gone.hpp, which is neither in src/ nor in include/"])


if __name__ == "__main__":
    unittest.main()
