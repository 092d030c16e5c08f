# SPDX-License-Identifier: BSD-3-Clause
# Programs that know nothing of numapack and are linked to a BLAS of their own, started by `numapack run`: what surroundings
# do to them and they to it.
add_library(own_blas SHARED clients/own_blas.c)
target_link_libraries(own_blas PRIVATE numapack_warnings)
add_library(plug_in MODULE clients/plug_in.c)
target_link_libraries(plug_in PRIVATE numapack_warnings numapack_blas)

add_executable(surroundings clients/surroundings/fork_cases.cpp clients/surroundings/caller_cases.cpp
  clients/surroundings/state_cases.cpp clients/surroundings/bad_input_cases.cpp clients/surroundings/loading_cases.cpp)
target_link_libraries(surroundings PRIVATE numapack_warnings own_blas GTest::gtest_main numa ${CMAKE_DL_LIBS})
target_compile_definitions(surroundings PRIVATE NUMAPACK_BLAS="$<TARGET_FILE:numapack_blas>"
  NUMAPACK_PLUG_IN="$<TARGET_FILE:plug_in>")
add_dependencies(surroundings numapack_blas plug_in)
set(surroundings_programs surroundings)
# Its runtime is not a part of every compiler.
find_package(OpenMP COMPONENTS CXX QUIET)
if(OpenMP_CXX_FOUND)
  add_executable(surroundings_openmp clients/surroundings/openmp_cases.cpp)
  target_link_libraries(surroundings_openmp PRIVATE numapack_warnings own_blas GTest::gtest_main OpenMP::OpenMP_CXX
    ${CMAKE_DL_LIBS})
  list(APPEND surroundings_programs surroundings_openmp)
endif()
foreach(program IN LISTS surroundings_programs)
  target_include_directories(${program} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_compile_options(${program} PRIVATE $<$<CONFIG:Release>:-O1>)
  # What it replaces of the library's is seen by it.
  set_target_properties(${program} PROPERTIES ENABLE_EXPORTS ON)
endforeach()

# Several processes at once, each on a node of its own: started in an emulated machine by tests/lab/run.py.
add_executable(lab_rank lab/rank.c)
target_compile_definitions(lab_rank PRIVATE _GNU_SOURCE)
target_include_directories(lab_rank PRIVATE ${PROJECT_SOURCE_DIR}/include)
target_link_libraries(lab_rank PRIVATE numapack_warnings own_blas)

# Each in a process of its own: what is decided once a process is decided by that test.
function(add_surroundings_test name program filter)
  add_test(NAME clients.${name}
    COMMAND numapack_command run -- $<TARGET_FILE:${program}> --gtest_filter=${filter})
  set_tests_properties(clients.${name} PROPERTIES TIMEOUT 600 ENVIRONMENT "NUMAPACK_PROFILE=none;${ARGN}")
endfunction()
foreach(suite Reached Callers Signals Fork State Sizes Refusals Loading)
  string(TOLOWER ${suite} name)
  add_surroundings_test(${name} surroundings "${suite}.*")
endforeach()
# Without `numapack run`: it loads the library itself.
add_test(NAME clients.unloaded COMMAND surroundings --gtest_filter=Unloaded.*)
add_test(NAME clients.plug_in COMMAND surroundings --gtest_filter=PlugIn.*)
set_tests_properties(clients.unloaded clients.plug_in PROPERTIES TIMEOUT 600 ENVIRONMENT NUMAPACK_PROFILE=none)
if(TARGET surroundings_openmp)
  add_surroundings_test(openmp surroundings_openmp *)
  add_surroundings_test(openmp_bound surroundings_openmp * OMP_PROC_BIND=true)
  add_surroundings_test(openmp_places surroundings_openmp * OMP_PROC_BIND=spread OMP_PLACES=cores OMP_NUM_THREADS=4)
endif()

foreach(client NumPy SciPy R Octave Hpl ScaLapack)
  string(TOLOWER ${client} name)
  add_test(NAME clients.${name} COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/clients/real_clients_test.py
    $<TARGET_FILE:numapack_command> ${client})
  set_tests_properties(clients.${name} PROPERTIES TIMEOUT 600 COST 60 ENVIRONMENT NUMAPACK_PROFILE=none)
  if(NOT client STREQUAL NumPy)
    set_tests_properties(clients.${name} PROPERTIES LABELS long)
  endif()
endforeach()
add_test(NAME clients.askers COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/clients/askers_test.py
  $<TARGET_FILE:numapack_blas>)
set_tests_properties(clients.askers PROPERTIES ENVIRONMENT NUMAPACK_PROFILE=none)
