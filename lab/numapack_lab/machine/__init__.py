# SPDX-License-Identifier: BSD-3-Clause
"""The emulated machine as data: its file, its scale, its addresses."""
