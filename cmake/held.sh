#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# held.sh NM AR OBJCOPY NAMES ARCHIVE OUTPUT OBJECT…
#
# What a complete library needs to hold ARCHIVE: OBJECTs are its own, NAMES lists what it may show. Names that both have
# are the objects'; the archive's functions of these names are renamed to numapack_held_NAME, for what is left to them.
#   OUTPUT.a       the renamed functions
#   OUTPUT.names   options for the linker: take out of the archive what is listed and not the objects'
#   OUTPUT.cpp     find_held(), see src/blas/leave.hpp
set -eu
export LC_ALL=C
nm=$1 ar=$2 objcopy=$3 names=$4 archive=$5 output=$6
shift 6
work=$output.work
rm -rf "$work" "$output.a"
mkdir -p "$work/members" "$work/maps"

grep -v '^#' "$names" | sort -u > "$work/listed"
"$nm" -g --defined-only "$@" | awk 'NF == 3 { print $3 }' | sort -u > "$work/own"
# Lines of "archive:member:address type name", of llvm-nm with a space before the address. What wrong arguments are told to
# is one for all: never the archive's.
"$nm" -g -A --defined-only "$archive" 2> "$work/nm.log" | awk '{ n = split($1, at, ":"); print $NF, at[n - 1] }' |
  grep -v '^\(cblas_xerbla\|xerbla_\) ' | sort -u > "$work/theirs"
[ -s "$work/theirs" ] || { echo "held.sh: $archive has no functions: $(head -n 1 "$work/nm.log")" >&2; exit 1; }

join "$work/own" "$work/theirs" > "$work/both"
[ -s "$work/both" ] || { echo "held.sh: $archive has none of the library's own names, so it is no BLAS or LAPACK" >&2; exit 1; }
join -v 1 "$work/theirs" "$work/own" | cut -d ' ' -f 1 | join - "$work/listed" | sed 's/^/-u /' > "$output.names"

cut -d ' ' -f 1 "$work/both" | sed 's/.*/& numapack_held_&/' > "$work/renamed"
cut -d ' ' -f 2 "$work/both" | sort -u > "$work/list"
# shellcheck disable=SC2046
(cd "$work/members" && "$ar" x "$archive" $(cat ../list))
# Only what a member defines itself is renamed: what it calls stays, and is the library's own.
awk -v maps="$work/maps" '{ file = maps "/" $2; print $1, "numapack_held_" $1 >> file; close(file) }' "$work/both"
for member in $(cat "$work/list"); do
  "$objcopy" --redefine-syms="$work/maps/$member" "$work/members/$member"
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
  for (const Held& held : all_held)
    if (held.name == name) return reinterpret_cast<void*>(held.function);
  return nullptr;
}

}  // namespace numapack::standard
END
} > "$output.cpp"
rm -rf "$work"
