# SPDX-License-Identifier: BSD-3-Clause
"""A report made in a folder of its own, and read back."""

from __future__ import annotations

import pathlib
import tempfile
import unittest
from typing import Any

from support import Page, report

from numapack_report.drawing import plotly_library
from numapack_report.errors import ReportError


def require_plotly() -> None:
    try:
        plotly_library.source()
    except ReportError as error:
        raise unittest.SkipTest(str(error)) from error


class OnPage(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def page(self, *words: str) -> Page:
        target = self.folder / "page.html"
        code, _, err = report(*words, "-o", str(target))
        self.assertEqual(code, 0, err)
        self.text = target.read_text(encoding="utf-8")
        return Page(self.text)

    def rows(self, page: Page, name: str) -> dict[Any, list]:
        """Of a table, by the first cell of each row."""
        return {row[0]: row[1:] for row in page.tables[f"{name}-table"][1:]}
