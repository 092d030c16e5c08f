// SPDX-License-Identifier: BSD-3-Clause
#include "lu/lu_execute.hpp"

#include "base/error.hpp"
#include "lu/lu_run.hpp"

namespace numapack {

template <class T>
std::optional<Index> execute(const LuPlan& plan, const LuProblem<T>& problem, Teams* teams,
                             WorkspacePool& workspaces, Trace* trace) {
  const std::optional<Kernel<T>> kernel = kernel_of<T>(plan.kernel);
  const FactorKernel<T>* const factor = find_factor_kernel<T>(plan.kernel.name);
  if (!kernel || factor == nullptr)
    throw Error(ErrorCode::not_supported, "getrf",
                std::string("this CPU cannot run kernel ") + plan.kernel.name, "plan for this machine");
  if (plan.blocks.empty() || problem.m == 0) return 0;
  if (plan.caller_only) {
    LuRun<T> run(plan, problem, *kernel, *factor, workspaces, trace);
    run.work(0, 0);
    return run.info();
  }
  Crew crew{std::vector<int>(teams->layout().size(), 0)};
  std::vector<int> task_of_team(crew.threads.size(), -1);
  for (std::size_t i = 0; i < plan.tasks.size(); ++i) {
    crew.threads[static_cast<std::size_t>(plan.tasks[i].team)] = plan.tasks[i].threads;
    task_of_team[static_cast<std::size_t>(plan.tasks[i].team)] = static_cast<int>(i);
  }
  LuRun<T> run(plan, problem, *kernel, *factor, workspaces, trace, teams->patience());
  const bool done = teams->try_run(crew, [&](const Seat& seat) {
    run.work(task_of_team[static_cast<std::size_t>(seat.team)], seat.thread);
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
