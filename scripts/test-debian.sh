#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# test-debian.sh [--short] [12|13]      default: 13
#
# Makes a fresh, bare root of that Debian release, copies what git has of this tree there (what is not committed, too),
# and does as a new user would: make run, make test. --short: builds with warnings as errors, the unit tests, and one
# boot of an emulated machine whose accesses are counted. Takes root, mmdebstrap, a package archive and 8 GB in TMPDIR
# (default /var/tmp); an hour, or with --short some minutes. Exit code 77: not possible here.
#
# Everything that is mounted lives in a mount namespace of its own, which ends with this script; the root is removed from
# outside of it and without crossing file systems. A careless rm -rf over a bound /dev would take this machine's devices.
set -eu
cd "$(dirname "$0")/.."

fail() { echo "test-debian.sh: $1" >&2; exit "${2:-1}"; }

if [ "${1:-}" = --inside ]; then # in the mount namespace: ROOT KIND
  root=$2
  mount -t proc proc "$root/proc"
  mount -t sysfs -o ro sysfs "$root/sys"
  mount -t tmpfs -o mode=755 tmpfs "$root/dev"
  mkdir "$root/dev/pts" "$root/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=666,mode=620 devpts "$root/dev/pts"
  mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
  ln -s pts/ptmx "$root/dev/ptmx"
  ln -s /proc/self/fd "$root/dev/fd"
  for device in null zero full random urandom tty; do
    : > "$root/dev/$device"
    mount --bind "/dev/$device" "$root/dev/$device"
  done
  exec env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
    NUMAPACK_TEST_DEBIAN=no chroot "$root" /bin/sh /root/numapack/scripts/test-debian.sh --in-root "$3"
fi

if [ "${1:-}" = --in-root ]; then # in the fresh root: KIND
  if [ "$2" = whole ]; then
    make run
    make test
    exit
  fi
  scripts/packages.sh build test lab
  step() { "$@" > build/short.log 2>&1 || { tail -n 60 build/short.log >&2; fail "failed: $*"; }; }
  mkdir -p build
  step cmake --preset test
  step cmake --build build -- --quiet
  # What boots machines, needs the other architecture or tries each CPU's row is for the whole run.
  step ctest --test-dir build --output-on-failure -j "$(nproc)" -E '^lab|^bench|^install|^level3\.cpu'
  grep 'tests passed' build/short.log
  build/numapack lab --json counts.json -- build/numapack gemm -n 64 > build/boot.log 2>&1 || { cat build/boot.log >&2; fail "the counted boot failed"; }
  python3 -c '
import json
document = json.load(open("counts.json"))
reads = document["counts"]["reads"]
assert document["exit_code"] == 0 and reads["all"] > 1000, document
print("one counted boot:", document["counts"]["instructions"], "instructions,", reads["all"], "lines read")'
  exit
fi

kind=whole
[ "${1:-}" = --short ] && kind=short && shift
case ${1:-13} in
  12) release=bookworm ;;
  13) release=trixie ;;
  *) fail "no Debian \"$1\" here; use 12 or 13" 2 ;;
esac
[ "$#" -le 1 ] || fail "one release at a time, not \"$*\"" 2
[ "$(id -u)" = 0 ] || fail "takes root: another system's files are mounted and entered" 77
scripts/packages.sh debian || fail "takes mmdebstrap, which makes the root" 77
command -v mmdebstrap > /dev/null || fail "takes mmdebstrap, which makes the root" 77
unshare --mount --propagation private true 2> /dev/null || fail "takes a mount namespace of its own, which is refused here" 77

base=$(mktemp -d "${TMPDIR:-/var/tmp}/numapack-debian.XXXXXX")
trap 'rm -rf --one-file-system "$base"' EXIT
trap 'exit 130' INT TERM
root=$base/root
start=$(date +%s)
mmdebstrap --quiet --variant=minbase --include=ca-certificates,make,git,gcc,g++,cmake,python3 "$release" "$root" \
  > "$base/log" 2>&1 || { cat "$base/log" >&2; fail "mmdebstrap made no root of Debian $release"; }
mkdir -p "$root/root/numapack"
if git rev-parse --is-inside-work-tree > /dev/null 2>&1; then
  git ls-files -z --cached --others --exclude-standard | tar --null --ignore-failed-read -cf - -T - 2> "$base/log"
else
  tar --exclude='./build*' -cf - .
fi | tar -xf - -C "$root/root/numapack"
cp /etc/resolv.conf "$root/etc/resolv.conf"

unshare --mount --propagation private --pid --fork --kill-child -- \
  scripts/test-debian.sh --inside "$root" "$kind"
echo "Debian $release, $kind: passed in $(($(date +%s) - start)) s"
