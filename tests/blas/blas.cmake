# SPDX-License-Identifier: BSD-3-Clause
add_library(other_blas MODULE blas/other_blas.c)
set_target_properties(other_blas PROPERTIES PREFIX "")
target_link_libraries(other_blas PRIVATE numapack_warnings)

if(NOT NUMAPACK_SANITIZE)
  add_test(NAME blas.exports
    COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/blas/exports_test.py $<TARGET_FILE:numapack_blas>)
  add_test(NAME blas.clients
    COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/blas/clients_test.py $<TARGET_FILE:numapack_blas>)
  set_tests_properties(blas.clients PROPERTIES TIMEOUT 600)
  if(NUMAPACK_TOOL)
    add_test(NAME blas.report
      COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/blas/report_test.py $<TARGET_FILE:numapack_command>)
    set_tests_properties(blas.report PROPERTIES TIMEOUT 600)
  endif()
endif()
