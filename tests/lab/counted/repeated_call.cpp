// SPDX-License-Identifier: BSD-3-Clause
// The same multiplication three times on the machine of lab/machines/default.json, then a plan for another
// one of its kind: each between marks. Threads and code are there before. What waits sleeps
// (NUMAPACK_BIND=0), for who spins counts as long as others take.
//
// usage: lab_repeated_call N

#include <cstdio>

#include "lab/on_nodes.h"
#include "lab/support.hpp"
#include "numapack/lab.h"

namespace numapack::testing {
namespace {

int run(Index n) {
  const Machine& machine = Runtime::get().machine();
  const IntegerProblem<double> before(n, machine, Placement::bind(1)),
      operands(n, machine, Placement::bind(0)), other(n, machine, Placement::bind(0));
  gemm(before.problem(), all_of_it());
  for (int call = 0; call < 3; ++call) {
    NUMAPACK_LAB_START();
    gemm(operands.problem(), all_of_it());
    NUMAPACK_LAB_STOP();
  }
  NUMAPACK_LAB_START();
  const Plan plan = plan_for(other.problem(), all_of_it());
  NUMAPACK_LAB_STOP();
  std::printf("%zu nodes\n", plan.tasks.size());
  return plan.tasks.size() == machine.nodes.size() ? 0 : 1;
}

}  // namespace
}  // namespace numapack::testing

int main(int count, char** arguments) {
  if (count != 2) return 2;
  try {
    return numapack::testing::run(std::atoi(arguments[1]));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "lab_repeated_call: %s\n", error.what());
    return 1;
  }
}
