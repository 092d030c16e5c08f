# SPDX-License-Identifier: BSD-3-Clause
# ctest reads this first: what its caller has set for numapack changes no test. What a test sets for itself comes later.
execute_process(COMMAND env OUTPUT_VARIABLE all)
set(read "NUMAPACK_[A-Z_]+|HWLOC_XMLFILE|HWLOC_SYNTHETIC|[A-Z]+_NUM_THREADS|OMP_PROC_BIND|OMP_PLACES|GOMP_CPU_AFFINITY|KMP_AFFINITY|COLUMNS")
string(REGEX MATCHALL "(^|\n)(${read})=" lines "${all}")
foreach(line IN LISTS lines)
  string(REGEX REPLACE "[\n=]" "" name "${line}")
  if(NOT name MATCHES "^NUMAPACK_TEST_")
    unset(ENV{${name}})
  endif()
endforeach()
