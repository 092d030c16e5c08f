# SPDX-License-Identifier: BSD-3-Clause
# Manual pages and shells' completion: the command writes them itself, from the words of its --help and of docs/. A sanitized
# command, or one for another processor, is not asked.
if(NOT TARGET numapack_command OR NUMAPACK_SANITIZE OR CMAKE_CROSSCOMPILING)
  return()
endif()
set(NUMAPACK_MANUAL ${CMAKE_CURRENT_BINARY_DIR}/manual)
file(GLOB manual_words CONFIGURE_DEPENDS docs/reference/*.md docs/reference/*/*.md lab/numapack_lab/*.py lab/numapack_lab/*/*.py python/report.py
  python/numapack_report/*.py python/numapack_report/*/*.py)
# SOURCE_DATE_EPOCH makes builds of different days the same.
string(TIMESTAMP manual_date "%Y-%m-%d" UTC)
set(compress "")
if(NUMAPACK_DEB)
  set(compress COMMAND find ${NUMAPACK_MANUAL} -name "*.[13]" -exec gzip -9nf {} +)
endif()
# Those of functions, of the headers' comments and the examples; without Python there are none.
set(manual_reference "")
file(GLOB manual_headers CONFIGURE_DEPENDS include/numapack/*.h examples/*.c examples/c/*.c scripts/docs/reference*.py)
find_package(Python3 COMPONENTS Interpreter QUIET)
if(Python3_FOUND)
  set(manual_reference COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/scripts/docs/reference.py ${PROJECT_SOURCE_DIR}
    --man ${NUMAPACK_MANUAL} --date ${manual_date})
endif()
# The folder is made again: a verb that is gone has no page.
add_custom_command(OUTPUT ${NUMAPACK_MANUAL}/made VERBATIM DEPENDS numapack_command ${manual_words} ${manual_headers}
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${NUMAPACK_MANUAL}
  COMMAND numapack_command manual --into ${NUMAPACK_MANUAL} --docs ${PROJECT_SOURCE_DIR}/docs/reference --date ${manual_date}
  ${manual_reference}
  ${compress}
  COMMAND ${CMAKE_COMMAND} -E touch ${NUMAPACK_MANUAL}/made)
add_custom_target(numapack_manual ALL DEPENDS ${NUMAPACK_MANUAL}/made)
