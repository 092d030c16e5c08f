#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# test-deb.sh [12|13]      default: 12
#
# Builds the Debian packages (on this system if it is that release, else in a fresh root of that release), then, in another fresh
# root: installs NumPy, R, Octave and hpcc, then the packages; each of the four computes on numapack and is right; removes the
# packages, and NumPy is as before. Takes root, mmdebstrap, a package archive and 6 GB in TMPDIR (default /var/tmp); some minutes.
# Exit code 77: not possible here.
set -eu
cd "$(dirname "$0")/.."

fail() { echo "test-deb.sh: $1" >&2; exit "${2:-1}"; }

. scripts/debian-root.sh

number=${1:-12}
release_of "$number" > /dev/null
[ "$#" -le 1 ] || fail "one release at a time, not \"$*\"" 2
need_roots

base=$(mktemp -d "${TMPDIR:-/var/tmp}/numapack-deb.XXXXXX")
trap 'rm -rf --one-file-system "$base"' EXIT
trap 'exit 130' INT TERM
start=$(date +%s)

# shellcheck disable=SC1091
if [ "$(. /etc/os-release && echo "${ID:-}${VERSION_ID:-}")" = "debian$number" ]; then
  scripts/packages.sh build complete deb
  # With a compiler cache, if there is one; a build of before is brought up to date.
  launcher=$(command -v ccache || true)
  scripts/build-deb.sh build-deb ${launcher:+-DCMAKE_C_COMPILER_LAUNCHER="$launcher" -DCMAKE_CXX_COMPILER_LAUNCHER="$launcher"} > "$base/packages" ||
    fail "the packages were not built"
  mkdir "$base/debs"
  cp build-deb/*.deb "$base/debs"
else
  make_root "$base/builder" "$number" ca-certificates,make,git,gcc,g++
  copy_sources "$base/builder"
  in_root "$base/builder" /bin/sh -c 'cd /root/numapack && scripts/packages.sh build complete deb && scripts/build-deb.sh' > "$base/packages" ||
    fail "the packages were not built"
  mkdir "$base/debs"
  cp "$base/builder/root/numapack/build-deb"/*.deb "$base/debs"
  rm -rf --one-file-system "$base/builder"
fi
echo "Debian $number: $(cd "$base/debs" && echo ./*.deb | wc -w) packages built in $(($(date +%s) - start)) s"

make_root "$base/root" "$number" ca-certificates
cp -r "$base/debs" tests/packages tests/complete/numpy_solves.py "$base/root/root"
in_root "$base/root" /bin/sh /root/packages/in_root.sh
echo "Debian $number, packages: passed in $(($(date +%s) - start)) s"
