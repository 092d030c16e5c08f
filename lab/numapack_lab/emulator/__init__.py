# SPDX-License-Identifier: BSD-3-Clause
"""QEMU, from its version to the end of the program that runs in it."""
