#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# requirements_test.sh SOURCE CC CXX
# A compiler or a library that is too old is refused by CMake in one line that has the version needed.
set -eu
source=$1 cc=$2 cxx=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

refuses() { # TEXT CMAKE-ARGUMENT…
  text=$1
  shift
  rm -rf "$work/build"
  if cmake -S "$source" -B "$work/build" -DNUMAPACK_TESTS=OFF -DCMAKE_C_COMPILER="$cc" -DCMAKE_CXX_COMPILER="$cxx" "$@" \
      > "$work/log" 2>&1; then
    echo "configured in spite of: $text"
  elif tr -s ' \n' ' ' < "$work/log" | grep -q -F "$text"; then
    echo "refused: $text"
    return
  else
    echo "not refused with \"$text\" but with"
    cat "$work/log"
  fi
  failures=$((failures + 1))
}

# A compiler that says it is an older one.
old_compiler() { # COMPILER FLAG…
  compiler=$1
  shift
  printf '#!/bin/sh\nexec %s %s "$@"\n' "$compiler" "$*" > "$work/c++"
  chmod +x "$work/c++"
}
if "$cxx" --version | grep -q clang; then
  old_compiler "$cxx" -Wno-builtin-macro-redefined -D__clang_major__=15
  refuses "numapack needs clang 16 or newer, and this is 15" -DCMAKE_CXX_COMPILER="$work/c++"
else
  old_compiler "$cxx" -U__GNUC__ -D__GNUC__=11
  refuses "numapack needs GCC 12 or newer, and this is 11" -DCMAKE_CXX_COMPILER="$work/c++"
fi

mkdir "$work/packages"
printf 'Name: hwloc\nDescription: old\nVersion: 2.8.0\nLibs: -lhwloc\n' > "$work/packages/hwloc.pc"
PKG_CONFIG_PATH=$work/packages refuses "numapack needs hwloc 2.9 or newer, and this is 2.8.0"

old_package() { # WHAT PACKAGE VERSION LEAST
  mkdir -p "$work/packages/$2"
  : > "$work/packages/$2/$2Config.cmake"
  printf 'set(PACKAGE_VERSION %s)\n' "$3" > "$work/packages/$2/$2ConfigVersion.cmake"
  refuses "numapack needs $1 $4 or newer, and this is $3" "-D$2_DIR=$work/packages/$2"
}
old_package fmt fmt 8.1.1 9
old_package nlohmann_json nlohmann_json 3.10.5 3.11
old_package CLI11 CLI11 2.0.0 2.1
refuses "numapack needs CLI11 2.1 or newer, and there is none" -DCMAKE_DISABLE_FIND_PACKAGE_CLI11=ON
refuses "numapack needs the headers of Python" -DNUMAPACK_PYTHON=ON -DPython_INCLUDE_DIR=/none
[ "$failures" = 0 ]
