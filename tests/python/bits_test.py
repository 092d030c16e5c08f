# SPDX-License-Identifier: BSD-3-Clause
"""Levels of bits, each in a process of its own, since they hold for a whole process."""

import os
import subprocess
import sys

import numapack
import pytest

PRODUCT = """
import sys
import numpy, numapack
level = sys.argv[1]
if level: numapack.set_bits(level)
random = numpy.random.default_rng(54)
a, b = random.standard_normal((2, 300, 300))
sys.stdout.write(numapack.matmul(a, b).tobytes().hex())
"""


def product(level: str, **variables: str) -> str:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMAPACK_")}
    done = subprocess.run([sys.executable, "-c", PRODUCT, level], capture_output=True, text=True, timeout=120, env={**environment, **variables})
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_level_is_that_of_the_variable():
    assert product("portable") == product("", NUMAPACK_BITS="portable")


def test_levels_differ():
    assert product("portable") != product("")  # with and without FMA


@pytest.mark.parametrize("level", ["avx9", "", "FMA"])
def test_a_level_that_does_not_exist(level):
    with pytest.raises(ValueError, match="portable"):
        numapack.set_bits(level)


def test_too_late():
    numapack.matmul([[1.0]], [[1.0]])
    with pytest.raises(ValueError, match="too late"):
        numapack.set_bits("portable")
