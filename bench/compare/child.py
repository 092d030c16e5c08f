# SPDX-License-Identifier: BSD-3-Clause
"""Runs `numapack` for its document, so that nobody is left behind when the run ends early."""

import json
import signal
import subprocess


class Terminated(KeyboardInterrupt):
    """SIGTERM, as from a batch system: the run ends as after Ctrl-C."""

    @staticmethod
    def by_signal(_number, _frame):
        raise Terminated


def document_of(arguments: list):
    """What a command that ends with `--json -` writes, or None where it wrote none. An interrupt of the run, or of the child,
    raises KeyboardInterrupt. The child sees the same Ctrl-C and ends clean."""
    # Terminated in between, there would be a child that nobody knows of.
    unmasked = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
    child = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True,
                             preexec_fn=lambda: signal.pthread_sigmask(signal.SIG_SETMASK, unmasked))
    try:
        signal.pthread_sigmask(signal.SIG_SETMASK, unmasked)
        text, _ = child.communicate()
    except KeyboardInterrupt as end:
        if isinstance(end, Terminated):
            child.send_signal(signal.SIGINT)  # it was not told
        child.wait()
        raise
    if child.returncode > 128 or child.returncode < 0:
        raise KeyboardInterrupt
    try:
        return json.loads(text)
    except ValueError:
        return None
