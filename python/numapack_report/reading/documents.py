# SPDX-License-Identifier: BSD-3-Clause
"""Reads JSON files and says what each is."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import UsageError
from .check import check
from .schemas import KINDS, PROFILE_VERSION, Kind


@dataclass(frozen=True)
class Document:
    kind: str  # as in schemas.KINDS
    path: str
    data: dict[str, Any]


def load(path: str) -> Document:
    """One file. UsageError: cannot be read, no JSON, foreign, newer, or not of its kind's form."""
    try:
        text = Path(path).read_bytes().decode("utf-8")
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is no JSON: byte {error.start} is not UTF-8") from error
    return parse(text, path)


def parse(text: str, path: str) -> Document:
    try:
        data = json.loads(text, parse_constant=_no_number, parse_float=_finite)
    except json.JSONDecodeError as error:
        raise UsageError(f"{path} is no JSON: line {error.lineno}, column {error.colno}: {error.msg}") from error
    except ValueError as error:
        raise UsageError(f"{path} is no JSON: {error}") from error
    except RecursionError as error:
        raise UsageError(f"{path} is no document of numapack's: nested too deeply") from error
    kind = recognise(data, path)
    check(data, kind.form, f"{path}: {kind.name}")
    return Document(kind.name, path, data)


def recognise(data: Any, path: str) -> Kind:
    if not isinstance(data, dict):
        raise UsageError(f"{path} is no document of numapack's: it holds no object")
    for kind in KINDS:
        if kind.keys <= data.keys():
            if kind.name == "profile":
                _check_version(data["numapack_profile"], path)
            return kind
    found = ", ".join(f"\"{key}\"" for key in list(data)[:4]) or "nothing"
    known = ", ".join(f"{kind.name} ({kind.made_by})" for kind in KINDS)
    raise UsageError(f"{path} is no document of numapack's that can be drawn: it holds {found}; known are {known}")


def _check_version(version: Any, path: str) -> None:
    if isinstance(version, int) and not isinstance(version, bool) and version > PROFILE_VERSION:
        raise UsageError(f"{path}: profile of version {version}, this command knows {PROFILE_VERSION}: use a newer numapack")
    if version != PROFILE_VERSION or isinstance(version, bool):
        raise UsageError(f"{path}: numapack_profile is {version!r}; allowed is {PROFILE_VERSION}")


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is not a number")


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise ValueError(f"{digits} is too large a number")
    return value
