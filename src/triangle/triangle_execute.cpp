// SPDX-License-Identifier: BSD-3-Clause
#include "triangle/triangle_execute.hpp"

#include "schedule/run_plan.hpp"
#include "triangle/kernels.hpp"
#include "triangle/triangle_run.hpp"

namespace numapack {

namespace {

/// All that the schedule of a plan follows from, except for its threads.
ScheduleCache::Key key_of(const TrianglePlan& plan) {
  ScheduleCache::Key key{
      'T',
      static_cast<std::int64_t>(plan.call.side) * 2 + (plan.call.triangle == Triangle::upper),
      plan.call.solves * 2 + plan.call.transposed,
      plan.call.m,
      plan.call.n,
      plan.steps.width,
      plan.resident};
  for (const TriangleTask& task : plan.tasks) {
    key.push_back(static_cast<std::int64_t>(task.blocks.size()));
    for (const RhsBlock& block : task.blocks) key.push_back(2 * block.rhs.end + block.buffered);
  }
  return key;
}

}  // namespace

template <class T>
bool execute(const TrianglePlan& plan, const TriangularProblem<T>& problem, Teams* teams,
             WorkspacePool& workspaces, ScheduleCache* schedules) {
  const auto [kernel, factor] = triangle_kernels_of<T>(plan.kernel, problem.routine);
  const TriangleRun<T> run(plan, problem, kernel, factor, workspaces);
  if (plan.caller_only) {
    using Regions = TriangleGenerator::Regions;
    TriangleGenerator(plan, [&](TriangleStep what, int task, Regions, Regions, Index turn, Index block, int) {
      run(what, task, turn, block, {});
    }).all();
    return true;
  }
  const auto make = [&](std::size_t count) { return make_triangle_schedule(plan, count); };
  const auto step = [&](const Step& made, std::span<const Region>, int task, const StepPart& part) {
    run(static_cast<TriangleStep>(made.kernel), task, made.detail[0], made.detail[1], part);
  };
  return run_plan(plan.tasks, *teams, schedules, key_of(plan), make, step);
}

template bool execute(const TrianglePlan&, const TriangularProblem<float>&, Teams*, WorkspacePool&,
                      ScheduleCache*);
template bool execute(const TrianglePlan&, const TriangularProblem<double>&, Teams*, WorkspacePool&,
                      ScheduleCache*);
template bool execute(const TrianglePlan&, const TriangularProblem<std::complex<float>>&, Teams*,
                      WorkspacePool&, ScheduleCache*);
template bool execute(const TrianglePlan&, const TriangularProblem<std::complex<double>>&, Teams*,
                      WorkspacePool&, ScheduleCache*);

}  // namespace numapack
