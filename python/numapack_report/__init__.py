# SPDX-License-Identifier: BSD-3-Clause
"""Pages and pictures from the JSON documents that numapack writes."""
