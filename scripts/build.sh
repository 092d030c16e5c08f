#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Builds the libraries and the command into build/, without the tests. Quiet unless something fails.
set -eu
cd "$(dirname "$0")/.."
mkdir -p build
cmake --preset release -DNUMAPACK_TESTS=OFF > build/configure.log 2>&1 || { cat build/configure.log; exit 1; }
cmake --build build -- --quiet
