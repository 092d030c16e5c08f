#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The name of this output as a link to numapack's library.
set -eu
cd "$PREFIX/lib"
case $PKG_NAME in
  # Both have their own SONAME, by which programs find them.
  libblas) ln -s numapack/libblas.so.3 libblas.so.3 && ln -s libblas.so.3 libblas.so ;;
  libcblas) ln -s numapack/libblas.so.3 libcblas.so.3 && ln -s libcblas.so.3 libcblas.so ;;
  liblapack) ln -s numapack/liblapack.so.3 liblapack.so.3 && ln -s liblapack.so.3 liblapack.so ;;
  *) echo "link.sh: no name of the BLAS: $PKG_NAME" >&2 && exit 1 ;;
esac
