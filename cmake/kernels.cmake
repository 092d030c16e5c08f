# SPDX-License-Identifier: BSD-3-Clause
# Kernel sources are compiled once for each instruction set, with that set's flags, and chosen at run time.
# A file's folder says what it needs: src/kernel/x86/avx2*.cpp, src/kernel/aarch64/sve*.S …
set(NUMAPACK_FLAGS_avx2 -mavx2 -mfma)
set(NUMAPACK_FLAGS_avx512 -march=skylake-avx512)
set(NUMAPACK_FLAGS_neon "")
set(NUMAPACK_FLAGS_sve -march=armv8.2-a+sve)

if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(folder x86)
  set(sets avx2 avx512)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  set(folder aarch64)
  set(sets neon sve)
endif()
foreach(set IN LISTS sets)
  file(GLOB sources CONFIGURE_DEPENDS src/kernel/${folder}/${set}*.cpp src/kernel/${folder}/${set}*.S)
  if(sources)
    # Unoptimised, inline functions of the standard library would become shared symbols of this set's instructions,
    # which the linker may prefer to the baseline's.
    # Aligned, because what else the library holds may move a loop to where it takes a third longer (Z3-041).
    # No vectors made of neighbouring scalars: a tile's arguments, written one by one, would be read two at a time, which
    # waits until they have left the store buffer (Z4-004).
    set_source_files_properties(${sources} PROPERTIES
      COMPILE_OPTIONS "${NUMAPACK_FLAGS_${set}};-falign-functions=64;-falign-loops=32;-fno-tree-slp-vectorize;$<$<CONFIG:Debug>:-Og>")
    target_sources(numapack_objects PRIVATE ${sources})
    # Every row of a factorisation goes through the same loop, so fusing what GCC finds changes no row alone. It looks for
    # that from -O2 on; bits must not depend on how much a build is optimised.
    file(GLOB factor_sources src/kernel/${folder}/${set}_factor.cpp)
    set_property(SOURCE ${factor_sources} APPEND PROPERTY COMPILE_OPTIONS
      -ffp-contract=fast $<$<CXX_COMPILER_ID:GNU>:-fexpensive-optimizations>)
    string(TOUPPER ${set} upper)
    target_compile_definitions(numapack_objects PRIVATE NUMAPACK_HAS_${upper})
  endif()
endforeach()

# aarch64's baseline has FMAs, which no kernel of all CPUs may use.
set_property(SOURCE src/kernel/portable.cpp src/kernel/triangle/portable_factor.cpp
  APPEND PROPERTY COMPILE_DEFINITIONS NUMAPACK_UNFUSED)
