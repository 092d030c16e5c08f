# SPDX-License-Identifier: BSD-3-Clause
"""Placed arrays are arrays like any other, and give their memory back."""

import copy
import gc
import pickle
import weakref

import numapack
import numpy as np
import pytest
from conftest import random
from hypothesis import given
from hypothesis import strategies as st

PLACEMENTS = ["first-touch", 0, "0", "preferred:0", "interleave", "weighted", "cyclic:3", "rows:2", "tiles:4x3"]
shapes = st.lists(st.integers(0, 7), max_size=4).map(tuple)


@given(shapes, st.sampled_from(PLACEMENTS), st.sampled_from("CF"), st.sampled_from([np.float32, np.complex128, np.int8, "U3", "i4,f8"]))
def test_zeros(shape, placement, order, dtype):
    a = numapack.zeros(shape, dtype, placement, order=order)
    expected = np.zeros(shape, dtype, order)
    assert type(a) is np.ndarray and a.dtype == expected.dtype and a.shape == shape and a.strides == expected.strides
    assert a.flags.writeable and a.flags.aligned and (a == expected).all()


@given(shapes, st.sampled_from(PLACEMENTS), st.sampled_from("CF"))
def test_full(shape, placement, order):
    a = numapack.full(shape, 1.5, placement=placement, order=order)
    assert a.shape == shape and a.dtype == float and (a == 1.5).all()
    if len(shape) > 1:
        assert (a.flags.c_contiguous if order == "C" else a.flags.f_contiguous)


def test_full_of_a_row():
    np.testing.assert_array_equal(numapack.full((2, 3), [1, 2, 3], placement="rows:1"), [[1, 2, 3], [1, 2, 3]])


@given(shapes, st.sampled_from(PLACEMENTS), st.sampled_from("CFK"), st.sampled_from(["C", "F", "reversed", "every other"]))
def test_array(shape, placement, order, how):
    source = random(shape, np.complex64, 3)
    if how == "F":
        source = np.asfortranarray(source)
    if how == "reversed":
        source = source[::-1] if shape else source
    if how == "every other":
        source = source[..., ::2] if shape else source
    a = numapack.array(source, placement=placement, order=order)
    assert not np.shares_memory(a, source)
    np.testing.assert_array_equal(a, source)
    assert a.flags.f_contiguous if order == "F" else a.flags.c_contiguous or order == "K"


def test_array_of_another_dtype():
    a = numapack.array([[1, 2], [3, 4]], np.float32, "rows:1")
    assert a.dtype == np.float32 and a.tolist() == [[1, 2], [3, 4]]


def test_what_arrays_do():
    a = numapack.full((4, 6), 2.0, placement="interleave", order="F")
    for other in (pickle.loads(pickle.dumps(a)), copy.copy(a), copy.deepcopy(a), a.copy()):
        assert type(other) is np.ndarray and (other == a).all() and not np.shares_memory(a, other)
    view = a[1:, ::2].T
    gone = weakref.ref(a)
    del a
    gc.collect()
    assert (view == 2).all()  # still that memory
    del view
    gc.collect()
    assert gone() is None


def memory_of_this_process():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[0]) * 4096


def test_many_allocations_leak_nothing():
    def use(times):
        for _ in range(times):
            numapack.full((10, 10), 1.0, placement="0")

    use(2000)
    gc.collect()
    before = memory_of_this_process()
    use(20000)
    gc.collect()
    assert memory_of_this_process() - before < 20000 * 4096 / 20


@pytest.mark.parametrize("arguments, error, words", [
    ({"shape": (-1, 2)}, ValueError, "negative dimensions are not allowed"),
    ({"shape": (2, 2), "placement": "nowhere"}, ValueError, "nowhere"),
    ({"shape": (2, 2), "placement": 77}, ValueError, "77"),
    ({"shape": (2, 2), "placement": "bind:x"}, ValueError, "bind:x"),
    ({"shape": (2, 2), "placement": "cyclic:0"}, ValueError, "0"),
    ({"shape": (2, 2), "placement": "replicated"}, ValueError, "pack"),
    ({"shape": (2, 2), "pages": "tiny"}, ValueError, "'automatic', 'ordinary', 'huge'"),
    ({"shape": (2, 2), "order": "A"}, ValueError, "'C' or 'F'"),
    ({"shape": (2, 2), "dtype": object}, TypeError, "Python objects"),
    ({"shape": (2, 2), "dtype": "no such"}, TypeError, "no such"),
    ({"shape": "ab"}, TypeError, "integer"),
    ({"shape": (2.5, 2)}, TypeError, "integer"),
    ({"shape": (1 << 40, 1 << 12)}, MemoryError, "."),
    ({"shape": (1 << 62, 1 << 62)}, (ValueError, MemoryError, TypeError), "."),
])
def test_bad_input(arguments, error, words):
    for make in (numapack.empty, numapack.zeros):
        with pytest.raises(error, match=words) as caught:
            make(**arguments)
        assert "\n" not in str(caught.value)


def test_where_counts_every_page():
    a = numapack.full((1000, 1000), 1.0, pages="ordinary")
    found = numapack.where(a)
    assert found.pages == found.by_node[0] == len(found.map) and found.untouched == 0
    assert set(found.map) == {0} and found.nodes == tuple(found.by_node)
    text = repr(found)
    assert f"node 0 {found.pages:>10}" in text and "100.0 %" in text
    assert f"<td>{found.pages}</td>" in found._repr_html_()


def test_where_of_untouched_pages_and_views():
    a = np.zeros(1 << 20)
    a[:512] = 1
    found = numapack.where(a)
    assert found.untouched > 0 and -1 in found.map
    one = numapack.where(a[:1])
    assert one.pages == 1
    assert numapack.where(a[::-1]).pages == found.pages
    assert numapack.where(a[:0]).pages == 0
    with pytest.raises(TypeError, match="list"):
        numapack.where([1.0])


def test_migrate():
    a = numapack.full((300, 700), 1.0, placement="interleave")
    result = numapack.migrate(a, 0)
    assert result.there == result.pages > 0 and result.refused == 0
    assert numapack.migrate(a[10:20, 5:600], "cyclic:64").refused == 0
    assert numapack.migrate(a[:0], 0).pages == 0
    with pytest.raises(ValueError, match="contiguous"):
        numapack.migrate(a[:, ::2], 0)
    with pytest.raises(ValueError, match="99"):
        numapack.migrate(a, 99)
    with pytest.raises(TypeError, match="list"):
        numapack.migrate([1.0], 0)


def test_numastat_counts_what_was_handed_out():
    with numapack.numastat() as counts:
        before = counts.by_node[0]["hit"]
        a = numapack.full(1 << 19, 1.0, placement=0, pages="ordinary")
        assert counts.by_node[0]["hit"] - before >= numapack.where(a).pages
    after = counts.by_node
    numapack.full(1 << 16, 1.0, placement=0, pages="ordinary")
    assert counts.by_node == after
    assert "hit" in repr(counts) and "<th>hit</th>" in counts._repr_html_()
