# SPDX-License-Identifier: BSD-3-Clause
"""packaging_test.py LIBRARIES: what stands in packaging/ for other systems' packages and for languages. Each is read by its own tool where
that is here; else its syntax is looked at, and the test's name says so. LIBRARIES has libblas.so.3 and liblapack.so.3 of the build, or is ""."""

import ast
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

LIBRARIES = sys.argv.pop()
ROOT = Path(__file__).parents[2]
PACKAGING = ROOT / "packaging"
VERSION = re.search(r"project\(numapack VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))[1]
OPTIONS = set(re.findall(r"NUMAPACK_[A-Z0-9_]+", "\n".join(path.read_text(encoding="utf-8") for path in [
    ROOT / "CMakeLists.txt", *(ROOT / "cmake").glob("*.cmake"), ROOT / "lab/CMakeLists.txt"])))


def here(module):
    return importlib.util.find_spec(module) is not None


class Packaging(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def test_options_are_there(self):
        for path in PACKAGING.rglob("*"):
            if path.is_file() and path.suffix in (".py", ".sh", ".yaml", ".eb"):
                named = set(re.findall(r"NUMAPACK_[A-Z0-9_]+(?==|\")", path.read_text(encoding="utf-8")))
                self.assertEqual(named - OPTIONS, set(), path)

    def test_spack_syntax(self):
        tree = ast.parse((PACKAGING / "spack/packages/numapack/package.py").read_text(encoding="utf-8"))
        recipe = next(node for node in tree.body if isinstance(node, ast.ClassDef))
        calls = [ast.unparse(node.value) for node in recipe.body if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)]
        self.assertEqual(recipe.name, "Numapack")
        self.assertIn(f"version('{VERSION}')", calls)
        self.assertIn("provides('blas', 'lapack', when='+blas')", calls)

    @unittest.skipUnless(here("jinja2") and here("yaml"), "there is no jinja2 and yaml to read a recipe with")
    def test_conda_syntax(self):
        import jinja2
        import yaml
        text = (PACKAGING / "conda/recipe/meta.yaml").read_text(encoding="utf-8")
        rendered = jinja2.Environment(undefined=jinja2.StrictUndefined).from_string(text).render(
            compiler=lambda language: f"{language}_compiler", stdlib=lambda language: f"{language}_stdlib", PKG_HASH="h",
            pin_subpackage=lambda name, exact=False, max_pin="": f"{name} {'==0' if exact else '<' + max_pin}")
        recipe = yaml.safe_load(rendered)
        self.assertEqual(recipe["package"]["version"], VERSION)
        outputs = {output["name"]: output for output in recipe["outputs"]}
        self.assertEqual(list(outputs), ["libnumapack", "libblas", "libcblas", "liblapack", "blas-devel", "blas"])
        # The scheme of conda-forge's metapackage: a name of the BLAS in each build string, one of all at a time, and what is built with one
        # runs with any that is as new.
        for name, pin in (("libblas", "x"), ("libcblas", "x"), ("liblapack", "x.x")):
            self.assertTrue(outputs[name]["build"]["string"].endswith("_numapack"))
            self.assertEqual(outputs[name]["build"]["run_exports"], [f"{name} <{pin}"])
            self.assertIn("blas * numapack", outputs[name]["requirements"]["run_constrained"])
            self.assertIn(f"{name} ==0", outputs["blas-devel"]["requirements"]["run"])
        # "blas * numapack" is this one: by name, version and build string.
        self.assertEqual((outputs["blas"]["version"], outputs["blas"]["build"]["string"]), ("2.100", "numapack"))
        self.assertEqual(outputs["blas"]["requirements"]["run"], ["blas-devel ==0"])
        self.assertTrue(outputs["blas-devel"]["build"]["string"].endswith("_numapack"))
        self.assertEqual([name for name, output in outputs.items() if "script" not in output], ["blas-devel", "blas"])
        for output in outputs.values():
            self.assertTrue((PACKAGING / "conda/recipe" / output.get("script", "")).exists())

    def test_one_version(self):
        """CMakeLists.txt has the version; what does not read it there is compared."""
        self.assertIn(r"project\(numapack VERSION (?P<value>", (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
        self.assertEqual([path.name for path in (PACKAGING / "easybuild").glob("*.eb")], [f"numapack-{VERSION}-GCC-13.3.0.eb"])
        # Pages that name a recipe's file or version.
        for page, count in (("README.md", 2), ("docs/how-to/packages.md", 1)):
            named = re.findall(r"numapack[-@](\d+\.\d+\.\d+)", (ROOT / page).read_text(encoding="utf-8"))
            self.assertEqual(named, [VERSION] * count, page)
        headings = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
        newest, *older = headings
        self.assertRegex(newest, r"^\d+\.\d+\.\d+( \(unreleased\))?$")
        released = older if newest.endswith("(unreleased)") else headings
        self.assertEqual(released[0], VERSION)
        order = [tuple(map(int, heading.split()[0].split("."))) for heading in headings]
        self.assertEqual(order, sorted(order, reverse=True))

    def test_shell_syntax(self):
        for path in PACKAGING.rglob("*.sh"):
            self.assertEqual(subprocess.run(["sh", "-n", path], check=False).returncode, 0, path)

    def test_easybuild_syntax(self):
        """scripts/test-easybuild.sh has EasyBuild look itself."""
        path = PACKAGING / f"easybuild/numapack-{VERSION}-GCC-13.3.0.eb"
        said = {}
        names = {"SOURCE_TAR_GZ": "x", "SHLIB_EXT": "so"}
        exec(compile(path.read_text(encoding="utf-8"), path, "exec"), names, said)  # pylint: disable=exec-used
        self.assertEqual((said["name"], said["version"]), ("numapack", VERSION))
        self.assertEqual(said["toolchain"], {"name": "GCC", "version": "13.3.0"})
        # EasyBuild demands an address, and there is none: docs/how-to/packages.md calls this one a placeholder, and no other recipe has one.
        self.assertEqual(said["homepage"], "https://example.org/numapack")
        self.assertIn("`homepage` is a placeholder", (ROOT / "docs/how-to/packages.md").read_text(encoding="utf-8"))
        self.assertEqual([file for file in PACKAGING.rglob("*") if file.is_file() and "example.org" in file.read_text(encoding="utf-8")], [path])

    def run_by(self, *command):
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False,
                              env={**os.environ, "LD_LIBRARY_PATH": LIBRARIES, "R_LD_LIBRARY_PATH": LIBRARIES, "NUMAPACK_PROFILE": "none"})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    @unittest.skipIf(shutil.which("Rscript") is None or not LIBRARIES, "there is no R, or no complete library")
    def test_r(self):
        said = self.run_by("Rscript", "--vanilla", PACKAGING / "r/numapack.R")
        self.assertRegex(said, r"BLAS: .*libnumapack_blas3\.so")
        self.assertRegex(said, r"LAPACK: .*libnumapack_lapack3\.so")

    @unittest.skipIf(shutil.which("octave-cli") is None or not LIBRARIES, "there is no Octave, or no complete library")
    def test_octave(self):
        # Which library serves it does not say by a name of its own: the dynamic linker does.
        os.environ["LD_DEBUG"], os.environ["LD_DEBUG_OUTPUT"] = "bindings", os.path.join(self.folder, "bindings")
        try:
            self.assertIn("residual of a solution", self.run_by("octave-cli", "--norc", PACKAGING / "octave/numapack.m"))
        finally:
            del os.environ["LD_DEBUG"], os.environ["LD_DEBUG_OUTPUT"]
        bound = "".join(path.read_text(encoding="utf-8", errors="replace") for path in Path(self.folder).iterdir())
        self.assertRegex(bound, rf"to {re.escape(LIBRARIES)}/liblapack.so.3 \[0\]: normal symbol .dsyev_'")
        self.assertRegex(bound, rf"to {re.escape(LIBRARIES)}/libblas.so.3 \[0\]: normal symbol .dgemm_'")

    @unittest.skipIf(shutil.which("julia") is None or not LIBRARIES, "there is no Julia")
    def test_julia(self):
        os.environ["NUMAPACK_LIBRARY"] = str(Path(LIBRARIES).parent / "libnumapack_ilp64.so.0")
        self.assertIn("numapack", self.run_by("julia", "-L", PACKAGING / "julia/numapack.jl", "-e",
                                              "using LinearAlgebra; print(BLAS.get_config()); ones(99, 99) * ones(99, 99)"))


if __name__ == "__main__":
    unittest.main()
