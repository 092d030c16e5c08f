// SPDX-License-Identifier: BSD-3-Clause
#include "triangle/triangle_execute.hpp"

#include "team/run_tasks.hpp"
#include "triangle/kernels.hpp"
#include "triangle/triangle_run.hpp"

namespace numapack {

template <class T>
bool execute(const TrianglePlan& plan, const TriangularProblem<T>& problem, Teams* teams,
             WorkspacePool& workspaces) {
  const auto [kernel, factor] = triangle_kernels_of<T>(plan.kernel, problem.routine);
  if (plan.caller_only) {
    TriangleRun<T>(plan, problem, kernel, factor, workspaces).work(0, 0);
    return true;
  }
  TriangleRun<T> run(plan, problem, kernel, factor, workspaces, teams->patience());
  return try_run_tasks(*teams, plan.tasks, [&](std::size_t task, const Seat& seat) {
    run.work(static_cast<int>(task), seat.thread);
  });
}

template bool execute(const TrianglePlan&, const TriangularProblem<float>&, Teams*, WorkspacePool&);
template bool execute(const TrianglePlan&, const TriangularProblem<double>&, Teams*, WorkspacePool&);
template bool execute(const TrianglePlan&, const TriangularProblem<std::complex<float>>&, Teams*,
                      WorkspacePool&);
template bool execute(const TrianglePlan&, const TriangularProblem<std::complex<double>>&, Teams*,
                      WorkspacePool&);

}  // namespace numapack
