# SPDX-License-Identifier: BSD-3-Clause
# libnumapack_blas: the standard's names (Fortran, CBLAS, LAPACK) for what the library has, to be preloaded or linked.

function(numapack_add_faces name letter capital ilp64)
  add_library(${name} OBJECT ${ARGN})
  target_compile_definitions(${name} PRIVATE NUMAPACK_LETTER=${letter} NUMAPACK_CAPITAL=${capital}
    NUMAPACK_ILP64=${ilp64})
  target_include_directories(${name} PRIVATE src include)
  target_link_libraries(${name} PRIVATE numapack_warnings numapack_small_frames)
endfunction()

# Each file in faces/ once for each type and width of integers, see src/blas/names.hpp.
file(GLOB faces CONFIGURE_DEPENDS src/blas/faces/*.cpp)
set(letters s d c z)
set(capitals S D C Z)
foreach(letter capital IN ZIP_LISTS letters capitals)
  set(sources ${faces})
  set(lapack_names "/fortran_lapack")
  if(letter MATCHES "[sd]")
    list(FILTER sources EXCLUDE REGEX "_complex\\.cpp$")
  else()
    list(FILTER sources EXCLUDE REGEX "_real\\.cpp$")
    set(lapack_names "/fortran_(lapack|symv)")
  endif()
  # The BLAS's names and LAPACK's apart: a complete libblas.so.3 has one, a liblapack.so.3 the other.
  set(blas_of ${sources})
  set(lapack_of ${sources})
  list(FILTER blas_of EXCLUDE REGEX ${lapack_names})
  list(FILTER lapack_of INCLUDE REGEX ${lapack_names})
  foreach(width 32 64)
    string(COMPARE EQUAL ${width} 64 ilp64)
    foreach(part blas lapack)
      set(faces_of numapack_faces_${letter}${width}_${part})
      numapack_add_faces(${faces_of} ${letter} ${capital} ${ilp64} ${${part}_of})
      list(APPEND face_objects $<TARGET_OBJECTS:${faces_of}>)
      list(APPEND ${part}_objects_${width} $<TARGET_OBJECTS:${faces_of}>)
    endforeach()
  endforeach()
endforeach()

# What faces stand on. base/ and complex division, which have no state, come along: the other library shows none of it.
file(GLOB blas_sources CONFIGURE_DEPENDS src/blas/*.cpp src/blas/counts/*.cpp src/base/*.cpp src/kernel/quotient.cpp)
list(FILTER blas_sources EXCLUDE REGEX "/xerbla\\.cpp$")
add_library(numapack_blas_objects OBJECT ${blas_sources})
target_include_directories(numapack_blas_objects PRIVATE src include)
target_link_libraries(numapack_blas_objects PRIVATE numapack_warnings numapack_small_frames numapack_format)
list(JOIN exports ";\n  " shown)
file(CONFIGURE OUTPUT blas.map CONTENT "{ global:\n  ${shown};\nlocal: *; };\n" @ONLY)
file(CONFIGURE OUTPUT blas.names CONTENT "${other_names}" @ONLY)

add_library(numapack_blas SHARED ${face_objects} $<TARGET_OBJECTS:numapack_blas_objects> src/blas/xerbla.cpp)
target_include_directories(numapack_blas PRIVATE src)
target_link_libraries(numapack_blas PRIVATE numapack numapack_warnings numapack_small_frames ${CMAKE_DL_LIBS})
set_target_properties(numapack_blas PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION 0
  LINK_DEPENDS "${CMAKE_CURRENT_BINARY_DIR}/blas.map;${CMAKE_CURRENT_BINARY_DIR}/blas.names"
  # Found next to itself, wherever that is.
  BUILD_RPATH "$ORIGIN" INSTALL_RPATH "$ORIGIN")
target_link_options(numapack_blas PRIVATE -Wl,--version-script=${CMAKE_CURRENT_BINARY_DIR}/blas.map
  -Wl,@${CMAKE_CURRENT_BINARY_DIR}/blas.names -Wl,-z,nodelete)
if(NOT NUMAPACK_SANITIZE)
  target_link_options(numapack_blas PRIVATE -Wl,-z,defs)
endif()

# libnumapack_batch: the names that MKL and OpenBLAS have for batches, for programs that link them themselves. PyTorch
# binds any cblas_dgemm_batch that it finds: what is preloaded has none.
set(batch_script "{ global:\n")
foreach(letter capital IN ZIP_LISTS letters capitals)
  foreach(width 32 64)
    string(COMPARE EQUAL ${width} 64 ilp64)
    numapack_add_faces(numapack_batch_${letter}${width} ${letter} ${capital} ${ilp64} src/blas/batch/batch_faces.cpp)
    list(APPEND batch_objects $<TARGET_OBJECTS:numapack_batch_${letter}${width}>)
  endforeach()
  foreach(routine gemm_batch gemm_batch_strided)
    string(APPEND batch_script "  ${letter}${routine}_; ${letter}${routine}_64_; cblas_${letter}${routine}; cblas_${letter}${routine}_64;\n")
  endforeach()
endforeach()
file(CONFIGURE OUTPUT batch.map CONTENT "${batch_script}local: *; };\n" @ONLY)
add_library(numapack_batch SHARED ${batch_objects} src/blas/batch/serve_batch.cpp)
add_library(numapack::batch ALIAS numapack_batch)
target_include_directories(numapack_batch PRIVATE src
  INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_link_libraries(numapack_batch PRIVATE numapack numapack_warnings numapack_small_frames)
set_target_properties(numapack_batch PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION 0 EXPORT_NAME batch
  LINK_DEPENDS ${CMAKE_CURRENT_BINARY_DIR}/batch.map BUILD_RPATH "$ORIGIN" INSTALL_RPATH "$ORIGIN")
target_link_options(numapack_batch PRIVATE -Wl,--version-script=${CMAKE_CURRENT_BINARY_DIR}/batch.map -Wl,-z,nodelete)
