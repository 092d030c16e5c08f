# SPDX-License-Identifier: BSD-3-Clause
"""The sources of this repository, and the comments in them."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_SLASHES = {".c", ".cpp", ".h", ".hpp"}
_HASHES = {".cmake", ".py", ".txt"}
_ASSEMBLY = {".S", ".inc"}
_DIRECTIVE = r"(?:include|define|undef|if|ifdef|ifndef|elif|else|endif)\b"
_STRING = r'"(?:\\.|[^"\\\n])*"'
_COMMENTS = {
    "slashes": re.compile(rf"{_STRING}|'(?:\\.|[^'\\\n])+'|(//[^\n]*|/\*.*?\*/)", re.DOTALL),
    "hashes": re.compile(rf"{_STRING}|(#[^\n]*)"),
    # x86 has '#', aarch64 '//', and there '#16' is a number.
    "assembly": re.compile(rf"{_STRING}|((?<![^\s])#(?!{_DIRECTIVE})[^\n]*|//[^\n]*)"),
}


def sources(root, folders):
    """Files of these folders whose comments can be told from code, in order."""
    known = _SLASHES | _HASHES | _ASSEMBLY
    found = (path for folder in folders for path in (root / folder).rglob("*") if path.is_file())
    return sorted(path for path in found if path.suffix in known)


def comments(path):
    """(number of its first line, text) of each block of comments on lines that follow one another."""
    kind = "slashes" if path.suffix in _SLASHES else "hashes" if path.suffix in _HASHES else "assembly"
    text = path.read_text(encoding="utf-8")
    blocks, end = [], -1
    for match in _COMMENTS[kind].finditer(text):
        if match[1] is None:
            continue
        first = text.count("\n", 0, match.start()) + 1
        if blocks and first <= end + 1:
            blocks[-1] = (blocks[-1][0], f"{blocks[-1][1]}\n{match[1]}")
        else:
            blocks.append((first, match[1]))
        end = first + match[1].count("\n")
    return blocks
