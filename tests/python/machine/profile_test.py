# SPDX-License-Identifier: BSD-3-Clause
"""Profiles: every table of every published machine, as pandas, polars and plain rows; and what is no profile."""

import importlib.util
import json
import pathlib
import sys

import fakes
import numapack
import pytest
from numapack.machines.profile_tables import TABLES
from numapack.machines.profiles import published

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "report_page"))
from synthetic import Synthetic  # noqa: E402

KINDS = [kind for kind in ("pandas", "polars") if importlib.util.find_spec(kind)] + ["plain"]


def rows_of(frame, kind):
    """As dicts, holes as None."""
    if kind == "pandas":
        return [{name: None if value is None or value != value else value for name, value in row.items()}
                for row in frame.astype(object).where(frame.notna(), None).to_dict("records")]
    return frame.to_dicts() if kind == "polars" else frame


@pytest.fixture
def synthetic(tmp_path):
    document = Synthetic(2, 4, 8, 3).document()
    path = tmp_path / "profile.json"
    path.write_text(json.dumps(document))
    return path, document


@pytest.mark.parametrize("name", published())
def test_published_ones(name):
    profile = numapack.profile(name)
    assert profile.is_published and profile.fingerprint is None
    for table in TABLES:
        held = getattr(profile, table.name)
        assert (held is None) == (table.name in profile.missing), table.name
        assert held is None or len(held) > 0
    assert profile.name in repr(profile) and profile.name.split()[0] in profile._repr_html_()


@pytest.mark.parametrize("kind", KINDS)
def test_frames_hold_what_the_document_holds(kind, synthetic):
    path, document = synthetic
    profile = numapack.profile(path, frames=kind)
    cells = {(cell["reader"], cell["owner"], cell["state"], cell["level"], cell.get("bytes")): cell for cell in document["core_to_core"]}
    rows = rows_of(profile.core_to_core, kind)
    assert len(rows) == len(document["core_to_core"])
    for row in rows:
        figure = cells[row["reader"], row["owner"], row["state"], row["level"], row["bytes"]].get("latency_ns", {})
        assert row["latency_ns"] == figure.get("median")
        assert row["latency_ns_max"] == figure.get("max")
        assert row["why"] == figure.get("invalid") or "gb_per_s" in cells[row["reader"], row["owner"], row["state"], row["level"], row["bytes"]]


@pytest.mark.parametrize("kind", KINDS)
def test_all_kinds_have_the_same_rows_and_columns(kind, synthetic):
    path, _ = synthetic
    profile, plain = numapack.profile(path, frames=kind), numapack.profile(path, frames="plain")
    for table in TABLES:
        held = getattr(profile, table.name)
        if held is not None:
            assert rows_of(held, kind) == getattr(plain, table.name), table.name
            assert list(table.columns) == (list(held[0]) if kind == "plain" else list(held.columns)), table.name


def test_pandas_types_survive_holes():
    pytest.importorskip("pandas")
    frame = numapack.profile("kunpeng920-6426", frames="pandas").core_to_core
    assert str(frame["reader"].dtype) == "Int64" and str(frame["latency_ns"].dtype) == "float64"
    assert frame.loc[frame.latency_ns > 100, "owner"].min() >= 64


def test_latency_is_of_the_largest_block_without_load(synthetic):
    path, document = synthetic
    document["memory_latency"] += [
        {"pu": 0, "node": 0, "bytes": 1 << 12, "latency_ns": {"median": 1.0}},
        {"pu": 0, "node": 0, "bytes": 1 << 40, "latency_ns": {"median": 777.0}},
        {"pu": 0, "node": 0, "bytes": 1 << 40, "latency_ns": {"invalid": "refused"}},
        {"pu": 0, "node": 0, "bytes": 1 << 50, "load_gb_per_s": 1, "latency_ns": {"median": 888.0}}]
    path.write_text(json.dumps(document))
    profile = numapack.profile(path, frames="plain")
    assert [row["latency_ns"] for row in profile.latency if (row["cpu"], row["node"]) == (0, 0)] == [777.0]
    assert 888.0 in [row["latency_ns"] for row in profile.loaded]
    assert [row["bytes"] for row in profile.levels] == sorted(row["bytes"] for row in profile.levels)


def test_what_is_missing_has_a_reason():
    assert numapack.profile("knm-all2all").missing["latency"].startswith("illegible")
    assert numapack.profile("kunpeng920").missing["stream"] == "its publication prints none"


def test_what_nobody_measured_has_a_command(tmp_path):
    path = tmp_path / "profile.json"
    path.write_text(json.dumps({"numapack_profile": 1, "made_by": "numapack 0", "machine": {"name": "a", "nodes": []}}))
    profile = numapack.profile(path)
    assert profile.latency is None and profile.missing["levels"] == "not measured: numapack latency --sweep does"


def test_nothing_is_between_nodes_where_there_is_one(tmp_path):
    path = tmp_path / "profile.json"
    path.write_text(json.dumps({"numapack_profile": 1, "made_by": "numapack 0", "machine": {"name": "a", "nodes": [{"os_index": 0}]}}))
    assert numapack.profile(path).missing["bandwidth"].startswith("there is only one node")


@pytest.mark.parametrize(("text", "words"), [
    ("{", "is no JSON: line 1"), ("[]", "holds no object"), ('{"numapack_profile": 2}', "version 2"),
    ('{"numapack_profile": 1, "machine": 3}', "machine"),
    ('{"plan": {}, "problem": {"routine": "gemm", "type": "d", "m": 1, "n": 1, "flops": 1}, "machine": "x"}', "is a plan"),
])
def test_files_that_are_no_profiles(tmp_path, text, words):
    path = tmp_path / "file.json"
    path.write_text(text)
    with pytest.raises(ValueError, match=words) as caught:
        numapack.profile(path)
    assert "file.json" in str(caught.value) and "\n" not in str(caught.value)


def test_a_name_that_is_none():
    with pytest.raises(FileNotFoundError, match="kunpeng920, .*thunderx2"):
        numapack.profile("kunpeng")


@pytest.mark.parametrize(("found", "error", "words"), [
    ('{"path": null, "ignored": null}', FileNotFoundError, "probe"),
    ('{"path": "/p.json", "ignored": "of another machine"}', ValueError, "/p.json is ignored: of another machine"),
    ('{"path": "/gone.json", "ignored": null}', ValueError, "cannot read /gone.json"),
])
def test_this_machine_s(monkeypatch, tmp_path, found, error, words):
    fakes.take_its_place(monkeypatch, tmp_path, f"echo '{{\"profile\": {found}}}'")
    with pytest.raises(error, match=words):
        numapack.profile()


def test_frames_that_there_are_none_of(monkeypatch):
    with pytest.raises(ValueError, match="'pandas', 'polars', 'plain'"):
        numapack.profile("kunpeng920", frames="excel")
    monkeypatch.setattr("numapack.machines.frames._installed", lambda name: False)
    with pytest.raises(ImportError, match="pip install polars"):
        numapack.profile("kunpeng920", frames="polars")
    assert isinstance(numapack.profile("kunpeng920").latency, list)
    monkeypatch.setattr("numapack.machines.frames._installed", lambda name: name == "polars")
    if importlib.util.find_spec("polars"):
        assert type(numapack.profile("kunpeng920").latency).__module__.startswith("polars")
