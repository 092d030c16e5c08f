# SPDX-License-Identifier: BSD-3-Clause
"""The tour runs from its first cell to its last, and is kept without what it shows."""

import pathlib

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")
pytest.importorskip("matplotlib")
pytest.importorskip("pandas")

TOUR = pathlib.Path(__file__).resolve().parents[2] / "docs" / "tutorial" / "tour.ipynb"
PICTURES = 4


def outputs(notebook, kind):
    return [output["data"][kind] for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs
            if kind in output.get("data", {})]


def test_it_runs(tmp_path):
    notebook = nbformat.read(TOUR, as_version=4)
    nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert len(outputs(notebook, "image/png")) == PICTURES
    said = "\n".join(outputs(notebook, "text/plain"))
    assert "True" in said and "GB cross" in said
    assert any("<svg" in page for page in outputs(notebook, "text/html"))
    streams = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs if output.output_type == "stream"]
    assert streams == []  # no warning, nothing printed


def test_it_is_kept_without_outputs():
    notebook = nbformat.read(TOUR, as_version=4)
    nbformat.validate(notebook)
    assert all(cell.outputs == [] and cell.execution_count is None for cell in notebook.cells if cell.cell_type == "code")
    assert TOUR.stat().st_size < 32_000
