#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# held.sh NM AR OBJCOPY OUTPUT NAMES… -- ARCHIVE… -- OBJECT…
#
# What a complete library needs to hold ARCHIVEs: OBJECTs are its own, NAMES list what it may show. Names that both have
# are the objects'; an archive's functions of these names are renamed to numapack_held_NAME, for what is left to them. Where
# several archives have a name it is the first one's.
#   OUTPUT.a       the renamed functions
#   OUTPUT.names   options for the linker: take out of the archives what is listed and not the objects'
#   OUTPUT.wide    options for the linker: names of 64-bit integers for all that is shown (dgemm_64_ is dgemm_; cblas_dgemm_64
#                  and cblas_dgemm64_ are cblas_dgemm)
#   OUTPUT.cpp     find_held(), see src/blas/leave.hpp
set -eu
export LC_ALL=C
nm=$1 ar=$2 objcopy=$3 output=$4
shift 4
work=$output.work
rm -rf "$work" "$output.a"
mkdir -p "$work/members" "$work/maps"

while [ "$1" != -- ]; do
  grep -v '^#' "$1"
  shift
done | sort -u > "$work/listed"
while [ "$1" != -- ]; do shift; done
shift
# Lines of "name archive/member", the archives by number. Of "archive:member:address type name", with llvm-nm a space
# before the address. There is one xerbla for all: never an archive's.
number=0
while [ "$1" != -- ]; do
  number=$((number + 1))
  ln -s "$1" "$work/$number.a"
  "$nm" -g -A --defined-only "$1" 2> "$work/nm.log" |
    awk -v number=$number '{ n = split($1, at, ":"); print $NF, number "/" at[n - 1] }' | grep -v '^\(cblas_xerbla\|xerbla_\) ' > "$work/all" ||
    { echo "held.sh: $1 has no functions: $(head -n 1 "$work/nm.log")" >&2; exit 1; }
  cat "$work/all" >> "$work/every"
  shift
done
shift
"$nm" -g --defined-only "$@" | awk 'NF == 3 { print $3 }' | sort -u > "$work/own"
sort -s -u -k 1,1 "$work/every" > "$work/theirs"

join "$work/own" "$work/theirs" > "$work/both"
[ -s "$work/both" ] || { echo "held.sh: no archive has any of the library's own names, so none is a BLAS or LAPACK" >&2; exit 1; }
join -v 1 "$work/theirs" "$work/own" | cut -d ' ' -f 1 | join - "$work/listed" | sed 's/^/-u /' > "$output.names"
cut -d ' ' -f 1 "$work/theirs" | sort -u - "$work/own" | join - "$work/listed" |
  sed -E -n -e 's/^(cblas_[a-z0-9_]+)$/--defsym=\1_64=\1 --defsym=\164_=\1/p' -e '/^cblas_/!s/^([a-z][a-z0-9_]*_)$/--defsym=\164_=\1/p' > "$output.wide"

cut -d ' ' -f 1 "$work/both" | sed 's/.*/& numapack_held_&/' > "$work/renamed"
cut -d ' ' -f 2 "$work/both" | sort -u > "$work/list"
# Only what a member defines itself is renamed: what it calls stays, and is the library's own.
awk -v maps="$work/maps/" '{ file = $2; sub("/", "-", file); file = maps file; print $1, "numapack_held_" $1 >> file; close(file) }' "$work/both"
for archive in "$work"/*.a; do
  number=$(basename "$archive" .a)
  mkdir "$work/from"
  # shellcheck disable=SC2046
  (cd "$work/from" && "$ar" x "$archive" $(sed -n "s|^$number/||p" ../list))
  for member in "$work/from"/*; do
    [ -e "$member" ] || continue
    "$objcopy" --redefine-syms="$work/maps/$number-${member##*/}" "$member" "$work/members/$number-${member##*/}"
  done
  rm -r "$work/from"
done
"$ar" qcs "$output.a" "$work"/members/*

{
  cat << 'END'
// Made by cmake/held.sh.
#include <array>
#include <string_view>

#include "blas/leave.hpp"

extern "C" {
END
  cut -d ' ' -f 2 "$work/renamed" | sed 's/.*/void &();/'
  cat << 'END'
}

namespace numapack::standard {

namespace {

struct Held {
  std::string_view name;
  void (*function)();
};

END
  echo "constexpr std::array<Held, $(wc -l < "$work/renamed")> all_held{{"
  sed 's/\(.*\) \(.*\)/    {"\1", \&\2},/' "$work/renamed"
  cat << 'END'
}};

}  // namespace

void* find_held(const char* name) noexcept {
  std::string_view wanted(name);
  // Those of 64-bit integers are held by names without the ending: dgemm_ for dgemm_64_, cblas_dgemm for cblas_dgemm_64.
  if (wanted.ends_with("_64_") || wanted.ends_with("_64")) wanted.remove_suffix(3);
  for (const Held& held : all_held)
    if (held.name == wanted) return reinterpret_cast<void*>(held.function);
  return nullptr;
}

}  // namespace numapack::standard
END
} > "$output.cpp"
rm -rf "$work"
