# SPDX-License-Identifier: BSD-3-Clause
"""Machines and plans, from the command's documents."""
