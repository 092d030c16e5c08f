#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# python-env.sh [FOLDER [PYTHON [PACKAGE…]]]      default: build/python-env, Debian's python3, what building and testing the Python package takes
#
# A place of its own for these packages, fetched by pip. Exit code 77: not possible here, and why in a line on the standard error.
set -eu
cd "$(dirname "$0")/.."
folder=${1:-build/python-env}
python=${2:-$(command -v /usr/bin/python3 || echo python3)}
skip() { echo "python-env.sh: $1" >&2; exit 77; }
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null || skip "takes Python 3.11 or newer, and $python is not"
if [ $# -gt 2 ]; then
  shift 2
  packages=$*
else
  packages="nanobind scikit-build-core numpy pytest hypothesis mypy threadpoolctl matplotlib pandas nbclient ipykernel"
  header=$("$python" -c 'import sysconfig; print(sysconfig.get_path("include") + "/Python.h")')
  [ -e "$header" ] || skip "there is no $header; scripts/packages.sh python installs it"
fi

mkdir -p "$folder"
# Made again when the requirements change.
wanted="$("$python" --version) $packages"
[ "$(cat "$folder/wanted" 2> /dev/null)" != "$wanted" ] || exit 0
rm -f "$folder/wanted"
"$python" -m venv "$folder" > "$folder/log" 2>&1 || skip "$python makes no venv; scripts/packages.sh python installs what is missing"
# shellcheck disable=SC2086
"$folder/bin/python" -m pip install -q --no-input --retries 1 --timeout 20 $packages > "$folder/log" 2>&1 ||
  skip "pip could not fetch $packages: $(grep -m 1 'ERROR' "$folder/log" || tail -n 1 "$folder/log")"
echo "$wanted" > "$folder/wanted"
