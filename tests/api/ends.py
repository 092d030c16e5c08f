# SPDX-License-Identifier: BSD-3-Clause
"""ends.py NM LIBRARY...: fails if a library asks for a destructor to be run when the process, a thread or the library ends, or
has a function's static that is made under a lock: calls must work from exit handlers that run later, and in a child that was
forked at any moment. Or if its thread-local storage is more than little: it is found without a call, so that it comes from the few
hundred bytes that the loader has for all libraries that are loaded while a program runs."""

import struct
import subprocess
import sys

FORBIDDEN = ("__cxa_atexit", "__cxa_thread_atexit", "__cxa_thread_atexit_impl", "__cxa_guard_acquire")
MOST_THREAD_LOCAL_BYTES = 256
PT_TLS = 7


def thread_local_bytes(library: str) -> int:
    with open(library, "rb") as file:
        image = file.read()
    begin, = struct.unpack_from("<Q", image, 32)
    size, count = struct.unpack_from("<HH", image, 54)
    headers = [struct.unpack_from("<IIQQQQQQ", image, begin + size * i) for i in range(count)]
    return sum(header[6] for header in headers if header[0] == PT_TLS)


def main() -> int:
    nm, *libraries = sys.argv[1:]
    failures = 0
    for library in libraries:
        listing = subprocess.run([nm, "-D", "--undefined-only", library], capture_output=True, text=True, check=True).stdout
        wanted = {line.split()[-1].split("@")[0] for line in listing.splitlines()}
        assert "memcpy" in wanted, f"{library}: this is not what nm prints"
        for name in sorted(wanted.intersection(FORBIDDEN)):
            failures += 1
            print(f"{library} calls {name}")
        if not 0 < (found := thread_local_bytes(library)) <= MOST_THREAD_LOCAL_BYTES:
            failures += 1
            print(f"{library} has {found} bytes of thread-local storage; allowed are 1 to {MOST_THREAD_LOCAL_BYTES}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
