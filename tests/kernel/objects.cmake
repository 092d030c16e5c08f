# SPDX-License-Identifier: BSD-3-Clause
# Tests that look at the object files of the kernels, or run them on another CPU.

# Instrumented builds do not inline everything, so there shared functions are expected.
if(NOT NUMAPACK_SANITIZE)
  add_test(NAME kernel.objects.DefineNoSharedFunctions COMMAND_EXPAND_LISTS
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/shared_symbols.py ${CMAKE_NM}
      $<TARGET_OBJECTS:numapack_objects>)
endif()
if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  add_test(NAME kernel.objects.NeonLoopsAreMultiplyAddsAndLoads COMMAND_EXPAND_LISTS
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/instruction_mix.py ${CMAKE_OBJDUMP}
      $<TARGET_OBJECTS:numapack_objects>)
endif()

# On an x86 CPU without AVX nothing but the portable kernels may run, down to the function that lists them.
find_program(NUMAPACK_QEMU_X86_64 NAMES qemu-x86_64-static qemu-x86_64)
mark_as_advanced(NUMAPACK_QEMU_X86_64)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64" AND NUMAPACK_QEMU_X86_64 AND NOT NUMAPACK_SANITIZE)
  add_test(NAME kernel.emulated.CpuWithoutAvx
    COMMAND ${NUMAPACK_QEMU_X86_64} -cpu Nehalem $<TARGET_FILE:test_kernel> --gtest_brief=1)
  set_tests_properties(kernel.emulated.CpuWithoutAvx PROPERTIES LABELS long COST 40)
endif()
