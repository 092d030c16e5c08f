#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Builds all with each of these compilers, each source on its own and warnings being errors, and runs the unit tests
# except those that boot machines. One line for each compiler; their output is in build-COMPILER/. Then views of a real std::mdspan,
# where clang++-19 has libc++.
#
# usage: scripts/test-compilers.sh [C++ compiler…]      default: g++ and those of clang++-16, clang++-19 that are there
#
# aarch64-linux-gnu-g++ and aarch64-linux-gnu-clang++[-VERSION] cross-build for aarch64 and run what
# scripts/test-aarch64.sh does by default.
set -u
cd "$(dirname "$0")/.."
if [ $# = 0 ]; then
  set -- g++
  for compiler in clang++-16 clang++-19; do
    command -v "$compiler" > /dev/null && set -- "$@" "$compiler"
  done
fi
jobs=${CTEST_PARALLEL_LEVEL:-2}
launcher=$(command -v ccache || true)

failed=0
say() { # COMPILER TEXT
  echo "$1: $2"
}
fail() {
  say "$1" "$2 failed, see $3"
  grep -E 'error:|warning:|\*\*\*' "$3" | head -n 10
  failed=1
}

native() { # C++ compiler
  directory=build-$(basename "$1")
  mkdir -p "$directory"
  # clang++-16 goes with clang-16, g++-14 with gcc-14.
  c_compiler=$(echo "$1" | sed 's/clang++/clang/; s/g++/gcc/')
  cmake -S . -B "$directory" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER="$c_compiler" \
    -DCMAKE_CXX_COMPILER="$1" -DNUMAPACK_WERROR=ON -DNUMAPACK_UNITY=OFF -DNUMAPACK_BENCH=ON \
    ${launcher:+-DCMAKE_C_COMPILER_LAUNCHER="$launcher" -DCMAKE_CXX_COMPILER_LAUNCHER="$launcher"} \
    > "$directory/configure.log" 2>&1 || { fail "$1" configuration "$directory/configure.log"; return; }
  cmake --build "$directory" > "$directory/build.log" 2>&1 || { fail "$1" "the build" "$directory/build.log"; return; }
  ctest --test-dir "$directory" -E '^lab(_launcher)?\.' -j "$jobs" --output-on-failure > "$directory/test.log" 2>&1 ||
    { fail "$1" "$(grep 'tests failed out of' "$directory/test.log")," "$directory/test.log"; return; }
  say "$("$1" --version | head -n 1)" "no warning, $(grep 'tests passed' "$directory/test.log")"
}

cross() { # NAME SCRIPT-OPTIONS…
  name=$1
  shift
  mkdir -p build-logs
  log=build-logs/$name.log
  if scripts/test-aarch64.sh "$@" > "$log" 2>&1; then
    say "$name" "no warning, the kernels' tests and those of base and machine passed under emulation"
  else
    fail "$name" "cross-building or a test" "$log"
  fi
}

mdspan() {
  [ -e /usr/lib/llvm-19/include/c++/v1/mdspan ] || { say "std::mdspan" "not tried: takes clang++-19 and libc++-19-dev"; return; }
  log=build-logs/mdspan.log
  mkdir -p build-logs
  if { clang++-19 -std=c++23 -stdlib=libc++ -Wall -Wextra -Werror -Iinclude -Isrc tests/api/mdspan.cpp src/base/error.cpp -o build-logs/mdspan &&
    build-logs/mdspan; } > "$log" 2>&1; then
    say "std::mdspan" "$(tail -n 1 "$log")"
  else
    fail "std::mdspan" "the program" "$log"
  fi
}

for compiler in "$@"; do
  case $compiler in
    aarch64-linux-gnu-g++) cross "$compiler" ;;
    aarch64-linux-gnu-clang++*) cross "$compiler" --compiler "${compiler#aarch64-linux-gnu-}" ;;
    *)
      if command -v "$compiler" > /dev/null; then
        native "$compiler"
      else
        say "$compiler" "is not installed"
        failed=1
      fi
      ;;
  esac
done
mdspan
exit $failed
