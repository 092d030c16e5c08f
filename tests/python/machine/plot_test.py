# SPDX-License-Identifier: BSD-3-Clause
"""Pictures hold the figures they are made of, on axes of one's own or new ones; without matplotlib there is a line that says so."""

import json
import pathlib
import subprocess
import sys
import types

import numapack
import numpy as np
import pytest

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("agg")
from matplotlib import pyplot  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "report_page"))
from synthetic import Synthetic  # noqa: E402

plot = numapack.plot


@pytest.fixture(autouse=True)
def closed():
    yield
    pyplot.close("all")


def profile_of(tmp_path, *shape):
    path = tmp_path / "profile.json"
    path.write_text(json.dumps(Synthetic(*shape).document()))
    return numapack.profile(path, frames="plain")


@pytest.fixture
def profile(tmp_path):
    return profile_of(tmp_path, 2, 4, 8, 3)


def cells(axes):
    return np.ma.filled(axes.images[0].get_array().astype(float), np.nan)


def widths(axes):
    return [bar.get_width() for bar in axes.patches]


DRAWN = {
    "latency": plot.latency, "bandwidth": plot.bandwidth, "core_to_core": plot.core_to_core, "stream": plot.stream,
    "latency over size": plot.curves, "bandwidth over size": lambda profile, ax=None: plot.curves(profile, "bandwidth", ax),
    "under load": lambda profile, ax=None: plot.curves(profile, "load", ax),
}


@pytest.mark.parametrize("name", DRAWN)
def test_axes_of_ones_own_or_new_ones(name, profile, tmp_path):
    figure, own = pyplot.subplots()
    before = len(pyplot.get_fignums())
    assert DRAWN[name](profile, ax=own) is own and own.get_title(loc="left")
    assert len(pyplot.get_fignums()) == before
    new = DRAWN[name](profile)
    assert new.figure is not figure and len(pyplot.get_fignums()) == before + 1
    for axes in (own, new):
        axes.figure.savefig(tmp_path / "picture.png")


def test_latency_by_place(profile):
    drawn = cells(plot.latency(profile))
    figures = {(row["node"], row["cpu"]): row["latency_ns"] for row in profile.latency}
    assert drawn.shape == (4, 32)
    for (node, cpu), value in figures.items():  # CPUs follow each other in these nodes
        assert drawn[node, cpu] == value if value is not None else np.isnan(drawn[node, cpu])


def test_lines_between_nodes_and_packages(profile):
    axes = plot.core_to_core(profile, pick="modified L2")
    upright = [line for line in axes.lines if len(set(line.get_xdata())) == 1]
    assert [line.get_xdata()[0] for line in upright] == [7.5, 15.5, 23.5]
    thick = [line.get_linewidth() for line in upright]
    assert thick[1] > thick[0] == thick[2]


def test_one_cell_a_core_as_on_the_poster():
    epyc = numapack.profile("epyc-rome-nps4", frames="plain")
    drawn = cells(plot.latency(epyc))
    assert np.nansum(drawn) == pytest.approx(sum(row["latency_ns"] or 0 for row in epyc.latency))


def test_bars_of_a_single_core():
    assert widths(plot.latency(numapack.profile("kunpeng920"))) == [90, 156, 241, 293]


def test_curves_mark_the_caches(profile):
    axes = plot.curves(profile)
    assert [text.get_text() for text in axes.texts] == ["L1", "L2", "L3"]
    rows = [row for row in profile.levels if row["cpu"] == profile.levels[0]["cpu"]]
    assert list(axes.lines[0].get_ydata()) == [row["latency_ns"] for row in rows]
    assert all("iB" in label.get_text() for label in axes.get_xticklabels())


def test_stream_is_picked_by_words():
    axes = plot.stream(numapack.profile("xeon-stream"), pick="24 threads, gcc")
    assert sorted(widths(axes)) == [53.4, 59.0, 77.8, 77.8, 88.8, 88.8]


def test_what_no_title_has(profile):
    with pytest.raises(ValueError, match="there are: STREAM, 32 threads, pinned$"):
        plot.stream(profile, pick="33 threads")


@pytest.mark.parametrize(("name", "draw", "words"), [
    ("knm-all2all", plot.latency, "has no such picture: illegible"),
    ("kunpeng920", plot.stream, "has no such picture: its publication prints none"),
    ("kunpeng920", plot.curves, "has no such picture: its publication prints none"),
    ("nehalem-ex", plot.latency, "has no such picture: its publication prints none")])
def test_what_is_not_there_says_why(name, draw, words):
    with pytest.raises(ValueError, match=words):
        draw(numapack.profile(name))
    assert not pyplot.get_fignums()


def test_quantities_that_there_are_none_of(profile):
    with pytest.raises(ValueError, match="'latency', 'bandwidth', 'load'"):
        plot.curves(profile, "power")


def where(pages, nodes=(0, 1, 2, 3), page_bytes=4096):
    return types.SimpleNamespace(map=np.asarray(pages, np.int16), nodes=nodes, page_bytes=page_bytes)


def test_pages_in_lines():
    drawn = cells(plot.pages(where(np.arange(256) % 4)))
    assert drawn.shape == (4, 64) and (drawn.ravel() == np.arange(256) % 4).all()


def test_pages_by_the_kernel_s_numbers():
    axes = plot.pages(where([3, 7, -1, -2], nodes=(3, 7)))
    assert [0, 1, 2] == list(cells(axes)[0][[0, 1, 3]]) and np.isnan(cells(axes)[0][2])
    labels = [text.get_text() for text in axes.images[0].colorbar.ax.get_yticklabels()]
    assert labels == ["node 3", "node 7", "unknown"]


def test_many_pages_a_cell_have_the_colour_of_most():
    pages = np.zeros(64 * 32 * 3, np.int16)
    pages[0:3] = [1, 1, 2]
    pages[3:6] = [-1, -1, 2]
    pages[6:9] = -1
    drawn = cells(plot.pages(where(pages)))
    assert drawn.shape == (32, 64)
    assert list(drawn[0, [0, 1, 3]]) == [1, 2, 0] and np.isnan(drawn[0, 2])


def test_pages_beyond_the_end_are_not_grey():
    axes = plot.pages(where([0] * 70))
    beyond = axes.patches[0]
    assert (beyond.get_x(), beyond.get_width()) == (5.5, 58) and beyond.get_facecolor() == axes.get_facecolor()


def test_pages_of_an_array():
    array = numapack.zeros((512, 512))
    array[:] = 1
    assert (cells(plot.pages(array)) >= 0).all()
    with pytest.raises(ValueError, match="no pages"):
        plot.pages(where([]))


def test_colours_are_told_apart_with_any_form_of_colour_blindness():
    """Amounts by lightness alone: cividis rises in luminance all the way."""
    from matplotlib import colormaps

    red, green, blue = colormaps["cividis"](np.linspace(0, 1, 64))[:, :3].T
    assert (np.diff(0.2126 * red + 0.7152 * green + 0.0722 * blue) > 0).all()
    axes = plot.stream(numapack.profile("xeon-stream"))
    assert {matplotlib.colors.to_hex(bar.get_facecolor()) for bar in axes.patches} <= {"#0072b2", "#e69f00", "#009e73", "#cc79a7"}


def test_labels_do_not_meet(profile):
    figure, axes = pyplot.subplots(figsize=(4.5, 3.5), layout="constrained")
    plot.curves(profile, "latency", axes)
    figure.canvas.draw()
    boxes = [label.get_window_extent() for label in axes.get_xticklabels() if label.get_text()]
    assert len(boxes) > 2 and all(one.x1 < other.x0 for one, other in zip(boxes, boxes[1:]))


def test_without_matplotlib():
    text = ("import sys; sys.modules['matplotlib'] = None\nimport numapack\n"
            "try: numapack.plot.latency(numapack.profile('kunpeng920'))\nexcept ImportError as error: print(error)")
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert "pip install matplotlib" in done.stdout
