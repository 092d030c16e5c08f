#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# build-deb.sh [DIRECTORY [CMAKE-ARGUMENT…]]     default: build-deb
#
# Builds Debian packages of this tree for this release and architecture into DIRECTORY. Quiet unless something fails; what
# lintian says, where it is installed, is in DIRECTORY/lintian.log, and its errors are an error.
set -eu
cd "$(dirname "$0")/.."
directory=${1:-build-deb}
[ $# = 0 ] || shift
mkdir -p "$directory"
step() { "$@" > "$directory/deb.log" 2>&1 || { tail -n 60 "$directory/deb.log" >&2; exit 1; }; }
# Guests of another architecture are not for a package of this one.
step cmake -S . -B "$directory" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=/usr \
  -DCMAKE_SKIP_INSTALL_RPATH=ON -DNUMAPACK_TESTS=OFF -DNUMAPACK_COMPLETE=ON -DNUMAPACK_DEB=ON -DNUMAPACK_AARCH64_CC= "$@"
step cmake --build "$directory" -- --quiet
rm -f "$directory"/*.deb
(cd "$directory" && cpack) > "$directory/deb.log" 2>&1 || { tail -n 60 "$directory/deb.log" >&2; exit 1; }
if command -v lintian > /dev/null; then
  lintian --allow-root "$directory"/*.deb > "$directory/lintian.log" 2>&1 || true
  if grep '^E: ' "$directory/lintian.log" >&2; then exit 1; fi
fi
ls "$directory"/*.deb
