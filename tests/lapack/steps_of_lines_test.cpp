// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "lapack/steps.hpp"
#include "level2/symv_plan.hpp"
#include "level3/plan/allowed_workers.hpp"
#include "panels/shared_lines.hpp"
#include "runtime/watch.hpp"
#include "schedule/run.hpp"
#include "schedule/step_trace.hpp"
#include "support/invented_nodes.hpp"

// Steps that are not of one routine alone: interchanges and copies by lines, level 2's triangles, and calls
// that find no threads.
namespace numapack {
namespace {

using testing::expect_obeyed;
using testing::Generator;
using testing::InventedNodes;
using testing::test_seed;
using testing::Watched;

/// Interchanges and copies by lines: each line once, by the node that has most of it.
TEST(StepsOfLines, AreTheirPlans) {
  Generator random(test_seed());
  for (int turn = 0; turn < 20; ++turn) {
    InventedNodes here(1 + turn % 4, 1 + turn % 3, random);
    const Index m = 300 + static_cast<Index>(random() % 300), n = 600;
    const bool of_rows = turn % 2 == 1;
    const std::vector<NodeTeam> workers = allowed_workers(here.machine, here.layout, {});
    const HomeMap homes = here.some_homes(m, n, random);
    const LinesPlan plan = share_lines(of_rows, homes, sizeof(double), workers);
    Watched watched;
    std::vector<std::atomic<int>> times(static_cast<std::size_t>(of_rows ? m : n));
    ASSERT_TRUE(run(make_lines_schedule(plan, here.layout.size()), here.teams,
                    [&](const Step& step, const StepPart&) {
                      const Range lines = plan.pieces[static_cast<std::size_t>(step.detail[0])];
                      for (Index line = lines.begin; line < lines.end; ++line)
                        ++times[static_cast<std::size_t>(line)];
                    }));
    for (const std::atomic<int>& each : times) ASSERT_EQ(each.load(), 1);
    for (const StepTrace::Run& done : watched.take()) expect_obeyed(done);
    for (const PiecesTask& task : plan.tasks)
      for (const int piece : task.pieces) {
        const Range lines = plan.pieces[static_cast<std::size_t>(piece)], rows{0, m}, columns{0, n};
        const std::vector<double> at =
            homes.elements_by_node(of_rows ? lines : rows, of_rows ? columns : lines);
        const auto home = std::ranges::max_element(at) - at.begin();
        if (2 * at[static_cast<std::size_t>(home)] > double(lines.size() * (of_rows ? n : m)) * 1.001) {
          EXPECT_EQ(task.memory_node, home);
        }
      }
    const LinesPlan little = share_lines(of_rows, here.some_homes(20, 20, random), sizeof(double), workers);
    ASSERT_EQ(little.tasks.size(), 1U);
    EXPECT_EQ(little.tasks.front().threads, 1);
  }
}

TEST(StepsOfNobody, AreNotWrittenDown) {
  Generator random(test_seed());
  InventedNodes here(2, 1, random);
  const Schedule alone =
      make_pieces_schedule({{0, 900}}, Triangle::lower, 900, PiecesUse::update, {{0, 0, 0, 1, {0}}}, 2);
  Schedule without_tickets = alone;
  without_tickets.tickets.clear();
  Watched watched;
  // Another caller has all threads.
  std::atomic<int> taken{0};
  std::atomic<bool> enough{false};
  std::thread other([&] {
    here.teams.try_run(here.teams.everyone(), [&](const ThreadSlot&) {
      ++taken;
      while (!enough) std::this_thread::yield();
    });
  });
  while (taken < 2) std::this_thread::yield();
  for (const Schedule& schedule : {alone, without_tickets})
    EXPECT_FALSE(run(schedule, here.teams, [](const Step&, const StepPart&) { ADD_FAILURE(); }));
  enough = true;
  other.join();
  EXPECT_TRUE(watched.take().empty());
  EXPECT_TRUE(run(alone, here.teams, [](const Step&, const StepPart&) {}));
  EXPECT_EQ(watched.take().size(), 1U);
}

/// Level 2's pieces: each once; of a product then all rows of their sums.
TEST(StepsOfStoredTriangles, AreEachPieceThenAllRowsOfSums) {
  Generator random(test_seed());
  SCOPED_TRACE("NUMAPACK_TEST_SEED=" + std::to_string(test_seed()));
  for (int turn = 0; turn < 200; ++turn) {
    InventedNodes here(1 + turn % 4, 1 + turn % 3, random);
    const Index n = 800 + static_cast<Index>(random() % 4000);
    const Triangle stored = random() % 2 == 0 ? Triangle::lower : Triangle::upper;
    const PiecesUse use = random() % 2 == 0 ? PiecesUse::product : PiecesUse::update;
    const std::vector<Range> pieces = triangle_pieces(stored, n);
    const std::vector<PiecesTask> tasks =
        triangle_tasks(pieces, stored, here.some_homes(n, n, random),
                       with_threads(allowed_workers(here.machine, here.layout, {}), 1 + turn % 5));
    EXPECT_LE(threads_of(tasks), 1 + turn % 5);
    const Schedule schedule = make_pieces_schedule(pieces, stored, n, use, tasks, here.layout.size());
    const bool sums = use == PiecesUse::product;
    ASSERT_EQ(schedule.steps.size(), pieces.size() + (sums ? tasks.size() : 0));
    Watched watched;
    std::vector<std::atomic<int>> rows(static_cast<std::size_t>(n)), columns(static_cast<std::size_t>(n));
    ASSERT_TRUE(run(schedule, here.teams, [&](const Step& step, const StepPart& part) {
      const auto number = static_cast<std::size_t>(step.detail[0]);
      const bool piece = static_cast<PiecesStep>(step.kernel) == PiecesStep::piece;
      const Range mine = piece ? pieces[number] : rows_of_thread(tasks, number, part.part, n);
      for (Index i = mine.begin; i < mine.end; ++i) ++(piece ? columns : rows)[static_cast<std::size_t>(i)];
    }));
    for (const std::atomic<int>& column : columns) ASSERT_EQ(column, 1);
    for (const std::atomic<int>& row : rows) ASSERT_EQ(row, sums ? 1 : 0);
    expect_obeyed(watched.take().front());
  }
}

}  // namespace
}  // namespace numapack
