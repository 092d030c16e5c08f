# SPDX-License-Identifier: BSD-3-Clause
"""An emulated NUMA machine that runs a program of the host and counts where its memory accesses go."""
