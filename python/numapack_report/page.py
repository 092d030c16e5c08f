# SPDX-License-Identifier: BSD-3-Clause
"""One HTML file with everything in it: it needs no network and no other file."""

from __future__ import annotations

import re
from pathlib import Path

from . import html_parts
from .banner import Banner
from .section import Section
from .summary import Fact

FOLDER = Path(__file__).resolve().parent / "page"
FIELD = re.compile(r"<!--\{([a-z]+)\}-->|/\*\{([a-z]+)\}\*/")


def render(title: str, lead: str, banners: list[Banner], facts: list[tuple[str, list[Fact]]], sections: list[Section]) -> str:
    """Raises ReportError without plotly."""
    fields = {
        "title": html_parts.escape(title), "lead": html_parts.escape(lead),
        "style": (FOLDER / "page.css").read_text(encoding="utf-8"),
        "script": (FOLDER / "page.js").read_text(encoding="utf-8"),
        "plotly": html_parts.packed_library(),
        "banners": "".join(map(html_parts.banner, banners)),
        "facts": "".join(html_parts.group(name, found, len(facts) > 1) for name, found in facts),
        "contents": "".join(f'<li{"" if one.charts or one.tables else " class=none"}><a href="#{one.key}">{html_parts.escape(one.title)}</a></li>'
                            for one in sections),
        "sections": "".join(html_parts.section(one, number) for number, one in enumerate(sections))}
    template = (FOLDER / "page.html").read_text(encoding="utf-8")
    return FIELD.sub(lambda match: fields[match[1] or match[2]], template)
