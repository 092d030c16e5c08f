// SPDX-License-Identifier: BSD-3-Clause
#include "qr/qr_execute.hpp"

#include "qr/qr_run.hpp"
#include "schedule/run_plan.hpp"
#include "triangle/kernels.hpp"

namespace numapack {

namespace {

/// All that the schedule of a plan follows from, except for its threads.
ScheduleCache::Key key_of(const QrPlan& plan) {
  ScheduleCache::Key key{'Q', plan.piece, plan.buffers};
  add_to_key(plan, key);
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
  const auto make = [&](std::size_t count) { return make_qr_schedule(plan, count); };
  const auto step = [&](const Step& made, std::span<const Region> writes, int task, const StepPart& part) {
    kernels(static_cast<QrStep>(made.kernel), made.detail[0], made.detail[1], writes[0], task, part);
  };
  if (!run_plan(plan.tasks, *teams, schedules, key_of(plan), make, step)) return std::nullopt;
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
