#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# test-flexiblas.sh [REGEX]      FlexiBLAS's own tests with numapack as its backend
#
# Builds FlexiBLAS below build/flexiblas, with 32-bit and with 64-bit integers, adds the complete library of that width as a backend by
# the file that an installation has for that, and by the three lines for an admin, and runs FlexiBLAS's tests, those whose names match
# REGEX, on it (tests/clients/flexiblas_tests.py). git fetches the sources; NUMAPACK_FLEXIBLAS is a folder that has them already. Exit code 77: not
# possible here, and why in the last line.
set -eu
cd "$(dirname "$0")/.."
version=v3.4.82
lapack=3.11.0 # Debian 12's, whose archives are FlexiBLAS's own LAPACK here
work=$PWD/build/flexiblas
sources=${NUMAPACK_FLEXIBLAS:-$work/sources}

skip() { echo "$1"; exit 77; }
[ -e build/libnumapack_lp64.so.0 ] || skip "there is no build/libnumapack_lp64.so.0; make build builds it where docs/how-to/packages.md's packages are"
command -v gfortran > /dev/null || skip "there is no gfortran; scripts/packages.sh clients-heavy installs it"
archives=/usr/lib/$(gcc -print-multiarch)
[ -e "$archives/liblapack_pic.a" ] || skip "there is no $archives/liblapack_pic.a; scripts/packages.sh complete installs it"
[ -e "$sources/CMakeLists.txt" ] ||
  git clone -q --depth 1 -b "$version" https://github.com/mpimd-csc/flexiblas "$sources" || skip "git brings no FlexiBLAS $version"

mkdir -p "$work"
cmake --install build --prefix "$work/prefix" --component libnumapack0 > "$work/install.log"
cmake --install build --prefix "$work/prefix" --component libnumapack-blas3 >> "$work/install.log"

# tests SUFFIX OPTIONS REGEX…: FlexiBLAS's tests with integers of one width; SUFFIX is 64 or nothing, OPTIONS are CMake's.
tests() {
  suffix=$1
  options=$2
  shift 2
  its=$work/build$suffix
  # Wrappers are not what is timed, and theirs for LAPACK are 16 MB of C.
  # shellcheck disable=SC2086 # several words
  cmake -S "$sources" -B "$its" -G Ninja -DCMAKE_BUILD_TYPE=None -DLTO=OFF -DLAPACKE=OFF -DEXAMPLES=OFF -DBLAS_AUTO_DETECT=OFF \
    $options -DLAPACK_API_VERSION="$lapack" -DSYS_LAPACK_LIBRARY="$archives/liblapack${suffix}_pic.a" > "$its.configure.log" 2>&1 ||
    { tail -n 40 "$its.configure.log"; exit 1; }
  cmake --build "$its" -- --quiet > "$its.log" 2>&1 || { tail -n 40 "$its.log"; exit 1; }
  cc -Wall -Wextra -DINTEGER="int${suffix:-32}_t" tests/clients/flexiblas.c -o "$its/program" -L"$its/lib" -l"flexiblas$suffix" \
    -Wl,-rpath,"$its/lib"
  NUMAPACK_PROFILE=none python3 -B tests/clients/flexiblas_tests.py "$its" "$work/prefix/share/numapack/flexiblas/Numapack$suffix.conf" \
    "$its/program" "$@"
}

tests "" -DINTEGER8=OFF "$@"
[ -e build/libnumapack_ilp64.so.0 ] && [ -e "$archives/liblapack64_pic.a" ] || {
  echo "64-bit integers: left out, because build/libnumapack_ilp64.so.0 or $archives/liblapack64_pic.a is missing"
  exit 0
}
# Without WeirdNEC cblas.h has 32-bit integers here, too.
tests 64 "-DINTEGER8=ON -DCMAKE_C_FLAGS=-DWeirdNEC" "$@"
