# SPDX-License-Identifier: BSD-3-Clause
"""Charts become plotly's and matplotlib's figures; nothing here knows where their numbers come from."""
