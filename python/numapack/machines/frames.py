# SPDX-License-Identifier: BSD-3-Clause
"""Tables in pandas, polars, or plain rows."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Sequence
from typing import Any, Literal

Kind = Literal["pandas", "polars", "plain"]
Row = dict[str, Any]
Columns = dict[str, type]
# What the libraries' own types are needs them installed; callers know what they asked for.
Frame = list[Row] | Any

_KINDS = ("pandas", "polars", "plain")


def chosen(kind: Kind | None) -> Kind:
    """The requested kind; for None pandas if it is installed, else polars, else plain rows.

    Raises
    ------
    ValueError
        There is no such kind.
    ImportError
        Its library is not installed.
    """
    if kind is None:
        return "pandas" if _installed("pandas") else "polars" if _installed("polars") else "plain"
    if kind not in _KINDS:
        raise ValueError(f"frames={kind!r}: allowed are 'pandas', 'polars', 'plain' and None")
    if kind != "plain" and not _installed(kind):
        raise ImportError(f"frames={kind!r}: {kind} is not installed: pip install {kind}")
    return kind


def frame(rows: Sequence[Row], columns: Columns, kind: Kind) -> Frame:
    """The rows as a table of these columns, in this order; None is a hole."""
    full = [{name: row.get(name) for name in columns} for row in rows]
    if kind == "pandas":
        return _pandas(full, columns)
    if kind == "polars":
        return _polars(full, columns)
    return full


def _installed(name: str) -> bool:
    return importlib.util.find_spec(name) is not None


def _pandas(rows: list[Row], columns: Columns) -> Any:
    pandas = importlib.import_module("pandas")
    # Whole numbers stay whole where some are missing.
    types = {int: "Int64", float: "float64", bool: "boolean", str: "string"}
    return pandas.DataFrame({name: pandas.Series([row[name] for row in rows], dtype=types[kind]) for name, kind in columns.items()})


def _polars(rows: list[Row], columns: Columns) -> Any:
    polars = importlib.import_module("polars")
    types = {int: polars.Int64, float: polars.Float64, bool: polars.Boolean, str: polars.String}
    return polars.DataFrame(rows, schema={name: types[kind] for name, kind in columns.items()})
