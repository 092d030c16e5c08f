# SPDX-License-Identifier: BSD-3-Clause
"""plotly.js, from the installed Python package."""

from __future__ import annotations

from ..errors import ReportError


def source() -> str:
    try:
        from plotly.offline import get_plotlyjs
    except ImportError as error:
        raise ReportError("plotly is missing, which draws the page: install python3-plotly (Debian), or pip install plotly") from error
    try:
        return get_plotlyjs()
    except OSError as error:
        raise ReportError(f"plotly is installed without its plotly.js ({error}): install python3-plotly again") from error
