#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What scripts/test-deb.sh does in a fresh root, where debs/, packages/ and numpy_solves.py are in /root.
set -eu
cd /root
fail() { echo "packages: $1" >&2; exit 1; }
quietly() { "$@" > log 2>&1 || { tail -n 40 log >&2; fail "failed: $*"; }; }
# Which file a program's libblas.so.3 or liblapack.so.3 is.
serves() { readlink -f "/usr/lib/$triplet/lib$1.so.3"; }
# The last line of its script; Octave may have something to say about its own end.
says() { # NAME
  grep -q 'right, on numapack' log || { cat log >&2; fail "$1 did not reach its end"; }
  echo "$1 $(grep 'right, on numapack' log)"
}

quietly apt-get -qq update
quietly apt-get -qq -y install --no-install-recommends python3-numpy r-base-core octave hpcc
triplet=$(basename "$(dirname "$(find /usr/lib -maxdepth 2 -name libc.so.6)")")
blas=$(serves blas) lapack=$(serves lapack)
case $blas$lapack in *numapack*) fail "numapack is there before it is installed" ;; esac
[ "$(python3 numpy_solves.py)" = "solved by" ] || fail "NumPy without numapack is not right"

quietly apt-get -qq -y install --no-install-recommends /root/debs/*.deb
for part in blas lapack; do
  case $(serves $part) in
    "/usr/lib/$triplet/numapack/libnumapack_${part}3.so."*) ;;
    *) fail "lib$part.so.3 is $(serves $part)" ;;
  esac
done
case $(python3 numpy_solves.py) in
  *libnumapack.so.*libnumapack_blas3.so.*libnumapack_lapack3.so.*) echo "NumPy $(python3 -c 'import numpy; print(numpy.__version__)'): right, on numapack" ;;
  *) fail "NumPy is not on numapack" ;;
esac
quietly Rscript packages/solve.R
says R
quietly octave-cli --quiet --no-init-file packages/solve.m
says Octave

ldd "$(command -v hpcc)" > log
grep -q "libnumapack.so.0 => /" log || { cat log >&2; fail "hpcc is not on numapack"; }
cp packages/hpccinf.txt .
quietly env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 \
  OMPI_MCA_plm_rsh_agent=sh mpirun -np 2 hpcc
grep -q '^Success=1' hpccoutf.txt || { tail -n 60 hpccoutf.txt >&2; fail "hpcc did not succeed"; }
grep -q 'FAILED$' hpccoutf.txt && { grep -B 3 'FAILED$' hpccoutf.txt >&2; fail "a residual of hpcc is too large"; }
echo "hpcc: $(grep -c 'PASSED$' hpccoutf.txt) residuals of HPL passed, on two processes"

# The command and the development files do what they are for.
numapack --version > log
[ -f /usr/share/man/man1/numapack-topo.1.gz ] && [ -f /usr/share/bash-completion/completions/numapack ] ||
  fail "there is no manual page or no completion"
numapack run -- python3 numpy_solves.py | grep -q libnumapack_blas.so || fail "numapack run does not reach NumPy"
[ -f "/usr/lib/$triplet/pkgconfig/numapack.pc" ] || fail "there is no numapack.pc"
# Programs are content with numapack's alone.
apt-get -s remove libblas3 liblapack3 > log 2>&1 || { cat log >&2; fail "libblas3 cannot be removed"; }
grep -E '^Remv (python3-numpy|octave|r-base-core|hpcc) ' log && fail "libnumapack-blas3 does not stand in for libblas3"
# Another choice holds, and the way back.
quietly update-alternatives --set "libblas.so.3-$triplet" "/usr/lib/$triplet/blas/libblas.so.3"
case $(python3 numpy_solves.py) in
  *libnumapack_blas3*) fail "another libblas.so.3 cannot be chosen" ;;
  *libnumapack_lapack3*) echo "LAPACK on another libblas.so.3: right" ;;
esac
quietly update-alternatives --auto "libblas.so.3-$triplet"

quietly apt-get -qq -y purge libnumapack0 libnumapack-blas3 libnumapack-dev numapack
[ "$(serves blas) $(serves lapack)" = "$blas $lapack" ] || fail "removed, but libblas.so.3 is $(serves blas), liblapack.so.3 $(serves lapack)"
left=$(find / -xdev -name '*numapack*' -not -path '/root/*' -not -path '/proc/*' -not -path '/var/lib/apt/*' -not -path '/var/cache/*')
[ -z "$left" ] || fail "removed, but there still is $left"
[ "$(python3 numpy_solves.py)" = "solved by" ] || fail "removed, but NumPy is not as before"
echo "removed: $blas and $lapack again"
