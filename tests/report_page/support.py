# SPDX-License-Identifier: BSD-3-Clause
"""Finds the package, runs it, and reads back what is on a page."""

from __future__ import annotations

import base64
import contextlib
import gzip
import html.parser
import io
import json
import os
import pathlib
import sys
from typing import Any, Optional

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "lab")]
MACHINES = ROOT / "data" / "machines"

from numapack_report import cli  # noqa: E402

SKIPPED = 77  # what CTest takes for skipped


def seed() -> int:
    chosen = int(os.environ.get("NUMAPACK_TEST_SEED") or int.from_bytes(os.urandom(3), "little"))
    print(f"seed {chosen}", file=sys.stderr)
    return chosen


def report(*words: str, command: Optional[str] = None) -> tuple[int, str, str]:
    """Exit code, standard output and standard error."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = cli.main(words, command, MACHINES)
    return code, out.getvalue(), err.getvalue()


def write(folder: pathlib.Path, name: str, document: Any) -> str:
    path = folder / name
    path.write_text(document if isinstance(document, str) else json.dumps(document), encoding="utf-8")
    return str(path)


class Page(html.parser.HTMLParser):
    """Sections, tables and the data of pictures. `tables`: by id, rows of cells; a number is what `<data>` has."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.sections: list[str] = []
        self.tables: dict[str, list[list[Any]]] = {}
        self.figures: dict[str, dict[str, Any]] = {}
        self.facts: list[float] = []
        self.text: list[str] = []
        self.links: list[str] = []
        self._table: Optional[list] = None
        self._script: Optional[dict] = None
        self._raw = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list) -> None:
        found = dict(attributes)
        self.links += [found[key] for key in ("href", "src") if found.get(key)]
        if tag == "section":
            self.sections.append(found["id"])
        elif tag == "table":
            self._table = self.tables.setdefault(found["id"], [])
        elif tag == "tr" and self._table is not None:
            self._table.append([])
        elif tag in ("td", "th") and self._table is not None:
            self._table[-1].append(None if found.get("class") == "hole" else "")
        elif tag == "data":
            value = float(found["value"])
            if self._table is not None:
                self._table[-1][-1] = value
            else:
                self.facts.append(value)
        elif tag == "script":
            self._script, self._raw = found, ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "table":
            self._table = None
        elif tag == "script" and self._script is not None:
            name = self._script.get("id", "")
            if name.endswith("-data"):
                packed = self._script.get("class") == "packed"
                text = gzip.decompress(base64.b64decode(self._raw)).decode() if packed else self._raw
                self.figures[name.removesuffix("-data")] = json.loads(text)
            self._script = None

    def handle_data(self, data: str) -> None:
        if self._script is not None:
            self._raw += data
        elif self._table is not None and self._table and self._table[-1] and self._table[-1][-1] == "":
            self._table[-1][-1] = data
        else:
            self.text.append(data)

    @property
    def words(self) -> str:
        return " ".join(" ".join(self.text).split())
