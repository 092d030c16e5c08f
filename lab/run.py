#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The lab's front door: what `numapack lab` starts."""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from numapack_lab import cli  # noqa: E402

if __name__ == "__main__":
    sys.exit(cli.main(sys.argv[1:], HERE))
