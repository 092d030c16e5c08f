# SPDX-License-Identifier: BSD-3-Clause
"""reference_test.py BUILD CC CXX: every public function is in the reference with all that its header says, and with an example that compiles and
prints what it says."""

import ast
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
import reference_headers  # noqa: E402

PYTHON = ROOT / "python" / "numapack"


def header_text(name: str) -> str:
    """Without what is the library's own."""
    text = (HEADERS / name).read_text(encoding="utf-8")
    return re.sub(r"namespace detail \{.*?\}  // namespace detail", "", text, flags=re.DOTALL)


def declared(name: str) -> set[str]:
    return {found for code in re.findall(r"NUMAPACK_API[^;{]*[;{]", header_text(name)) for found in re.findall(r"\b(\w+)\s*\(", code)[:1]}


def said(name: str) -> list[str]:
    """The words of each comment in the first column."""
    pattern = r"^/\*(?! SPDX).*?\*/" if name.endswith(".h") else r"(?:^///[^\n]*\n)+"
    comments = re.findall(pattern, header_text(name), re.MULTILINE | re.DOTALL)
    return [" ".join(re.sub(r"^\s*(?:///|/\*+|\*/|\*)|\*/", " ", comment, flags=re.MULTILINE).split()) for comment in comments]


def headers_and_programs() -> list[tuple[list[reference_headers.Header], dict[pathlib.Path, str]]]:
    return [(reference_headers.c_headers(HEADERS), reference.programs(ROOT, ".c")),
            (reference_headers.cxx_headers(HEADERS), reference.programs(ROOT, ".cpp"))]


class Reference(unittest.TestCase):
    def test_every_header_is_read(self) -> None:
        self.assertEqual({*reference_headers.C_HEADERS, "export.h"}, {file.name for file in HEADERS.glob("*.h")})
        self.assertEqual(set(reference_headers.CXX_HEADERS), {file.name for file in HEADERS.glob("*.hpp")})

    def test_every_function_is_there(self) -> None:
        for headers, _ in headers_and_programs():
            for header in headers:
                there = {name for group in header.groups for name in [*group.names, *group.members]}
                self.assertEqual(declared(header.name) - there, set(), header.name)
        self.assertGreater(len(declared("level3.h")), 60)

    def test_every_name_has_an_example(self) -> None:
        for headers, codes in headers_and_programs():
            missing = [f"{header.name}: {name}" for header in headers for group in header.groups
                       for name, found in reference.examples_of(header, group, headers, codes).items() if not found]
            self.assertEqual(missing, [])
            code = "".join(codes.values())
            # A container calls these two.
            members = {member for header in headers for group in header.groups for member in group.members} - {"allocate", "deallocate"}
            self.assertEqual({member for member in members if not re.search(rf"(?:\.|->|::){member}\(", code)}, set())

    def test_of_names_of_several_headers_the_right_one_is_shown(self) -> None:
        headers, codes = headers_and_programs()[1]
        shown = {(header.name, name): {one.name for one in found} for header in headers for group in header.groups
                 for name, found in reference.examples_of(header, group, headers, codes).items()}
        self.assertIn("packed.cpp", shown["packed.hpp", "gemm"])
        self.assertNotIn("packed.cpp", shown["level3.hpp", "gemm"])
        self.assertNotIn("packed.cpp", shown["matrix.hpp", "copy"])  # it calls a method of that name

    def test_types_of_one_routine_are_a_family(self) -> None:
        families = reference.families(["numapack_cgeru", "numapack_zgeru", "numapack_set_nodes", "numapack_dcsr", "numapack_zcsr", "numapack_csr_free"])
        self.assertEqual([len(family) for family in families], [2, 1, 2, 1])


class Pages(unittest.TestCase):
    folder: pathlib.Path

    @classmethod
    def setUpClass(cls) -> None:
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = pathlib.Path(temporary.name)
        subprocess.run([sys.executable, "-B", str(ROOT / "scripts/docs/reference.py"), str(ROOT), "--pages", cls.folder, "--man", cls.folder,
                        "--date", "2026-01-02"], check=True)

    def page(self, name: str) -> str:
        return (self.folder / name).read_text(encoding="utf-8")

    def test_every_word_of_the_headers_is_there(self) -> None:
        for page, names in (("api-c.md", reference_headers.C_HEADERS), ("api-cpp.md", reference_headers.CXX_HEADERS)):
            text = " ".join(re.sub(r"\\(.)", r"\1", self.page(page)).split())
            self.assertNotIn("SPDX", text)
            for name in names:
                for comment in said(name):
                    # How a mark is made is nobody's to use.
                    if not comment.startswith(("nopl", "movz")):
                        self.assertIn(comment, text, name)

    def test_pages(self) -> None:
        c = self.page("api-c.md")
        self.assertIn("int64_t ldc);", c)
        self.assertIn("[packed.c](#packedc)", c)
        cxx = self.page("api-cpp.md")
        self.assertIn("Row-major layouts hold for all", cxx)
        for name in ("Layout", "ErrorCode", "view_of", "spmv"):
            self.assertIn(f"### {name}\n", cxx)
        self.assertNotIn("private:", cxx)
        self.assertNotIn("return ", cxx[:cxx.index("## Examples")])

    def test_python(self) -> None:
        python = self.page("api-python.md")
        for name in ("matmul", "pack", "solve", "where", "plot"):
            self.assertIn(f"## {name}\n", python)
        for name in ("bandwidth", "core_to_core", "curves", "latency", "pages", "stream"):
            self.assertIn(f"### plot.{name}\n", python)
        self.assertRegex(python, r"## trsm\n[^#]*only the triangle that ``lower`` names")
        self.assertRegex(python, r"## linalg\n[^#]*The same functions as \[cholesky\]\(#cholesky\)")
        for file in PYTHON.rglob("*.py"):
            for node in ast.parse(file.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef) and f"## {node.name}\n" in python:
                    for method in node.body:
                        words = ast.get_docstring(method) if isinstance(method, ast.FunctionDef) and not method.name.startswith("_") else None
                        if words:
                            self.assertIn(words.splitlines()[0], python, f"{node.name}.{method.name}")

    def test_manual(self) -> None:
        page = self.page("man3/numapack_sgemm.3")
        self.assertIn(".SH EXAMPLE", page)
        self.assertEqual(self.page("man3/numapack_dgemm.3"), ".so man3/numapack_sgemm.3\n")
        batch = self.page("man3/numapack_sgemm_batch.3")
        self.assertIn("Thread\\-safe.", batch)
        self.assertIn("must share no memory", batch)
        for name in reference_headers.C_HEADERS:
            for function in declared(name):
                self.assertTrue((self.folder / "man3" / f"{function}.3").exists(), function)
        if shutil.which("mandoc"):
            for file in sorted((self.folder / "man3").iterdir()):
                if not file.read_text(encoding="utf-8").startswith(".so"):
                    done = subprocess.run(["mandoc", "-T", "lint", "-W", "error", str(file)], capture_output=True, text=True)
                    self.assertEqual(done.returncode, 0, done.stdout)


class Examples(unittest.TestCase):
    def test_print_what_they_say(self) -> None:
        environment = {**os.environ, "LD_LIBRARY_PATH": BUILD}
        sources = sorted((ROOT / "examples").rglob("*.c*"))
        self.assertGreater(len(sources), 20)
        with tempfile.TemporaryDirectory() as folder:
            for source in sources:
                with self.subTest(source.name):
                    prints = re.search(r"Prints: ((?:[^.]|\.(?=\d))*)\.", source.read_text(encoding="utf-8"))
                    assert prints, "it does not say what it prints"
                    compiler = [CC, "-std=c11"] if source.suffix == ".c" else [CXX, "-std=c++20"]
                    program = os.path.join(folder, source.name.replace(".", "_"))
                    subprocess.run([*compiler, "-O0", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'include'}", str(source), "-o", program,
                                    f"-L{BUILD}", "-lnumapack"], check=True)
                    done = subprocess.run([program], capture_output=True, text=True, env=environment)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    expected = [line.strip() for line in re.sub(r"[\s*/]+", " ", prints[1]).split(", then")]
                    self.assertEqual(done.stdout.splitlines(), expected)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
