// SPDX-License-Identifier: BSD-3-Clause
// The same multiplication three times on the machine of lab/machines/default.json, then a plan for another
// one of its kind: each between marks. Threads and code are there before. What waits sleeps
// (NUMAPACK_BIND=0), for who spins counts as long as others take.
//
// usage: lab_repeated_call N

#include <cstdio>

#include "lab/counted/counted.hpp"
#include "lab/support.hpp"
#include "level3/run/execute.hpp"

namespace numapack::testing {
namespace {

int run(Index n) {
  Runtime& runtime = Runtime::get();
  const auto operands_on = [&](int node) {
    return IntegerProblem<double>(n, runtime.machine(), Placement::bind(node));
  };
  const auto before = operands_on(1), operands = operands_on(0), other = operands_on(0);
  const auto execute_planned = [&](const IntegerProblem<double>& of, const Plan& plan) {
    execute(plan, of.problem(), &runtime.teams(), runtime.workspaces(), nullptr);
  };
  gemm(before.problem(), all_of_it());
  Plan plan = plan_for(before.problem(), all_of_it());
  execute_planned(before, plan);

  for (int call = 0; call < 3; ++call) counted([&] { gemm(operands.problem(), all_of_it()); });
  counted([&] { plan = plan_for(other.problem(), all_of_it()); });
  counted([&] { execute_planned(other, plan); });
  std::printf("%zu nodes\n", plan.tasks.size());
  return plan.tasks.size() == runtime.machine().nodes.size() ? 0 : 1;
}

}  // namespace
}  // namespace numapack::testing

int main(int count, char** arguments) {
  return numapack::testing::main_of("lab_repeated_call", count, arguments, &numapack::testing::run);
}
