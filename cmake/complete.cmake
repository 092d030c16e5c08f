# SPDX-License-Identifier: BSD-3-Clause
# A complete libblas.so.3 and liblapack.so.3, in complete/ of the build: numapack's own faces, and for all other names
# of the standard a library that is linked in and not shown (docs/packages.md says which, and why). The file itself is
# called libnumapack_…, by which tools that look for libraries know whose it is.
set(NUMAPACK_COMPLETE AUTO CACHE STRING "Build a complete libblas.so.3 and liblapack.so.3: ON, OFF, AUTO (where it can be)")
# One thread, so that it starts none beside numapack's; as position-independent code, as Debian has both.
find_library(NUMAPACK_HELD_BLAS NAMES libopenblas.a PATH_SUFFIXES openblas-serial)
find_library(NUMAPACK_HELD_LAPACK NAMES liblapack_pic.a PATH_SUFFIXES lapack)
# LAPACK is Fortran; a program to compile it is not needed.
find_library(NUMAPACK_GFORTRAN NAMES libgfortran.so.5 gfortran)

function(numapack_find_what_is_held)
  set(lacks "" PARENT_SCOPE)
  if(NUMAPACK_SANITIZE)
    set(lacks "it cannot be sanitized" PARENT_SCOPE)
  elseif(NOT NUMAPACK_HELD_BLAS OR NOT NUMAPACK_HELD_LAPACK OR NOT NUMAPACK_GFORTRAN)
    set(lacks "it takes libopenblas.a for one thread, liblapack_pic.a and libgfortran.so.5" PARENT_SCOPE)
  elseif(NOT NUMAPACK_HELD_BLAS STREQUAL NUMAPACK_SERIAL_BLAS)
    # The name is the same with and without threads.
    execute_process(COMMAND ${CMAKE_NM} -g --defined-only ${NUMAPACK_HELD_BLAS} OUTPUT_VARIABLE names ERROR_QUIET)
    if(names MATCHES " T exec_blas\n")
      set(lacks "${NUMAPACK_HELD_BLAS} has threads of its own; name another with -DNUMAPACK_HELD_BLAS=" PARENT_SCOPE)
    else()
      set(NUMAPACK_SERIAL_BLAS ${NUMAPACK_HELD_BLAS} CACHE INTERNAL "Known to have no threads")
    endif()
  endif()
endfunction()

if(NOT NUMAPACK_COMPLETE)
  message(STATUS "A complete libblas.so.3 and liblapack.so.3: no (NUMAPACK_COMPLETE)")
  return()
endif()
numapack_find_what_is_held()
if(lacks)
  if(NOT NUMAPACK_COMPLETE STREQUAL "AUTO")
    message(FATAL_ERROR "No complete libblas.so.3 and liblapack.so.3: ${lacks}")
  endif()
  message(STATUS "A complete libblas.so.3 and liblapack.so.3: no, ${lacks}")
  return()
endif()
message(STATUS "A complete libblas.so.3 and liblapack.so.3: yes, holding ${NUMAPACK_HELD_BLAS} and ${NUMAPACK_HELD_LAPACK}")

# What only the complete one has, likewise for each type.
file(GLOB faces CONFIGURE_DEPENDS src/blas/complete/checked*.cpp)
foreach(letter capital IN ZIP_LISTS letters capitals)
  set(sources ${faces})
  if(letter MATCHES "[sd]")
    list(FILTER sources EXCLUDE REGEX "_complex\\.cpp$")
  else()
    list(FILTER sources EXCLUDE REGEX "_real\\.cpp$")
  endif()
  numapack_add_faces(numapack_faces_${letter}32_checked ${letter} ${capital} 0 ${sources})
  list(APPEND blas_objects_32 $<TARGET_OBJECTS:numapack_faces_${letter}32_checked>)
endforeach()
add_library(numapack_blas3_objects OBJECT src/blas/xerbla.cpp src/blas/complete/reference_names.cpp
  src/blas/complete/scal.cpp src/blas/complete/asum.cpp src/blas/complete/copy_swap.cpp)
target_include_directories(numapack_blas3_objects PRIVATE src include)
target_link_libraries(numapack_blas3_objects PRIVATE numapack_warnings numapack_small_frames)
list(APPEND blas_objects_32 $<TARGET_OBJECTS:numapack_blas3_objects> $<TARGET_OBJECTS:numapack_blas_objects>)
# With a cblas_xerbla that is not shown: faces name it, and a libblas.so.3 of others may have none.
list(APPEND lapack_objects_32 $<TARGET_OBJECTS:numapack_blas_objects>)

# numapack_blas3, libblas.so.3: of the objects and the archive what src/blas/complete/blas_names.txt lists.
# `before` is for what has names that are not to come from the archive.
function(numapack_add_complete part archive before)
  set(target numapack_${part}3)
  set(names ${PROJECT_SOURCE_DIR}/src/blas/complete/${part}_names.txt)
  set(held ${CMAKE_CURRENT_BINARY_DIR}/held_${part})
  set(script ${PROJECT_SOURCE_DIR}/cmake/held.sh)
  add_custom_command(OUTPUT ${held}.cpp ${held}.a ${held}.names
    COMMAND ${script} ${CMAKE_NM} ${CMAKE_AR} ${CMAKE_OBJCOPY} ${names} ${archive} ${held} ${${part}_objects_32}
    DEPENDS ${script} ${names} ${archive} ${${part}_objects_32} COMMAND_EXPAND_LISTS VERBATIM)

  file(STRINGS ${names} shown REGEX "^[^#]")
  list(JOIN shown "; " shown)
  file(CONFIGURE OUTPUT complete_${part}.map CONTENT "{ global: ${shown}; local: *; };\n" @ONLY)

  add_library(${target} SHARED ${held}.cpp ${${part}_objects_32})
  target_include_directories(${target} PRIVATE src)
  target_link_libraries(${target} PRIVATE numapack ${before} ${held}.a ${archive} ${ARGN} m ${CMAKE_DL_LIBS} numapack_warnings)
  target_link_options(${target} PRIVATE -Wl,-soname,lib${part}.so.3 -Wl,@${held}.names -Wl,-z,nodelete -Wl,-z,defs
    -Wl,--version-script=${CMAKE_CURRENT_BINARY_DIR}/complete_${part}.map)
  set_target_properties(${target} PROPERTIES SUFFIX .so.${PROJECT_VERSION} NO_SONAME ON
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/complete
    LINK_DEPENDS "${held}.a;${held}.names;${archive};${CMAKE_CURRENT_BINARY_DIR}/complete_${part}.map"
    BUILD_RPATH "$ORIGIN/.." INSTALL_RPATH "$ORIGIN/..")
  add_custom_command(TARGET ${target} POST_BUILD VERBATIM
    COMMAND ${CMAKE_COMMAND} -E create_symlink $<TARGET_FILE_NAME:${target}> $<TARGET_FILE_DIR:${target}>/lib${part}.so.3)
endfunction()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/blas/complete/blas_names.txt
  ${PROJECT_SOURCE_DIR}/src/blas/complete/lapack_names.txt)
numapack_add_complete(blas ${NUMAPACK_HELD_BLAS} "")
# Its calls of the BLAS are those of whatever libblas.so.3 the program has.
numapack_add_complete(lapack ${NUMAPACK_HELD_LAPACK} numapack_blas3 ${NUMAPACK_GFORTRAN})
