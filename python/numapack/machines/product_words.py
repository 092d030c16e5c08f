# SPDX-License-Identifier: BSD-3-Clause
"""The words in which ``numapack plan`` is asked for the product of two arrays.

Products are run as :func:`numapack.matmul` runs them: C is row-major, and an operand that is column-major is read as the transpose of
a row-major one.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from numapack.pages import where

Operand = NDArray[Any] | Sequence[int]

_LETTERS = {"f": "s", "d": "d", "F": "c", "D": "z"}
_LINES = re.compile(r"^(cyclic|rows):(.*)$")
_TILES = re.compile(r"^tiles:(\d+)x(\d+)(?::(\d+)x(\d+))?(.*)$")


@dataclass(frozen=True)
class Factor:
    """An operand: `home` is where its lines in memory are, in the command's words; None where nothing is known."""

    rows: int
    columns: int
    dtype: np.dtype[Any]
    transposed: bool  # stored column by column
    leading: int | None  # None: without gaps
    home: str | None

    def words(self, name: str) -> list[str]:
        """Those of this operand alone."""
        found = [f"--trans-{name}", "t"] if self.transposed else []
        return found + ([f"--ld{name}", str(self.leading)] if self.leading else [])

    @property
    def placement(self) -> str:
        """Where its rows and columns are."""
        return _home(self.home or "first-touch", self.transposed)


def factor(operand: Operand, dtype: DTypeLike, placement: str | int | None, here: bool) -> Factor:
    """Of an array, or of a shape and type. `here`: whether the array's own pages count."""
    if not isinstance(operand, np.ndarray):
        rows, columns = _two(tuple(int(extent) for extent in operand))
        home = None if placement is None else _home(str(placement), False)
        return Factor(rows, columns, np.dtype(dtype), False, None, home)
    rows, columns = _two(operand.shape)
    transposed, leading = _storage(operand)
    if placement is not None:
        home = _home(str(placement), transposed)
    else:
        home = _placed_home(operand) or (_pages_home(operand) if here else None)
    return Factor(rows, columns, operand.dtype, transposed, leading, home)


def letter(one: Factor, other: Factor) -> tuple[str, str]:
    """Of the product's type: BLAS's letter and NumPy's name."""
    dtype = np.result_type(one.dtype, other.dtype)
    if dtype.char not in _LETTERS:
        raise ValueError(f"there are plans for float32, float64, complex64 and complex128; {dtype} is left to NumPy")
    return _LETTERS[dtype.char], dtype.name


def _two(shape: tuple[int, ...]) -> tuple[int, int]:
    if len(shape) != 2:
        raise ValueError(f"there are plans for matrices; this has {len(shape)} dimension{'s' if len(shape) != 1 else ''}")
    return shape[0], shape[1]


def _storage(array: NDArray[Any]) -> tuple[bool, int | None]:
    """Whether it is column-major, and its leading dimension. What is neither is copied before it is multiplied."""
    for transposed, line, along in ((False, 0, 1), (True, 1, 0)):
        least = array.shape[along]
        step, leading = array.strides[along], array.strides[line]
        if step == array.itemsize and leading % array.itemsize == 0 and leading // array.itemsize >= least:
            return transposed, leading // array.itemsize if leading // array.itemsize > least else None
    return False, None


def _home(text: str, transposed: bool) -> str:
    """A placement of an array, whose words speak of its rows and columns, for its lines in memory: of row-major ones they are rows."""
    if transposed:
        return text
    if lines := _LINES.match(text):
        return f"{'rows' if lines[1] == 'cyclic' else 'cyclic'}:{lines[2]}"
    if tiles := _TILES.match(text):
        nodes = f":{tiles[4]}x{tiles[3]}" if tiles[3] else ""
        return f"tiles:{tiles[2]}x{tiles[1]}{nodes}{tiles[5]}"
    return text


def _placed_home(array: NDArray[Any]) -> str | None:
    """Of one that numapack has placed, or of a transposed view of all of it."""
    owner: Any = array
    while isinstance(owner, np.ndarray) and isinstance(owner.base, np.ndarray):
        owner = owner.base
    text = getattr(owner.base, "placement", None)
    if not isinstance(text, str) or owner.size != array.size or owner.ndim != 2:
        return None
    return _home(text, bool(owner.flags.f_contiguous and not owner.flags.c_contiguous))


def _pages_home(array: NDArray[Any]) -> str | None:
    """Where its pages are, page by page in proportion; None: most are nowhere yet, or nobody says."""
    found = where(array)
    pages = {node: count for node, count in found.by_node.items() if count}
    total = sum(pages.values())
    if 2 * total < found.pages or not pages:
        return None
    shares = {node: round(100 * count / total) for node, count in pages.items()}
    common = math.gcd(*shares.values())
    parts = [f"{node}={share // common}" for node, share in shares.items() if share]
    return f"weighted:{','.join(parts)}" if len(parts) > 1 else parts[0].split("=")[0]
