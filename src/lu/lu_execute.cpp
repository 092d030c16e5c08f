// SPDX-License-Identifier: BSD-3-Clause
#include "lu/lu_execute.hpp"

#include "lu/lu_run.hpp"
#include "team/run_tasks.hpp"
#include "triangle/kernels.hpp"

namespace numapack {

template <class T>
std::optional<Index> execute(const LuPlan& plan, const LuProblem<T>& problem, Teams* teams,
                             WorkspacePool& workspaces, Trace* trace) {
  const auto [kernel, factor] = triangle_kernels_of<T>(plan.kernel, "getrf");
  if (plan.blocks.empty() || problem.m == 0) return 0;
  if (plan.caller_only) {
    LuRun<T> run(plan, problem, kernel, factor, workspaces, trace);
    run.work(0, 0);
    return run.info();
  }
  LuRun<T> run(plan, problem, kernel, factor, workspaces, trace, teams->patience());
  const bool done = try_run_tasks(*teams, plan.tasks, [&](std::size_t task, const Seat& seat) {
    run.work(static_cast<int>(task), seat.thread);
  });
  if (!done) return std::nullopt;
  return run.info();
}

template std::optional<Index> execute(const LuPlan&, const LuProblem<float>&, Teams*, WorkspacePool&, Trace*);
template std::optional<Index> execute(const LuPlan&, const LuProblem<double>&, Teams*, WorkspacePool&,
                                      Trace*);
template std::optional<Index> execute(const LuPlan&, const LuProblem<std::complex<float>>&, Teams*,
                                      WorkspacePool&, Trace*);
template std::optional<Index> execute(const LuPlan&, const LuProblem<std::complex<double>>&, Teams*,
                                      WorkspacePool&, Trace*);

}  // namespace numapack
