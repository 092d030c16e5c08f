// SPDX-License-Identifier: BSD-3-Clause
#include "triangle/triangle_execute.hpp"

#include "base/error.hpp"
#include "triangle/triangle_run.hpp"

namespace numapack {

template <class T>
bool execute(const TrianglePlan& plan, const TriangularProblem<T>& problem, Teams* teams,
             WorkspacePool& workspaces) {
  const std::optional<Kernel<T>> kernel = kernel_of<T>(plan.kernel);
  const FactorKernel<T>* const factor = find_factor_kernel<T>(plan.kernel.name);
  if (!kernel || factor == nullptr)
    throw Error(ErrorCode::not_supported, problem.routine,
                std::string("this CPU cannot run kernel ") + plan.kernel.name, "plan for this machine");
  if (plan.caller_only) {
    TriangleRun<T>(plan, problem, *kernel, *factor, workspaces).work(0, 0);
    return true;
  }
  Crew crew{std::vector<int>(teams->layout().size(), 0)};
  std::vector<int> task_of_team(crew.threads.size(), -1);
  for (std::size_t i = 0; i < plan.tasks.size(); ++i) {
    crew.threads[static_cast<std::size_t>(plan.tasks[i].team)] = plan.tasks[i].threads;
    task_of_team[static_cast<std::size_t>(plan.tasks[i].team)] = static_cast<int>(i);
  }
  TriangleRun<T> run(plan, problem, *kernel, *factor, workspaces, teams->patience());
  return teams->try_run(crew, [&](const Seat& seat) {
    run.work(task_of_team[static_cast<std::size_t>(seat.team)], seat.thread);
  });
}

template bool execute(const TrianglePlan&, const TriangularProblem<float>&, Teams*, WorkspacePool&);
template bool execute(const TrianglePlan&, const TriangularProblem<double>&, Teams*, WorkspacePool&);
template bool execute(const TrianglePlan&, const TriangularProblem<std::complex<float>>&, Teams*,
                      WorkspacePool&);
template bool execute(const TrianglePlan&, const TriangularProblem<std::complex<double>>&, Teams*,
                      WorkspacePool&);

}  // namespace numapack
