#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The easyconfig by EasyBuild itself, from PyPI: its style, that it is read, and that there are easyconfigs of all it takes. Builds nothing.
# EasyBuild refuses to run as root, so that root becomes nobody for it. Exit code 77: it cannot be had here; the last line says why.
set -eu
cd "$(dirname "$0")/.."
easyconfig=$(echo packaging/easybuild/*.eb)
modules=$(find /usr/lib -name modulecmd.tcl 2> /dev/null | head -n 1)
[ -n "$modules" ] || { echo "it takes Environment Modules (apt install environment-modules)"; exit 77; }
base=$(mktemp -d "${TMPDIR:-/var/tmp}/numapack-easybuild.XXXXXX")
trap 'rm -rf --one-file-system "$base"' EXIT
trap 'exit 130' INT TERM
python=/usr/bin/python3 # one that nobody may run, too
"$python" -m venv "$base/env" > "$base/log" 2>&1 && "$base/env/bin/pip" install -q easybuild pycodestyle > "$base/log" 2>&1 ||
  { echo "EasyBuild cannot be installed: $(tail -n 1 "$base/log")"; exit 77; }
mkdir -p "$base/home" "$base/modules/libexec"
ln -s "$modules" "$base/modules/libexec/"
cp "$easyconfig" "$base/home"
user=""
if [ "$(id -u)" = 0 ]; then
  user="setpriv --reuid=nobody --regid=nogroup --clear-groups"
  chown -R nobody "$base/home"
fi
chmod 755 "$base"

eb() {
  # shellcheck disable=SC2086
  (cd "$base/home" && $user env HOME="$base/home" TMPDIR="$base/home" MODULESHOME="$base/modules" EASYBUILD_MODULES_TOOL=EnvironmentModules \
    EASYBUILD_MODULE_SYNTAX=Tcl PATH="$base/env/bin:/usr/bin:/bin" eb "$@" ./*.eb) > "$base/said" 2>&1 ||
    { tail -n 20 "$base/said"; echo "EasyBuild: $* failed"; exit 1; }
}
eb --check-style
eb --show-ec
eb --dry-run --robot
echo "EasyBuild $("$base/env/bin/pip" show easybuild | sed -n 's/^Version: //p') reads ${easyconfig##*/}, likes its style, and has all it takes"
