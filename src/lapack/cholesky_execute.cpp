// SPDX-License-Identifier: BSD-3-Clause
#include "lapack/cholesky_execute.hpp"

#include "lapack/cholesky_run.hpp"
#include "schedule/run_plan.hpp"
#include "triangle/kernels.hpp"

namespace numapack {

using Regions = std::initializer_list<Region>;

namespace {

/// All that the schedule of a plan follows from, except for its threads.
ScheduleCache::Key key_of(const CholeskyPlan& plan) {
  ScheduleCache::Key key{'C', plan.call.n, plan.nb, plan.strip, plan.redeployed ? 1 : 0};
  key.insert(key.end(), plan.owner.begin(), plan.owner.end());
  return key;
}

}  // namespace

template <class T>
std::optional<Index> execute(const CholeskyPlan& plan, const StoredTriangle<T>& a, Teams* teams,
                             WorkspacePool& workspaces, ScheduleCache* schedules) {
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
  const auto make = [&](std::size_t count) { return make_cholesky_schedule(plan, count); };
  const auto step = [&](const Step& made, std::span<const Region> writes, int task, const StepPart& part) {
    kernels(static_cast<CholeskyStep>(made.kernel), made.detail[0], made.detail[1], writes, task,
            part.thread);
  };
  if (!run_plan(plan.tasks, *teams, schedules, key_of(plan), make, step)) return std::nullopt;
  return kernels.info();
}

template std::optional<Index> execute(const CholeskyPlan&, const StoredTriangle<float>&, Teams*,
                                      WorkspacePool&, ScheduleCache*);
template std::optional<Index> execute(const CholeskyPlan&, const StoredTriangle<double>&, Teams*,
                                      WorkspacePool&, ScheduleCache*);
template std::optional<Index> execute(const CholeskyPlan&, const StoredTriangle<std::complex<float>>&, Teams*,
                                      WorkspacePool&, ScheduleCache*);
template std::optional<Index> execute(const CholeskyPlan&, const StoredTriangle<std::complex<double>>&,
                                      Teams*, WorkspacePool&, ScheduleCache*);

}  // namespace numapack
