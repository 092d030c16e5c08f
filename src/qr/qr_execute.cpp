// SPDX-License-Identifier: BSD-3-Clause
#include "qr/qr_execute.hpp"

#include "qr/qr_run.hpp"
#include "schedule/run.hpp"
#include "triangle/kernels.hpp"

namespace numapack {

template <class T>
std::optional<Index> execute(const QrPlan& plan, const QrProblem<T>& problem, Teams* teams,
                             WorkspacePool& workspaces, Trace* trace) {
  const auto [kernel, factor] = triangle_kernels_of<T>(plan.kernel, "geqrf");
  if (plan.panels == 0) return 0;
  QrRun<T> kernels(plan, problem, kernel, factor, workspaces, trace);
  const auto factored = [&] {
    const Index panels = kernels.stopped_at();
    return panels == 0 ? 0 : plan.block(panels - 1).end;
  };
  if (plan.caller_only) {
    const auto emit = [&](QrStep what, Recorder::Regions writes, Recorder::Regions, Index panel,
                          Index block) { kernels(what, panel, block, *writes.begin(), 0, StepPart{}); };
    QrSteps(plan, emit).all();
    return factored();
  }
  std::vector<int> task_of_team(teams->layout().size(), 0);
  for (std::size_t i = 0; i < plan.tasks.size(); ++i)
    task_of_team[static_cast<std::size_t>(plan.tasks[i].team)] = static_cast<int>(i);
  const auto step = [&](const Step& made, const StepPart& part) {
    kernels(static_cast<QrStep>(made.kernel), made.detail[0], made.detail[1], made.writes[0],
            task_of_team[static_cast<std::size_t>(part.team)], part);
  };
  if (!run(make_qr_schedule(plan, task_of_team.size()), *teams, step)) return std::nullopt;
  return factored();
}

template std::optional<Index> execute(const QrPlan&, const QrProblem<float>&, Teams*, WorkspacePool&, Trace*);
template std::optional<Index> execute(const QrPlan&, const QrProblem<double>&, Teams*, WorkspacePool&,
                                      Trace*);
template std::optional<Index> execute(const QrPlan&, const QrProblem<std::complex<float>>&, Teams*,
                                      WorkspacePool&, Trace*);
template std::optional<Index> execute(const QrPlan&, const QrProblem<std::complex<double>>&, Teams*,
                                      WorkspacePool&, Trace*);

}  // namespace numapack
