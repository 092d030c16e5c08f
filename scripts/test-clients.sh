#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The drop-in BLAS under other people's programs, the parts that take more than a few minutes (the rest is in make test): all of
# LAPACK's own test programs, BLAS++'s and LAPACK++'s testers, FlexiBLAS's tests, NumPy's and SciPy's tests of linear algebra whole,
# Debian's and those of the newest wheels, Octave, the Python package's wheel in empty venvs, and the Debian packages in clean roots
# of Debian 12 and 13. A quarter of an hour on two cores, then the wheel and the roots. One line names each thing that is not
# available here and is left out. Stops at the first step that fails.
set -eu
cd "$(dirname "$0")/.."
base=$(mktemp -d "${TMPDIR:-/var/tmp}/numapack-clients.XXXXXX")
trap 'rm -rf --one-file-system "$base"' EXIT
trap 'exit 130' INT TERM
mkdir -p build
numapack=$PWD/build/numapack
python=/usr/bin/python3 # Debian's, whose NumPy has Debian's BLAS

# step NAME COMMAND…: its last line if it passes, all of it otherwise.
step() {
  name=$1
  shift
  start=$(date +%s)
  "$@" > "$base/log" 2>&1 || { tail -n 200 "$base/log"; echo "$name: failed"; exit 1; }
  echo "$name: $(grep -v '^$' "$base/log" | tail -n 1), in $(($(date +%s) - start)) s"
}

# optional LINES NAME COMMAND…: the last so many lines of one that can say that it is not possible here (77), all of it if it fails.
optional() {
  lines=$1
  name=$2
  shift 2
  status=0
  start=$(date +%s)
  "$@" > "$base/log" 2>&1 || status=$?
  case $status in
    0) tail -n "$lines" "$base/log" | sed "s/^/$name: /; \$ s/\$/, in $(($(date +%s) - start)) s/" ;;
    77) echo "$name: left out, because $(tail -n 1 "$base/log")" ;;
    *) tail -n 200 "$base/log"; echo "$name: failed"; exit 1 ;;
  esac
}

configured() { cmake --preset test -DNUMAPACK_TESTS=ON -DNUMAPACK_TOOL=ON && cmake --build build -- --quiet && echo built; }
step build configured

own_and_small() {
  ctest --test-dir build --output-on-failure -R '^(clients|blas)\.' > "$base/ctest" 2>&1 || { cat "$base/ctest"; return 1; }
  grep 'tests passed' "$base/ctest"
}
step "clients of make test" own_and_small

lapack() {
  "$python" -B tests/clients/netlib_lapack_test.py build/libnumapack_blas.so.0 > "$base/lapack" 2>&1 || { cat "$base/lapack"; return 1; }
  sed -n "s/^LAPACK's own programs: //p" "$base/lapack"
}
step "LAPACK's own programs" lapack

if [ -e build/complete/liblapack.so.3 ]; then
  step "LAPACK's own programs on the complete libraries" "$python" -B tests/complete/lapack_programs.py build/complete
else
  echo "complete libraries: left out, because they were not built; docs/how-to/packages.md says what they take"
fi

optional 3 "BLAS++'s and LAPACK++'s testers" scripts/test-blaspp.sh
optional 2 FlexiBLAS scripts/test-flexiblas.sh

# whole PYTHON MODULE…: these modules' own tests, and numapack is what serves them.
whole() {
  its=$1
  shift
  (
    cd "$base"
    "$numapack" run -- "$its" -c '
import numpy, scipy.linalg
numpy.linalg.inv(numpy.eye(9) @ numpy.eye(9))
assert any("libnumapack_blas" in line for line in open("/proc/self/maps"))'
    # that one factors a matrix of 17 GB
    "$numapack" run -- "$its" -B -m pytest --noconftest -q -p no:cacheprovider -W ignore -k "not int_overflow" --pyargs "$@"
  )
}
has() { "$1" -c "import $2" 2> /dev/null; }

if has "$python" numpy,scipy,pytest; then
  step "Debian's NumPy" whole "$python" numpy.linalg
  step "Debian's SciPy" whole "$python" scipy.linalg.tests.test_blas scipy.linalg.tests.test_fblas scipy.linalg.tests.test_lapack \
    scipy.linalg.tests.test_basic scipy.linalg.tests.test_decomp_cholesky
else
  echo "Debian's NumPy and SciPy: left out, because numpy, scipy and pytest are not all there for $python"
fi

wheels=$base/wheels/bin/python
if { "$python" -m venv "$base/wheels" && "$wheels" -m pip install -q --no-input --retries 1 --timeout 20 numpy scipy pytest hypothesis threadpoolctl; } > "$base/pip" 2>&1; then
  step "NumPy's wheel ($("$wheels" -c 'import numpy; print(numpy.__version__)'))" whole "$wheels" numpy.linalg
  step "SciPy's wheel ($("$wheels" -c 'import scipy; print(scipy.__version__)'))" whole "$wheels" scipy.linalg.tests.test_blas \
    scipy.linalg.tests.test_fblas scipy.linalg.tests.test_lapack scipy.linalg.tests.test_basic scipy.linalg.tests.test_decomp_cholesky
  step threadpoolctl "$numapack" run -- "$wheels" tests/clients/threadpoolctl_check.py
else
  echo "wheels: left out, because pip brings none: $(grep -v '^$' "$base/pip" | tail -n 1)"
fi

optional +1 "Python package" scripts/test-wheel.sh
optional 1 "EasyBuild" scripts/test-easybuild.sh

for release in 12 13; do
  optional 1 "Debian $release, packages" scripts/test-deb.sh "$release"
done
