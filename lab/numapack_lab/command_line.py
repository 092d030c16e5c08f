# SPDX-License-Identifier: BSD-3-Clause
"""What the command's verbs in Python share, `numapack lab` and `numapack report`: how they refuse options, and what they do where nobody can read them. The lab
has it because both are installed or neither; report.py says where it is."""

from __future__ import annotations

import argparse
import difflib
import errno
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from .errors import USAGE, LabError


class Help(argparse.RawDescriptionHelpFormatter):
    """Examples stay as they are; a paragraph is wrapped."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if "\n" in text.strip():
            return super()._fill_text(text, width, indent)
        return argparse.HelpFormatter._fill_text(self, text, width, indent)


class Parser(argparse.ArgumentParser):
    """Wrong usage is one line."""

    def refuse(self, message: str) -> NoReturn:
        raise LabError(message, USAGE)

    def error(self, message: str) -> NoReturn:
        word = message.removeprefix("unrecognized arguments: ").split()[0]
        if message.startswith("unrecognized") and word.startswith("-"):
            self.unknown(word)
        self.refuse(f"{message.removeprefix('argument ')}; {self.prog} --help explains")

    def print_help(self, file: Any = None) -> None:
        """Argparse's own says nothing where it cannot be written."""
        print(self.format_help(), end="", file=file or sys.stdout, flush=True)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """An empty value would stand for the option left out."""
        found, extra = super().parse_known_args(args, namespace)
        for action in self._actions:
            value = getattr(found, action.dest, None)
            if value == "" or isinstance(value, list) and "" in value:
                self.refuse(f"{'/'.join(action.option_strings) or action.metavar}: \"\" is empty, give a value or leave it out")
        return found, extra

    def unknown(self, option: str) -> NoReturn:
        """Says which option is near."""
        names = [name for action in self._actions for name in action.option_strings]
        near = difflib.get_close_matches(option.split("=")[0], names, 1)
        self.refuse(f"there is no option {option.split('=')[0]}; "
                    + (f"the nearest is {near[0]}" if near else f"{self.prog} --help lists those there are"))

    def begin_of_program(self, words: Sequence[str]) -> int:
        """Where another program's words begin: at the first that is no option of this verb's, nor an option's value."""
        at = 0
        while at < len(words) and words[at] != "--" and words[at].startswith("-"):
            action = self._option_string_actions.get(words[at].split("=")[0])
            at += 2 if action is not None and action.nargs is None and "=" not in words[at] else 1
        return min(at, len(words))


def unwritten(verb: str, error: OSError) -> int:
    """The exit code where the output cannot be written: its reader is gone, or the disk is full. Of another error: raises it."""
    gone = isinstance(error, BrokenPipeError)
    if not gone and error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EIO):
        raise error
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if gone:
        return 128 + 13
    print(f"numapack: {verb}: cannot write: {error.strerror}", file=sys.stderr)
    return 1
