#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Every test: the formatting, which takes no time; what clang-tidy finds; the release build with the command, among them
# those on emulated machines; the same machine as an ARM one; the unit tests under AddressSanitizer with UBSan and under
# ThreadSanitizer; then what a fresh Debian 13 makes of it, in short. Stops at the first step that fails.
# NUMAPACK_TEST_DEBIAN=no leaves the last one out, and so does an hour for the others, but for NUMAPACK_TEST_DEBIAN=yes.
set -eu
cd "$(dirname "$0")/.."
begun=$(date +%s)
export CTEST_PARALLEL_LEVEL="${CTEST_PARALLEL_LEVEL:-2}"

# Another version formats differently.
if clang-format --version | grep -q 'version 14\.'; then
  find src include tests examples bench python \( -name '*.cpp' -o -name '*.hpp' -o -name '*.h' -o -name '*.c' \) 2> /dev/null |
    xargs clang-format --dry-run -Werror
  echo "format: as .clang-format says"
else
  echo "format: not looked at, because that takes clang-format 14 and this is $(clang-format --version)"
fi
scripts/tidy.sh

# ThreadSanitizer cannot map its shadow where the kernel randomises addresses by more than 28 bits.
fixed_addresses() {
  if setarch -R true 2> /dev/null; then setarch -R "$@"; else "$@"; fi
}

# step PRESET OPTION…; the preset "test" is that of the release, with warnings that are errors.
step() {
  preset=$1
  shift
  directory=build
  [ "$preset" = test ] || directory=build-$preset
  mkdir -p "$directory"
  start=$(date +%s)
  cmake --preset "$preset" "$@" > "$directory/configure.log" 2>&1 || { cat "$directory/configure.log"; exit 1; }
  fixed_addresses cmake --build "$directory" -- --quiet
  built=$(date +%s)
  fixed_addresses ctest --test-dir "$directory" --output-on-failure > "$directory/test.log" 2>&1 ||
    {
      grep -v -E ' (Start |Test +#.*Passed)' "$directory/test.log" | head -n 300
      echo "$preset: $(grep 'tests passed' "$directory/test.log"); all of it is in $directory/test.log"
      exit 1
    }
  echo "$preset: $(grep 'tests passed' "$directory/test.log"), built in $((built - start)) s, run in $(($(date +%s) - built)) s"
}

if mkdir -p build && scripts/python-env.sh build/python-env 2> build/python-env.log; then
  set -- -DNUMAPACK_PYTHON=ON "-DPython_EXECUTABLE=$PWD/build/python-env/bin/python"
else
  echo "Python package: not looked at, because $(tail -n 1 build/python-env.log)"
  set -- -DNUMAPACK_PYTHON=OFF
fi
step test -DNUMAPACK_TESTS=ON -DNUMAPACK_TOOL=ON "$@"
# Cross-built: the kernels under user emulation, and what the emulated ARM machine shows.
mkdir -p build-aarch64
start=$(date +%s)
scripts/test-aarch64.sh kernel lab > build-aarch64/test.log 2>&1 ||
  {
    tail -n 100 build-aarch64/test.log
    echo "aarch64: failed; all of it is in build-aarch64/test.log"
    exit 1
  }
echo "aarch64: kernels, and $(grep -c '^aarch64, .*: passed' build-aarch64/test.log) groups of tests" \
  "passed on the emulated machine, in $(($(date +%s) - start)) s"

step asan -DNUMAPACK_TOOL=OFF
# The rooms with threads.
step tsan -DNUMAPACK_TOOL=OFF "-DNUMAPACK_TEST_ROOMS=team;runtime;matrix;level3;level2;triangle;packed;lu;qr;lapack;api"

minutes=$((($(date +%s) - begun) / 60))
if [ "${NUMAPACK_TEST_DEBIAN:-}" = no ]; then
  echo "Debian 13: not looked at, because NUMAPACK_TEST_DEBIAN is no"
elif [ "$minutes" -ge 60 ] && [ "${NUMAPACK_TEST_DEBIAN:-}" != yes ]; then
  echo "Debian 13: not looked at, because all else took $minutes minutes; NUMAPACK_TEST_DEBIAN=yes has it looked at whatever that takes"
else
  status=0
  scripts/test-debian.sh --short 13 > build/debian.log 2>&1 || status=$?
  case $status in
    0) tail -n 3 build/debian.log ;;
    77) echo "Debian 13: not looked at, because $(tail -n 1 build/debian.log)" ;;
    *)
      tail -n 100 build/debian.log
      echo "Debian 13: failed; all of it is in build/debian.log"
      exit 1
      ;;
  esac
fi
