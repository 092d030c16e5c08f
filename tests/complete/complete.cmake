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
# As a backend of a front that has the same names.
if(TARGET numapack_lp64)
  set(front_programs "")
  foreach(target IN LISTS NUMAPACK_WHOLE)
    string(REPLACE numapack_ "" width ${target})
    add_library(front_of_${width} SHARED complete/front.c)
    target_link_libraries(front_of_${width} PRIVATE numapack_warnings ${CMAKE_DL_LIBS})
    set_target_properties(front_of_${width} PROPERTIES C_VISIBILITY_PRESET default)
    add_executable(front_${width} complete/front_program.c)
    target_link_libraries(front_${width} PRIVATE numapack_warnings front_of_${width})
    if(width STREQUAL "ilp64")
      target_compile_definitions(front_of_${width} PRIVATE FRONT_ILP64)
      target_compile_definitions(front_${width} PRIVATE FRONT_ILP64)
    endif()
    add_dependencies(front_${width} ${target})
    list(APPEND front_programs $<TARGET_FILE:front_${width}>)
  endforeach()
  list(TRANSFORM NUMAPACK_WHOLE REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE whole)
  add_test(NAME complete.beyond COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/complete/beyond_test.py ${whole})
  add_test(NAME complete.front COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/complete/front_test.py
    $<TARGET_FILE_DIR:numapack_lp64> ${front_programs})
endif()
