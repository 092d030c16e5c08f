# SPDX-License-Identifier: BSD-3-Clause
"""Commands that are not numapack, for what the real one cannot be made to do."""

import pathlib
import stat


def command(folder: pathlib.Path, script: str) -> pathlib.Path:
    """An executable of this shell script."""
    path = folder / "numapack"
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def take_its_place(monkeypatch, folder: pathlib.Path, script: str) -> pathlib.Path:
    """From now on in this test it is the command."""
    path = command(folder, script)
    monkeypatch.setattr("numapack.system.places.command", lambda: path)
    return path
