# SPDX-License-Identifier: BSD-3-Clause
"""Types and docstrings: mypy --strict, and every example of a docstring runs."""

import doctest
import importlib
import inspect
import pathlib
import pkgutil
import shutil
import subprocess
import sys

import numapack
import numpy as np
import pytest

MODULES = sorted(module.name for module in pkgutil.walk_packages(numapack.__path__, "numapack.") if "._" not in module.name)


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    module = importlib.import_module(name)
    with np.printoptions(legacy=False):
        result = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    assert result.failed == 0


def public():
    """(name, thing) of every public function, also of modules, and of every method that is called by its name."""
    for name in numapack.__all__:
        thing = getattr(numapack, name)
        if inspect.isfunction(thing) or name == "limit":
            yield name, thing
        elif inspect.ismodule(thing):
            yield from ((f"{name}.{one}", getattr(thing, one)) for one in thing.__all__ if inspect.isfunction(getattr(thing, one)))
        elif inspect.isclass(thing):
            yield from ((f"{name}.{method}", code) for method, code in vars(thing).items() if inspect.isfunction(code) and not method.startswith("_"))


def test_whatever_is_public_has_a_docstring_with_an_example():
    found = dict(public())
    assert {"gemm", "limit", "plot.pages", "LU.solve", "Csr.parts", "Packed.multiply"} <= set(found)
    assert [name for name, thing in found.items() if ">>>" not in (thing.__doc__ or "")] == []


def test_mypy_strict(tmp_path):
    pytest.importorskip("mypy")
    # Away from what else is installed, which would count as ours. share/ has the command's own Python, which runs under older ones.
    shutil.copytree(pathlib.Path(numapack.__file__).resolve().parent, tmp_path / "numapack", ignore=shutil.ignore_patterns("bin", "lib", "share"))
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", "/dev/null", "numapack"],
                          cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout) == (0, "")
