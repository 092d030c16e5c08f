# SPDX-License-Identifier: BSD-3-Clause
"""memory_limit_test.py LIBRARY: a product in a control group that leaves little memory beyond its operands.

A child fills its operands, gets a limit of what it uses then and a little more, and multiplies: it must not be
killed, and the answer must be the one without a limit. Skipped (77) where no such group can be made.
"""
import ctypes
import os
import pathlib
import subprocess
import sys
import tempfile

N = 3000
BEYOND = 16 << 20  # the panels that the product would take without a limit have 21 MB

CHILD = r"""
import ctypes, mmap, sys
library, procs, usage, limit, n, beyond = *sys.argv[1:5], int(sys.argv[5]), int(sys.argv[6])
open(procs, "w").write("0")
numapack = ctypes.CDLL(library)
def matrix(value):
    memory = mmap.mmap(-1, n * n * 8)
    view = memoryview(memory).cast("d")
    row = ctypes.c_double * n
    for j in range(n):
        row.from_buffer(memory, j * n * 8)[:] = [value + (j % 7) / 8] * n
    return memory
a, b, c = matrix(1.0), matrix(0.5), matrix(0.0)
pointer = lambda memory: ctypes.byref(ctypes.c_double.from_buffer(memory))
size, scalar, none = ctypes.c_int64, ctypes.c_double, ctypes.c_char(b'N')
def gemm(m):
    status = numapack.numapack_dgemm(102, none, none, size(m), size(m), size(m), scalar(1), pointer(a), size(n),
                                     pointer(b), size(n), scalar(0), pointer(c), size(n))
    assert status == 0, status
open(limit, "w").write(str(int(open(usage).read()) + beyond))
gemm(n)
view = memoryview(c).cast("d")
a_row = [1.0 + (k % 7) / 8 for k in range(n)]
for j in (0, 3, n - 1):
    wanted = sum(a_row) * (0.5 + (j % 7) / 8)
    assert all(abs(value - wanted) < 1e-9 * wanted for value in view[j * n:(j + 1) * n]), j
print("multiplied")
"""


def memory_group():
    """A new control group below this process's own (folder, usage, limit), or nothing."""
    for line in pathlib.Path("/proc/self/mountinfo").read_text().splitlines():
        fields = line.split()
        kind, options = fields[fields.index("-") + 1], fields[-1].split(",")
        if kind == "cgroup2":
            names = ("memory.current", "memory.max")
            wanted = "0::"
        elif kind == "cgroup" and "memory" in options:
            names = ("memory.usage_in_bytes", "memory.limit_in_bytes")
            wanted = ":memory:"
        else:
            continue
        for entry in pathlib.Path("/proc/self/cgroup").read_text().splitlines():
            if wanted not in entry:
                continue
            own = entry.split(":", 2)[2]
            for below in (own, "/"):
                try:
                    folder = tempfile.mkdtemp(prefix="numapack-test-", dir=fields[4] + below)
                except OSError:
                    continue
                if os.path.exists(os.path.join(folder, names[1])):
                    return folder, *(os.path.join(folder, name) for name in names)
                os.rmdir(folder)
    return None


def main():
    library = sys.argv[1]
    group = memory_group()
    if group is None:
        print("no control group that limits memory can be made here")
        return 77
    folder, usage, limit = group
    try:
        command = [sys.executable, "-c", CHILD, library, folder + "/cgroup.procs", usage, limit, str(N), str(BEYOND)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600)
        print(done.stdout, done.stderr, f"exit {done.returncode}")
        return 0 if done.returncode == 0 and "multiplied" in done.stdout else 1
    finally:
        os.rmdir(folder)


if __name__ == "__main__":
    sys.exit(main())
