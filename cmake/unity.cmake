# SPDX-License-Identifier: BSD-3-Clause
# Several sources are compiled as one: most of a compilation here is reading the standard library, fmt, JSON and GoogleTest
# again (all 25 sources of src/probe are read in the time of two). A compiler cache does better, so this is off next to one;
# scripts/test-compilers.sh does without, too, which shows files that lack an include.
set(default ON)
if(CMAKE_CXX_COMPILER_LAUNCHER MATCHES ccache)
  set(default OFF)
endif()
option(NUMAPACK_UNITY "Compile several sources as one" ${default})
set(NUMAPACK_UNITY_BATCH 8 CACHE STRING "How many sources are compiled as one")
if(NUMAPACK_UNITY)
  set(CMAKE_UNITY_BUILD ON)
  set(CMAKE_UNITY_BUILD_BATCH_SIZE ${NUMAPACK_UNITY_BATCH})
  # One file's name may hide another file's.
  target_compile_options(numapack_warnings INTERFACE -Wno-shadow)
endif()
