# SPDX-License-Identifier: BSD-3-Clause
"""Sizes such as "512K" or "1G", and lists of CPUs such as "0-3,8", as text."""

from __future__ import annotations

import re

KIB, MIB, GIB = 1 << 10, 1 << 20, 1 << 30
_UNITS = {"": 1, "K": KIB, "M": MIB, "G": GIB, "T": 1 << 40}


def parse_size(text: object) -> int:
    """Bytes of "512K", "64Ki", "1.5g" or a plain number; also elements, as "1k". ValueError for anything else."""
    if isinstance(text, int) and not isinstance(text, bool) and text >= 0:
        return text
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*(?:([KMGTkmgt])i?)?[Bb]?", text.strip()) if isinstance(text, str) else None
    if not match:
        raise ValueError(f"{text!r} is no size such as 512K, 2M or 1G")
    return int(float(match[1]) * _UNITS[(match[2] or "").upper()])


def show_size(size: int) -> str:
    """The shortest exact text, for example "512K"."""
    for unit in ("T", "G", "M", "K"):
        if size and size % _UNITS[unit] == 0:
            return f"{size // _UNITS[unit]}{unit}"
    return str(size)


def listed_cpus(text: object) -> tuple[int, ...]:
    """The CPUs of "8,0-3" as they are named; none for "". ValueError for anything else, or for a number named twice."""
    cpus: list[int] = []
    for part in str(text).split(",") if str(text).strip() else []:
        match = re.fullmatch(r"\s*(\d+)(?:-(\d+))?\s*", part)
        if not match or int(match[2] or match[1]) < int(match[1]):
            raise ValueError(f"{text!r} is no list of CPUs such as 0-3,8")
        cpus += range(int(match[1]), int(match[2] or match[1]) + 1)
    if len(set(cpus)) != len(cpus):
        raise ValueError(f"{text!r} names a CPU twice")
    return tuple(cpus)


def parse_cpus(text: object) -> tuple[int, ...]:
    """The same, rising."""
    return tuple(sorted(listed_cpus(text)))


def show_cpus(cpus: tuple[int, ...] | list[int]) -> str:
    """The inverse of parse_cpus, with ranges."""
    parts: list[list[int]] = []
    for cpu in sorted(cpus):
        if parts and parts[-1][1] == cpu - 1:
            parts[-1][1] = cpu
        else:
            parts.append([cpu, cpu])
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in parts)
