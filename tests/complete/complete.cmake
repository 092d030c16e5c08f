# SPDX-License-Identifier: BSD-3-Clause
# The complete libblas.so.3 and liblapack.so.3, as programs find them.
if(TARGET numapack_lapack3)
  foreach(part exports held clients)
    add_test(NAME complete.${part} COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/complete/${part}_test.py
      $<TARGET_FILE_DIR:numapack_lapack3>)
  endforeach()
  set_tests_properties(complete.held complete.clients PROPERTIES TIMEOUT 600)
  if(TARGET every_routine)
    # Both have faces: what is said once is said once in all.
    add_test(NAME complete.settings COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/blas/settings_test.py
      $<TARGET_FILE:every_routine> $<TARGET_FILE_DIR:numapack_lapack3>/libblas.so.3
      $<TARGET_FILE_DIR:numapack_lapack3>/liblapack.so.3 -- EveryRoutine.test_says_a_line_for_each_of_several
      EveryRoutine.test_does_without_threads_and_says_so_once EveryRoutine.test_does_without_memory)
    set_tests_properties(complete.settings PROPERTIES LABELS long TIMEOUT 600 COST 60
      ENVIRONMENT LD_LIBRARY_PATH=$<TARGET_FILE_DIR:numapack_lapack3>)
  endif()
  # liblapack.so.3 has what a program asks it for in BLAS from the libblas.so.3 that it needs: this one, too.
  foreach(part blas lapack)
    add_test(NAME complete.${part}_askers COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/clients/askers_test.py
      $<TARGET_FILE_DIR:numapack_lapack3>/lib${part}.so.3 complete)
    set_tests_properties(complete.${part}_askers PROPERTIES
      ENVIRONMENT "NUMAPACK_PROFILE=none;LD_LIBRARY_PATH=$<TARGET_FILE_DIR:numapack_lapack3>")
  endforeach()
endif()
