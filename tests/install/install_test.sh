#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# install_test.sh SOURCE BUILD CC CXX
set -eu
source=$1 build=$2 cc=$3 cxx=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix

fail() { echo "install test: $*" >&2; exit 1; }

cmake --install "$build" --prefix "$prefix" > "$work/install.log" || fail "cmake --install: $(cat "$work/install.log")"
lib=$(dirname "$(find "$prefix" -name libnumapack.so | head -n 1)")
for file in "$source"/include/*/*; do
  [ -f "$prefix/${file#"$source/"}" ] || fail "$file is not installed"
done
for file in libnumapack.so libnumapack.a libnumapack_blas.so.0 libnumapack_batch.so.0 cmake/numapack/numapackConfig.cmake cmake/numapack/numapackConfigVersion.cmake \
            cmake/numapack/numapackTargets.cmake pkgconfig/numapack.pc pkgconfig/numapack-batch.pc; do
  [ -e "$lib/$file" ] || fail "$file is not installed"
done
grep -rl "$source\|$build" "$lib/cmake" "$lib/pkgconfig" && fail "a file above names the build tree"
# What a shell and man look for, of a build that makes them.
if [ -e "$build/manual/made" ]; then
  share=$prefix/share
  for file in bash-completion/completions/numapack zsh/site-functions/_numapack fish/vendor_completions.d/numapack.fish; do
    [ -s "$share/$file" ] || fail "share/$file is not installed"
  done
  for section in 1 3; do
    pages=$(cd "$share/man/man$section" && echo *."$section")
    [ "$pages" = "$(cd "$build/manual/man$section" && echo *."$section")" ] || fail "not all manual pages are installed: $pages"
  done
  for file in man1/numapack.1 man1/numapack-topo.1 man1/numapack-lab.1 man3/numapack_dgemm.3 man3/numapack_dpack.3; do
    [ -s "$share/man/$file" ] || fail "share/man/$file is not installed"
  done
  grep -rl "$source\|$build" "$share/man" "$share/bash-completion" "$share/zsh" "$share/fish" && fail "a file above names the build tree"
fi
[ ! -e "$prefix/include/CLI" ] || fail "private headers are installed"

# The library shows its public names and nothing else of its own.
nm -D --defined-only "$lib/libnumapack.so" | awk '{print $3}' | c++filt > "$work/symbols"
private=$(grep -v -E '^numapack_|^(typeinfo|vtable|typeinfo name)( for)? |numapack::(gemm|getrf|getrs|gesv|Error|release_workspace|version|Placement|Packed|Csr|NumaCounters|where|migrate|node_numbers|detail)|^([^ (]+ )*std::|^(void|long) numapack::(spmv|gemm|symm|hemm|syrk|herk|syr2k|her2k|gemmt|trmm|trsm|gemv|ger|gerc|symv|hemv|trmv|trsv|syr|syr2|her|her2|getrf|getrs|gesv|potrf|potrs|posv|potri|trtri|lauum|getri|geqrf|ormqr|unmqr|orgqr|ungqr|gels|gemm_batch|trsm_batch|potrf_batch|getrf_batch|geqrf_batch|gemm_batch_strided|trsm_batch_strided|potrf_batch_strided|getrf_batch_strided|geqrf_batch_strided|getrs_batch_strided|potrs_batch_strided|getri_batch_strided|orgqr_batch_strided)<|^_(init|fini)' \
          "$work/symbols" || true)
[ -z "$private" ] || fail "symbols that nobody should see: $private"

check() { # NAME EXPECTED-OUTPUT PROGRAM
  output=$("$3") || fail "$1 ended with status $?"
  [ "$output" = "$2" ] || fail "$1 printed \"$output\" and not \"$2\""
  echo "$1: as expected"
}
# The drop-in finds the other library next to itself, wherever both are.
ldd "$lib/libnumapack_blas.so.0" | grep -q "libnumapack.so.0 => $lib/" || fail "libnumapack_blas.so.0 does not find libnumapack.so.0"

if [ -e "$build/complete/libblas.so.3" ]; then
  for part in blas lapack; do
    ldd "$lib/numapack/lib$part.so.3" | grep -q "libnumapack.so.0 => $lib/" || fail "the complete lib$part.so.3 does not find libnumapack.so.0"
  done
fi

# A shell that takes the paths of this prefix finds command, library and pkg-config file.
(
  unset LD_LIBRARY_PATH PKG_CONFIG_PATH
  . "$prefix/share/numapack/env.sh"
  [ ! -e "$prefix/bin/numapack" ] || [ "$(command -v numapack)" = "$prefix/bin/numapack" ] || fail "env.sh does not find the command"
  # shellcheck disable=SC2046
  ! command -v pkg-config > /dev/null || { "$cc" "$source/examples/gemm.c" -o "$work/env" $(pkg-config --cflags --libs numapack) && "$work/env" > "$work/env.out"; } ||
    fail "env.sh: a program does not find the library"
)

c_output=$(printf '19 22\n43 50')
cpp_output="2000 2000"

cmake -S "$source/examples" -B "$work/cmake" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$cc" \
      -DCMAKE_CXX_COMPILER="$cxx" > "$work/configure.log" 2>&1 || fail "configure: $(tail -n 40 "$work/configure.log")"
cmake --build "$work/cmake" > "$work/build.log" 2>&1 || fail "build: $(tail -n 40 "$work/build.log")"
for kind in numapack static; do
  check "C, CMake, $kind" "$c_output" "$work/cmake/gemm_c_$kind"
  check "C++, CMake, $kind" "$cpp_output" "$work/cmake/gemm_cpp_$kind"
done

[ "$("$work/cmake/matrix_cpp")" = "$(printf '512\n512 512\n1 1')" ] || fail "matrix.cpp printed \"$("$work/cmake/matrix_cpp")\""
[ "$("$work/cmake/blaspp_cpp")" = "1 1" ] || fail "blaspp.cpp printed \"$("$work/cmake/blaspp_cpp")\""
# The target asked for C++20 above; who asks for less reads why that is not enough.
echo '#include <numapack/numapack.hpp>' > "$work/old.cpp"
"$cxx" -std=c++17 -I"$prefix/include" -c "$work/old.cpp" -o "$work/old.o" 2> "$work/old.log" && fail "numapack.hpp compiles as C++17"
grep -q 'needs C++20: compile with -std=c++20' "$work/old.log" || fail "C++17: $(head -n 3 "$work/old.log")"

# Others' names for batches.
batch_output=$(printf '11 83\n11 83\n11 83\n11 83')
cmake -S "$source/tests/install/batch" -B "$work/batch" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$cc" > "$work/configure.log" 2>&1 ||
  fail "configure: $(tail -n 40 "$work/configure.log")"
cmake --build "$work/batch" > "$work/build.log" 2>&1 || fail "build: $(tail -n 40 "$work/build.log")"
check "batches, CMake" "$batch_output" "$work/batch/batch"

export PKG_CONFIG_PATH="$lib/pkgconfig"
"$cc" -Wall -Wextra -Werror "$source/tests/install/batch/batch.c" -o "$work/batch_c" $(pkg-config --cflags --libs numapack-batch) -Wl,-rpath,"$lib"
check "batches, pkg-config" "$batch_output" "$work/batch_c"
[ -x "$prefix/bin/numapack" ] && [ "$(pkg-config --modversion numapack)" != "$("$prefix/bin/numapack" --version | sed 's/.* //')" ] &&
  fail "the command and the package differ in their version"
# The report's files are where the command looks for them; tables take no plotly.
if [ -x "$prefix/bin/numapack" ]; then
  "$prefix/bin/numapack" report "$(find "$prefix" -name kunpeng920.json -path '*numapack/machines*')" --against thunderx2 --csv "$work/tables" \
    2> "$work/report" || fail "report: $(cat "$work/report")"
  grep -q '^node 1,156$' "$work/tables/core-node-0.csv" || fail "report: no figure in its table"
fi
"$cc" "$source/examples/gemm.c" -o "$work/shared_c" $(pkg-config --cflags --libs numapack) -Wl,-rpath,"$lib"
"$cxx" -std=c++20 "$source/examples/gemm.cpp" -o "$work/shared_cpp" $(pkg-config --cflags --libs numapack) -Wl,-rpath,"$lib"
# pkg-config has no word for "this archive": naming the file makes the linker take it.
static=$(pkg-config --static --libs numapack | sed "s|-lnumapack|$lib/libnumapack.a|")
"$cc" "$source/examples/gemm.c" -o "$work/static_c" $(pkg-config --cflags numapack) $static
"$cxx" -std=c++20 "$source/examples/gemm.cpp" -o "$work/static_cpp" $(pkg-config --cflags numapack) $static
for kind in shared static; do
  check "C, pkg-config, $kind" "$c_output" "$work/${kind}_c"
  check "C++, pkg-config, $kind" "$cpp_output" "$work/${kind}_cpp"
done

# A tree that is moved still works.
mv "$prefix" "$work/moved"
lib=$work/moved${lib#"$prefix"}
PKG_CONFIG_PATH="$lib/pkgconfig"
"$cc" "$source/examples/gemm.c" -o "$work/moved_c" $(pkg-config --cflags --libs numapack) -Wl,-rpath,"$lib"
check "C, pkg-config, moved" "$c_output" "$work/moved_c"
