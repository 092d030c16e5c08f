#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# test.sh [--all]
#
# The formatting, which takes no time; what clang-tidy finds in what was changed; the release build with the command and
# its tests, an emulated machine among them; the same machine as an ARM one; the unit tests of rooms with threads and
# memory under AddressSanitizer and under ThreadSanitizer. --all: all of each, and what else there is, hours in
# all. Stops at the first step that fails, and ends with what it did not look at. docs/how-to/building.md says what takes how long.
set -eu
cd "$(dirname "$0")/.."
all=""
case "$#-${1:-}" in
  0-) ;;
  1---all) all=yes ;;
  *) echo "test.sh: \"$*\" is no option; use --all, or nothing" >&2; exit 2 ;;
esac
begun=$(date +%s)
export CTEST_PARALLEL_LEVEL="${CTEST_PARALLEL_LEVEL:-2}"
mkdir -p build
: > build/not-looked-at
not_looked_at() { echo "$1" >> build/not-looked-at; }

status=0
scripts/check.sh format || status=$?
case $status in
  0) echo "format: as .clang-format says" ;;
  77) not_looked_at "format: takes clang-format 14" ;;  # another version formats differently
  *) exit $status ;;
esac
if [ -n "$all" ]; then
  status=0
  scripts/check.sh prose > build/prose.log 2>&1 || status=$?
  case $status in
    0) echo "prose: proselint finds nothing on the pages" ;;
    77) not_looked_at "prose: $(tail -n 1 build/prose.log)" ;;
    *) cat build/prose.log; exit $status ;;
  esac
fi
scripts/check.sh subjects
scripts/tidy.sh ${all:+--all}

# ThreadSanitizer cannot map its shadow where the kernel randomises addresses by more than 28 bits.
fixed_addresses() {
  if setarch -R true 2> /dev/null; then setarch -R "$@"; else "$@"; fi
}

# A compiler cache that is there finds what this or another clone has compiled before.
if command -v ccache > /dev/null; then
  export CCACHE_BASEDIR="$PWD" CCACHE_NOHASHDIR=1
  cached="-DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DNUMAPACK_UNITY=ON"
else
  cached=""
fi

# step PRESET OPTION…; the preset "test" is that of the release, with warnings that are errors. What is built: $targets.
step() {
  preset=$1
  shift
  directory=build
  [ "$preset" = test ] || directory=build-$preset
  mkdir -p "$directory"
  start=$(date +%s)
  # shellcheck disable=SC2086
  cmake --preset "$preset" $cached "$@" > "$directory/configure.log" 2>&1 || { cat "$directory/configure.log"; exit 1; }
  # shellcheck disable=SC2086
  fixed_addresses cmake --build "$directory" -- --quiet $targets
  built=$(date +%s)
  if [ -n "$all" ]; then set --; else set -- -LE '^long$'; fi
  fixed_addresses ctest --test-dir "$directory" --output-on-failure "$@" > "$directory/test.log" 2>&1 ||
    {
      grep -v -E ' (Start |Test +#.*Passed)' "$directory/test.log" | head -n 300
      echo "$preset: $(grep 'tests passed' "$directory/test.log"); all of it is in $directory/test.log"
      exit 1
    }
  echo "$preset: $(grep 'tests passed' "$directory/test.log"), built in $((built - start)) s, run in $(($(date +%s) - built)) s"
}

if scripts/python-env.sh build/python-env 2> build/python-env.log; then
  set -- -DNUMAPACK_PYTHON=ON "-DPython_EXECUTABLE=$PWD/build/python-env/bin/python"
else
  not_looked_at "Python package: $(tail -n 1 build/python-env.log)"
  set -- -DNUMAPACK_PYTHON=OFF
fi
targets=all
step test -DNUMAPACK_TESTS=ON -DNUMAPACK_TOOL=ON "$@"
scripts/check.sh alone build

# Cross-built: what the emulated ARM machine shows, and the kernels under user emulation.
mkdir -p build-aarch64
start=$(date +%s)
# shellcheck disable=SC2086
scripts/test-aarch64.sh ${all:-"--quick"} ${all:+kernel} lab bits > build-aarch64/test.log 2>&1 ||
  {
    tail -n 100 build-aarch64/test.log
    echo "aarch64: failed; all of it is in build-aarch64/test.log"
    exit 1
  }
echo "aarch64:${all:+ kernels, and} $(grep -c '^aarch64, .*: passed' build-aarch64/test.log) groups of tests" \
  "passed on the emulated machine, in $(($(date +%s) - start)) s"

# sanitized PRESET SANITIZERS ROOM…
sanitized() {
  preset=$1
  sanitizers=$2
  shift 2
  targets="$(printf 'test_%s ' "$@") same_bits_digests"
  step "$preset" -DNUMAPACK_TOOL=OFF "-DNUMAPACK_SANITIZE=$sanitizers" "-DNUMAPACK_TEST_ROOMS=$(echo "$*" | tr ' ' ';')"
}
threads="team runtime schedule matrix level3 level2 triangle packed sparse lu qr lapack batch api"
if [ -n "$all" ]; then
  step asan -DNUMAPACK_TOOL=OFF -DNUMAPACK_SANITIZE=address,undefined -DNUMAPACK_TEST_ROOMS=
else
  # UBSan, too, would double what the library takes to compile.
  # shellcheck disable=SC2086
  sanitized asan address memory $threads
fi
# shellcheck disable=SC2086
sanitized tsan thread $threads

if [ -n "$all" ]; then
  scripts/test-compilers.sh
  # Its tests on Debian 13, and the README's lines on both.
  for how in "--short 13" "--readme 12" "--readme 13"; do
    status=0
    # shellcheck disable=SC2086
    scripts/test-debian.sh $how > build/debian.log 2>&1 || status=$?
    case $status in
      0) tail -n 3 build/debian.log ;;
      77) not_looked_at "Debian, $how: $(tail -n 1 build/debian.log)" ;;
      *)
        tail -n 100 build/debian.log
        echo "Debian, $how: failed; all of it is in build/debian.log"
        exit 1
        ;;
    esac
  done
  # Says itself what it leaves out.
  scripts/test-clients.sh
else
  not_looked_at "tests that take minutes each (ctest -L long): the lab's other machines and studies, rows of other CPUs, R, SciPy, Octave, HPL, ScaLAPACK, the report in a browser"
  not_looked_at "clang-tidy over what was not changed, other rooms under AddressSanitizer, all under UBSan, ARM's kernels under user emulation"
  not_looked_at "proselint over the pages, other compilers, a fresh Debian 13, wheels, packages, LAPACK's, BLAS++'s and LAPACK++'s own testers"
fi
echo "all that was looked at passed, in $((($(date +%s) - begun + 59) / 60)) minutes"
if [ -s build/not-looked-at ]; then
  echo "not looked at${all:+, because it cannot be here}:"
  sed 's/^/  /' build/not-looked-at
  [ -n "$all" ] || echo "make test-all looks at these"
fi
