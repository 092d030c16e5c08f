# SPDX-License-Identifier: BSD-3-Clause
"""Verbs and options of a verb that is written in Python, for what makes the manual pages and the shells' completion."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any


def _option(action: argparse.Action, machines: Sequence[str]) -> dict[str, Any]:
    flag = action.nargs == 0
    machine = action.dest == "machine"
    choices = list(machines) if machine else [str(choice) for choice in action.choices or ()]
    value = "NAME" if machine else str(action.metavar or ("N" if action.type in (int, float) else "TEXT"))
    told, default = action.help or "", action.default
    # What the text says already is not said twice.
    silent = flag or not default or "default" in told or default is argparse.SUPPRESS or isinstance(default, list)
    return {
        "names": list(action.option_strings), "text": told[:1].upper() + told[1:], "value": "" if flag else value,
        "group": "Options", "choices": choices, "fallback": "" if silent else str(default),
        "repeated": isinstance(action, argparse._AppendAction) or action.nargs in ("*", "+"),
        "required": action.required}


def _verb(parser: argparse.ArgumentParser, machines: Sequence[str]) -> dict[str, Any]:
    usage = (parser.usage or "").split("\n", 1)[0]
    return {
        "name": parser.prog.split(" ", 1)[1], "text": parser.description or "",
        "footer": (usage + "\n" if usage else "") + (parser.epilog or ""),
        "options": [_option(action, machines) for action in parser._actions if action.option_strings],
        "arguments": [_option(action, machines) for action in parser._actions if not action.option_strings], "verbs": []}


def write(parsers: Sequence[argparse.ArgumentParser], machines: Sequence[str] = ()) -> None:
    """The first parser is that of the verb without a name; machines: what an option --machine takes."""
    document = _verb(parsers[0], machines)
    document["verbs"] = [_verb(parser, machines) for parser in parsers[1:]]
    json.dump(document, sys.stdout)
