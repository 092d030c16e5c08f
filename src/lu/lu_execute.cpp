// SPDX-License-Identifier: BSD-3-Clause
#include "lu/lu_execute.hpp"

#include "lu/lu_run.hpp"
#include "schedule/run_plan.hpp"
#include "triangle/kernels.hpp"

namespace numapack {

using Regions = std::initializer_list<Region>;

namespace {

/// All that the schedule of a plan follows from, except for its threads.
ScheduleCache::Key key_of(const LuPlan& plan) {
  ScheduleCache::Key key{'L', plan.strip, plan.kernel.mr};
  add_to_key(plan, key);
  return key;
}

}  // namespace

template <class T>
std::optional<Index> execute(const LuPlan& plan, const LuProblem<T>& problem, Teams* teams,
                             WorkspacePool& workspaces, Trace* trace, ScheduleCache* schedules) {
  const auto [kernel, factor] = triangle_kernels_of<T>(plan.kernel, "getrf");
  if (plan.blocks.empty() || problem.m == 0) return 0;
  LuRun<T> kernels(plan, problem, kernel, factor, workspaces, trace);
  if (plan.caller_only) {
    const auto emit = [&](LuStep what, Regions writes, Regions, Index panel, Index block) {
      kernels(what, panel, block, *writes.begin(), 0, StepPart{});
    };
    LuSteps(plan, emit).all();
    return kernels.info();
  }
  const auto make = [&](std::size_t count) { return make_lu_schedule(plan, count); };
  const auto step = [&](const Step& made, std::span<const Region> writes, int task, const StepPart& part) {
    kernels(static_cast<LuStep>(made.kernel), made.detail[0], made.detail[1], writes[0], task, part);
  };
  if (!run_plan(plan.tasks, *teams, schedules, key_of(plan), make, step)) return std::nullopt;
  return kernels.info();
}

template std::optional<Index> execute(const LuPlan&, const LuProblem<float>&, Teams*, WorkspacePool&, Trace*,
                                      ScheduleCache*);
template std::optional<Index> execute(const LuPlan&, const LuProblem<double>&, Teams*, WorkspacePool&, Trace*,
                                      ScheduleCache*);
template std::optional<Index> execute(const LuPlan&, const LuProblem<std::complex<float>>&, Teams*,
                                      WorkspacePool&, Trace*, ScheduleCache*);
template std::optional<Index> execute(const LuPlan&, const LuProblem<std::complex<double>>&, Teams*,
                                      WorkspacePool&, Trace*, ScheduleCache*);

}  // namespace numapack
