# SPDX-License-Identifier: BSD-3-Clause
"""consumers_test.py BUILD CC: projects that look for a BLAS and a LAPACK in the ways that there are, with an installation of this
build: each is configured, linked and run, and which library serves it is what the dynamic linker says."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BUILD, CC = Path(sys.argv[1]).resolve(strict=True), sys.argv[2]
del sys.argv[1:]
HERE = Path(__file__).resolve().parent
SAYS = "{} bits, product 5 4, dot 25, eigenvalues 1 3, info 0\n"
# The reference's header, where its package is.
REFERENCE = next(Path("/usr/include").glob("*/cblas-netlib.h"), None)


def run(*command, **more):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=300, check=False, **more)
    if done.returncode != 0:
        raise AssertionError(f"{command} ended with {done.returncode}: {done.stdout[-4000:]}{done.stderr[-4000:]}")
    return done.stdout


def prototypes(text):
    """{name: the types of what it returns and takes}, without names of arguments and words that change nothing."""
    text = re.sub(r"/\*.*?\*/|^\s*#.*?$", " ", text, flags=re.DOTALL | re.MULTILINE)
    found = {}
    for result, name, arguments in re.findall(r"([\w ]+?)\s*\b(cblas_\w+)\s*\(([^)]*)\)\s*;", text):
        types = []
        for argument in arguments.split(","):
            words = re.findall(r"\w+|\*|\.\.\.", argument.replace("CBLAS_ORDER", "CBLAS_LAYOUT"))
            if "const" in words and "*" not in words:
                words.remove("const")
            types.append(" ".join(words if words[-1] in "*..." else words[:-1]))
        found[name] = (" ".join(result.split()), types)
    return found


class Consumers(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.work = Path(cls.folder.name)
        cls.prefix = cls.work / "prefix"
        for component in ("libnumapack0", "libnumapack-blas3", "libnumapack-dev"):
            run("cmake", "--install", BUILD, "--prefix", cls.prefix, "--component", component)
        cls.lib = next(cls.prefix.rglob("libnumapack_lp64.so.0")).parent
        cls.widths = {"": 32} | ({"64": 64} if (cls.lib / "libnumapack_ilp64.so.0").exists() else {})
        cls.environment = {**os.environ, "PKG_CONFIG_PATH": str(cls.lib / "pkgconfig"), "CMAKE_PREFIX_PATH": str(cls.prefix), "CC": CC,
                           "NUMAPACK_PROFILE": "none"}
        cls.environment.pop("LD_LIBRARY_PATH", None)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def check(self, program, suffix=""):
        """It computes, on the library that was installed and on no other BLAS or LAPACK."""
        self.assertEqual(run(program, env=self.environment), SAYS.format(self.widths[suffix]))
        width = "ilp64" if suffix else "lp64"
        loaded = run("ldd", program, env=self.environment)
        self.assertIn(f"libnumapack_{width}.so.0 => {self.lib}/libnumapack_{width}.so.0 ", loaded)
        self.assertIn(f"libnumapack.so.0 => {self.lib}/", loaded)
        others = re.findall(r"lib(?:open|flexi)?(?:blas|lapack|blis|mkl)\S*", re.sub(r"\S*numapack\S*", "", loaded))
        self.assertEqual(others, [])
        needed = run("readelf", "-d", program)
        self.assertIn(f"[libnumapack_{width}.so.0]", needed)
        # Fortran's and C's names are bound there, not in something that was linked in.
        undefined = run("nm", "-D", "--undefined-only", program).split()
        self.assertTrue({"cblas_dgemm", "dsyev_", "ddot_"} <= set(undefined), undefined)

    def test_pkg_config(self):
        for suffix in self.widths:
            for part in ("blas", "lapack"):
                with self.subTest(part=part, suffix=suffix):
                    flags = run("pkg-config", "--cflags", "--libs", f"numapack-{part}{suffix}", env=self.environment).split()
                    program = self.work / f"pkg_{part}{suffix}"
                    run(CC, "-Wall", "-Wextra", "-Werror", HERE / "consumer/solve.c", "-o", program, *flags, f"-Wl,-rpath,{self.lib}")
                    self.check(program, suffix)

    def test_cmake_targets(self):
        build = self.work / "cmake"
        run("cmake", "-S", HERE / "consumer", "-B", build, env=self.environment)
        run("cmake", "--build", build)
        for suffix in self.widths:
            self.check(build / f"blas{suffix}", suffix)
            self.check(build / f"lapack{suffix}", suffix)

    def test_cmake_says_which_part_there_is_not(self):
        text = f'cmake_minimum_required(VERSION 3.18)\nproject(no C)\nfind_package(numapack REQUIRED COMPONENTS scalapack)\n'
        (self.work / "no").mkdir()
        (self.work / "no/CMakeLists.txt").write_text(text, encoding="utf-8")
        with self.assertRaisesRegex(AssertionError, "scalapack"):
            run("cmake", "-S", self.work / "no", "-B", self.work / "no/build", env=self.environment)

    def test_find_blas_and_lapack(self):
        for lapack in ("numapack-lapack", "numapack-blas"):
            with self.subTest(lapack=lapack):
                build = self.work / f"findblas-{lapack}"
                said = run("cmake", "-S", HERE / "findblas", "-B", build, "-DBLA_PREFER_PKGCONFIG=ON", "-DBLA_PKGCONFIG_BLAS=numapack-blas",
                           f"-DBLA_PKGCONFIG_LAPACK={lapack}", f"-DHEADERS={self.prefix}/include/numapack_blas;{self.prefix}/include",
                           env=self.environment)
                self.assertIn(f"BLAS_LIBRARIES={self.lib}/libnumapack_lp64.so", said)
                run("cmake", "--build", build)
                self.check(build / "found")

    @unittest.skipIf(shutil.which("meson") is None, "there is no meson")
    def test_meson(self):
        source = self.work / "meson"
        source.mkdir()
        for file in (HERE / "meson/meson.build", HERE / "consumer/solve.c"):
            shutil.copy(file, source)
        run("meson", "setup", source / "build", source, env=self.environment)
        run("ninja", "-C", source / "build", env=self.environment)
        for part in ("blas", "lapack"):
            # Meson writes no path into a program for a library that pkg-config finds.
            program = self.work / f"meson-{part}"
            shutil.copy(source / "build" / part, program)
            self.environment["LD_LIBRARY_PATH"] = str(self.lib)
            try:
                self.check(program)
            finally:
                del self.environment["LD_LIBRARY_PATH"]

    def test_a_moved_tree_serves(self):
        moved = self.work / "moved"
        shutil.copytree(self.prefix, moved, symlinks=True)
        lib = moved / self.lib.relative_to(self.prefix)
        flags = run("pkg-config", "--libs", "numapack-blas", env={**self.environment, "PKG_CONFIG_PATH": str(lib / "pkgconfig")}).split()
        self.assertIn(f"-L{lib}", [os.path.normpath(flag) if flag.startswith("/") else "-L" + os.path.normpath(flag[2:])
                                   for flag in flags if flag.startswith("-L")])

    def declared(self):
        """Those of cblas_batch.h stand in a library of their own."""
        headers = set((self.prefix / "include/numapack_blas").glob("*.h")) - {self.prefix / "include/numapack_blas/cblas_batch.h"}
        self.assertEqual(len(headers), len(list((self.prefix / "include/numapack_blas").glob("*.h"))) - 1)
        return prototypes("".join(path.read_text(encoding="utf-8") for path in headers))

    def test_the_header_declares_what_the_library_shows(self):
        there = {name for name in run("nm", "-D", "--defined-only", self.lib / "libnumapack_lp64.so.0").split() if name.startswith("cblas_")}
        self.assertEqual(sorted(self.declared()), sorted(there))

    def test_the_batches_header_declares_what_their_library_shows(self):
        there = {name for name in run("nm", "-D", "--defined-only", self.lib / "libnumapack_batch.so.0").split() if name.startswith("cblas_")}
        text = (self.prefix / "include/numapack_blas/cblas_batch.h").read_text(encoding="utf-8")
        self.assertEqual(sorted(prototypes(text)), sorted(there))

    @unittest.skipIf(REFERENCE is None, "there is no header of the reference (libblas-dev)")
    def test_the_header_is_the_references(self):
        own = self.declared()
        theirs = prototypes(REFERENCE.read_text(encoding="utf-8"))
        same = {name for name in theirs if name in own}
        self.assertGreater(len(same), 140)
        self.assertEqual({name: own[name] for name in same - {"cblas_xerbla"}}, {name: theirs[name] for name in same - {"cblas_xerbla"}})

    def test_flexiblas_is_told_where_the_library_is(self):
        for suffix in self.widths:
            text = next(self.prefix.rglob(f"Numapack{suffix}.conf")).read_text(encoding="utf-8")
            library = re.fullmatch(r"\[Numapack\]\nlibrary = (\S+)\n", text)
            self.assertTrue(library and Path(library[1]).exists(), text)

    def test_lapack_has_the_blas_beside_it(self):
        loaded = run("ldd", self.lib / "numapack/liblapack.so.3", env=self.environment)
        self.assertIn(f"libblas.so.3 => {self.lib}/numapack/libblas.so.3 ", loaded)


if __name__ == "__main__":
    unittest.main()
