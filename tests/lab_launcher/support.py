"""Finds the package, and what most tests start from."""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LAB = ROOT / "lab"
sys.path.insert(0, str(LAB))

from numapack_lab import machine_file  # noqa: E402
from numapack_lab.machine import Machine  # noqa: E402


def machine(name: str = "default") -> Machine:
    return machine_file.load(name, LAB / "machines")


def document(**changes: object) -> dict:
    """A small good machine file: two packages, a node of two cores each."""
    base: dict = {
        "packages": 2, "nodes": [{"cpus": "0-1", "memory": "1G"}, {"cpus": "2-3", "memory": "1G"}],
        "caches": {"l1": {"size": "32K", "ways": 8}, "l2": {"size": "512K", "ways": 8}}}
    return {**base, **changes}
