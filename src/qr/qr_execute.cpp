// SPDX-License-Identifier: BSD-3-Clause
#include "qr/qr_execute.hpp"

#include "qr/qr_run.hpp"
#include "schedule/run.hpp"
#include "triangle/kernels.hpp"

namespace numapack {

namespace {

/// All that the schedule of a plan follows from.
ScheduleCache::Key key_of(const QrPlan& plan, std::size_t teams) {
  ScheduleCache::Key key{'Q', plan.piece, plan.buffers};
  add_to_key(plan, teams, key);
  return key;
}

}  // namespace

template <class T>
std::optional<Index> execute(const QrPlan& plan, const QrProblem<T>& problem, Teams* teams,
                             WorkspacePool& workspaces, Trace* trace, ScheduleCache* schedules) {
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
  const auto make = [&] { return make_qr_schedule(plan, task_of_team.size()); };
  const std::shared_ptr<const Schedule> schedule =
      schedules != nullptr ? schedules->get(key_of(plan, task_of_team.size()), make)
                           : std::make_shared<const Schedule>(make());
  const auto step = [&](const Step& made, const StepPart& part) {
    kernels(static_cast<QrStep>(made.kernel), made.detail[0], made.detail[1], schedule->writes_of(made)[0],
            task_of_team[static_cast<std::size_t>(part.team)], part);
  };
  if (!run(*schedule, *teams, step)) return std::nullopt;
  return factored();
}

template std::optional<Index> execute(const QrPlan&, const QrProblem<float>&, Teams*, WorkspacePool&, Trace*,
                                      ScheduleCache*);
template std::optional<Index> execute(const QrPlan&, const QrProblem<double>&, Teams*, WorkspacePool&, Trace*,
                                      ScheduleCache*);
template std::optional<Index> execute(const QrPlan&, const QrProblem<std::complex<float>>&, Teams*,
                                      WorkspacePool&, Trace*, ScheduleCache*);
template std::optional<Index> execute(const QrPlan&, const QrProblem<std::complex<double>>&, Teams*,
                                      WorkspacePool&, Trace*, ScheduleCache*);

}  // namespace numapack
