# SPDX-License-Identifier: BSD-3-Clause
"""The command: finding it, running it, and showing its output."""
