#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Builds the tests for aarch64 with Debian's cross compiler and runs them under QEMU's user emulation; those of the room
# "lab" on the emulated machine with four nodes. "tool" cross-builds the command, too, and has it measure that machine:
# every probe in every placement, checked against page queries and the emulator's counts.
#
# usage: scripts/test-aarch64.sh [--quick | --compiler CLANG++] [room...]   default: base cpu machine kernel; also: level3 lab tool bits
#
# --quick compiles for less time, into build-aarch64-quick, and runs of "lab" what tests/lab/run.py --quick does, of "bits" one CPU
# and a tenth of the calls.
# --compiler clang++-19 cross-builds by that clang, into build-aarch64-clang++-19, and not by GCC.
#
# With "gemm" every row of src/cpu/ that the CPU runs multiplies, with vectors of each length.
# The kernels' tests run once for each length of an SVE vector that has kernels of its own, and without SVE; the variable
# makes them fail if the emulated CPU does not have the kernel meant. What is missing is installed if this is root, else
# it is named and the script stops. About two minutes on two cores.
set -eu
cd "$(dirname "$0")/.."
preset=aarch64
build=build-aarch64
chosen=""
quick=""
if [ "${1:-}" = --quick ]; then
  quick=--quick
  build=build-aarch64-quick
  chosen="-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNUMAPACK_UNITY=ON"
  shift
fi
if [ "${1:-}" = --compiler ]; then
  [ $# -ge 2 ] || { echo "test-aarch64.sh: --compiler needs the name of a clang++" >&2; exit 2; }
  preset=aarch64-clang
  build=build-aarch64-$2
  chosen="-DCMAKE_CXX_COMPILER=$2 -DCMAKE_C_COMPILER=$(echo "$2" | sed 's/clang++/clang/')"
  shift 2
fi
rooms=${*:-base cpu machine kernel}

scripts/packages.sh build test aarch64

launcher=$(command -v ccache || true)
tool=OFF
case " $rooms " in
  *" tool "*) tool=ON ;;
esac
# shellcheck disable=SC2086
cmake --preset $preset -B "$build" -DNUMAPACK_TOOL=$tool $chosen ${launcher:+-DCMAKE_CXX_COMPILER_LAUNCHER="$launcher"} >/dev/null
targets=""
for room in $rooms; do
  case $room in
    lab) targets="$targets lab_tests lab_known_count lab_copied_lines lab_marked_calls lab_random_calls lab_repeated_call lab_routines lab_two_callers numapack_lab_gemm" ;;
    tool) targets="$targets numapack" ;;
    bits) targets="$targets same_bits_digests" ;;
    *) targets="$targets test_$room" ;;
  esac
done
# shellcheck disable=SC2086
ninja -C "$build" $targets

failed=0
run() {
  echo "== $1 on $2"
  qemu-aarch64-static -cpu "$2" "$build/tests/test_$1" --gtest_brief=1 || failed=1
}
for room in $rooms; do
  if [ "$room" = lab ]; then
    # The plugin and the guest's own programs are of the host's build (scripts/build.sh first), which may have been configured
    # before there was a cross compiler.
    cmake build > /dev/null
    ninja -C build numapack_lab_guest_aarch64
    python3 -B tests/lab/run.py "$build" --arch aarch64 --plugin build/lab ${quick:---without-command} || failed=1
  elif [ "$room" = tool ]; then
    python3 -B tests/lab/run.py "$build" --arch aarch64 --plugin build/lab --only-command || failed=1
  elif [ "$room" = bits ]; then
    cpus="cortex-a57 max,sve-default-vector-length=64 max,sve-default-vector-length=32"
    calls="--calls 600 --thorough"
    [ -z "$quick" ] || { cpus=cortex-a57 && calls="--calls 60"; }
    for cpu in $cpus; do
      # shellcheck disable=SC2086
      python3 -B tests/same_bits/levels_test.py "$build/tests/same_bits_digests" $calls \
        --runner "qemu-aarch64-static -cpu $cpu" && echo "aarch64, bits on $cpu: passed" || failed=1
    done
  elif [ "$room" = kernel ]; then
    printf '%s %s\n' sve-d32x6 max,sve-default-vector-length=64 sve-d16x6 max,sve-default-vector-length=32 \
      neon max,sve-default-vector-length=16 neon cortex-a57 |
      xargs -P "$(nproc)" -n 2 sh -c '
        said=$(NUMAPACK_KERNEL=$1 qemu-aarch64-static -cpu "$2" "$0" --gtest_brief=1 2>&1)
        status=$?
        printf "== kernel %s on %s\n%s\n" "$1" "$2" "$said"
        exit $status' "$build/tests/test_kernel" || failed=1
  elif [ "$room" = level3 ]; then
    for cpu in max,sve-default-vector-length=64 max,sve-default-vector-length=32 cortex-a57; do
      echo "== rows on $cpu"
      qemu-aarch64-static -cpu $cpu "$build/tests/test_level3" --gtest_brief=1 --gtest_filter='EveryMicroarch/*:MicroarchOfAPlan.*' ||
        failed=1
    done
  else
    run "$room" max
  fi
done
case " $rooms " in
  *" kernel "*) ctest --test-dir "$build" -R '^kernel\.objects\.' --output-on-failure || failed=1 ;;
esac
exit "$failed"
