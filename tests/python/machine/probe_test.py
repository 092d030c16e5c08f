# SPDX-License-Identifier: BSD-3-Clause
"""Measuring: a real probe of a few seconds, and fake ones that are slow, fail, or are interrupted."""

import json
import os
import pathlib
import signal
import sys
import threading
import time

import fakes
import numapack
import pytest
from numapack.machines import probing
from numapack.machines.probing import _expected

PROFILE = '{"numapack_profile": 1, "made_by": "numapack 0", "machine": {"name": "a fake", "nodes": []}}'
PLAN = "about 12 s within 1 min 0 s\\n\\npart     cells  of\\nlatency      2   2\\n"


@pytest.fixture
def fake(monkeypatch, tmp_path):
    def take(script):
        (tmp_path / "made.json").write_text(PROFILE)
        return fakes.take_its_place(monkeypatch, tmp_path, f'cd "{tmp_path}"\n{script}')
    return take


def when_there_is(path: pathlib.Path, act) -> threading.Thread:
    """Acts as soon as somebody has made this file."""
    def wait():
        while not path.exists():
            time.sleep(0.02)
        act()
    thread = threading.Thread(target=wait, daemon=True)
    thread.start()
    return thread


def press_control_c():
    os.kill(os.getpid(), signal.SIGINT)


@pytest.fixture
def control_c_after(monkeypatch):
    """Ctrl-C while the probe is watched, once it has said these words."""
    def after(words):
        def watch(child, *rest):
            child.read_until(lambda: words in child.stdout + child.stderr)
            threading.Timer(0.1, press_control_c).start()
            real(child, *rest)
        real = probing._watch
        monkeypatch.setattr(probing, "_watch", watch)
    return after


def measured(path, budgets=(3, 12, 48)):
    """A profile with latencies, and the budget that it took: others may leave a short one no time to measure any."""
    for budget in budgets:
        try:
            profile = numapack.probe(budget=budget, output=path, seed=5, keep_disturbed=True, frames="plain")
        except numapack.CommandError as error:
            if "no cell has a figure" not in str(error):
                raise
            continue
        if profile.latency:
            return profile, budget
    assert os.getloadavg()[0] > 0.5, "a quiet machine, and nothing was measured"
    pytest.skip(f"others leave no time to measure: nothing in {budgets[-1]} s")


def test_a_real_one(tmp_path, capsys):
    path = tmp_path / "profile.json"
    profile, budget = measured(path)
    assert json.loads(path.read_text()) == profile.raw
    assert profile.fingerprint == numapack.machine().fingerprint
    assert profile.raw["conditions"]["budget_s"] == budget
    assert all(row["latency_ns"] is None or row["latency_ns"] > 0 for row in profile.latency)
    assert profile.source == str(path)
    assert "measuring this machine" in capsys.readouterr().err


def test_words_and_result(fake, tmp_path, capfd):
    fake(f'echo "$*" > words; printf "{PLAN}\\nprofile: {tmp_path}/made.json\\n"')
    profile = numapack.probe(12, progress=False, seed=3, keep_disturbed=True, replace=True)
    assert profile.name == "a fake"
    assert (tmp_path / "words").read_text() == "probe --wide --budget 12 --seed 3 --keep-disturbed --replace\n"
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("with_tqdm", [True, False])
def test_progress_has_the_command_s_words(fake, tmp_path, capsys, monkeypatch, with_tqdm):
    if with_tqdm:
        pytest.importorskip("tqdm")
    else:
        monkeypatch.setitem(sys.modules, "tqdm.auto", None)
        monkeypatch.setitem(sys.modules, "ipykernel", object())
    fake(f'[ -t 2 ] || exit 9; printf "{PLAN}"; printf "\\r\\033[Klatency CPU 0, node 0, 9 s left" >&2; sleep 1.5; '
         f'printf "\\r\\033[K" >&2; printf "\\nprofile: {tmp_path}/made.json\\n"')
    numapack.probe(60)
    shown = capsys.readouterr().err
    assert "measuring this machine" in shown and "latency CPU 0, node 0, 9 s left" in shown
    assert "\033[K" not in shown


def test_a_log_gets_one_line(fake, tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    monkeypatch.delitem(sys.modules, "ipykernel", raising=False)
    fake(f'printf "{PLAN}"; sleep 0.5; printf "\\nprofile: {tmp_path}/made.json\\n"')
    numapack.probe(60)
    assert capsys.readouterr().err == "measuring this machine for about 12 s\n"


@pytest.mark.parametrize(("page", "seconds"), [
    ("about 12 s within 1 min 0 s\n", 12), ("about 1 min 5 s within 2 min 0 s\n", 65), ("about 1 h 2 min within 2 h 0 min\n", 3720),
    ("another page", 60), ("", 60)])
def test_how_long_it_says_it_takes(page, seconds):
    assert _expected(page, 60) == seconds


@pytest.mark.parametrize(("script", "words"), [
    ("echo 'numapack: probe: --budget: -1 s is no time' >&2; exit 2", "^probe: --budget: -1 s is no time$"),
    ("printf '\\r\\033[Klatency, 3 s left\\r\\033[K' >&2; echo 'numapack: probe: the disk is full' >&2; exit 1", "^probe: the disk is full$"),
    ("exit 0", "did not say where"), ("kill -KILL $$", "ended by SIGKILL")])
def test_failures(fake, script, words):
    fake(script)
    with pytest.raises(numapack.CommandError, match=words):
        numapack.probe(progress=False)


def test_the_real_one_s_complaint():
    with pytest.raises(numapack.CommandError, match="^probe: --budget: 0 s is no time") as caught:
        numapack.probe(0)
    assert caught.value.status == 2


INTERRUPTED = (f"trap 'printf \"\n\nload latency\n7 ns\n\nno profile written\n\"; echo x >> interrupts; exit 130' INT\n"
               f'printf "{PLAN}"; while :; do sleep 0.05; done')


def test_control_c_says_what_was_measured(fake, tmp_path, control_c_after):
    fake(INTERRUPTED)
    control_c_after("latency")
    with pytest.raises(KeyboardInterrupt) as caught:
        numapack.probe()
    assert "load latency\n7 ns" in str(caught.value) and str(caught.value).startswith("interrupted after")
    assert isinstance(caught.value, numapack.ProbeInterrupted) and caught.value.profile is None
    assert (tmp_path / "interrupts").read_text() == "x\n"


def test_control_c_leaves_what_there_is_in_the_output(fake, tmp_path, control_c_after):
    fake(INTERRUPTED.replace("no profile written", f"profile: {tmp_path}/made.json"))
    control_c_after("latency")
    with pytest.raises(numapack.ProbeInterrupted) as caught:
        numapack.probe(progress=False, output=tmp_path / "made.json")
    assert caught.value.profile.name == "a fake"


def test_a_real_one_is_interrupted(tmp_path, control_c_after):
    path = tmp_path / ("longer than a page is wide, " * 4) / "profile.json"
    path.parent.mkdir()
    control_c_after(" left")  # how much time: it measures
    with pytest.raises(numapack.ProbeInterrupted) as caught:
        numapack.probe(budget=300, progress=False, output=path, frames="plain")
    assert caught.value.profile.source == str(path)
    assert "Conditions" in str(caught.value) and caught.value.profile.raw["conditions"]["budget_s"] == 300


def test_a_second_control_c_ends_it(fake, tmp_path, control_c_after):
    fake("trap 'touch got' INT; echo $$ > pid; echo listening; while :; do sleep 0.05; done")
    control_c_after("listening")
    when_there_is(tmp_path / "got", press_control_c)
    with pytest.raises(KeyboardInterrupt) as caught:
        numapack.probe(progress=False)
    assert not isinstance(caught.value, numapack.ProbeInterrupted)
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


def test_a_terminal_s_control_c_does_not_reach_it_twice(fake, tmp_path):
    fake(f'cut -d" " -f5,6 /proc/$$/stat > groups; printf "profile: {tmp_path}/made.json\\n"')
    numapack.probe(progress=False)
    group, session = map(int, (tmp_path / "groups").read_text().split())
    assert group != os.getpgid(0) and session != os.getsid(0)


def test_without_terminals(fake, tmp_path, monkeypatch):
    def none():
        raise OSError(28, "out of pty devices")
    monkeypatch.setattr("pty.openpty", none)
    fake(f'[ -t 2 ] && exit 9; printf "profile: {tmp_path}/made.json\\n"')
    assert numapack.probe(progress=False).name == "a fake"
