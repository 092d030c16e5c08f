#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# test-blaspp.sh      BLAS++'s and LAPACK++'s own testers on the complete libraries
#
# Builds them below build/blaspp and runs every routine and type of theirs (tests/clients/blaspp/testers.py). Their sources are
# fetched with git; NUMAPACK_BLASPP is a folder that has them already: testsweeper, blaspp, lapackpp. NUMAPACK_LIBRARIES:
# another folder with libblas.so.3 and liblapack.so.3 than build/complete. Exit code 77: not possible here, and why in the last line.
set -eu
cd "$(dirname "$0")/.."
version=v2025.05.28
libraries=${NUMAPACK_LIBRARIES:-build/complete}
sources=${NUMAPACK_BLASPP:-$PWD/build/blaspp/sources}

skip() { echo "$1"; exit 77; }
[ -e "$libraries/liblapack.so.3" ] || skip "there is no $libraries/liblapack.so.3; make build builds it where docs/how-to/packages.md's packages are"
for archive in liblapacke.a lapack/liblapack.a blas/libblas.a; do
  [ -e "/usr/lib/$(gcc -print-multiarch)/$archive" ] || skip "there is no $archive; scripts/packages.sh clients-heavy installs it"
done
for name in testsweeper blaspp lapackpp; do
  [ -e "$sources/$name/CMakeLists.txt" ] || git clone -q --depth 1 -b "$version" "https://github.com/icl-utk-edu/$name" "$sources/$name" ||
    skip "git brings no $name $version"
done
cmake -S tests/clients/blaspp -B build/blaspp -G Ninja -DSOURCES="$sources"
cmake --build build/blaspp -- --quiet blaspp_tester lapackpp_tester
python3 -B tests/clients/blaspp/testers.py build/blaspp "$libraries"
