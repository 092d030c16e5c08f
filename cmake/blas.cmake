# SPDX-License-Identifier: BSD-3-Clause
# libnumapack_blas: the standard's names (Fortran, CBLAS, LAPACK) for what the library has, to be preloaded or linked.

# Each file in faces/ once for each type and width of integers, see src/blas/names.hpp.
file(GLOB faces CONFIGURE_DEPENDS src/blas/faces/*.cpp)
set(letters s d c z)
set(capitals S D C Z)
foreach(letter capital IN ZIP_LISTS letters capitals)
  set(sources ${faces})
  if(letter MATCHES "[sd]")
    list(FILTER sources EXCLUDE REGEX "_complex\\.cpp$")
  else()
    list(FILTER sources EXCLUDE REGEX "_real\\.cpp$")
  endif()
  foreach(width 32 64)
    set(faces_of numapack_faces_${letter}${width})
    add_library(${faces_of} OBJECT ${sources})
    string(COMPARE EQUAL ${width} 64 ilp64)
    target_compile_definitions(${faces_of} PRIVATE NUMAPACK_LETTER=${letter} NUMAPACK_CAPITAL=${capital}
      NUMAPACK_ILP64=${ilp64})
    target_include_directories(${faces_of} PRIVATE src include)
    target_link_libraries(${faces_of} PRIVATE numapack_warnings)
    # Names of one file are those of another's types in the other.
    set_target_properties(${faces_of} PROPERTIES UNITY_BUILD OFF)
    list(APPEND face_objects $<TARGET_OBJECTS:${faces_of}>)
  endforeach()
endforeach()

# base/, which has no state, comes along: the other library shows none of it.
file(GLOB blas_sources CONFIGURE_DEPENDS src/blas/*.cpp src/base/*.cpp)
# src/blas/exports.txt lists every name that is seen from outside. One that is another one's (a wheel's scipy_dgemm_ is
# dgemm_, OpenBLAS's cblas_dgemm64_ is cblas_dgemm_64) is made by the linker.
set(exports_list ${PROJECT_SOURCE_DIR}/src/blas/exports.txt)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${exports_list})
file(STRINGS ${exports_list} exports REGEX "^[^#]")
set(version_script "{ global:\n")
set(other_names "")
foreach(name IN LISTS exports)
  string(APPEND version_script "  ${name};\n")
  string(REGEX REPLACE "^scipy_" "" own ${name})
  string(REGEX REPLACE "^(cblas_.*[^_])64_$" "\\1_64" own ${own})
  if(NOT own STREQUAL name)
    string(APPEND other_names "--defsym=${name}=${own}\n")
  endif()
endforeach()
file(CONFIGURE OUTPUT blas.map CONTENT "${version_script}local: *; };\n" @ONLY)
file(CONFIGURE OUTPUT blas.names CONTENT "${other_names}" @ONLY)

add_library(numapack_blas SHARED ${face_objects} ${blas_sources})
target_include_directories(numapack_blas PRIVATE src)
target_link_libraries(numapack_blas PRIVATE numapack numapack_warnings numapack_format ${CMAKE_DL_LIBS})
set_target_properties(numapack_blas PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION 0
  LINK_DEPENDS "${CMAKE_CURRENT_BINARY_DIR}/blas.map;${CMAKE_CURRENT_BINARY_DIR}/blas.names"
  # Found beside itself, wherever that is.
  BUILD_RPATH "$ORIGIN" INSTALL_RPATH "$ORIGIN")
target_link_options(numapack_blas PRIVATE -Wl,--version-script=${CMAKE_CURRENT_BINARY_DIR}/blas.map
  -Wl,@${CMAKE_CURRENT_BINARY_DIR}/blas.names -Wl,-z,nodelete)
if(NOT NUMAPACK_SANITIZE)
  target_link_options(numapack_blas PRIVATE -Wl,-z,defs)
endif()
