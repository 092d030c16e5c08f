# SPDX-License-Identifier: BSD-3-Clause
"""Reads the disassembly of the NEON register loops and checks what their inner loops are made of.

For a shape of mr x nr, each step of a loop must have mr * nr / lanes multiply-adds, load mr + nr elements and nothing
more, and store nothing; no vector instruction is anything else, nor may an accumulator be loaded. Of the vector
instructions that are not loads all are multiply-adds then.

usage: instruction_mix.py <objdump> <object>...
"""

import re
import subprocess
import sys

FUNCTION = re.compile(r"^[0-9a-f]+ <numapack_neon_(([ds])(\d+)x(\d+))>:$")
INSTRUCTION = re.compile(r"^\s*([0-9a-f]+):\s+[0-9a-f]{8}\s+(\S+)\s*(.*?)(?:\s*//.*)?$")
SHAPES = {"d8x6", "d8x4", "d4x4", "s16x6", "s16x4", "s8x4"}
REGISTER_BYTES = {"q": 16, "d": 8, "s": 4}
STEPS = 4  # of a loop's body
SCALAR = {"add", "sub", "subs", "cmp", "b.ne", "cbnz", "prfm", "prfum", "nop"}


def functions(listing: str) -> dict:
    """Shape -> (type, mr, nr, [(address, mnemonic, operands)])"""
    found, body = {}, None
    for line in listing.splitlines():
        if match := FUNCTION.match(line):
            body = []
            found[match[1]] = (match[2], int(match[3]), int(match[4]), body)
        elif (match := INSTRUCTION.match(line)) and body is not None:
            body.append((int(match[1], 16), match[2], match[3]))
    return found


def loops(body: list) -> list:
    """Innermost loops: from the target of a backward conditional branch to the branch, with no other inside."""
    spans = []
    for address, mnemonic, operands in body:
        target = re.search(r"\b([0-9a-f]+) <", operands)
        if target and int(target[1], 16) < address:
            spans.append((int(target[1], 16), address))
    inner = [s for s in spans if not any(o != s and s[0] <= o[0] and o[1] <= s[1] for o in spans)]
    return [[line for line in body if first <= line[0] <= last] for first, last in inner]


def check(shape: str, kind: str, mr: int, nr: int, loop: list) -> list:
    size = 8 if kind == "d" else 4
    lanes = 16 // size
    sums, loaded, problems, targets = 0, 0, [], set()
    for address, mnemonic, operands in loop:
        registers = re.match(r"\{?([a-z])(\d+)", operands)
        if mnemonic == "fmla":
            sums += 1
            targets.add(int(registers[2]))
            if not re.search(r"v\d+\.[ds]\[\d\]$", operands):
                problems.append(f"{address:x}: fmla not by element: {operands}")
        elif mnemonic in ("ldr", "ldur", "ldp") and registers[1] in REGISTER_BYTES:
            count = 2 if mnemonic == "ldp" else 1
            loaded += count * REGISTER_BYTES[registers[1]]
            names = re.findall(r"[qds](\d+)", operands)[:count]
            if any(int(name) > 7 for name in names):
                problems.append(f"{address:x}: loads an accumulator: {operands}")
        elif mnemonic not in SCALAR:
            problems.append(f"{address:x}: {mnemonic} {operands}")
    if sums != STEPS * mr * nr // lanes:
        problems.append(f"{sums} multiply-adds, the shape implies {STEPS * mr * nr // lanes}")
    if len(targets) != mr * nr // lanes:
        problems.append(f"{len(targets)} accumulators, the shape implies {mr * nr // lanes}")
    if loaded != STEPS * (mr + nr) * size:
        problems.append(f"{loaded} bytes loaded, the shape implies {STEPS * (mr + nr) * size}")
    return [f"{shape}: {problem}" for problem in problems]


def main() -> int:
    objdump, objects = sys.argv[1], [path for path in sys.argv[2:] if re.search(r"/neon\w*\.S\.o$", path)]
    problems, seen = [], set()
    for path in objects:
        listing = subprocess.run([objdump, "-d", path], capture_output=True, text=True, check=True).stdout
        for shape, (kind, mr, nr, body) in functions(listing).items():
            main_loops = [loop for loop in loops(body) if sum(line[1] == "fmla" for line in loop) > mr * nr // 2]
            seen.add(shape)
            if len(main_loops) != 2:
                problems.append(f"{shape}: {len(main_loops)} inner loops, not a plain one and one that prefetches C")
            for loop in main_loops:
                problems += check(shape, kind, mr, nr, loop)
    if seen != SHAPES:
        problems.append(f"missing or unknown shapes: {sorted(seen ^ SHAPES)}")
    print("\n".join(problems) or f"{len(seen)} shapes as they should be")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
