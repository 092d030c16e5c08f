// SPDX-License-Identifier: BSD-3-Clause
#include "level2/symv_teams.hpp"

#include "base/unless_denied.hpp"
#include "level3/plan/allowed_workers.hpp"
#include "level3/plan/planner.hpp"
#include "machine/here.hpp"
#include "memory/homes/home_samples.hpp"
#include "runtime/concurrent_calls.hpp"
#include "runtime/thread_limit.hpp"
#include "runtime/watch.hpp"
#include "schedule/run_plan.hpp"

namespace numapack {

namespace {

using Each = std::function<void(int)>;
using Finish = std::function<void(Range)>;

/// All that the schedule of these tasks follows from, except for their threads.
ScheduleCache::Key key_of(const PiecesOfTriangle& triangle, const std::vector<PiecesTask>& tasks) {
  ScheduleCache::Key key{'H', triangle.stored == Triangle::lower, triangle.use == PiecesUse::update,
                         triangle.n};
  for (const PiecesTask& task : tasks) {
    key.push_back(static_cast<std::int64_t>(task.pieces.size()));
    key.insert(key.end(), task.pieces.begin(), task.pieces.end());
  }
  return key;
}

bool try_teams(const PiecesOfTriangle& triangle, Runtime& runtime, const std::vector<TeamLayout>& layout,
               const Each& each, const Finish& finish) {
  const Machine& machine = runtime.machine();
  const HomeMap homes = sample_homes({{triangle.a, triangle.n, triangle.n, triangle.lda}},
                                     triangle.element_bytes, machine, memory_here(machine))
                            .front();
  const std::vector<PiecesTask> tasks =
      triangle_tasks(triangle.columns, triangle.stored, homes,
                     threads_at_homes(allowed_workers(machine, layout, {}), homes, within_thread_limit(0)));
  const auto make = [&](std::size_t teams) {
    return make_pieces_schedule(triangle.columns, triangle.stored, triangle.n, triangle.use, tasks, teams);
  };
  const auto step = [&](const Step& made, std::span<const Region>, int task, const StepPart& part) {
    if (static_cast<PiecesStep>(made.kernel) == PiecesStep::piece) return each(made.detail[0]);
    finish(rows_of_thread(tasks, static_cast<std::size_t>(task), part.part, triangle.n));
  };
  const bool done = run_plan(tasks, runtime.teams(), &Planner::get(runtime).schedules(),
                             key_of(triangle, tasks), make, step);
  if (WatchedCall* const watched = done ? watched_call() : nullptr) {
    watched->add_team(tasks, "columns");
    // Nothing may fail now that the work is done.
    unless_denied([&] {
      if (machine.nodes.size() > 1) watched->add_home(operand_home(homes, triangle.element_bytes));
    });
  }
  return done;
}

}  // namespace

void for_pieces(const PiecesOfTriangle& triangle, const Each& each, const Finish& finish) {
  const CancellationOff until_done;
  Runtime& runtime = Runtime::get();
  const Runtime::CallScope scope(runtime);
  const auto work = [&] {
    return CallDemand{
        triangle.flops, triangle.element_bytes, {{triangle.a, triangle.n, triangle.n, triangle.lda}}};
  };
  const auto on_teams = [&](const std::vector<TeamLayout>& layout) {
    return try_teams(triangle, runtime, layout, each, finish);
  };
  if (!Planner::get(runtime).one_thread() && !one_thread_set() &&
      unless_denied([&] { return with_teams(runtime, scope, work, on_teams); }))
    return;
  for (std::size_t piece = 0; piece < triangle.columns.size(); ++piece) each(static_cast<int>(piece));
  if (triangle.use == PiecesUse::product) finish({0, triangle.n});
}

}  // namespace numapack
