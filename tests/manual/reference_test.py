# SPDX-License-Identifier: BSD-3-Clause
"""reference_test.py BUILD CC CXX: every public function is in the reference, with an example that compiles and prints what it says."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

BUILD, CC, CXX = sys.argv[1:4]
ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADERS = ROOT / "include" / "numapack"
sys.path.insert(0, str(ROOT / "scripts" / "docs"))

import reference  # noqa: E402


def declared(header: str) -> set[str]:
    text = (HEADERS / header).read_text(encoding="utf-8")
    text = re.sub(r"namespace detail \{.*?\}  // namespace detail", "", text, flags=re.DOTALL)
    return {name for code in re.findall(r"NUMAPACK_API[^;{]*[;{]", text) for name in re.findall(r"\b(\w+)\s*\(", code)[:1]}


class Reference(unittest.TestCase):
    def test_every_function_is_there(self) -> None:
        groups = reference.c_groups(HEADERS)
        there = {name for group in groups for name in group.names}
        for header in reference.C_HEADERS:
            self.assertEqual(declared(header) - there, set(), header)
        self.assertGreater(len(there), 150)
        there = {name for group in reference.cxx_groups(HEADERS) for name in group.names}
        for header in reference.CXX_HEADERS:
            self.assertEqual(declared(header) - there, set(), header)

    def test_every_group_of_c_functions_has_an_example(self) -> None:
        for group in reference.c_groups(HEADERS):
            if group.names:
                with self.subTest(group.names[0]):
                    self.assertTrue(reference.examples_of(ROOT, group.names, ".c"))

    def test_pages(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, "-B", str(ROOT / "scripts/docs/reference.py"), str(ROOT), "--pages", folder, "--man", folder,
                            "--date", "2026-01-02"], check=True)
            c = pathlib.Path(folder, "api-c.md").read_text(encoding="utf-8")
            self.assertIn("int64_t ldc);", c)
            self.assertIn("examples/packed.c", c)
            python = pathlib.Path(folder, "api-python.md").read_text(encoding="utf-8")
            for name in ("matmul", "pack", "solve", "where"):
                self.assertIn(f"## {name}\n", python)
            page = pathlib.Path(folder, "man3", "numapack_sgemm.3").read_text(encoding="utf-8")
            self.assertIn(".SH EXAMPLE", page)
            self.assertEqual(pathlib.Path(folder, "man3", "numapack_dgemm.3").read_text(encoding="utf-8"), ".so man3/numapack_sgemm.3\n")
            if shutil.which("mandoc"):
                for file in sorted(pathlib.Path(folder, "man3").iterdir()):
                    if not file.read_text(encoding="utf-8").startswith(".so"):
                        said = subprocess.run(["mandoc", "-T", "lint", "-W", "error", str(file)], capture_output=True, text=True)
                        self.assertEqual(said.returncode, 0, said.stdout)


class Examples(unittest.TestCase):
    def test_print_what_they_say(self) -> None:
        environment = {**os.environ, "LD_LIBRARY_PATH": BUILD}
        seen = 0
        with tempfile.TemporaryDirectory() as folder:
            for source in sorted((ROOT / "examples").glob("*.c*")):
                said = re.search(r"Prints: ((?:[^.]|\.(?=\d))*)\.", source.read_text(encoding="utf-8"))
                if not said:
                    continue
                with self.subTest(source.name):
                    compiler = [CC, "-std=c11"] if source.suffix == ".c" else [CXX, "-std=c++20"]
                    program = os.path.join(folder, source.stem)
                    subprocess.run([*compiler, "-O0", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'include'}", str(source), "-o", program,
                                    f"-L{BUILD}", "-lnumapack"], check=True)
                    done = subprocess.run([program], capture_output=True, text=True, env=environment)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    expected = [line.strip() for line in re.sub(r"[\s*/]+", " ", said[1]).split(", then")]
                    self.assertEqual(done.stdout.splitlines(), expected)
                    seen += 1
        self.assertGreater(seen, 7)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
