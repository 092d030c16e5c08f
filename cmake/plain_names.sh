#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# plain_names.sh LD NM OBJCOPY OUTPUT OBJECT…
#
# OUTPUT, one object of all: routines of 64-bit integers by the names that those of 32 have, as a library has them whose
# integers all have 64 bits (dgemm_ for dgemm_64_, cblas_dgemm for cblas_dgemm_64).
set -eu
export LC_ALL=C
ld=$1 nm=$2 objcopy=$3 output=$4
shift 4
trap 'rm -f "$output.map" "$output.whole"' EXIT
"$ld" -r -o "$output.whole" "$@"
"$nm" -g --defined-only "$output.whole" | awk '$3 ~ /^(cblas_)?[a-z0-9]+_64_?$/ { plain = $3; sub(/_64_?$/, "", plain); print $3, plain ($3 ~ /_$/ ? "_" : "") }' > "$output.map"
"$objcopy" --redefine-syms="$output.map" "$output.whole" "$output"
