# SPDX-License-Identifier: BSD-3-Clause
"""What can go wrong, and the exit code of each: docs/reference/prove/lab.md lists them."""

from __future__ import annotations

USAGE = 2
NO_QEMU = 110
NO_PACKAGES = 111
NO_ROOM = 112
BAD_MACHINE = 113
GUEST_ENDED = 114
NO_COUNTING = 115
TIMEOUT = 124
CANNOT_RUN = 126
NOT_FOUND = 127


class LabError(Exception):
    """One line for the user, and the exit code. `details` are lines shown before it, such as a guest's last words."""

    def __init__(self, message: str, code: int, details: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.details = details
