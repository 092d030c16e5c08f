#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tidy.sh [--all]
#
# clang-tidy, by the checks of .clang-tidy, over the sources of the library and the command that were changed since
# NUMAPACK_TIDY_BASE (a commit; default: where this branch left its upstream, else the commit before this one); of a header
# one source that includes it. --all: over all of them. Several sources are read as one, as they are compiled, so that
# what they include is read once.
set -eu
cd "$(dirname "$0")/.."
all=""
[ "${1:-}" != --all ] || all=yes
mkdir -p build build-tidy
not_looked_at() {
  echo "tidy: $1" >> build/not-looked-at
  echo "tidy: not looked at: $1"
  exit 0
}

# Another version finds something else.
tidy=""
for name in clang-tidy-19 clang-tidy; do
  if "$name" --version 2> /dev/null | grep -q 'version 19\.'; then tidy=$name && break; fi
done
[ -n "$tidy" ] || not_looked_at "takes clang-tidy 19, and clang-tidy is $(clang-tidy --version 2> /dev/null | grep -o 'version [0-9.]*' || echo 'not there')"

if [ -z "$all" ]; then
  base=$(scripts/check.sh since 2> /dev/null) || base=HEAD
  git diff --name-only --diff-filter=d "$base" -- src > build-tidy/changed 2> build-tidy/git.log ||
    not_looked_at "what was changed is not known here ($(head -n 1 build-tidy/git.log))"
fi

start=$(date +%s)
cmake --preset tidy > build-tidy/configure.log 2>&1 || { cat build-tidy/configure.log; exit 1; }
# What only GCC knows is an error to clang.
sed -i 's/ -fno-tree-loop-distribute-patterns//; s/ -fexpensive-optimizations//' build-tidy/compile_commands.json
# The kernels' sources and a few others are compiled on their own; assembly is nothing for clang-tidy. Faces of the drop-in
# are compiled for each type and width: two of them do.
sed -n 's/^ *"file": "\(.*\.c[px][px]\)",\{0,1\}$/\1/p' build-tidy/compile_commands.json |
  grep -E '/numapack_(objects|blas(3?_objects)?|tool|command|faces_(d32|z64)_.*)\.dir/|/src/' | sort -u > build-tidy/every
if [ -n "$all" ]; then
  cp build-tidy/every build-tidy/sources
else
  : > build-tidy/wanted
  while read -r file; do
    case $file in
      *.cpp) echo "$PWD/$file" ;;
      *.hpp) grep -rlF --include='*.cpp' "#include \"${file#src/}\"" src | head -n 1 | sed "s|^|$PWD/|" ;;
    esac
  done < build-tidy/changed | sort -u > build-tidy/wanted
  {
    grep -xFf build-tidy/wanted build-tidy/every || true
    # Those that read them with others.
    grep '/Unity/' build-tidy/every | xargs -r -d '\n' grep -lFf build-tidy/wanted || true
  } > build-tidy/chosen
  # What takes minutes is for --all.
  most=12
  head -n $most build-tidy/chosen > build-tidy/sources
  left=$(($(wc -l < build-tidy/chosen) - $(wc -l < build-tidy/sources)))
  [ $left -le 0 ] || echo "tidy: $left more units of sources that were changed since $(git rev-parse --short "$base")" >> build/not-looked-at
fi
if ! xargs -r -d '\n' -P "${CTEST_PARALLEL_LEVEL:-2}" -n 1 "$tidy" --quiet -p build-tidy < build-tidy/sources > build-tidy/tidy.log 2>&1; then
  grep -E '(error|warning): ' build-tidy/tidy.log | sort -u | head -n 100
  echo "tidy: these faults by .clang-tidy; all that was said is in build-tidy/tidy.log"
  exit 1
fi
echo "tidy: nothing found in $(wc -l < build-tidy/sources) sources, in $(($(date +%s) - start)) s"
