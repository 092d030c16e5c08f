# SPDX-License-Identifier: BSD-3-Clause
"""What pages show of commands, and what of it a command does not print."""

from __future__ import annotations

import re

FIGURE = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?(?: (?:ns|us|ms|s)\b)?")


def blocks(text: str) -> dict[str, str]:
    """The commands of a page and what it shows below each."""
    return dict(re.findall(r"^```\n\$ ([^\n]+)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE))


def missing(shown: str, said: str) -> list[str]:
    """Lines of the page that the command does not print; spaces at the end apart."""
    lines = {line.rstrip() for line in said.splitlines()}
    return [line for line in shown.splitlines() if line.strip() and line != "…" and line.rstrip() not in lines]


def missing_words(shown: str, said: str) -> list[str]:
    """Of what measures: what the page has between lines of "…" and the command does not print, whatever the figures, and where lines end. "…" within a line is
    a word."""
    def words(text: str) -> str:
        return FIGURE.sub("#", " ".join(text.split()))
    parts = [words(part) for part in re.split(r"^…$", shown, flags=re.MULTILINE)]
    return [part for part in parts if not re.search(r"\S*".join(map(re.escape, part.split("…"))), words(said))]
