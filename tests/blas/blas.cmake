# SPDX-License-Identifier: BSD-3-Clause
add_library(other_blas MODULE blas/other_blas.c)
set_target_properties(other_blas PROPERTIES PREFIX "")
target_link_libraries(other_blas PRIVATE numapack_warnings)

# Sanitizers map memory and make threads of their own.
if(NOT NUMAPACK_SANITIZE)
  add_executable(every_routine blas/every_routine.cpp)
  # Its pthread_create takes the system's place.
  set_target_properties(every_routine PROPERTIES ENABLE_EXPORTS ON)
  target_include_directories(every_routine PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(every_routine PRIVATE numapack_warnings ${CMAKE_DL_LIBS})
  target_compile_options(every_routine PRIVATE $<$<CONFIG:Release>:-O1>)
  add_test(NAME blas.settings COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/blas/settings_test.py
    $<TARGET_FILE:every_routine> $<TARGET_FILE:numapack_blas> --)
  set_tests_properties(blas.settings PROPERTIES TIMEOUT 600 COST 60)

  add_library(blas_front SHARED blas/front/front.cpp)
  target_link_libraries(blas_front PRIVATE numapack_warnings ${CMAKE_DL_LIBS})
  add_executable(blas_front_program blas/front/program.c)
  target_link_libraries(blas_front_program PRIVATE numapack_warnings blas_front)
  add_test(NAME blas.front COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/blas/front/front_test.py
    $<TARGET_FILE:blas_front_program> $<TARGET_FILE:numapack_blas>)
  set_tests_properties(blas.front PROPERTIES ENVIRONMENT NUMAPACK_PROFILE=none)

  add_test(NAME blas.exports
    COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/blas/exports_test.py $<TARGET_FILE:numapack_blas>)
  add_executable(batch_names blas/batch/names.cpp)
  set_target_properties(batch_names PROPERTIES ENABLE_EXPORTS ON)
  target_link_libraries(batch_names PRIVATE numapack_batch numapack numapack_warnings GTest::gtest_main)
  add_test(NAME blas.batch_names COMMAND batch_names)
  set_tests_properties(blas.batch_names PROPERTIES ENVIRONMENT NUMAPACK_PROFILE=none)
  list(TRANSFORM NUMAPACK_WHOLE REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE whole)
  add_test(NAME blas.batch_exports
    COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/blas/batch/exports_test.py $<TARGET_FILE:numapack_batch>
      $<TARGET_FILE:numapack> $<TARGET_FILE:numapack_blas> ${whole})
  add_test(NAME blas.batch_settings
    COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/blas/batch/settings_test.py $<TARGET_FILE:numapack_batch>)
  add_test(NAME blas.clients
    COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/blas/clients_test.py $<TARGET_FILE:numapack_blas>)
  set_tests_properties(blas.clients PROPERTIES TIMEOUT 600)
  if(NUMAPACK_TOOL)
    add_test(NAME blas.report
      COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/blas/report_test.py $<TARGET_FILE:numapack_command>)
    set_tests_properties(blas.report PROPERTIES TIMEOUT 600)
  endif()
endif()
