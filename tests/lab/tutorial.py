# SPDX-License-Identifier: BSD-3-Clause
"""docs/tutorial/first-job.md, followed: its program compiled and its commands run in the lab as the page says, and what they print compared with
the page."""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys
import tempfile

from counted import Failed

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/manual"))
from printed import blocks, missing  # noqa: E402

PAGE = ROOT / "docs/tutorial/first-job.md"
# Crossing lines of the run on numapack over those of the run before it; the page has 0.50 and 0.53.
MOST = 0.6


def crossing(said: str) -> int:
    """Lines that crossed, read and written, from a page of counts."""
    totals = re.findall(r"^in all\s+[\d,]+\s+[\d,]+\s+([\d,]+)\s+([\d,]+)", said, re.MULTILINE)
    if len(totals) != 2:
        raise Failed(f"{len(totals)} lines of totals, not one of reads and one of writes:\n{said}")
    return sum(int(number.replace(",", "")) for pair in totals for number in pair)


def followed(build: pathlib.Path) -> str:
    """"" if the page is true; else what is not."""
    text = PAGE.read_text(encoding="utf-8")
    compile_line = re.search(r"^    (cc [^\n]*job\.c[^\n]*)$", text, re.MULTILINE)[1]
    with tempfile.TemporaryDirectory() as home:
        # What the page's step 1 installs, as links into the build.
        for place, target in (("bin/numapack", build / "numapack"), ("include", ROOT / "include")):
            link = pathlib.Path(home, ".local", place)
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(target)
        cache = os.environ.get("XDG_CACHE_HOME", str(pathlib.Path.home() / ".cache"))
        environment = os.environ | {"HOME": home, "XDG_CACHE_HOME": cache, "PATH": f"{home}/.local/bin:{os.environ['PATH']}",
                                    "NUMAPACK_LAB_PLUGIN": str(build / "lab"), "NUMAPACK_PROFILE": "none"}

        def shell(line: str) -> str:
            done = subprocess.run(["sh", "-c", line], cwd=home, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  timeout=1500, check=False)
            if done.returncode != 0:
                raise Failed(f"{line}: exit code {done.returncode}\n{done.stdout}")
            return done.stdout

        pathlib.Path(home, "job.c").write_text(re.search(r"^```c\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)[1], encoding="utf-8")
        shell(compile_line)
        served = re.search(r"=> (\S*libblas\S*)", shell("ldd job"))
        if not served or not any(name in os.path.realpath(served[1]) for name in ("openblas", "blis")):
            return "needs a BLAS with threads as libblas.so.3 (Debian: libopenblas-dev)"

        wrong, counts = [], {}
        for line, shown in blocks(text).items():
            said = shell(line)
            if "--no-count" in line:
                wrong += [f"{line} does not print: {each}" for each in missing(shown, said)]
            else:
                counts[line] = crossing(said)
                if "C(1,1) = 512" not in said:
                    wrong.append(f"{line} computes something else:\n{said}")
        if len(counts) != 2:
            raise Failed(f"the page has {len(counts)} counted runs, not two: {list(counts)}")
        before, after = counts.values()
        if after > MOST * before:
            wrong.append(f"{after} lines cross after, {before} before: {after / before:.2f}, more than {MOST}")
        print(f"the tutorial: {after} / {before} = {after / before:.2f}")
        return "\n".join(wrong)
