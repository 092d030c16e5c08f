# SPDX-License-Identifier: BSD-3-Clause
"""Documents, the command that is asked for more, and the machine in a profile; nothing here draws."""
