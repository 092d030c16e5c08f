# SPDX-License-Identifier: BSD-3-Clause
"""ends.py NM LIBRARY...: fails if a library asks for a destructor to be run when the process, a thread or the library ends, or
has a function's static that is made under a lock: calls must work from exit handlers that run later, and in a child that was
forked at any moment."""

import subprocess
import sys

FORBIDDEN = ("__cxa_atexit", "__cxa_thread_atexit", "__cxa_thread_atexit_impl", "__cxa_guard_acquire")


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
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
