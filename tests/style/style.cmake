# SPDX-License-Identifier: BSD-3-Clause
# What the sources themselves must keep to, whatever they are compiled for.
if(NOT NUMAPACK_SANITIZE)
  foreach(rule environment exceptions functions installs layers licence links names notebook prose questions rooms sizes)
    add_test(NAME style.${rule} COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/${rule}_test.py)
  endforeach()
endif()
