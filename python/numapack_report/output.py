# SPDX-License-Identifier: BSD-3-Clause
"""Files that appear only once they are whole."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

from .errors import USAGE, ReportError


def check_target(path: str) -> None:
    """Before the work: whether the file can be written."""
    if path == "-":
        return
    target = Path(path)
    folder = target.parent
    if target.is_dir() or not folder.is_dir() or not os.access(target if target.exists() else folder, os.W_OK):
        raise ReportError(f"cannot write {path}: give a file in a folder of yours", USAGE)


def check_folder(path: str) -> Path:
    """Makes it where it is not there."""
    folder = Path(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ReportError(f"cannot make the folder {path}: {error.strerror}", USAGE) from error
    if not os.access(folder, os.W_OK):
        raise ReportError(f"cannot write into {path}", USAGE)
    return folder


def write_text(path: str, text: str) -> None:
    if path == "-":
        sys.stdout.write(text)
        sys.stdout.flush()
        return
    write_whole(Path(path), lambda beside: beside.write_text(text, encoding="utf-8"))


def write_whole(target: Path, write: Callable[[Path], object]) -> None:
    """`write` fills a file next to the target, which then takes its place."""
    beside = target.with_name(f".{target.name}.{os.getpid()}{target.suffix}")
    try:
        if target.exists() and not target.is_file():  # such as /dev/stdout
            write(target)
            return
        write(beside)
        beside.replace(target)
    except OSError as error:
        raise ReportError(f"cannot write {target}: {error.strerror or error}") from error
    finally:
        beside.unlink(missing_ok=True)
