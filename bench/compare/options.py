# SPDX-License-Identifier: BSD-3-Clause
"""Arguments that are checked, and what is wrong with them in one line."""

import argparse
import json
import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message):
        self.exit(2, f"bench: {message}\n")


def whole_number(least: int, most: int):
    """A type for argparse."""
    def parse(text: str) -> int:
        value = int(text) if text.isascii() and text.isdigit() else least - 1
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"{text} is not possible; use {least} to {most}")
        return value
    return parse


def seconds_of_cell(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 1 <= value <= 3600:
        raise argparse.ArgumentTypeError(f"{text} is not possible; use 1 to 3600 seconds")
    return value


def library_file(text: str) -> str:
    """A type for argparse: the absolute path of a file that can be read."""
    if not os.access(text, os.R_OK) or not os.path.isfile(text):
        raise argparse.ArgumentTypeError(f"{text or 'nothing'} is no file that can be read; use the path of a libnumapack.so")
    return os.path.abspath(text)


def add_common(parser: Parser) -> None:
    parser.add_argument("--quick", action="store_true", help="fewer cells and rounds: under thirteen minutes")
    parser.add_argument("--only", default="", metavar="TEXT", help="only cells with this text in family or name")
    parser.add_argument("--list", action="store_true", help="name the cells and measure nothing")
    parser.add_argument("--build", default=str(ROOT / "build"), metavar="DIR")


class Unable(Exception):
    """The command is missing or does not run; status is what to end with."""

    def __init__(self, text: str, status: int):
        super().__init__(text)
        self.status = status


def command_and_threads(build: str) -> tuple:
    """The command of that build, and as many threads as it uses when nobody says how many. Raises Unable."""
    command = str(Path(build) / "numapack")
    if not os.access(command, os.X_OK):
        raise Unable(f"{command} is missing; make build", 2)
    try:
        ended = subprocess.run([command, "gemm", "-n", "8", "--rounds", "1", "--json", "-"], capture_output=True, text=True,
                               check=True)
        return command, json.loads(ended.stdout)["conditions"]["threads"]
    except (subprocess.CalledProcessError, ValueError, KeyError) as error:
        raise Unable(f"numapack gemm does not run here: {error}", 1) from error
