# SPDX-License-Identifier: BSD-3-Clause
"""What can go wrong, as one line for the user."""

from __future__ import annotations

FAILURE = 1
USAGE = 2


class ReportError(Exception):
    """One line, and the exit code."""

    def __init__(self, message: str, code: int = FAILURE) -> None:
        super().__init__(" ".join(message.split()))
        self.code = code


class UsageError(ReportError):
    """Of what was given: options, files and what is in them."""

    def __init__(self, message: str) -> None:
        super().__init__(message, USAGE)
