# SPDX-License-Identifier: BSD-3-Clause
"""How many threads calls have, and threadpoolctl."""

import subprocess
import sys

import numapack
import numpy as np
import pytest

threadpoolctl = pytest.importorskip("threadpoolctl")


def test_limit():
    before = numapack.threads()
    with numapack.limit(threads=1):
        assert numapack.threads() == 1
        with numapack.limit(threads=before):
            assert numapack.threads() == before
        assert numapack.threads() == 1
    assert numapack.threads() == before


def test_limit_ends_with_an_exception():
    before = numapack.threads()
    with pytest.raises(KeyError), numapack.limit(threads=1):
        raise KeyError
    assert numapack.threads() == before


@pytest.mark.parametrize("nodes", [0, "0", [0], "0-0"])
def test_nodes(nodes):
    a = np.ones((64, 64))
    with numapack.limit(nodes=nodes):
        assert numapack.matmul(a, a)[0, 0] == 64


@pytest.mark.parametrize("arguments, words", [
    ({"threads": 0}, "threads must be 1 or more"), ({"threads": -3}, "-3"), ({"nodes": 99}, "99"), ({"nodes": "x"}, "x"),
])
def test_bad_input(arguments, words):
    with pytest.raises(ValueError, match=words), numapack.limit(**arguments):
        pass


def test_threadpoolctl():
    entries = [entry for entry in threadpoolctl.threadpool_info() if entry["internal_api"] == "numapack"]
    assert [(entry["version"], entry["num_threads"]) for entry in entries] == [(numapack.__version__, numapack.threads())]
    with threadpoolctl.threadpool_limits(1, user_api="blas"):
        assert numapack.threads() == 1


def test_without_threadpoolctl():
    done = subprocess.run([sys.executable, "-c", "import sys; sys.modules['threadpoolctl'] = None; import numapack; print(numapack.threads())"],
                          capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and int(done.stdout) >= 1, done.stderr
