#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# test-debian.sh [--short|--readme] [12|13]      default: 13
#
# Makes a fresh, bare root of that Debian release, copies what git has of this tree there (what is not committed, too),
# and does as a new user would: make run, make test. --short: builds with warnings as errors, the unit tests, and one
# boot of an emulated machine whose accesses are counted. --readme: each line of the README (scripts/readme-lines.sh).
# Takes root, mmdebstrap, a package archive and 8 GB in TMPDIR (default /var/tmp); an hour, or with --short some minutes.
# Exit code 77: not possible here. What is mounted where, and how the root is removed: scripts/debian-root.sh.
set -eu
cd "$(dirname "$0")/.."

fail() { echo "test-debian.sh: $1" >&2; exit "${2:-1}"; }

. scripts/debian-root.sh

if [ "${1:-}" = --in-root ]; then # in the fresh root: KIND
  if [ "$2" = whole ]; then
    make run
    make test
    exit
  fi
  if [ "$2" = readme ]; then
    exec scripts/readme-lines.sh
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
case ${1:-} in
  --short | --readme) kind=${1#--} && shift ;;
esac
release_of "${1:-13}" > /dev/null
[ "$#" -le 1 ] || fail "one release at a time, not \"$*\"" 2
need_roots

base=$(mktemp -d "${TMPDIR:-/var/tmp}/numapack-debian.XXXXXX")
trap 'rm -rf --one-file-system "$base"' EXIT
trap 'exit 130' INT TERM
root=$base/root
start=$(date +%s)
make_root "$root" "${1:-13}" ca-certificates,make,git,gcc,g++,cmake,python3
copy_sources "$root"

in_root "$root" /bin/sh /root/numapack/scripts/test-debian.sh --in-root "$kind"
echo "Debian $(release_of "${1:-13}"), $kind: passed in $(($(date +%s) - start)) s"
