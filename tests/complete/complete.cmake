# SPDX-License-Identifier: BSD-3-Clause
# The complete libblas.so.3 and liblapack.so.3, as programs find them.
if(TARGET numapack_lapack3)
  foreach(part exports held clients)
    add_test(NAME complete.${part} COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/complete/${part}_test.py
      $<TARGET_FILE_DIR:numapack_lapack3>)
  endforeach()
  set_tests_properties(complete.held complete.clients PROPERTIES TIMEOUT 600)
  # liblapack.so.3 has what a program asks it for in BLAS from the libblas.so.3 that it needs: this one, too.
  foreach(part blas lapack)
    add_test(NAME complete.${part}_askers COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/clients/askers_test.py
      $<TARGET_FILE_DIR:numapack_lapack3>/lib${part}.so.3 complete)
    set_tests_properties(complete.${part}_askers PROPERTIES
      ENVIRONMENT "NUMAPACK_PROFILE=none;LD_LIBRARY_PATH=$<TARGET_FILE_DIR:numapack_lapack3>")
  endforeach()
endif()
