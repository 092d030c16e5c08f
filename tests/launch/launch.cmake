# SPDX-License-Identifier: BSD-3-Clause
# Programs that nothing can be preloaded into, or in vain.
add_executable(launch_static launch/program.c)
target_link_options(launch_static PRIVATE -static)
add_executable(launch_with_blas launch/program.c)
target_compile_definitions(launch_with_blas PRIVATE WITH_BLAS)
if(TARGET test_launch)
  target_compile_definitions(test_launch PRIVATE NUMAPACK_STATIC_PROGRAM="$<TARGET_FILE:launch_static>"
    NUMAPACK_PROGRAM_WITH_BLAS="$<TARGET_FILE:launch_with_blas>")
  add_dependencies(test_launch launch_static launch_with_blas)
endif()
