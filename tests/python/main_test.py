# SPDX-License-Identifier: BSD-3-Clause
"""python -m numapack, and what the package shows."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numapack
import pytest


def run(*words):
    return subprocess.run([sys.executable, "-m", "numapack", *words], capture_output=True, text=True, timeout=120, check=False)


def test_the_document():
    done = run("--json")
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    assert told["numapack_python"] == 1
    assert told["version"] == numapack.__version__
    assert Path(told["library"]).name.startswith("libnumapack.so") and Path(told["library"]).exists()
    assert Path(told["package"]) == Path(numapack.__file__).absolute().parent
    assert told["threads"] == numapack.threads()
    assert told["cpus_allowed"] == len(os.sched_getaffinity(0))
    assert told["machine"] == {"summary": repr(numapack.machine()), "error": None}


def test_the_page_has_the_same():
    told, page = json.loads(run("--json").stdout), run().stdout
    for value in (told["version"], told["library"], told["command"]):
        assert value in page
    assert page.split()[-len(told["machine"]["summary"].split()):] == told["machine"]["summary"].split()
    # Except for paths, which cannot be shortened.
    assert max(len(line) for line in page.splitlines() if "/" not in line) <= 80


def test_a_command_that_is_not_there_is_said(monkeypatch):
    from numapack import __main__ as main

    def no_machine():
        raise numapack.CommandError("there is no numapack command")
    monkeypatch.setattr(numapack, "machine", no_machine)
    monkeypatch.setattr(main.places, "command", lambda: None)
    told = main.document()
    assert told["machine"] == {"summary": None, "error": "there is no numapack command"}
    assert "there is no numapack command" in main.page(told) and "neither here nor on PATH" in main.page(told)


@pytest.mark.parametrize("words, said", [(["--jsn"], "there is no option --jsn; the nearest is --json"), (["topo"], "unrecognized arguments: topo"),
                                         (["--xyzzy"], "there is no option --xyzzy; python -m numapack --help lists those there are")])
def test_what_it_cannot_be_asked(words, said):
    done = run(*words)
    assert (done.returncode, done.stderr) == (2, f"python -m numapack: {said}\n")


@pytest.mark.parametrize("words", [[], ["--json"], ["--help"]])
def test_what_cannot_be_written_is_said(words):
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run([sys.executable, "-m", "numapack", *words], stdout=full, stderr=subprocess.PIPE, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (1, "python -m numapack: cannot write to standard output: No space left on device\n")


def test_only_what_is_public_is_shown():
    assert sorted(name for name in dir(numapack) if not name.startswith("__")) == sorted(set(numapack.__all__) - {"__version__"})
    for name in numapack.__all__:
        assert not name.startswith("_") or name == "__version__"
        assert getattr(numapack, name) is not None


def test_a_star_imports_what_is_there():
    done = subprocess.run([sys.executable, "-c", "from numapack import *; print(zeros((2, 2)).shape, machine)"], capture_output=True,
                          text=True, timeout=120, check=False)
    assert done.returncode == 0 and done.stdout.startswith("(2, 2)"), done.stderr
