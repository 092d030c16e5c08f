# SPDX-License-Identifier: BSD-3-Clause
"""decisions_test.py [--write] COMMAND: what plans decide, for every row of src/cpu/ and on captured machines, is what
decisions.digests says: for each call in its order a digest of the plan, numbers in six digits. A change of a constant, a comparison or a
choice shows here, wanted or not. If it is wanted, --write makes the file anew; compare a plan before and after by the
command that is printed."""

import concurrent.futures
import hashlib
import itertools
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
MACHINES = HERE.parent / "machines"
DECISIONS = HERE / "decisions.digests"
ROWS = {"xeon-2s": ("skylake-x", "sapphire-rapids", "zen3", "zen4", "generic-avx512", "generic-avx2", "portable"),
        "kunpeng920": ("kunpeng920", "neoverse-n1", "neoverse-v1", "neoverse-v2", "a64fx", "generic-neon", "generic-sve256",
                       "generic-sve512")}
# m, n, k: near the core, thin in each direction, shallow, tall, with K cut into pieces, large.
SHAPES = ((6, 5, 7), (16, 16, 16), (48, 48, 48), (100, 90, 80), (300, 2, 300), (300, 5, 40), (2, 300, 300), (5, 200, 60), (7, 300, 90),
          (3000, 1, 3000), (1, 3000, 3000), (3000, 4, 1000), (9, 900, 700), (400, 30, 400), (4000, 24, 500), (20000, 12, 64), (600, 600, 6),
          (500, 700, 60), (2000, 2000, 100), (40, 40, 5000), (64, 24, 20000), (700, 500, 900), (3000, 2000, 2500))
TRANSPOSED = (("n", "n"), ("t", "n"), ("n", "t"), ("c", "t"))
HOMES = ("A=0,B=0,C=0", "A=interleave,B=interleave,C=interleave", "A=cyclic:64,B=first-touch,C=cyclic:200", "A=1,B=0,C=1")
ROUTINES = ("dsymm", "zhemm", "dsyrk", "csyr2k", "dgemmt", "dtrmm", "strsm", "dpotrf", "dgetrf", "dgeqrf")
LAPACK = ("potrf", "getrf", "geqrf")
SITES = ("xeon-2s", "kunpeng920", "epyc-nps4", "knm-snc4", "node-without-memory", "offline-cpus")


def of_operands(homes: str, routine: str) -> str:
    """Those of the operands that a routine has."""
    operands = {"syrk": "AC", "trmm": "AB", "trsm": "AB"}.get(routine[1:], "A" if routine[1:] in LAPACK else "ABC")
    return re.sub(r",?([ABC])=[^=]*(?=,[ABC]=|$)", lambda found: found[0] if found[1] in operands else "", homes).lstrip(",")


def calls():
    """The words of each plan; types, transposes and the like go round."""
    types = itertools.cycle("sdcz")
    for machine, rows in ROWS.items():
        for row, (m, n, k), (a, b) in itertools.product(rows, SHAPES, TRANSPOSED):
            # A pass over all shapes has each with another type.
            kind = "sdcz"[(m + n + k + TRANSPOSED.index((a, b))) % 4]
            yield (f"--from {machine} --cpu {row} --threads {2 if m * n * k > 10**8 else 1} --type {kind} -m {m} -n {n} "
                   f"-k {k} --trans-a {a} --trans-b {b} --beta {m % 2}")
    for machine, home, (m, n, k) in itertools.product(SITES, HOMES, ((1500, 1500, 1500), (9000, 9000, 9000), (200, 8000, 3000),
                                                                    (8000, 8000, 150), (5000, 20, 5000))):
        yield f"--from {machine} --home {home} --type {next(types)} -m {m} -n {n} -k {k} --beta 1"
    for machine, home, routine, n in itertools.product(SITES[:3], HOMES[:3], ROUTINES, (700, 6000)):
        yield f"--from {machine} --home {of_operands(home, routine)} --routine {routine} -n {n}"
    # Parts of a block on other nodes than most of it, and little workspace.
    for home in ("weighted:0=3,1=1", "weighted:0=9,1=1", "weighted:0=1,1=1,2=1,3=7", "rows:100", "tiles:300x500"):
        for routine in ("dgemm", "dtrsm", "dgetrf"):
            yield f"--from kunpeng920 --home {of_operands(f'A={home},B={home},C={home}', routine)} --routine {routine} -n 4000"
    for workspace in ("64M", "1M", "100K"):
        yield f"--from kunpeng920 --workspace {workspace} -n 4000"


def rounded(value):
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, dict):
        return {key: rounded(each) for key, each in value.items()}
    if isinstance(value, list):
        return [rounded(each) for each in value]
    return value


def digest(command: str, words: str) -> str:
    arguments = shlex.split(words)
    arguments[1] = str(MACHINES / (arguments[1] + ".xml"))
    done = subprocess.run([command, "plan", *arguments, "--json"], capture_output=True, text=True, check=False, timeout=120,
                          env={**os.environ, "NUMAPACK_PROFILE": "none"})
    # What is refused is a decision, too.
    said = json.loads(done.stdout)["plan"] if done.returncode == 0 else [done.returncode, done.stderr.replace(str(MACHINES), "")]
    if isinstance(said, dict):
        said.pop("seconds", None)  # decides nothing
    return hashlib.sha256(json.dumps(rounded(said), sort_keys=True).encode()).hexdigest()[:10]


def main() -> int:
    command = sys.argv[-1]
    words = list(calls())
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(lambda call: digest(command, call), words))
    if "--write" in sys.argv:
        DECISIONS.write_text("\n".join(found) + "\n", encoding="utf-8")
        return 0
    kept = DECISIONS.read_text(encoding="utf-8").split()
    if len(kept) != len(words):
        print(f"{DECISIONS.name} has {len(kept)} decisions, and here are {len(words)} calls: see the head of {pathlib.Path(__file__).name}")
        return 1
    changed = [call for call, before, now in zip(words, kept, found) if before != now]
    for call in changed[:20]:
        print(f"decided otherwise: numapack plan {call}")
    print(f"{len(changed)} of {len(words)} decisions are other ones than in {DECISIONS.name}: see the head of {pathlib.Path(__file__).name}"
          if changed else f"{len(words)} decisions as in {DECISIONS.name}")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
