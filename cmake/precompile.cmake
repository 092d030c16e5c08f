# Precompiled headers for the library and the tests: reading the standard library, fmt and GoogleTest is a third of a
# compilation (a test file: 2.9 s instead of 4.4 s). Not for the command: with JSON and CLI11 among them, a file that needs
# neither takes twice as long as without (3.4 s, 5.3 s). A compiler cache does better, so they are off beside one; the build
# for aarch64 does without, which shows headers that lack an include.
set(default ON)
if(CMAKE_CROSSCOMPILING OR CMAKE_CXX_COMPILER_LAUNCHER MATCHES ccache)
  set(default OFF)
endif()
option(NUMAPACK_PRECOMPILE "Precompile headers" ${default})

# GCC 12 sees copies of impossible lengths in the standard library's strings (GCC bug 105651), and forgets that precompiled
# headers are the system's. Builds without them warn about our own.
set(NUMAPACK_PRECOMPILED_WARNINGS -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)

# numapack_precompile(target header…) or numapack_precompile(target REUSE_FROM target)
function(numapack_precompile target)
  if(NUMAPACK_PRECOMPILE)
    if(ARGV1 STREQUAL REUSE_FROM)
      target_precompile_headers(${target} REUSE_FROM ${ARGV2})
    else()
      list(TRANSFORM ARGN PREPEND "$<$<COMPILE_LANGUAGE:CXX>:<" OUTPUT_VARIABLE headers)
      list(TRANSFORM headers APPEND "$<ANGLE-R>>")
      target_precompile_headers(${target} PRIVATE ${headers})
    endif()
    if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
      target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:${NUMAPACK_PRECOMPILED_WARNINGS}>)
    endif()
  endif()
endfunction()

set(NUMAPACK_STANDARD_HEADERS algorithm array cmath cstdint filesystem fstream functional limits map memory numeric
  optional string thread vector)
