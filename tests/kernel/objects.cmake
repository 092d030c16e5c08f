# Tests of the kernels' object files.
find_package(Python3 REQUIRED COMPONENTS Interpreter)

# Unoptimised and instrumented builds do not inline everything, so there shared functions are expected.
if(NOT CMAKE_BUILD_TYPE STREQUAL "Debug" AND NOT NUMAPACK_SANITIZE)
  add_test(NAME kernel.objects.DefineNoSharedFunctions COMMAND_EXPAND_LISTS
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/shared_symbols.py ${CMAKE_NM}
      $<TARGET_OBJECTS:numapack_objects>)
endif()
if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  add_test(NAME kernel.objects.NeonLoopsAreMultiplyAddsAndLoads COMMAND_EXPAND_LISTS
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/instruction_mix.py ${CMAKE_OBJDUMP}
      $<TARGET_OBJECTS:numapack_objects>)
endif()
