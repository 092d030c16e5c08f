# SPDX-License-Identifier: BSD-3-Clause
# Pages as readers of manuals see them, completion as shells do, and the site of docs/.
if(TARGET numapack_manual)
  add_test(NAME manual.pages COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/pages_test.py
    $<TARGET_FILE:numapack_command> ${NUMAPACK_MANUAL})
  foreach(shell bash zsh fish)
    add_test(NAME manual.${shell} COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/completion_test.py
      ${shell} $<TARGET_FILE:numapack_command> ${NUMAPACK_MANUAL})
    set_tests_properties(manual.${shell} PROPERTIES SKIP_RETURN_CODE 77)
    if(NOT shell STREQUAL bash)
      set_tests_properties(manual.${shell} PROPERTIES LABELS long)
    endif()
  endforeach()
  add_test(NAME manual.readme COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/readme_test.py
    $<TARGET_FILE:numapack_command>)
  add_test(NAME manual.howto COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/howto_test.py
    $<TARGET_FILE:numapack_command>)
  add_test(NAME manual.prediction COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/prediction_page_test.py
    $<TARGET_FILE:numapack_command>)
  add_test(NAME manual.reference COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/reference_test.py
    ${PROJECT_BINARY_DIR} ${CMAKE_C_COMPILER} ${CMAKE_CXX_COMPILER})
  add_test(NAME manual.options COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/option_tables_test.py
    $<TARGET_FILE:numapack_command>)
  add_test(NAME manual.code COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/code_blocks_test.py
    ${CMAKE_C_COMPILER} ${CMAKE_CXX_COMPILER})
  set_tests_properties(manual.howto manual.prediction manual.reference PROPERTIES TIMEOUT 900)
  add_test(NAME manual.site COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/site_test.py)
  set_tests_properties(manual.site PROPERTIES LABELS long TIMEOUT 300)
endif()
