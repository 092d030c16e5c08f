#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# test-flexiblas.sh [REGEX]      FlexiBLAS's own tests with numapack as its backend
#
# Builds FlexiBLAS below build/flexiblas, adds the complete library as a backend by the file that an installation has for that,
# and runs FlexiBLAS's tests, those whose names match REGEX, on it (tests/clients/flexiblas_tests.py). git fetches the sources;
# NUMAPACK_FLEXIBLAS is a folder that has them already. Exit code 77: not possible here, and why in the last line.
set -eu
cd "$(dirname "$0")/.."
version=v3.4.82
lapack=3.11.0 # Debian 12's, whose archive is FlexiBLAS's own LAPACK here
work=$PWD/build/flexiblas
sources=${NUMAPACK_FLEXIBLAS:-$work/sources}

skip() { echo "$1"; exit 77; }
[ -e build/libnumapack_lp64.so.0 ] || skip "there is no build/libnumapack_lp64.so.0; make build builds it where docs/how-to/packages.md's packages are"
command -v gfortran > /dev/null || skip "there is no gfortran; scripts/packages.sh clients-heavy installs it"
archive=/usr/lib/$(gcc -print-multiarch)/liblapack_pic.a
[ -e "$archive" ] || skip "there is no $archive; scripts/packages.sh complete installs it"
[ -e "$sources/CMakeLists.txt" ] ||
  git clone -q --depth 1 -b "$version" https://github.com/mpimd-csc/flexiblas "$sources" || skip "git brings no FlexiBLAS $version"

mkdir -p "$work"
# Wrappers are not what is timed, and theirs for LAPACK are 16 MB of C.
cmake -S "$sources" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=None -DLTO=OFF -DLAPACKE=OFF -DEXAMPLES=OFF -DBLAS_AUTO_DETECT=OFF \
  -DLAPACK_API_VERSION="$lapack" -DSYS_LAPACK_LIBRARY="$archive" > "$work/configure.log" 2>&1 || { tail -n 40 "$work/configure.log"; exit 1; }
cmake --build "$work/build" -- --quiet > "$work/build.log" 2>&1 || { tail -n 40 "$work/build.log"; exit 1; }
cmake --install build --prefix "$work/prefix" --component libnumapack0 > "$work/install.log"
cmake --install build --prefix "$work/prefix" --component libnumapack-blas3 >> "$work/install.log"
cc -Wall -Wextra tests/clients/flexiblas.c -o "$work/program" -L"$work/build/lib" -lflexiblas -Wl,-rpath,"$work/build/lib"
NUMAPACK_PROFILE=none python3 -B tests/clients/flexiblas_tests.py "$work/build" "$work/prefix/share/numapack/flexiblas/Numapack.conf" "$work/program" "$@"
