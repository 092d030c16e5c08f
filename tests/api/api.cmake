# SPDX-License-Identifier: BSD-3-Clause
if(NOT NUMAPACK_SANITIZE)
  add_test(NAME api.ends COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/api/ends.py ${CMAKE_NM}
    $<TARGET_FILE:numapack> $<TARGET_FILE:numapack_blas>)
  add_test(NAME api.headers COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/api/headers_test.py ${PROJECT_SOURCE_DIR}/include
    ${CMAKE_C_COMPILER} ${CMAKE_CXX_COMPILER})
  add_executable(main_left api/main_left.c)
  target_compile_definitions(main_left PRIVATE _GNU_SOURCE)
  target_link_libraries(main_left PRIVATE numapack_warnings Threads::Threads ${CMAKE_DL_LIBS})
  add_test(NAME api.main_left COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/api/main_left_test.py
    $<TARGET_FILE:main_left> $<TARGET_FILE:numapack>)
  set_tests_properties(api.main_left PROPERTIES ENVIRONMENT NUMAPACK_PROFILE=none)
endif()
