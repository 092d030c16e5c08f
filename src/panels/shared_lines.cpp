// SPDX-License-Identifier: BSD-3-Clause
#include "panels/shared_lines.hpp"

#include <algorithm>

#include "base/unless_denied.hpp"
#include "level3/plan/allowed_workers.hpp"
#include "level3/plan/planner.hpp"
#include "machine/here.hpp"
#include "runtime/concurrent_calls.hpp"
#include "runtime/thread_limit.hpp"
#include "schedule/recorder.hpp"
#include "schedule/run_plan.hpp"

namespace numapack {

namespace {

/// Below, waking others takes as long as half of the work (PR-021).
constexpr double least_shared_bytes = 1 << 19;
/// To even out (PR-021).
constexpr Index pieces_of_a_thread = 4;
/// Lines of a transpose, or of the other direction, that share no cache line (PR-021).
constexpr Index least_lines_of_a_piece = 16;

/// All that the schedule of a plan follows from, except for its threads.
ScheduleCache::Key key_of(const LinesPlan& plan) {
  ScheduleCache::Key key{'S', plan.rows, plan.columns, plan.of_rows};
  for (const PiecesTask& task : plan.tasks) {
    key.push_back(static_cast<std::int64_t>(task.pieces.size()));
    key.insert(key.end(), task.pieces.begin(), task.pieces.end());
  }
  return key;
}

/// Rows and columns of a piece.
std::pair<Range, Range> place_of(const LinesPlan& plan, Range lines) {
  return plan.of_rows ? std::pair(lines, Range{0, plan.columns}) : std::pair(Range{0, plan.rows}, lines);
}

bool try_lines(bool of_rows, const MatrixAt& matrix, std::size_t element_bytes, Runtime& runtime,
               const std::vector<TeamLayout>& layout, const std::function<void(Range)>& each) {
  const Machine& machine = runtime.machine();
  const HomeMap homes = sample_homes({matrix}, element_bytes, machine, memory_here(machine)).front();
  const LinesPlan plan =
      share_lines(of_rows, homes, element_bytes,
                  threads_at_homes(allowed_workers(machine, layout, {}), homes, within_thread_limit(0)));
  const auto make = [&](std::size_t teams) { return make_lines_schedule(plan, teams); };
  const auto step = [&](const Step& made, std::span<const Region>, int, const StepPart&) {
    each(plan.pieces[static_cast<std::size_t>(made.detail[0])]);
  };
  return run_plan(plan.tasks, runtime.teams(), &Planner::get(runtime).schedules(), key_of(plan), make, step);
}

}  // namespace

LinesPlan share_lines(bool of_rows, const HomeMap& homes, std::size_t element_bytes,
                      std::vector<NodeTeam> workers) {
  LinesPlan plan{homes.rows, homes.columns, of_rows, {}, {}};
  if (double(homes.rows) * double(homes.columns) * double(element_bytes) < least_shared_bytes)
    workers = with_threads(std::move(workers), 1);
  const Index threads = threads_of(workers);
  const Index lines = of_rows ? homes.rows : homes.columns;
  const Index width = threads == 1
                          ? std::max<Index>(1, lines)
                          : round_up(std::max<Index>(1, divide_up(lines, pieces_of_a_thread * threads)),
                                     least_lines_of_a_piece);
  std::vector<OwnedBlock> blocks;
  for (Index begin = 0; begin < lines; begin += width) {
    plan.pieces.push_back({begin, std::min(lines, begin + width)});
    const auto [rows, columns] = place_of(plan, plan.pieces.back());
    blocks.push_back({homes.elements_by_node(rows, columns), double(plan.pieces.back().size())});
  }
  plan.tasks = deal_pieces(blocks, workers);
  return plan;
}

Schedule make_lines_schedule(const LinesPlan& plan, std::size_t teams) {
  Recorder recorder(by_team(plan.tasks, &PiecesTask::threads, teams));
  std::vector<Index> cuts{0};
  for (const Range& lines : plan.pieces) cuts.push_back(lines.end);
  std::vector<int> owners(plan.pieces.size());
  for (const PiecesTask& task : plan.tasks)
    for (const int piece : task.pieces) owners[static_cast<std::size_t>(piece)] = task.team;
  const int matrix =
      recorder.matrix(plan.of_rows ? Tiling{cuts, {0, plan.columns}} : Tiling{{0, plan.rows}, cuts}, owners);
  Recorder::Rest rest;
  for (const Range& lines : plan.pieces) {
    rest.detail[0] = static_cast<std::int32_t>(&lines - plan.pieces.data());
    const auto [rows, columns] = place_of(plan, lines);
    recorder.step(0, {{matrix, rows, columns}}, {}, rest);
  }
  return recorder.finish();
}

void for_lines_each(bool of_rows, const MatrixAt& matrix, std::size_t element_bytes,
                    const std::function<void(Range)>& each) {
  if (matrix.rows <= 0 || matrix.columns <= 0) return;
  const double bytes = double(matrix.rows) * double(matrix.columns) * double(element_bytes);
  bool done = false;
  if (bytes >= least_shared_bytes) {
    const CancellationOff until_done;
    Runtime& runtime = Runtime::get();
    const Runtime::CallScope scope(runtime);
    const auto work = [&] { return CallDemand{bytes, element_bytes, {matrix}}; };
    const auto on_teams = [&](const std::vector<TeamLayout>& layout) {
      return try_lines(of_rows, matrix, element_bytes, runtime, layout, each);
    };
    done = !Planner::get(runtime).one_thread() && !one_thread_set() &&
           unless_denied([&] { return with_teams(runtime, scope, work, on_teams); });
  }
  if (!done) each({0, of_rows ? matrix.rows : matrix.columns});
}

}  // namespace numapack
