# SPDX-License-Identifier: BSD-3-Clause
"""Pieces of the page: tables, pictures, sections, facts."""

from __future__ import annotations

import base64
import gzip
import html
import json
import re
from functools import lru_cache
from typing import Any

from .banner import Banner
from .chart_tables import table_of
from .charts import Bars, Chart, Curves, HeatMap, Tree
from .drawing import plotly_library
from .drawing.plotly_figures import figure_of
from .section import Missing, Section
from .summary import Fact
from .tables import Cell, Column, Table, show

MOST_CELLS_IN_HTML = 3000  # more are made in the browser, from the picture's data, when the table is opened
ROUTINE = re.compile(r"[sdcz][a-z]{4,6}, \d")
MOST_PLAIN = 16384  # bytes of data that are not worth packing


def escape(text: str) -> str:
    return html.escape(text, quote=True)


def capital(text: str) -> str:
    """A routine's name stays small."""
    return text if ROUTINE.match(text) else text[:1].upper() + text[1:]


@lru_cache(maxsize=1)
def packed_library() -> str:
    """plotly.js. Raises ReportError without plotly."""
    return packed(plotly_library.source())


def packed(data: str) -> str:
    """For the page's unpack(): gzip in base64."""
    return base64.b64encode(gzip.compress(data.encode("utf-8"), 6, mtime=0)).decode("ascii")


def cell(value: Cell, column: Column) -> str:
    if value is None:
        return '<td class="hole">–</td>'
    if isinstance(value, str):
        return f"<td>{escape(value)}</td>"
    return f'<td class="number"><data value="{value!r}">{escape(show(value, column.unit))}</data></td>'


def table(found: Table, name: str) -> str:
    head = "".join(f'<th scope="col">{escape(column.text)}</th>' for column in found.columns)
    rows = []
    for row in found.rows:
        first = row[0]
        text = show(first, found.columns[0].unit) if first is not None else "–"
        value = f'<data value="{first!r}">{escape(text)}</data>' if isinstance(first, (int, float)) else escape(text)
        rows.append(f'<tr><th scope="row">{value}</th>'
                    + "".join(cell(value, column) for value, column in zip(row[1:], found.columns[1:])) + "</tr>")
    return (f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(found.caption)}"><table id="{name}">'
            f"<caption>{escape(capital(found.caption))}</caption><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>")


def folded(inner: str, name: str, title: str, caption: str) -> str:
    return (f'<details class="table" data-for="{name}"><summary>{title}<span class="unseen">: {escape(caption)}</span></summary>'
            f'<button type="button" class="copy" data-table="{name}">Copy as CSV</button>{inner}</details>')


def walk_of(chart: Chart) -> dict[str, Any]:
    """How a cell of the table is found in the picture."""
    if isinstance(chart, HeatMap):
        return {"kind": "names" if chart.names else "matrix"}
    if isinstance(chart, Curves):
        ranges = any(point.low is not None for line in chart.lines for point in line.points)
        return {"kind": "curves", "per": 3 if ranges else 1}
    if isinstance(chart, Bars):
        return {"kind": "bars", "per": [3 if series.lows else 1 for series in chart.series]}
    return {"kind": "none"}


def picture(chart: Chart) -> str:
    """The figure, its data and its table."""
    found, figure = table_of(chart), figure_of(chart)
    wide = isinstance(chart, Tree) or (isinstance(chart, HeatMap) and len(chart.columns) > 12 and not chart.square) \
        or (isinstance(chart, Bars) and len(chart.categories) > 24)
    figure["meta"]["walk"] = walk_of(chart)
    large = isinstance(chart, HeatMap) and not chart.names and len(chart.rows) * len(chart.columns) > MOST_CELLS_IN_HTML
    if large:
        figure["meta"]["table"] = {"caption": found.caption, "corner": found.columns[0].title, "unit": chart.quantity.unit}
        inner = '<div class="later"></div>'
    else:
        inner = table(found, f"{chart.key}-table")
    text = json.dumps(figure, separators=(",", ":"), allow_nan=False)
    if len(text) > MOST_PLAIN:
        data = f'<script type="text/plain" class="packed" id="{chart.key}-data">{packed(text)}</script>'
    else:
        data = f'<script type="application/json" id="{chart.key}-data">{text.replace("</", chr(60) + chr(92) + "/")}</script>'
    height = figure["meta"].get("height", 420)
    return (f'<figure id="{chart.key}"{" class=wide" if wide else ""}><figcaption><strong>{escape(capital(chart.title))}</strong> '
            f'<span class="look">{escape(chart.look_at)}</span></figcaption>'
            f'<div class="chart" tabindex="0" role="application" aria-roledescription="picture" aria-label="{escape(chart.title)}. '
            f'Arrow keys walk along the figures." aria-describedby="{chart.key}-at" style="min-height:{height}px"></div>'
            f'<p class="at" id="{chart.key}-at" aria-live="polite"></p>{data}'
            f'{folded(inner, f"{chart.key}-table", "Table", found.caption)}</figure>')


def missing(found: Missing) -> str:
    how = f': <code>{escape(found.command)}</code>' if found.command else ""
    return f"<li>Not here: {escape(found.what)}{how}</li>"


def section(found: Section, number: int) -> str:
    parts = [f'<section id="{found.key}"' + ('' if found.charts or found.tables or found.words else ' class="empty"')
             + f'><h2>{escape(found.title)}</h2>']
    if found.missing:
        parts.append(f'<ul class="missing">{"".join(map(missing, found.missing))}</ul>')
    parts += [f"<p>{escape(capital(word))}</p>" for word in found.words[:4]]
    if len(found.words) > 4:
        parts.append("<details class=\"more\"><summary>More remarks (" + str(len(found.words) - 4) + ")</summary>"
                     + "".join(f"<p>{escape(capital(word))}</p>" for word in found.words[4:]) + "</details>")
    parts.append(f'<div class="pictures">{"".join(map(picture, found.charts))}</div>' if found.charts else "")
    for index, one in enumerate(found.tables):
        name = f"{found.key}-extra-{index}"
        parts.append(folded(table(one, name), name, escape(capital(one.caption)), f"{len(one.rows)} rows")
                     if one.folded or len(one.rows) > 12 else
                     f'<div class="plain">{table(one, name)}<button type="button" class="copy" data-table="{name}">Copy as CSV</button></div>')
    return "".join(parts) + "</section>\n"


def banner(found: Banner) -> str:
    how = f" Measure again: <code>{escape(found.command)}</code>" if found.command else ""
    return f'<div class="banner" role="alert"><strong>{escape(found.title)}.</strong> {escape(found.words)}{how}</div>\n'


def group(name: str, facts: list[Fact], several: bool) -> str:
    """The facts of one machine; its name is the page's title where there is only one."""
    head = f"<h2>{escape(name)}</h2>" if several else ""
    return f'{head}<dl class="facts">{"".join(map(fact, facts))}</dl>'


def fact(found: Fact) -> str:
    value = found.value if isinstance(found.value, str) else f'<data value="{found.value!r}">{escape(show(found.value))}</data>'
    value = escape(value) if isinstance(found.value, str) else value
    return (f'<div class="fact{" first" if found.first else ""}"><dt>{escape(found.name)}</dt><dd><span class="value">{value}'
            f'{" " + escape(found.unit) if found.unit else ""}</span><span class="note">{escape(found.note)}</span></dd></div>')
