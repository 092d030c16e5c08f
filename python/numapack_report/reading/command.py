# SPDX-License-Identifier: BSD-3-Clause
"""Asks the numapack command itself: where this machine's profile is, what follows from one, what is planned with it."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any, Optional

from ..errors import ReportError
from .documents import Document, parse

SECONDS = 120.0
PROBE_SECONDS = "60"
MOST_INFERRED = 192  # CPUs; 384 take seven seconds
PLANNED = "8192"  # equations a side: large enough for all nodes of all machines there are


class Command:
    """`path`: the command; None where there is none, and nothing is asked."""

    def __init__(self, path: Optional[str]) -> None:
        self.path = path

    def ask(self, *words: str) -> str:
        """Standard output. ReportError with the command's own line if it fails."""
        try:
            done = subprocess.run([str(self.path), *words], capture_output=True, text=True, timeout=SECONDS, check=False,
                                  stdin=subprocess.DEVNULL)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise ReportError(f"numapack {words[0]} cannot be asked: {error}") from error
        if done.returncode != 0:
            line = done.stderr.strip().splitlines()[-1] if done.stderr.strip() else f"status {done.returncode}"
            raise ReportError(line.removeprefix("numapack: "))
        return done.stdout

    @cache
    def topology(self) -> dict[str, Any]:
        return json.loads(self.ask("topo", "--json"))

    def stored_profile(self) -> Optional[str]:
        """The file, if there is one that can be used. Why not is said where there is one that cannot."""
        found = self.topology().get("profile") or {}
        path = found.get("path")
        if found.get("ignored"):
            print(f"numapack: report: {path} cannot be used: {found['ignored']}", file=sys.stderr)
            return None
        return path if path and Path(path).is_file() else None

    def probe(self) -> str:
        """Measures for a minute; its progress is the user's to see."""
        print(f"numapack: report: no profile of this machine yet: measuring for {PROBE_SECONDS} s", file=sys.stderr)
        done = subprocess.run([str(self.path), "probe", "--budget", PROBE_SECONDS], stdout=subprocess.DEVNULL, check=False,
                              stdin=subprocess.DEVNULL)
        Command.topology.cache_clear()
        path = self.stored_profile() if done.returncode == 0 else None
        if path is None:
            raise ReportError("there is no profile of this machine, and numapack probe left none: give a profile's file")
        return path

    def advice(self, profile: str) -> Document:
        return parse(self.ask("advise", "--profile", profile, "--json", "-"), f"numapack advise --profile {profile}")

    def inference(self, profile: str, data: dict[str, Any]) -> Optional[Document]:
        """None: there are so many CPUs that it takes longer than all the rest."""
        if sum(len(node.get("pus", [])) for node in data["machine"].get("nodes", [])) > MOST_INFERRED:
            return None
        return parse(self.ask("infer", "--from", profile, "--json", "-"), f"numapack infer --from {profile}")

    def plan(self, profile: str, data: dict[str, Any]) -> Optional[Document]:
        """With the data on one node, which is what a program that knows no nodes does. None: it cannot be planned with."""
        machine = data["machine"]
        if len(machine.get("nodes", [])) < 2:
            return None
        home = machine["nodes"][0]["os_index"]
        words = ["plan", "-n", PLANNED, "--home", f"A={home},B={home},C={home}", "--json", "-"]
        own = machine.get("fingerprint") and machine["fingerprint"] == self.topology().get("fingerprint")
        try:
            return parse(self.ask(*words, *(("--profile", profile) if own else ("--from", profile))), f"numapack plan --from {profile}")
        except ReportError:
            return None
