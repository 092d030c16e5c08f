# SPDX-License-Identifier: BSD-3-Clause
"""What documents print, next to what the model makes of the other numbers that they print."""

from __future__ import annotations

from typing import Any

from ..charts import Axis, Bars, Series
from ..reading.documents import Document
from ..section import Inputs, Section
from ..tables import Column, Table

KEY, TITLE = "published", "Printed and predicted"
LOOK_AT = "The document's own number next to the prediction from others that it prints; the table says which, and how near they must be."


def section(inputs: Inputs) -> Section:
    documents = inputs.of_kind("published figures")
    charts = tuple(chart for number, document in enumerate(documents) for chart in charts_of(document, f"published-{number}"))
    return Section(KEY, TITLE, (), charts, tuple(map(_table, documents)))


def charts_of(document: Document, key: str) -> list[Bars]:
    """A picture for each unit."""
    cells = document.data["cells"]
    made = []
    for number, unit in enumerate(dict.fromkeys(cell["unit"] for cell in cells)):
        of_unit = [cell for cell in cells if cell["unit"] == unit]
        series = tuple(Series(name, tuple(cell[of] for cell in of_unit)) for name, of in (("printed", "published"), ("predicted", "predicted")))
        made.append(Bars(f"{key}-{number}", f"{_machines(cells)}: printed and predicted", LOOK_AT, tuple(cell["quantity"] for cell in of_unit),
                         series, Axis("value", unit, from_zero=True), "quantity"))
    return made


def _machines(cells: list[dict[str, Any]]) -> str:
    return ", ".join(dict.fromkeys(cell["document"] for cell in cells))


def _table(document: Document) -> Table:
    columns = (Column("quantity"), Column("unit"), Column("printed"), Column("predicted"), Column("demand"), Column("met"), Column("from"))
    rows = tuple((cell["quantity"], cell["unit"], cell["published"], cell["predicted"], cell["demand"], "yes" if cell["met"] else "no",
                  cell["from"]) for cell in document.data["cells"])
    return Table(f"{_machines(document.data['cells'])}, printed and predicted", columns, rows, folded=True)
