# SPDX-License-Identifier: BSD-3-Clause
"""What the emulated machine boots: a kernel and a root of Debian's packages."""
