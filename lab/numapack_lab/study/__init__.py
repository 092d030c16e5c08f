# SPDX-License-Identifier: BSD-3-Clause
"""`numapack lab study`: the published counts, made again."""
