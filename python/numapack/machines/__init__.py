# SPDX-License-Identifier: BSD-3-Clause
"""Machines and plans, as the command tells of them."""
