#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Builds the libraries and the command into build/, without the tests. Quiet unless something fails.
set -eu
cd "$(dirname "$0")/.."
mkdir -p build
cmake --preset release -DNUMAPACK_TESTS=OFF > build/configure.log 2>&1 || { cat build/configure.log; exit 1; }
cmake --build build -- --quiet
# Last, where it is seen.
lacking() { # WHAT FILES CMAKE'S-WORDS
  if reason=$(sed -n "s/^-- $3: no, //p" build/configure.log) && [ -n "$reason" ]; then
    echo "*** numapack was built WITHOUT its complete BLAS and LAPACK $1($2): $reason" \
      "-- as root: scripts/packages.sh complete; then build again (docs/how-to/packages.md) ***" >&2
  fi
}
lacking "" "libblas.so.3, libnumapack_lp64.so.0" "A complete BLAS and LAPACK"
lacking "for 64-bit integers " "libnumapack_ilp64.so.0" "The same with 64-bit integers"
