# SPDX-License-Identifier: BSD-3-Clause
# A complete BLAS and LAPACK: numapack's own faces, and for all other names of the standard a library that is linked in and
# not shown (docs/how-to/packages.md says which, and why). libnumapack_lp64 has both, by a name of its own, libnumapack_ilp64 the
# same with 64-bit integers; complete/ of the build has them as libblas.so.3 and liblapack.so.3, for programs linked to those.
# Their files are called libnumapack_…, too, by which tools that look for libraries know whose they are.
set(NUMAPACK_COMPLETE AUTO CACHE STRING "Build a complete libblas.so.3 and liblapack.so.3: ON, OFF, AUTO (where it can be)")
# One thread, so that it starts none next to numapack's; as position-independent code, as Debian has both.
find_library(NUMAPACK_HELD_BLAS NAMES libopenblas.a PATH_SUFFIXES openblas-serial)
find_library(NUMAPACK_HELD_LAPACK NAMES liblapack_pic.a PATH_SUFFIXES lapack)
# LAPACK is Fortran; a program to compile it is not needed.
find_library(NUMAPACK_GFORTRAN NAMES libgfortran.so.5 gfortran)
# The same with 64-bit integers by the same names.
find_library(NUMAPACK_HELD_BLAS64 NAMES libopenblas64.a PATH_SUFFIXES openblas64-serial)
find_library(NUMAPACK_HELD_LAPACK64 NAMES liblapack64_pic.a PATH_SUFFIXES lapack64)

# Sets `lacks` to why there is none, or to nothing. `suffix`: nothing, or 64.
function(numapack_find_what_is_held suffix)
  set(blas ${NUMAPACK_HELD_BLAS${suffix}})
  set(lacks "" PARENT_SCOPE)
  if(NUMAPACK_SANITIZE)
    set(lacks "it cannot be sanitized" PARENT_SCOPE)
  elseif(NOT blas OR NOT NUMAPACK_HELD_LAPACK${suffix} OR NOT NUMAPACK_GFORTRAN)
    set(lacks "it takes libopenblas${suffix}.a for one thread, liblapack${suffix}_pic.a and libgfortran.so.5" PARENT_SCOPE)
  elseif(NOT blas STREQUAL NUMAPACK_SERIAL_BLAS${suffix})
    # The name is the same with and without threads.
    execute_process(COMMAND ${CMAKE_NM} -g --defined-only ${blas} OUTPUT_VARIABLE names ERROR_QUIET)
    if(names MATCHES " T exec_blas\n")
      set(lacks "${blas} has threads of its own; name another with -DNUMAPACK_HELD_BLAS${suffix}=" PARENT_SCOPE)
    else()
      set(NUMAPACK_SERIAL_BLAS${suffix} ${blas} CACHE INTERNAL "Known to have no threads")
    endif()
  endif()
endfunction()

set(NUMAPACK_COMPLETE_LACKS "" CACHE INTERNAL "Why there is no complete BLAS and LAPACK")
if(NOT NUMAPACK_COMPLETE)
  message(STATUS "A complete BLAS and LAPACK: no (NUMAPACK_COMPLETE)")
  return()
endif()
numapack_find_what_is_held("")
if(lacks)
  if(NOT NUMAPACK_COMPLETE STREQUAL "AUTO")
    message(FATAL_ERROR "No complete BLAS and LAPACK: ${lacks}")
  endif()
  message(STATUS "A complete BLAS and LAPACK: no, ${lacks}")
  set(NUMAPACK_COMPLETE_LACKS "${lacks}" CACHE INTERNAL "")
  return()
endif()
message(STATUS "A complete BLAS and LAPACK: yes, holding ${NUMAPACK_HELD_BLAS} and ${NUMAPACK_HELD_LAPACK}")
numapack_find_what_is_held(64)
set(widths 32)
if(lacks)
  message(STATUS "The same with 64-bit integers: no, ${lacks}")
else()
  message(STATUS "The same with 64-bit integers: yes, holding ${NUMAPACK_HELD_BLAS64} and ${NUMAPACK_HELD_LAPACK64}")
  list(APPEND widths 64)
endif()

# What only the complete ones have, likewise for each type and width; and by names of their own, once for each width.
file(GLOB faces CONFIGURE_DEPENDS src/blas/complete/checked*.cpp)
file(GLOB once CONFIGURE_DEPENDS src/blas/complete/*.cpp)
list(REMOVE_ITEM once ${faces})
foreach(width IN LISTS widths)
  string(COMPARE EQUAL ${width} 64 ilp64)
  foreach(letter capital IN ZIP_LISTS letters capitals)
    set(sources ${faces})
    if(letter MATCHES "[sd]")
      list(FILTER sources EXCLUDE REGEX "_complex\\.cpp$")
    else()
      list(FILTER sources EXCLUDE REGEX "_real\\.cpp$")
    endif()
    numapack_add_faces(numapack_faces_${letter}${width}_checked ${letter} ${capital} ${ilp64} ${sources})
    list(APPEND blas_objects_${width} $<TARGET_OBJECTS:numapack_faces_${letter}${width}_checked>)
  endforeach()
  add_library(numapack_complete${width} OBJECT src/blas/xerbla.cpp ${once})
  target_compile_definitions(numapack_complete${width} PRIVATE NUMAPACK_ILP64=${ilp64})
  target_include_directories(numapack_complete${width} PRIVATE src include)
  target_link_libraries(numapack_complete${width} PRIVATE numapack_warnings numapack_small_frames)
  set(beneath_${width} $<TARGET_OBJECTS:numapack_complete${width}> $<TARGET_OBJECTS:numapack_blas_objects>)
  set(beneath_${width} $<TARGET_OBJECTS:numapack_complete${width}> $<TARGET_OBJECTS:numapack_blas_objects>)
endforeach()
# A complete library: of OBJECTS and ARCHIVES what NAMES (src/blas/complete/) list. LIBRARIES are before the archives, whose
# names are not to be taken that these have.
function(numapack_add_complete target)
  cmake_parse_arguments(PARSE_ARGV 1 it "WIDE" "" "NAMES;ARCHIVES;OBJECTS;LIBRARIES")
  list(TRANSFORM it_NAMES REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/src/blas/complete/\\1_names.txt")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${it_NAMES})
  set(held ${CMAKE_CURRENT_BINARY_DIR}/held_${target})
  set(made ${held}.a ${held}.names ${held}.wide)
  set(script ${PROJECT_SOURCE_DIR}/cmake/held.sh)
  add_custom_command(OUTPUT ${held}.cpp ${made}
    COMMAND ${script} ${CMAKE_NM} ${CMAKE_AR} ${CMAKE_OBJCOPY} ${held} ${it_NAMES} -- ${it_ARCHIVES} -- ${it_OBJECTS}
    DEPENDS ${script} ${it_NAMES} ${it_ARCHIVES} ${it_OBJECTS} COMMAND_EXPAND_LISTS VERBATIM)

  set(shown "")
  foreach(names IN LISTS it_NAMES)
    file(STRINGS ${names} some REGEX "^[^#]")
    list(APPEND shown ${some})
  endforeach()
  if(it_WIDE)
    list(APPEND shown "*_64_" "cblas_*64_" "cblas_*_64" "openblas_*64_")
  endif()
  list(JOIN shown "; " shown)
  set(map ${CMAKE_CURRENT_BINARY_DIR}/${target}.map)
  file(CONFIGURE OUTPUT ${map} CONTENT "{ global: ${shown}; local: *; };\n" @ONLY)

  add_library(${target} SHARED ${held}.cpp ${it_OBJECTS})
  target_include_directories(${target} PRIVATE src)
  target_link_libraries(${target} PRIVATE numapack ${it_LIBRARIES} ${held}.a ${it_ARCHIVES} ${NUMAPACK_GFORTRAN} m
    ${CMAKE_DL_LIBS} numapack_warnings)
  target_link_options(${target} PRIVATE -Wl,@${held}.names $<$<BOOL:${it_WIDE}>:-Wl,@${held}.wide> -Wl,-z,nodelete -Wl,-z,defs
    -Wl,--as-needed -Wl,--version-script=${map})
  set_target_properties(${target} PROPERTIES LINK_DEPENDS "${made};${it_ARCHIVES};${map}")
endfunction()

# libblas.so.3 and liblapack.so.3. LAPACK's calls of the BLAS are those of whatever libblas.so.3 the program has: the one next to
# it, if it has none. It has a cblas_xerbla that is not shown: faces name it, and a libblas.so.3 of others may have none.
numapack_add_complete(numapack_blas3 NAMES blas ARCHIVES ${NUMAPACK_HELD_BLAS} OBJECTS ${blas_objects_32} ${beneath_32})
numapack_add_complete(numapack_lapack3 NAMES lapack ARCHIVES ${NUMAPACK_HELD_LAPACK} LIBRARIES numapack_blas3
  OBJECTS ${lapack_objects_32} $<TARGET_OBJECTS:numapack_blas_objects>)
foreach(part blas lapack)
  set(target numapack_${part}3)
  target_link_options(${target} PRIVATE -Wl,-soname,lib${part}.so.3)
  set_target_properties(${target} PROPERTIES SUFFIX .so.${PROJECT_VERSION} NO_SONAME ON
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/complete
    BUILD_RPATH "$ORIGIN:$ORIGIN/.." INSTALL_RPATH "$ORIGIN:$ORIGIN/..")
  add_custom_command(TARGET ${target} POST_BUILD VERBATIM
    COMMAND ${CMAKE_COMMAND} -E create_symlink $<TARGET_FILE_NAME:${target}> $<TARGET_FILE_DIR:${target}>/lib${part}.so.3)
endforeach()

# Both in one library, under a name of its own. Its internal calls stay inside, whatever else the program has under these names;
# only wrong arguments go to the program's own xerbla, if it has one.
set(NUMAPACK_WHOLE numapack_lp64)
numapack_add_complete(numapack_lp64 NAMES blas lapack ARCHIVES ${NUMAPACK_HELD_LAPACK} ${NUMAPACK_HELD_BLAS}
  OBJECTS ${blas_objects_32} ${lapack_objects_32} ${beneath_32})
if(64 IN_LIST widths)
  list(APPEND NUMAPACK_WHOLE numapack_ilp64)
  set(plain ${CMAKE_CURRENT_BINARY_DIR}/faces64.o)
  add_custom_command(OUTPUT ${plain} DEPENDS cmake/plain_names.sh ${blas_objects_64} ${lapack_objects_64}
    COMMAND ${PROJECT_SOURCE_DIR}/cmake/plain_names.sh ${CMAKE_LINKER} ${CMAKE_NM} ${CMAKE_OBJCOPY} ${plain} ${blas_objects_64} ${lapack_objects_64}
    COMMAND_EXPAND_LISTS VERBATIM)
  numapack_add_complete(numapack_ilp64 WIDE NAMES blas lapack ARCHIVES ${NUMAPACK_HELD_LAPACK64} ${NUMAPACK_HELD_BLAS64}
    OBJECTS ${plain} ${beneath_64})
endif()
file(CONFIGURE OUTPUT told.list CONTENT "{ xerbla_; cblas_xerbla; };\n" @ONLY)
foreach(target IN LISTS NUMAPACK_WHOLE)
  target_link_options(${target} PRIVATE -Wl,-Bsymbolic-functions -Wl,--dynamic-list=${CMAKE_CURRENT_BINARY_DIR}/told.list)
  set_target_properties(${target} PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION 0 BUILD_RPATH "$ORIGIN" INSTALL_RPATH "$ORIGIN")
endforeach()
