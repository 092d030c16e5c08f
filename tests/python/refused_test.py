# SPDX-License-Identifier: BSD-3-Clause
"""A kernel that refuses memory policies, as containers do: a warning once, and arrays as usual."""

import platform
import subprocess
import sys
import textwrap

import pytest

# mbind, set_mempolicy, migrate_pages, move_pages, set_mempolicy_home_node
CALLS = {"x86_64": (237, 238, 256, 279, 450), "aarch64": (235, 237, 238, 239, 450)}

REFUSE = """
    import ctypes, struct
    def refuse(calls):
        # A seccomp filter: these calls fail with EPERM, all others are let through.
        load, jump, say = 0x20, 0x15, 0x06
        program = [(load, 0, 0, 0)]
        for i, call in enumerate(calls):
            program.append((jump, len(calls) - i, 0, call))
        program += [(say, 0, 0, 0x7fff0000), (say, 0, 0, 0x00050000 | 1)]
        code = b"".join(struct.pack("HBBI", *step) for step in program)
        buffer = ctypes.create_string_buffer(code)
        head = struct.pack("HxxxxxxP", len(program), ctypes.addressof(buffer))
        libc = ctypes.CDLL(None, use_errno=True)
        assert libc.prctl(38, 1, 0, 0, 0) == 0
        assert libc.prctl(22, 2, head, 0, 0) == 0, ctypes.get_errno()
"""


@pytest.mark.skipif(platform.machine() not in CALLS, reason="numbers of system calls are not known here")
def test_a_warning_once_and_arrays_as_usual():
    program = textwrap.dedent(REFUSE) + textwrap.dedent(f"""
        import warnings, numpy, numapack
        refuse({CALLS.get(platform.machine())})
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            for placement in ("interleave", 0, "preferred:0", "cyclic:16", "interleave"):
                a = numapack.full((300, 200), 2.0, placement=placement)
                assert (a == 2).all() and numapack.matmul(a, a.T)[0, 0] == 800
        for warning in caught: print(warning.category.__name__, warning.message, warning.filename == "<string>")
        print(numapack.where(a).unavailable != "", repr(numapack.where(a)).count("not known"))
        """)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    *warned, where = done.stdout.splitlines()
    assert len(warned) == 1 and warned[0].startswith("RuntimeWarning the kernel refuses to place pages: ")
    assert warned[0].endswith("True")
    assert where == "True 1"
