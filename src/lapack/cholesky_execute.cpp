// SPDX-License-Identifier: BSD-3-Clause
#include "lapack/cholesky_execute.hpp"

#include "lapack/cholesky_run.hpp"
#include "triangle/kernels.hpp"

namespace numapack {

using Regions = std::initializer_list<Region>;

template <class T>
std::optional<Index> execute(const CholeskyPlan& plan, const HalfMatrix<T>& a, Teams* teams,
                             WorkspacePool& workspaces) {
  const auto [kernel, factor] = triangle_kernels_of<T>(plan.kernel, "potrf");
  if (a.n == 0) return 0;
  CholeskyRun<T> kernels(plan, a, kernel, factor, workspaces);
  if (plan.caller_only) {
    const auto emit = [&](CholeskyStep what, Regions writes, Regions, Index column, Index written) {
      kernels(what, column, written, {writes.begin(), writes.size()}, 0, 0);
    };
    CholeskySteps(plan, emit).all();
    return kernels.info();
  }
  std::vector<int> task_of_team(teams->layout().size(), 0);
  for (std::size_t i = 0; i < plan.tasks.size(); ++i)
    task_of_team[static_cast<std::size_t>(plan.tasks[i].team)] = static_cast<int>(i);
  const Schedule schedule = make_cholesky_schedule(plan, task_of_team.size());
  const auto step = [&](const Step& made, const StepPart& part) {
    kernels(static_cast<CholeskyStep>(made.kernel), made.detail[0], made.detail[1], schedule.writes_of(made),
            task_of_team[static_cast<std::size_t>(part.team)], part.thread);
  };
  if (!run(schedule, *teams, step)) return std::nullopt;
  return kernels.info();
}

template std::optional<Index> execute(const CholeskyPlan&, const HalfMatrix<float>&, Teams*, WorkspacePool&);
template std::optional<Index> execute(const CholeskyPlan&, const HalfMatrix<double>&, Teams*, WorkspacePool&);
template std::optional<Index> execute(const CholeskyPlan&, const HalfMatrix<std::complex<float>>&, Teams*,
                                      WorkspacePool&);
template std::optional<Index> execute(const CholeskyPlan&, const HalfMatrix<std::complex<double>>&, Teams*,
                                      WorkspacePool&);

}  // namespace numapack
