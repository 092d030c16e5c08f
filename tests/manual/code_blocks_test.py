# SPDX-License-Identifier: BSD-3-Clause
"""code_blocks_test.py CC CXX: every C and C++ block of docs/ and the README compiles: fenced ones that say `c` or `cpp`, and indented ones that call
numapack or include a header. Programs compile as they are; fragments in a function, after the declarations of FRAGMENTS."""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
from typing import NamedTuple

CC, CXX = sys.argv[1:3]
ROOT = pathlib.Path(__file__).resolve().parents[2]
# numapack is called, a type of its own is declared, or a header is included.
OURS = re.compile(r"^\s*(?:#include|(?:[\w.]+ = |if \()?(?:numapack::\w+[(<]|numapack_\w+(?:\(|\* )))", re.MULTILINE)
LAYOUT = "const auto layout = numapack::Layout::column_major;"
# What the text around a fragment says, or leaves to the reader: the declarations of its names.
FRAGMENTS = {
    "docs/explanation/placement.md": """#include <cstdio>
        void init_matrix(numapack::MatrixView<double> block, std::int64_t row, std::int64_t column);
        void init(numapack::MatrixView<double> block, std::int64_t row, std::int64_t column);
        std::int64_t n, m, ld; double* data; numapack::MatrixView<double> theirs;""",
    "docs/reference/compute/batch.md": "#include <numapack/numapack.h>\n#include <numapack/batch.hpp>\n"
        "std::int64_t m, n, k, lda, ldb, ldc, stride_a, stride_b, stride_c, batch, infos[9]; double *a, *b, *c, *matrices[9];",
    "docs/reference/compute/lapack.md": "#include <numapack/numapack.h>\n#include <numapack/lapack.hpp>\nstd::int64_t n, lda, info; double* a;",
    "docs/reference/compute/level3.md": "#include <numapack/numapack.h>\n#include <numapack/level3.hpp>\n#include <numapack/packed.hpp>\n"
        f"std::int64_t m, n, k, lda, ldb, ldx, ldc; double *a, *b, *c, *x; {LAYOUT}",
    "docs/reference/compute/lu.md": "#include <stdio.h>\n#include <numapack/numapack.h>\ndouble *a, *b;",
    "docs/reference/compute/spmv.md": "#include <numapack/numapack.h>\n#include <numapack/sparse.hpp>\nnumapack_csr* csr; std::int64_t rows, columns;"
        "std::int32_t *starts, *indices; double *values, *x, *y; numapack::CsrView<double, std::int32_t> view;",
}


class Block(NamedTuple):
    page: str
    line: int
    language: str  # "c" or "cpp"
    code: str


def blocks(page: str, text: str) -> list[Block]:
    """The C and C++ of a page, in order. What a list indents is prose unless it looks like our code."""
    found: list[Block] = []
    lines, number = text.split("\n"), 0
    while number < len(lines):
        first = number
        if fence := re.match(r"( *)(`{3,}|~{3,}) *(\S*)", lines[number]):
            number += 1
            while number < len(lines) and lines[number].strip() != fence[2]:
                number += 1
            language = {"c++": "cpp", "cxx": "cpp", "cc": "cpp"}.get(fence[3].lower(), fence[3].lower())
            code = "\n".join(lines[first + 1:number])
            if language in ("c", "cpp") or (not language and OURS.search(code)):
                found.append(Block(page, first + 1, language or "cpp", code))
            number += 1
        elif lines[number].startswith("    "):
            while number < len(lines) and (lines[number].startswith("    ") or not lines[number].strip()):
                number += 1
            code = "\n".join(line[4:] for line in lines[first:number])
            if OURS.search(code):
                found.append(Block(page, first + 1, "cpp", code))
        else:
            number += 1
    return found


def source(block: Block, declarations: str) -> str:
    """A program as it is; of a fragment, its includes and names, then itself in a function, on the lines of the page."""
    if re.search(r"\bint main\(", block.code):
        return block.code
    top = r"^(?:#include.*|using namespace .*)$"
    included = "\n".join(re.findall(top, block.code, re.MULTILINE))
    return (f"{included}\n{declarations}\nvoid fragment(void);\nvoid fragment(void) {{\n#line {block.line}\n"
            f"{re.sub(top, '', block.code, flags=re.MULTILINE)}\n}}\n")


def complaint(block: Block, declarations: str) -> str:
    """What the compiler says against it; "" if nothing."""
    compiler = [CC, "-std=c11", "-xc"] if block.language == "c" else [CXX, "-std=c++20", "-xc++"]
    done = subprocess.run([*compiler, "-fsyntax-only", "-Wall", "-Wextra", "-Wno-unused-variable", "-Wno-unused-but-set-variable", "-Werror",
                           f"-I{ROOT / 'include'}", "-"],
                          input=source(block, declarations), capture_output=True, text=True)
    assert (done.returncode == 0) == (not done.stderr), done.stderr
    return done.stderr


def of_the_pages() -> list[Block]:
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [block for page in pages for block in blocks(page.relative_to(ROOT).as_posix(), page.read_text(encoding="utf-8"))]


class Pages(unittest.TestCase):
    def test_every_block_compiles(self) -> None:
        found = of_the_pages()
        for block in found:
            with self.subTest(f"{block.page}:{block.line}"):
                said = complaint(block, FRAGMENTS.get(block.page, ""))
                self.assertFalse(said, said)
        self.assertGreater(len(found), 10)
        self.assertEqual(set(FRAGMENTS) - {block.page for block in found if "main(" not in block.code}, set())


class Planted(unittest.TestCase):
    """Blocks are found however they are marked, and bad ones do not pass."""

    def test_what_is_a_block(self) -> None:
        text = ("```cpp\na\n```\n```\nnumapack plan -n 3\n```\n\n    numapack plan -n 3\n\n    numapack::f(1);\n    x\n\n```c\nb\n```\n"
                "```sh\nnumapack_f(1)\n```\n- item\n\n    #include <x>\n\nThe end.\n~~~\ny = numapack_g(1);\n~~~\n``` C++\nd\n```\n")
        self.assertEqual([(block.line, block.language) for block in blocks("p", text)], [(1, "cpp"), (8, "cpp"), (13, "c"), (21, "cpp"), (24, "cpp"), (27, "cpp")])

    def test_a_comment_that_swallows_code(self) -> None:
        good = "int a = 1;  // one\nint b = a;"
        self.assertEqual(complaint(Block("p", 1, "cpp", good), ""), "")
        self.assertIn("b", complaint(Block("p", 1, "cpp", "int a = 1;  // one int b = a;\nb = 2;"), ""))
        self.assertIn("nowhere.hpp", complaint(Block("p", 1, "cpp", "#include <numapack/nowhere.hpp>"), ""))
        self.assertIn("numapack_dgemm", complaint(Block("p", 1, "c", "numapack_dgemm(1);"), ""))

    def test_the_example_of_placements_as_it_once_was(self) -> None:
        """A reflow had joined its lines, so that comments swallowed code."""
        page = "docs/explanation/placement.md"
        good = next(block for block in of_the_pages() if block.page == page)
        joined = good._replace(code=re.sub(r"(?<=cyclic_columns\(64\)\}),( *//[^\n]*)\n +", r",\1 ", good.code, count=1))
        self.assertNotEqual(joined, good)
        self.assertNotEqual(complaint(joined, FRAGMENTS[page]), "")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
