# SPDX-License-Identifier: BSD-3-Clause
"""The command is found, its documents are read, its complaints are passed on, and the console script becomes it."""

import pathlib
import subprocess
import sys

import fakes
import numapack
import pytest
from numapack.system import places
from numapack.system.command import CommandError, find, run, run_json


def test_a_document():
    document = run_json("topo", "--from", "pack:2 numa:1 core:4 pu:1")
    assert [len(node["cores"]) for node in document["nodes"]] == [4, 4]


def test_the_command_s_own_line():
    with pytest.raises(CommandError) as caught:
        run_json("topo", "--from", "no-such-file.xml")
    assert str(caught.value).startswith("topo: ") and "no-such-file.xml" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert (caught.value.verb, caught.value.status) == ("topo", 2)


def test_it_is_a_runtime_error_of_the_package():
    assert numapack.CommandError is CommandError and issubclass(CommandError, RuntimeError)


def test_words_arrive_as_they_are(monkeypatch, tmp_path):
    fakes.take_its_place(monkeypatch, tmp_path, 'for word; do printf "%s\\n" "$word"; done')
    assert run("topo", "a b", "$HOME", "").split("\n") == ["topo", "a b", "$HOME", "", ""]


def test_json_is_asked_for(monkeypatch, tmp_path):
    fakes.take_its_place(monkeypatch, tmp_path, 'printf \'{"words": "%s"}\' "$*"')
    assert run_json("plan", "-n", "8") == {"words": "plan -n 8 --json -"}


@pytest.mark.parametrize(("script", "status", "words"), [
    ("echo 'numapack: plan: --home: no' >&2; exit 2", 2, "plan: --home: no"),
    ("printf 'progress\\r' >&2; echo 'numapack: plan: late' >&2; exit 1", 1, "plan: late"),
    ("exit 3", 3, "plan: the command failed with status 3 and said nothing"),
    ("kill -TERM $$", -15, "plan: the command was ended by SIGTERM"),
])
def test_failures(monkeypatch, tmp_path, script, status, words):
    fakes.take_its_place(monkeypatch, tmp_path, script)
    with pytest.raises(CommandError) as caught:
        run("plan")
    assert (str(caught.value), caught.value.status) == (words, status)


@pytest.mark.parametrize(("output", "words"), [("no json", "is no JSON"), ("[1]", "is no object")])
def test_documents_that_are_none(monkeypatch, tmp_path, output, words):
    fakes.take_its_place(monkeypatch, tmp_path, f"echo '{output}'")
    with pytest.raises(CommandError, match=words):
        run_json("topo")


def test_one_that_does_not_start(monkeypatch, tmp_path):
    path = fakes.take_its_place(monkeypatch, tmp_path, "")
    path.write_bytes(b"\x7fELF no program")
    with pytest.raises(CommandError, match="does not start") as caught:
        run("topo")
    assert caught.value.status == 127


def test_the_package_s_own_comes_before_the_path(monkeypatch, tmp_path):
    on_path = fakes.command(tmp_path, "")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert places.command() == places.own_command() != on_path
    monkeypatch.setattr(places, "own_command", lambda: None)
    assert find() == on_path
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(CommandError, match="there is no numapack command"):
        find()


def script(own: pathlib.Path | None, *words: str) -> list[str]:
    """The console script, whose package carries this command."""
    text = (f"import sys, pathlib; from numapack.system import command, places; sys.argv[1:] = {list(words)!r};"
            f"places.own_command = lambda: {f'pathlib.Path({str(own)!r})' if own else None}; command.main()")
    return [sys.executable, "-c", text]


def test_the_script_becomes_the_command(tmp_path):
    own = fakes.command(tmp_path, 'printf "%s|" "$@"; cat; echo complaint >&2; exit 7')
    done = subprocess.run(script(own, "topo", "a b"), input="typed", capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (7, "topo|a b|typed", "complaint\n")


def test_the_script_s_command_is_ended_by_a_closed_pipe(tmp_path):
    own = fakes.command(tmp_path, "trap - PIPE; yes")
    with subprocess.Popen(script(own), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdout.read(2) == b"y\n"
        child.stdout.close()
        assert child.stderr.read() == b""  # neither a traceback nor a complaint about writing


def test_a_package_without_a_command_says_so_in_a_line():
    done = subprocess.run(script(None), capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("numapack: there is no numapack command in this package") and done.stderr.count("\n") == 1


def test_the_real_command_by_the_script():
    done = subprocess.run(script(places.own_command(), "--version"), capture_output=True, text=True, check=True)
    assert done.stdout.startswith(f"numapack {numapack.__version__}")
