# SPDX-License-Identifier: BSD-3-Clause
"""Threads, forks, new processes, ends of the interpreter and sub-interpreters."""

import concurrent.futures
import multiprocessing
import os
import subprocess
import sys
import textwrap

import numapack
import numpy as np
import pytest
from conftest import close, random


def product(seed):
    a = random((200, 200), np.float64, seed)
    return float(numapack.matmul(a, a).sum())


SEEDS = range(6)


def test_threads():
    expected = [product(seed) for seed in SEEDS]
    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        assert list(pool.map(product, [*SEEDS] * 4)) == expected * 4


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
@pytest.mark.filterwarnings("ignore:This process")  # is multi-threaded: that is the point
def test_multiprocessing(method):
    expected = [product(seed) for seed in SEEDS]
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(product, SEEDS) == expected


def python(program, *arguments):
    """Runs a program in an interpreter of its own."""
    # Python 3.12 warns of what this test does: fork() with other threads running.
    return subprocess.run([sys.executable, "-W", "ignore:This process:DeprecationWarning", "-c", textwrap.dedent(program), *arguments],
                          capture_output=True, text=True, timeout=120)


def test_fork_and_grandchild():
    done = python("""
        import os, numapack, numpy
        a = numapack.full((300, 300), 1.0, placement="interleave")
        def check(): assert numapack.matmul(a, a)[0, 0] == 300 and numapack.where(a).untouched == 0
        check()
        child = os.fork()
        check()
        if child == 0:
            grandchild = os.fork()
            check()
            if grandchild:
                assert os.waitpid(grandchild, 0)[1] == 0
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        """)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("daemon", [True, False])
def test_the_interpreter_ends_during_a_call(daemon):
    done = python("""
        import sys, threading, time, numapack, numpy
        a = numpy.ones((1200, 1200))
        def work():
            for _ in range(3 if sys.argv[1] == "False" else 1000): numapack.matmul(a, a)
        threading.Thread(target=work, daemon=sys.argv[1] == "True").start()
        time.sleep(0.2)
        """, str(daemon))
    assert (done.returncode, done.stderr) == (0, "")


def test_calls_while_the_interpreter_ends():
    done = python("""
        import atexit, numapack, numpy
        kept = numapack.full((100, 100), 1.0)
        atexit.register(lambda: print(numapack.matmul(kept, kept)[0, 0]))
        """)
    assert (done.returncode, done.stdout, done.stderr) == (0, "100.0\n", "")


def test_sub_interpreters_are_refused():
    done = python("""
        import sys
        try: import _interpreters as interpreters
        except ImportError: import _xxsubinterpreters as interpreters
        import numapack
        other = interpreters.create()
        try: problem = interpreters.run_string(other, "import numapack")
        except interpreters.RunFailedError as error: problem = error
        print(getattr(problem, "msg", problem))
        """)
    # NumPy may refuse before we are asked.
    assert done.returncode == 0, done.stderr
    assert "interpreter" in done.stdout and "None" not in done.stdout, done.stdout


def test_no_affinity_or_environment_is_changed():
    before = (os.sched_getaffinity(0), dict(os.environ))
    product(1)
    assert (os.sched_getaffinity(0), dict(os.environ)) == before


def test_a_call_leaves_the_array_that_another_thread_dropped():
    """A product reads operands that nobody else holds any more."""
    for seed in range(20):
        a = random((150, 150), np.float64, seed)
        expected = a @ a
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            future = pool.submit(numapack.matmul, a, a)
            del a
            close(future.result(), expected, 150)
