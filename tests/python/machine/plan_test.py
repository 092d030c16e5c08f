# SPDX-License-Identifier: BSD-3-Clause
"""Plans of NumPy's products: turned back from the column-major product that is run, with operands where they are."""

import types

import numapack
import numpy as np
import pytest
from numapack.system.command import run_json
from numapack.machines.planning import show_seconds
from numapack.machines.product_words import _home, factor

KUNPENG = "kunpeng920"
BIG = (8192, 4096), (4096, 6000)


def covered(plan):
    """How many parts each element of a coarse C is in."""
    count = np.zeros((plan.m, plan.n), np.int8)
    for part in plan.parts:
        count[part.rows.start:part.rows.stop, part.columns.start:part.columns.stop] += 1
    return count


def test_parts_make_up_c():
    plan = numapack.plan(*BIG, machine=KUNPENG)
    assert (plan.m, plan.n, plan.k, plan.dtype) == (8192, 6000, 4096, "float64")
    assert (covered(plan) == 1).all()
    assert plan.grid[0] * plan.grid[1] == len(plan.parts) == 4
    assert sorted(part.node for part in plan.parts) == [0, 1, 2, 3]
    assert len({part.rows for part in plan.parts}) == plan.grid[0] and len({part.columns for part in plan.parts}) == plan.grid[1]


def test_a_tall_product_is_shared_by_rows():
    plan = numapack.plan((40000, 512), (512, 512), machine=KUNPENG)
    assert plan.grid == (4, 1)
    assert all(part.columns == range(512) for part in plan.parts)


def test_links_add_up():
    plan = numapack.plan(*BIG, machine=KUNPENG, placement_a=0, placement_b=0, placement_c=0)
    assert plan.crossing == sum(link.read + link.written for link in plan.links if link.by != link.of) > 0
    assert {link.of for link in plan.links} == {0}
    assert 0 < plan.bound <= plan.crossing
    assert plan.seconds > 0 and plan.workspace > 0 and plan.kernel


def test_the_same_as_the_command_s():
    plan = numapack.plan(*BIG, machine=KUNPENG, placement_a="rows:64")
    raw = plan.raw
    assert plan.homes == {"A": "rows:64", "B": "first-touch", "C": "first-touch"}
    words = ["-m", "8192", "-n", "6000", "-k", "4096", "--row-major", "--beta", "0", "--home", "A=cyclic:64", "--from", raw["machine"]]
    assert run_json("plan", *words)["plan"] == raw["plan"]
    assert (raw["problem"]["m"], raw["problem"]["n"], raw["problem"]["row_major"]) == (8192, 6000, True)


@pytest.mark.parametrize(("a", "b"), [("rows:512", "cyclic:512"), ("cyclic:512", "rows:512"), ("tiles:512x256:2x2", "interleave")])
def test_the_way_an_array_is_stored_does_not_matter_to_where_it_is(a, b):
    """The same elements on the same nodes: the same bytes cross, however lines run."""
    m, n, k = 3000, 2000, 2500
    plans = [numapack.plan(np.empty((m, k), order=order_a), np.empty((k, n), order=order_b), machine=KUNPENG, placement_a=a,
                           placement_b=b, placement_c=0) for order_a in "CF" for order_b in "CF"]
    assert len({plan.bound for plan in plans}) == 1, [plan.bound for plan in plans]
    assert len({plan.grid for plan in plans}) == 1


@pytest.mark.parametrize("order", ["C", "F"])
def test_rows_of_a_that_are_where_they_are_used_do_not_move(order):
    a = np.empty((4096, 4096), order=order)
    rows, columns = (numapack.plan(a, (4096, 64), machine="pack:2 numa:1 core:8 pu:1", placement_a=placement, placement_b=0, placement_c=0)
                     for placement in ("rows:2048", "cyclic:2048"))
    assert rows.grid == (2, 1) and rows.bound < a.nbytes / 20 < a.nbytes / 2 <= columns.bound


@pytest.mark.parametrize(("text", "stored_by_rows"), [
    ("cyclic:64", "rows:64"), ("rows:8:0-3", "cyclic:8:0-3"), ("tiles:64x32", "tiles:32x64"), ("tiles:64x32:2x4", "tiles:32x64:4x2"),
    ("tiles:64x32:2x4:0,1", "tiles:32x64:4x2:0,1"), ("interleave:0-1", "interleave:0-1"), ("0", "0")])
def test_placements_of_lines(text, stored_by_rows):
    assert _home(text, False) == stored_by_rows and _home(text, True) == text
    assert _home(stored_by_rows, False) == text


def test_homes_of_arrays():
    node = numapack.where(np.ones(1)).nodes[0]
    placed = numapack.empty((640, 640), placement="cyclic:64", order="F")
    home = factor(placed, float, None, True).home
    assert home.startswith("cyclic:64")
    assert factor(placed.T, float, None, True).home == home
    assert factor(placed.T, float, None, True).placement.startswith("rows:64")
    assert factor(placed, float, "interleave", True).home == "interleave"
    if len(numapack.where(placed).nodes) == 1:
        assert factor(np.ones((512, 512)), float, None, True).home == str(node)
        assert factor(placed[:100, :100], float, None, False).home is None
    assert factor(np.empty((1 << 12, 1 << 12)), float, None, True).home is None  # nowhere yet
    assert factor((512, 512), float, None, True).home is None


@pytest.mark.parametrize("pages", [{0: 100, 1: 100}, {0: 300, 2: 100}, {0: 1000, 1: 1}])
def test_homes_by_pages(monkeypatch, pages):
    monkeypatch.setattr("numapack.machines.product_words.where", lambda array: types.SimpleNamespace(by_node=pages, pages=sum(pages.values())))
    expected = {(100, 100): "weighted:0=1,1=1", (300, 100): "weighted:0=3,2=1", (1000, 1): "0"}[tuple(pages.values())]
    assert factor(np.ones((8, 8)), float, None, True).home == expected


def test_this_machine_s_arrays():
    a = numapack.full((300, 200), 1.0, np.float32, "interleave")
    b = np.ones((200, 100), np.float32)
    plan = numapack.plan(a, b)
    assert plan.dtype == "float32" and (covered(plan) == 1).all()
    assert plan.homes["A"].startswith("interleave")
    assert numapack.plan(a, b.astype(complex)).dtype == "complex128"
    assert numapack.plan(a.T[:100, :50].T, b[:100:1, ::1][:100]).k == 100


def test_limits_are_those_of_calls():
    a = np.ones((1500, 1500))
    with numapack.limit(threads=1):
        assert sum(part.threads for part in numapack.plan(a, a).parts) == 1
    assert sum(part.threads for part in numapack.plan(a, a, threads=1).parts) == 1
    some = numapack.plan(*BIG, machine=KUNPENG, nodes=[1, 3])
    assert {part.node for part in some.parts} <= {1, 3}


@pytest.mark.parametrize(("a", "b", "words"), [
    ((3, 4), (5, 6), "A has 4 columns, B has 5 rows"), ((3,), (3, 3), "1 dimension$"), (np.ones((2, 2, 2)), (2, 2), "3 dimensions"),
    (np.ones((2, 2), int), np.ones((2, 2), int), "int64 is left to NumPy")])
def test_what_has_no_plan(a, b, words):
    with pytest.raises(ValueError, match=words):
        numapack.plan(a, b)


@pytest.mark.parametrize(("options", "words"), [
    ({"placement_a": "nowhere"}, "^plan: --home: "), ({"threads": 0}, "^plan: --threads: 0 "), ({"nodes": [99]}, "^plan: --nodes"),
    ({"machine": "nowhere.xml"}, "nowhere.xml"), ({"profile": "nowhere.json"}, "nowhere.json")])
def test_the_command_s_words(options, words):
    with pytest.raises(numapack.CommandError, match=words) as caught:
        numapack.plan((8, 8), (8, 8), **options)
    assert caught.value.status == 2


def test_as_text_and_html():
    plan = numapack.plan(*BIG, machine=KUNPENG, placement_a=0)
    text = repr(plan)
    assert text.startswith("C (8192 x 6000) = A (8192 x 4096) B (4096 x 6000), float64, on kunpeng920\n")
    assert "2 x 2 nodes" in text and "times the least possible" in text and f"node {plan.parts[0].node}" in text
    page = plan._repr_html_()
    assert page.count("<rect") == 4 and 'role="img"' in page and "aria-label" in page
    alone = numapack.plan((8, 8), (8, 8), machine=KUNPENG)
    assert "nothing crosses" in repr(alone) and "<svg" in alone._repr_html_()


@pytest.mark.parametrize(("seconds", "text"), [(2.5, "2.5 s"), (0.0125, "12.5 ms"), (3e-6, "3 µs"), (2e-9, "0.002 µs")])
def test_seconds(seconds, text):
    assert show_seconds(seconds) == text
