# SPDX-License-Identifier: BSD-3-Clause
# Cross-building by clang with the libc and libstdc++ of Debian's g++-aarch64-linux-gnu; another clang by
# -DCMAKE_C_COMPILER= and -DCMAKE_CXX_COMPILER=.
include(${CMAKE_CURRENT_LIST_DIR}/aarch64.cmake)
unset(CMAKE_C_COMPILER)
unset(CMAKE_CXX_COMPILER)
set(CMAKE_C_COMPILER clang CACHE STRING "")
set(CMAKE_CXX_COMPILER clang++ CACHE STRING "")
foreach(language C CXX ASM)
  set(CMAKE_${language}_COMPILER_TARGET aarch64-linux-gnu)
endforeach()
# Those of the host's binutils know the host's instructions only.
set(CMAKE_AR aarch64-linux-gnu-ar CACHE STRING "")
set(CMAKE_NM aarch64-linux-gnu-nm CACHE STRING "")
set(CMAKE_OBJDUMP aarch64-linux-gnu-objdump CACHE STRING "")
set(CMAKE_RANLIB aarch64-linux-gnu-ranlib CACHE STRING "")
