# SPDX-License-Identifier: BSD-3-Clause
# src/blas/routines.txt, the table of the standard's routines, as:
#   exports       the names that libnumapack_blas shows
#   other_names   those of them that are another one's, for the linker: a wheel's scipy_dgemm_ is dgemm_, OpenBLAS's
#                 cblas_dgemm64_ is cblas_dgemm_64
#   blas/counts/routine_list.hpp in the build's generated/: what is counted apart
set(routines_table ${PROJECT_SOURCE_DIR}/src/blas/routines.txt)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${routines_table})
file(STRINGS ${routines_table} rows REGEX "^[^#]")

set(exports openblas_get_num_threads openblas_set_num_threads openblas_get_num_threads64_ openblas_set_num_threads64_
  xerbla_ cblas_xerbla)
set(other_names "")
macro(numapack_export name own)
  list(APPEND exports ${name})
  string(APPEND other_names "--defsym=${name}=${own}\n")
endmacro()
set(counted_names "")
foreach(row IN LISTS rows)
  separate_arguments(fields UNIX_COMMAND "${row}")
  list(POP_FRONT fields kind counted)
  if(NOT counted IN_LIST counted_names)
    list(APPEND counted_names ${counted})
  endif()
  foreach(field IN LISTS fields)
    string(REGEX MATCH "^([a-z0-9]+):([sdcz]+)$" matched ${field})
    if(NOT matched)
      message(FATAL_ERROR "${routines_table}: \"${field}\" is not name:types")
    endif()
    set(name ${CMAKE_MATCH_1})
    string(REGEX MATCHALL "." types ${CMAKE_MATCH_2})
    foreach(type IN LISTS types)
      foreach(own ${type}${name}_ ${type}${name}_64_)
        list(APPEND exports ${own})
        numapack_export(scipy_${own} ${own})
      endforeach()
      if(NOT kind STREQUAL lapack)
        set(own cblas_${type}${name})
        list(APPEND exports ${own} ${own}_64)
        numapack_export(scipy_${own} ${own})
        numapack_export(${own}64_ ${own}_64)
        numapack_export(scipy_${own}64_ ${own}_64)
      endif()
    endforeach()
  endforeach()
endforeach()

list(JOIN counted_names ",\n  " enumerators)
list(TRANSFORM counted_names REPLACE "(.+)" "\"\\1\"" OUTPUT_VARIABLE strings)
list(JOIN strings ",\n    " strings)
file(CONFIGURE OUTPUT generated/blas/counts/routine_list.hpp @ONLY CONTENT
"// Made by cmake/routines.cmake.
#pragma once

#include <array>

namespace numapack::standard {

/// What can be switched off by NUMAPACK_ROUTINES, and is counted apart, whatever the type.
enum class Routine : unsigned {
  @enumerators@,
  count
};

inline constexpr std::array<const char*, static_cast<unsigned>(Routine::count)> routine_names{
    @strings@};

}  // namespace numapack::standard
")
include_directories(${CMAKE_CURRENT_BINARY_DIR}/generated)
