# SPDX-License-Identifier: BSD-3-Clause
"""The libraries to compare with: Debian's, and the newest ones, which pip puts below the build folder."""

import glob
import json
import subprocess
import sys
from pathlib import Path

PACKAGES = ["scipy-openblas32", "mkl", "intel-openmp"]
PATTERNS = {
    "openblas-new": "**/libscipy_openblas*.so",
    "mkl": "**/libmkl_rt.so*",
}


def fetch(folder: Path) -> str:
    """Makes a virtual environment with the newest libraries, unless there is one. Returns what went wrong, or ""."""
    done = folder / "fetched"
    if done.exists():
        return ""
    print("fetching the newest OpenBLAS and MKL with pip", flush=True)
    environment = folder / "venv"
    wrong = run([sys.executable, "-m", "venv", str(environment)])
    if wrong:
        return f"no virtual environment: {wrong}"
    for package in PACKAGES:  # one by one: not every architecture has all
        failed = run([str(environment / "bin/python"), "-m", "pip", "install", "--quiet", "--no-input", "--no-deps",
                      "--disable-pip-version-check", "--only-binary=:all:", package])
        wrong = wrong or failed
    if not wrong:
        done.touch()
    return wrong


def run(command: list) -> str:
    """The last line that a failing command says, or ""."""
    try:
        ended = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    if ended.returncode == 0:
        return ""
    lines = (ended.stderr or ended.stdout).strip().splitlines()
    return lines[-1] if lines else f"status {ended.returncode}"


def found_in(folder: Path) -> dict:
    """Name -> path of the libraries below the folder."""
    found = {}
    for name, pattern in PATTERNS.items():
        paths = sorted(glob.glob(str(folder / pattern), recursive=True))
        if paths:
            found[name] = paths[0]
    return found


def loads(command: str, spec: str) -> str:
    """"" if the library multiplies here, else the reason."""
    try:
        ended = subprocess.run([command, "gemm", "-n", "8", "--threads", "1", "--rounds", "1", "--peer", spec,
                                "--json", "-"], capture_output=True, text=True, timeout=120, check=False)
        failures = [result["failure"] for result in json.loads(ended.stdout)["results"] if result["failure"]]
        return "; ".join(failures)
    except subprocess.TimeoutExpired:
        return "silent for two minutes"
    except (ValueError, KeyError):
        return (ended.stderr.strip().splitlines() or [f"status {ended.returncode}"])[-1]


def find(command: str, folder: Path, say) -> tuple:
    """(specs of --peer, sentences on those that are absent)."""
    wrong = fetch(folder)
    newest = found_in(folder)
    specs, absent = [], []
    for name in ("openblas", "openblas-new", "blis", "mkl"):
        if name in PATTERNS:
            if name not in newest:
                absent.append(f"{name} from PyPI: {wrong or 'no package for this machine'}")
                continue
            spec = f"{name}={newest[name]}"
        else:
            spec = name
        reason = loads(command, spec)
        if reason:
            absent.append(f"{name}: {reason}")
        else:
            specs.append(spec)
    for sentence in absent:
        say(f"absent: {sentence}")
    return specs, absent


def with_pinned(specs: list, threads: int) -> list:
    """Each peer also with its threads bound, where there are several and the library keeps them: BLIS makes its threads
    anew for each call, and one thread alone has nowhere to go."""
    if threads < 2:
        return list(specs)
    return list(specs) + ["pinned:" + spec for spec in specs if not spec.startswith("blis")]
