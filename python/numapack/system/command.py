# SPDX-License-Identifier: BSD-3-Clause
"""The ``numapack`` command: started for its JSON, and as the console script of the same name."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from numapack.system import places

__all__ = ["CommandError", "find", "main", "run", "run_json"]

_MISSING = "there is no numapack command"


class CommandError(RuntimeError):
    """The ``numapack`` command failed. The text is the command's own line.

    Attributes
    ----------
    verb : str
        The verb: ``"plan"``, ``"probe"`` ...
    status : int
        The command's exit status: 2 for wrong usage, 1 for a failure; the negative number of a signal that
        ended it; 127 if it could not be started.
    """

    def __init__(self, message: str, verb: str = "", status: int = 1) -> None:
        super().__init__(message)
        self.verb = verb
        self.status = status


def find() -> Path:
    """The command: the package's own, else the one on ``$PATH``.

    Returns
    -------
    pathlib.Path

    Raises
    ------
    CommandError
        There is none.
    """
    found = places.command()
    if found is None:
        raise CommandError(f"{_MISSING}, neither in this package nor on PATH: install numapack again", status=127)
    return found


def run(verb: str, *arguments: str, environment: dict[str, str] | None = None) -> str:
    """Runs a verb to its end.

    Parameters
    ----------
    verb : str
        Such as ``"topo"``.
    *arguments : str
        As on a command line.
    environment : dict, optional
        In place of this process's.

    Returns
    -------
    str
        Its standard output.

    Raises
    ------
    CommandError
        It is not there, or failed.
    """
    path = find()
    try:
        done = subprocess.run([str(path), verb, *arguments], capture_output=True, text=True, errors="replace", check=False,
                              stdin=subprocess.DEVNULL, env=environment)
    except OSError as error:
        raise CommandError(f"{path} does not start: {error.strerror}", verb, 127) from error
    if done.returncode != 0:
        raise CommandError(complaint(verb, done.returncode, done.stderr), verb, done.returncode)
    return done.stdout


def run_json(verb: str, *arguments: str) -> dict[str, Any]:
    """Runs a verb and reads the document that it writes.

    Parameters
    ----------
    verb : str
        One that knows ``--json``.
    *arguments : str
        As on a command line, without ``--json``.

    Returns
    -------
    dict
        As the verb's page describes it; keys of figures end in their units.

    Raises
    ------
    CommandError
        It is not there, failed, or wrote something else.

    Examples
    --------
    >>> from numapack.system.command import run_json
    >>> document = run_json("topo", "--from", "pack:2 numa:1 core:4 pu:1")
    >>> [len(node["cores"]) for node in document["nodes"]]
    [4, 4]
    """
    text = run(verb, *arguments, "--json", "-")
    try:
        document = json.loads(text)
    except ValueError as error:
        raise CommandError(f"{verb}: {find()} wrote something that is no JSON ({error})", verb) from error
    if not isinstance(document, dict):
        raise CommandError(f"{verb}: {find()} wrote JSON that is no object", verb)
    return document


def complaint(verb: str, status: int, stderr: str) -> str:
    """The line in which a command that failed says why, without its name."""
    lines = [line for line in stderr.replace("\r", "\n").splitlines() if line.strip()]
    if status < 0:
        return f"{verb}: the command was ended by {_signal_name(-status)}"
    if not lines:
        return f"{verb}: the command failed with status {status} and said nothing"
    return lines[-1].strip().removeprefix("numapack: ")


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def main() -> None:
    """The console script ``numapack``: becomes the package's own command, whose exit status, signals and terminal are then its own.

    One on ``$PATH`` is not looked for: it might be this script.
    """
    own = places.own_command()
    if own is None:
        sys.exit(f"numapack: {_MISSING} in this package: install it again from the checkout or wheel")
    # Python ignores them, and what a process ignores stays ignored in what it becomes.
    for ignored in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(ignored, signal.SIG_DFL)
    try:
        os.execv(own, [str(own), *sys.argv[1:]])
    except OSError as error:
        sys.exit(f"numapack: {own} does not start: {error.strerror}")
