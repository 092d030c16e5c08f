#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# clang-tidy over the library and the command, by the checks of .clang-tidy. Several sources are read as one, as they are
# compiled, so that what they include is read once for all of them.
set -eu
cd "$(dirname "$0")/.."

# Another version finds something else.
tidy=""
for name in clang-tidy-19 clang-tidy; do
  if "$name" --version 2> /dev/null | grep -q 'version 19\.'; then tidy=$name && break; fi
done
if [ -z "$tidy" ]; then
  found=$(clang-tidy --version 2> /dev/null | grep -o 'version [0-9.]*' || echo 'not there')
  echo "tidy: not looked at, because that takes clang-tidy 19 and clang-tidy is $found"
  exit 0
fi

start=$(date +%s)
mkdir -p build-tidy
cmake --preset tidy > build-tidy/configure.log 2>&1 || { cat build-tidy/configure.log; exit 1; }
# What only GCC knows is an error to clang.
sed -i 's/ -fno-tree-loop-distribute-patterns//' build-tidy/compile_commands.json
# The kernels' sources and a few others are compiled on their own; assembly is nothing for clang-tidy. Faces of the drop-in
# are compiled for each type and width: two of them do.
sed -n 's/^ *"file": "\(.*\.c[px][px]\)",\{0,1\}$/\1/p' build-tidy/compile_commands.json |
  grep -E '/numapack_(objects|blas(3?_objects)?|tool|command|faces_(d32|z64)_.*)\.dir/|/src/' | sort -u > build-tidy/sources
if ! xargs -d '\n' -P "${CTEST_PARALLEL_LEVEL:-2}" -n 1 "$tidy" --quiet -p build-tidy < build-tidy/sources > build-tidy/tidy.log 2>&1; then
  grep -E '(error|warning): ' build-tidy/tidy.log | sort -u | head -n 100
  echo "tidy: these faults by .clang-tidy; all that was said is in build-tidy/tidy.log"
  exit 1
fi
echo "tidy: nothing found in $(wc -l < build-tidy/sources) sources, in $(($(date +%s) - start)) s"
