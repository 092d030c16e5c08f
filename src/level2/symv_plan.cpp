// SPDX-License-Identifier: BSD-3-Clause
#include "level2/symv_plan.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernel/symv/passes.hpp"
#include "level3/plan/allowed_workers.hpp"
#include "schedule/recorder.hpp"
#include "team/run_tasks.hpp"

namespace numapack {

namespace {

/// Adding up a piece's sum costs as much as reading two columns.
constexpr Index least_columns = 96, least_pieces = 4, most_pieces = 64;

/// Each task's rows of y, of all sums.
void finish_sums(const std::vector<PiecesTask>& tasks, const Region& sums, Recorder& recorder) {
  const Index n = sums.rows.end;
  std::vector<Index> cuts{0};
  std::vector<int> owners;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    cuts.push_back(rows_of_thread(tasks, i, tasks[i].threads - 1, n).end);
    owners.push_back(tasks[i].team);
  }
  const int y = recorder.matrix({cuts, {0, 1}}, owners);
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    Recorder::Rest rest;
    rest.detail[0] = static_cast<std::int32_t>(i);
    rest.width = tasks[i].threads;
    const Range rows{cuts[i], cuts[i + 1]};
    recorder.step(static_cast<int>(PiecesStep::finish), {{y, rows, {0, 1}}},
                  {{sums.matrix, rows, sums.columns}}, rest);
  }
}

}  // namespace

bool is_in_one_piece(Index n) { return n < 2 * least_columns * least_pieces; }

std::vector<Range> triangle_pieces(Triangle stored, Index n) {
  constexpr Index together = MirrorPass<double>::together;
  if (is_in_one_piece(n)) return {{0, n}};
  const Index pieces = std::min(n / (2 * least_columns), most_pieces);
  std::vector<Range> all;
  Index begin = 0;
  for (Index i = 1; i <= pieces; ++i) {
    const double share = double(i) / double(pieces);
    const double end = double(n) * (stored == Triangle::lower ? 1 - std::sqrt(1 - share) : std::sqrt(share));
    const Index whole = i == pieces ? n : static_cast<Index>(end) / together * together;
    if (whole > begin) all.push_back({begin, whole});
    begin = std::max(begin, whole);
  }
  return all;
}

Range rows_of_piece(Triangle stored, Index n, Range columns) {
  return stored == Triangle::lower ? Range{columns.begin, n} : Range{0, columns.end};
}

std::vector<PiecesTask> deal_pieces(const std::vector<OwnedBlock>& pieces,
                                    const std::vector<NodeTeam>& workers) {
  std::vector<PiecesTask> tasks;
  for (const NodeTeam& worker : workers) tasks.push_back({worker, {}});
  const std::vector<TeamShare> owners(workers.begin(), workers.end());
  const auto by_threads = [&](std::size_t piece) { return block_by_threads(piece, pieces.size(), owners); };
  const MostOverShare any_share{std::numeric_limits<double>::infinity(), 0};
  const BlocksByHome dealt = blocks_by_home(pieces, owners, any_share, by_threads);
  for (std::size_t piece = 0; piece < pieces.size(); ++piece)
    tasks[static_cast<std::size_t>(dealt.owner[piece])].pieces.push_back(static_cast<int>(piece));
  std::erase_if(tasks, [](const PiecesTask& task) { return task.pieces.empty(); });
  for (PiecesTask& task : tasks) task.threads = std::min(task.threads, static_cast<int>(task.pieces.size()));
  return tasks;
}

std::vector<NodeTeam> threads_at_homes(const std::vector<NodeTeam>& workers, const HomeMap& homes,
                                       int threads) {
  const std::vector<double> elements = homes.elements_by_node({0, homes.rows}, {0, homes.columns});
  std::vector<double> work;
  for (const NodeTeam& worker : workers) {
    const auto node = static_cast<std::size_t>(worker.memory_node);
    work.push_back(node < elements.size() ? elements[node] : 0);
  }
  return with_threads_by_work(workers, work, threads);
}

std::vector<PiecesTask> triangle_tasks(const std::vector<Range>& pieces, Triangle stored,
                                       const HomeMap& homes, const std::vector<NodeTeam>& workers) {
  std::vector<OwnedBlock> blocks;
  for (const Range& columns : pieces) {
    const Range rows = rows_of_piece(stored, homes.rows, columns);
    blocks.push_back({homes.elements_by_node(rows, columns), double(columns.size()) * double(rows.size())});
  }
  return deal_pieces(blocks, workers);
}

Range rows_of_thread(const std::vector<PiecesTask>& tasks, std::size_t task, int thread, Index n) {
  Index before = thread, all = 0;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    if (i < task) before += tasks[i].threads;
    all += tasks[i].threads;
  }
  return {n * before / all, n * (before + 1) / all};
}

Schedule make_pieces_schedule(const std::vector<Range>& pieces, Triangle stored, Index n, PiecesUse use,
                              const std::vector<PiecesTask>& tasks, std::size_t teams) {
  Recorder recorder(by_team(tasks, &PiecesTask::threads, teams));
  const auto count = static_cast<std::int32_t>(pieces.size());
  std::vector<int> owners(pieces.size());
  std::vector<Index> cuts{0};
  for (const PiecesTask& task : tasks)
    for (const int piece : task.pieces) owners[static_cast<std::size_t>(piece)] = task.team;
  for (const Range& columns : pieces) cuts.push_back(columns.end);
  const int a = recorder.matrix_in_their_order({{0, n}, cuts}, owners);
  const bool sums = use == PiecesUse::product;
  const int of_sums = sums ? recorder.matrix(Tiling::regular(n, count, n, 1), owners) : -1;
  Recorder::Rest rest;
  for (std::int32_t piece = 0; piece < count; ++piece) {
    const Range columns = pieces[static_cast<std::size_t>(piece)], rows = rows_of_piece(stored, n, columns);
    rest.detail[0] = piece;
    // Of the square on the diagonal half is stored.
    const float stored_share = 1 - static_cast<float>(columns.size()) / (2 * static_cast<float>(rows.size()));
    const Region of_a{a, rows, columns, stored_share}, of_sum{of_sums, rows, {piece, piece + 1}};
    recorder.step(static_cast<int>(PiecesStep::piece), {sums ? of_sum : of_a}, {sums ? of_a : Region{}},
                  rest);
  }
  if (sums) finish_sums(tasks, {of_sums, {0, n}, {0, count}}, recorder);
  return recorder.finish();
}

}  // namespace numapack
