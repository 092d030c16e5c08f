# SPDX-License-Identifier: BSD-3-Clause
"""subproject_test.py SOURCE CC CXX: the lines of the README that make numapack a part of another CMake project. It is configured, and
not built: that would be the library once more."""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

SOURCE, CC, CXX = sys.argv[1:4]


def lines_of_readme() -> str:
    text = pathlib.Path(SOURCE, "README.md").read_text(encoding="utf-8")
    found = re.search(r"(?m)^    include\(FetchContent\)\n(?:    .*\n)+", text)
    return re.sub(r"(?m)^    ", "", found[0]).replace("${CMAKE_CURRENT_SOURCE_DIR}/../numapack", SOURCE)


class Subproject(unittest.TestCase):
    def configured(self, more: str) -> tuple[subprocess.CompletedProcess[str], str]:
        with tempfile.TemporaryDirectory() as folder:
            project = pathlib.Path(folder)
            (project / "program.c").write_text("int main(void) { return 0; }\n", encoding="utf-8")
            (project / "CMakeLists.txt").write_text(
                "cmake_minimum_required(VERSION 3.25)\nproject(program LANGUAGES C CXX)\n" + lines_of_readme()
                + "add_executable(program program.c)\n" + more, encoding="utf-8")
            done = subprocess.run(["cmake", "-S", folder, "-B", f"{folder}/build", "-G", "Ninja", f"-DCMAKE_C_COMPILER={CC}",
                                   f"-DCMAKE_CXX_COMPILER={CXX}"], capture_output=True, text=True)
            targets = ""
            if done.returncode == 0:
                targets = subprocess.run(["ninja", "-C", f"{folder}/build", "-t", "targets", "all"], capture_output=True, text=True).stdout
            return done, targets

    def test_both_targets(self) -> None:
        for name in ("numapack::numapack", "numapack::static"):
            done, targets = self.configured(f"target_link_libraries(program PRIVATE {name})\n")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("program:", targets)
            self.assertNotIn("test_level3", targets)
            self.assertNotIn("numapack_command", targets)

    def test_another_name_is_none(self) -> None:
        self.assertNotEqual(self.configured("target_link_libraries(program PRIVATE numapack::nonsense)\n")[0].returncode, 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
