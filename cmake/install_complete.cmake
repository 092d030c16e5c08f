# SPDX-License-Identifier: BSD-3-Clause
# What an installation has of the complete BLAS and LAPACK: the libraries, and what CMake, pkg-config and FlexiBLAS find them by.
install(TARGETS numapack_blas3 numapack_lapack3 LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/numapack
  COMPONENT libnumapack-blas3)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/complete/libblas.so.3 ${CMAKE_CURRENT_BINARY_DIR}/complete/liblapack.so.3
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/numapack COMPONENT libnumapack-blas3)

# One library each for 32-bit and 64-bit integers, called blas and lapack by those who look for either.
set(whole LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT libnumapack-blas3 NAMELINK_COMPONENT libnumapack-dev)
set(parts_of_both blas lapack)
set(words_of_both "BLAS and CBLAS (and LAPACK)" "LAPACK (and BLAS)")
foreach(target IN LISTS NUMAPACK_WHOLE)
  string(REGEX MATCH "[il]+p64" width ${target})
  set(suffix "")
  set(bits 32)
  set(define "")
  if(width STREQUAL "ilp64")
    set(suffix 64)
    set(bits 64)
    set(define " -DCBLAS_ILP64")
    target_compile_definitions(${target} INTERFACE CBLAS_ILP64)
  endif()
  set_target_properties(${target} PROPERTIES EXPORT_NAME blas${suffix})
  target_include_directories(${target} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/numapack_blas>)
  install(TARGETS ${target} EXPORT numapackTargets ${whole})
  foreach(part what IN ZIP_LISTS parts_of_both words_of_both)
    configure_file(cmake/numapack-blas.pc.in numapack-${part}${suffix}.pc @ONLY)
    install(FILES ${CMAKE_CURRENT_BINARY_DIR}/numapack-${part}${suffix}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
      COMPONENT libnumapack-dev)
  endforeach()
  # FlexiBLAS's word for a backend; with the path, which is known when it is installed.
  install(CODE "file(WRITE \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/numapack/flexiblas/Numapack${suffix}.conf\"
    \"[Numapack]\\nlibrary = \${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/lib${target}.so.0\\n\")" COMPONENT libnumapack-blas3)
endforeach()
