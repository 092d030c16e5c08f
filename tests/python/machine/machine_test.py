# SPDX-License-Identifier: BSD-3-Clause
"""Machines as dataclasses and as tables: this one, described ones, published ones."""

import dataclasses
import os
import pathlib

import numapack
import pytest

CAPTURED = pathlib.Path(__file__).resolve().parents[2] / "machines"


def test_this_machine():
    here = numapack.machine()
    assert set(here.cpus) >= os.sched_getaffinity(0)
    assert here.page_bytes == os.sysconf("SC_PAGE_SIZE")
    assert sum(node.cores for node in here.nodes) == here.cores
    assert 1 <= here.threads <= len(here.cpus)
    assert sum(node.memory for node in here.nodes) > 1 << 28
    assert here.fingerprint == here.raw["fingerprint"]
    assert here.raw["is_this_machine"]


def test_a_described_one():
    machine = numapack.machine("pack:2 numa:2 core:4 pu:2")
    assert (machine.packages, machine.dies, len(machine.nodes), machine.cores, len(machine.cpus)) == (2, 4, 4, 16, 32)
    assert [node.package for node in machine.nodes] == [0, 0, 1, 1]
    assert machine.nodes[1].cpus == tuple(range(8, 16))
    assert all(machine.distances[i][i] == 10 for i in range(4))
    assert machine.nodes[2].distances == machine.distances[2]
    assert all(node.memory is None for node in machine.nodes) and "unknown" in repr(machine)


def test_memory_that_is_said():
    assert [node.memory for node in numapack.machine("kunpeng920").nodes] == 4 * [64 << 30]
    assert "64 GiB" in repr(numapack.machine("pack:2 numa:1(memory=64GiB) core:2 pu:1"))


def test_captured_ones():
    for file in sorted(CAPTURED.glob("*.xml")):
        machine = numapack.machine(file)
        assert sum(node.cores for node in machine.nodes) == machine.cores, file
        assert repr(machine).count("\n") == len(machine.nodes) + 2, file


def test_memory_only_and_unknown():
    snc = numapack.machine(CAPTURED / "knm-snc4.xml")
    assert {node.kind for node in snc.nodes} >= {"DRAM", "MCDRAM"}
    assert any(node.cores == 0 and node.cpus == () for node in snc.nodes)
    assert "–" in repr(snc)


def test_a_published_one_by_its_name():
    machine = numapack.machine("kunpeng920")
    assert "Kunpeng 920" in machine.name and machine.architecture == "aarch64"
    assert [node.cores for node in machine.nodes] == [24] * 4


@pytest.mark.parametrize("source", ["pack:x", "nowhere.xml", ""])
def test_what_is_no_machine(source):
    with pytest.raises(numapack.CommandError) as caught:
        numapack.machine(source)
    assert str(caught.value).startswith("topo: ")


def test_it_is_a_value():
    machine = numapack.machine("pack:1 core:2 pu:1")
    assert machine == numapack.machine("pack:1 core:2 pu:1") != numapack.machine("pack:1 core:3 pu:1")
    with pytest.raises(dataclasses.FrozenInstanceError):
        machine.cores = 3


def test_as_text_and_html():
    machine = numapack.machine("pack:2 numa:1 core:4 pu:1")
    text = repr(machine)
    assert "2 packages, 2 dies, 2 nodes, 8 cores, 8 hardware threads" in text
    assert "4-7" in text and "8 threads worth starting" in text
    assert all(line == line.rstrip() and len(line) < 140 for line in text.splitlines())
    page = machine._repr_html_()
    assert page.count("<tr>") == 3 and "4-7" in page and "<caption" in page


def test_html_is_escaped():
    machine = dataclasses.replace(numapack.machine("pack:1 core:1 pu:1"), name="<b>x</b> & y")
    assert "&lt;b&gt;x&lt;/b&gt; &amp; y" in machine._repr_html_()
