# SPDX-License-Identifier: BSD-3-Clause
"""The report: its words, the Python that draws it, the page, and what it cannot do."""

import importlib.util
import os
import pathlib
import sys

import fakes
import numapack
import pytest
from numapack.machines.profiles import published_file


def test_words_and_python(monkeypatch, tmp_path):
    fakes.take_its_place(monkeypatch, tmp_path, f'echo "$* ${{PATH%%:*}}" > "{tmp_path}/words"')
    page = numapack.report(tmp_path / "a b.html", "kunpeng920", "other.json", against="thunderx2")
    assert page == tmp_path / "a b.html" and isinstance(page, pathlib.Path)
    expected = (f"report {published_file('kunpeng920')} other.json --against thunderx2 --output {tmp_path}/a b.html "
                f"{os.path.dirname(sys.executable)}\n")
    assert (tmp_path / "words").read_text() == expected


def test_what_it_cannot_do_it_says():
    with pytest.raises(numapack.CommandError) as caught:
        numapack.report("page.html", "nowhere.json")
    assert str(caught.value).startswith("report: ") and "\n" not in str(caught.value)


@pytest.mark.skipif(not importlib.util.find_spec("plotly"), reason="plotly is not installed")
def test_a_page(tmp_path):
    page = numapack.report(tmp_path / "page.html", "kunpeng920-6426", against="thunderx2")
    text = page.read_text(encoding="utf-8")
    assert "Kunpeng 920-6426" in text and "ThunderX2" in text and len(text) > 1 << 20
