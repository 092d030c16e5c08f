#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# libnumapack's files.
set -eu
# shellcheck disable=SC2086
cmake -S . -B build-conda -G Ninja $CMAKE_ARGS -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_LIBDIR=lib -DNUMAPACK_TESTS=OFF \
  -DNUMAPACK_COMPLETE=ON -DNUMAPACK_HELD_BLAS="$PREFIX/lib/libopenblas.a" -DNUMAPACK_HELD_LAPACK="$PREFIX/lib/liblapack.a" -DNUMAPACK_AARCH64_CC=
cmake --build build-conda
cmake --install build-conda
