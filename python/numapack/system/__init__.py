# SPDX-License-Identifier: BSD-3-Clause
"""The command: where it is, running it, showing what it says."""
