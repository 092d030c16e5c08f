// SPDX-License-Identifier: BSD-3-Clause
#include "level2/half_teams.hpp"

#include <atomic>
#include <memory>

#include "base/unless_denied.hpp"
#include "level2/half_plan.hpp"
#include "level3/plan/planner.hpp"
#include "machine/here.hpp"
#include "memory/homes/home_samples.hpp"
#include "runtime/company.hpp"
#include "runtime/thread_limit.hpp"
#include "runtime/watch.hpp"
#include "team/run_tasks.hpp"

namespace numapack {

namespace {

using Each = std::function<void(int)>;
using Finish = std::function<void(Range)>;

/// What thread `seat` of task `own` does, beside the others.
void work(const std::vector<HalfTask>& tasks, std::size_t own, const Seat& seat,
          std::atomic<std::size_t>& taken, Index n, const Each& each, const Finish& finish) {
  const HalfTask& task = tasks[own];
  for (std::size_t i = taken++; i < task.pieces.size(); i = taken++) each(task.pieces[i]);
  seat.wait_for_team();
  if (seat.thread == 0) seat.wait_for_nodes();
  seat.wait_for_team();
  Index before = seat.thread, all = 0;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    if (i < own) before += tasks[i].threads;
    all += tasks[i].threads;
  }
  finish({n * before / all, n * (before + 1) / all});
}

bool try_teams(const PiecesOfHalf& half, Runtime& runtime, const std::vector<TeamLayout>& layout,
               const Each& each, const Finish& finish) {
  const Machine& machine = runtime.machine();
  const HomeMap homes =
      sample_homes({{half.a, half.n, half.n, half.lda}}, half.element_bytes, machine, memory_here(machine))
          .front();
  const std::vector<HalfTask> tasks = half_tasks(half.columns, half.stored, homes, machine, layout);
  const auto taken = std::make_unique<std::atomic<std::size_t>[]>(tasks.size());
  const bool done = try_run_tasks(runtime.teams(), tasks, [&](std::size_t task, const Seat& seat) {
    work(tasks, task, seat, taken[task], half.n, each, finish);
  });
  if (WatchedCall* const watched = done ? watched_call() : nullptr) {
    watched->add_crew(tasks, "columns");
    // Nothing may fail now that the work is done.
    unless_denied([&] {
      if (machine.nodes.size() > 1) watched->add_home(operand_home(homes, half.element_bytes));
    });
  }
  return done;
}

}  // namespace

void for_pieces(const PiecesOfHalf& half, const Each& each, const Finish& finish) {
  const CancellationOff until_done;
  Runtime& runtime = Runtime::get();
  const Runtime::CallScope scope(runtime);
  const auto work = [&] {
    return SharedWork{half.flops, half.element_bytes, {{half.a, half.n, half.n, half.lda}}};
  };
  const auto on_teams = [&](const std::vector<TeamLayout>& layout) {
    return try_teams(half, runtime, layout, each, finish);
  };
  if (!Planner::get(runtime).one_thread() && !one_thread_set() &&
      unless_denied([&] { return with_teams(runtime, scope, work, on_teams); }))
    return;
  for (std::size_t piece = 0; piece < half.columns.size(); ++piece) each(static_cast<int>(piece));
  finish({0, half.n});
}

}  // namespace numapack
