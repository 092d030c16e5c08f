#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# readme-lines.sh
#
# Follows the README's table and its section on installing in their order, as a new user would on a bare Debian, and ends at the
# first line that does not do what it says. For a system of its own: it installs packages, into $HOME/.local and into a
# virtual environment in $HOME/venv. scripts/test-debian.sh --readme makes one.
set -eu
cd "$(dirname "$0")/.."
checkout=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What is printed goes to a log; of a failure the end is shown. Seconds, and those of all its processes.
line() { # WORDS FOR PEOPLE, COMMAND…
  said=$1
  shift
  echo "README: $said"
  start=$(date +%s)
  "$@" > "$work/log" 2>&1 || { status=$?; tail -n 40 "$work/log"; echo "README: failed with $status: $said"; exit 1; }
  echo "        $(($(date +%s) - start)) s"
}
says() { # TEXT: the last line's command printed it
  grep -qF -- "$1" "$work/log" || { tail -n 40 "$work/log"; echo "README: \"$1\" was not printed: $said"; exit 1; }
}

line "make run" make run
says "node 0"
line "make install" make install PREFIX="$HOME/.local"
# shellcheck disable=SC1091
. "$HOME/.local/share/numapack/env.sh"

cp examples/gemm.c "$work/program.c"
line "use it from C" sh -c "cd '$work' && cc program.c \$(pkg-config --cflags --libs numapack) && ./a.out"
mkdir "$work/cmake"
cp examples/gemm.cpp "$work/cmake/program.cpp"
cat > "$work/cmake/CMakeLists.txt" << 'end'
cmake_minimum_required(VERSION 3.25)
project(program CXX)
find_package(numapack REQUIRED)
add_executable(program program.cpp)
target_link_libraries(program PRIVATE numapack::numapack)
end
line "use it from C++ and CMake" sh -c "cd '$work/cmake' && cmake -B build && cmake --build build && build/program"

line "numapack run" numapack run --report python3 -c 'print("a program")'
says "a program"
line "numapack topo --draw" numapack topo --draw
line "numapack latency --quick" numapack latency --quick
line "apt install python3-plotly" apt-get install -y python3-plotly
line "numapack probe && numapack report" sh -c "cd '$work' && numapack probe && numapack report && ls -l *.html"
line "numapack plan" numapack plan -n 16384 --from tests/machines/kunpeng920.xml --home A=0,B=0,C=0
says "all that crosses"
case $(uname -m) in
  aarch64) emulator=qemu-system-arm ;;
  *) emulator=qemu-system-x86 ;;
esac
line "apt install $emulator" apt-get install -y "$emulator"
line "numapack lab" numapack lab numapack gemm -n 512
says "cross-chip"

line "scripts/packages.sh build python" scripts/packages.sh build python
line "a virtual environment, which Debian's pip asks for" python3 -m venv "$HOME/venv"
line "pip install ." bash -c ". '$HOME/venv/bin/activate' && time pip install ."
grep -E '^(real|user|sys)' "$work/log" | sed 's/^/        /'
line "use it from Python" sh -c "cd '$work' && . '$HOME/venv/bin/activate' && python3 -c 'import numapack, numpy; print(numapack.matmul(numpy.eye(2), numpy.eye(2)))'"
says "[[1. 0.]"

line "make deb" make deb
line "apt install ./build-deb/*.deb" sh -c "apt-get install -y ./build-deb/*.deb"

mkdir "$work/sibling"
ln -s "$checkout" "$work/numapack"
cp examples/gemm.cpp "$work/sibling/program.cpp"
cat > "$work/sibling/CMakeLists.txt" << 'end'
cmake_minimum_required(VERSION 3.25)
project(program CXX)
include(FetchContent)
FetchContent_Declare(numapack SOURCE_DIR ${CMAKE_CURRENT_SOURCE_DIR}/../numapack)
FetchContent_MakeAvailable(numapack)
add_executable(program program.cpp)
target_link_libraries(program PRIVATE numapack::numapack)
end
line "FetchContent" sh -c "cd '$work/sibling' && cmake -B build && cmake --build build -j \"\$(nproc)\" && LD_LIBRARY_PATH= build/program"
echo "README: every line does what it says"
