// SPDX-License-Identifier: BSD-3-Clause
#include "probe/loops/reduction.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <random>
#include <thread>

#include "base/error.hpp"
#include "probe/handed_over.hpp"
#include "probe/plans/select.hpp"
#include "probe/quantities/handover.hpp"
#include "probe/quantities/threads/barrier_probe.hpp"
#include "probe/quantities/threads/predicted_barriers.hpp"
#include "probe/running/bound_threads.hpp"
#include "probe/to_profile.hpp"
#include "support/machines.hpp"

namespace numapack::probe {
namespace {

TEST(Reduction, GivesAllThreadsTheSumOfEachEpisode) {
  const auto dealt = [](int one, int other) { return one % 3 == other % 3 ? 1.0 : 10.0; };
  for (const int threads : {1, 2, 3, 5, 7, 12}) {
    for (const ReductionTree& tree : {reduction_by_number(threads), reduction_by_distance(threads, dealt)}) {
      Reduction reduction(tree, threads);
      std::atomic<int> wrong{0};
      {
        std::vector<std::jthread> running;
        for (int thread = 0; thread < threads; ++thread) {
          running.emplace_back([&, thread] {
            for (int episode = 1; episode <= 50; ++episode) {
              // Each episode has sums of its own, which whole numbers give in any order.
              const double sum = reduction.sum(thread, thread * episode);
              if (sum != episode * threads * (threads - 1) / 2) wrong.fetch_add(1);
            }
          });
        }
      }
      EXPECT_EQ(wrong, 0) << threads;
    }
  }
}

TEST(Reduction, RefusesATreeThatLosesANumber) {
  using Tree = ReductionTree;
  for (const Tree& tree : {Tree{}, Tree{{1, 0}}, Tree{{1, 0}, {1, 2}}, Tree{{2, 1}, {0, 1}},
                           Tree{{1, 0}, {2, 1}}, Tree{{1, 0}, {3, 0}}})
    EXPECT_THROW(Reduction(tree, 3), Error);
  EXPECT_NO_THROW(Reduction(Tree({{2, 1}, {1, 0}}), 3));
}

TEST(ReductionTrees, AreTheSameWhereAllThreadsAreAsFarApart) {
  for (const int threads : {1, 2, 3, 8, 13})
    EXPECT_TRUE(
        same_tree(reduction_by_number(threads), reduction_by_distance(threads, [](int, int) { return 1.0; })))
        << threads;
  EXPECT_FALSE(same_tree(reduction_by_number(3), {{2, 1}, {1, 0}}));
}

TEST(ReductionTrees, ByDistanceIsNeverSlowerThanByNumber) {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    const int threads = 2 + round % 20;
    Latencies latencies(std::size_t(threads), std::vector<double>(std::size_t(threads), 0));
    for (auto& row : latencies)
      for (double& one : row) one = 10 + double(random() % 200);
    const ReductionTree near = reduction_by_distance(
        threads, [&](int from, int into) { return latencies[std::size_t(from)][std::size_t(into)]; });
    EXPECT_LE(predict_reduction(near, latencies), predict_reduction(reduction_by_number(threads), latencies));
  }
}

TEST(ReductionTrees, ArePredictedAlongTheSlowestWay) {
  const Latencies latencies{{0, 10, 20}, {11, 0, 5}, {22, 6, 0}};
  EXPECT_DOUBLE_EQ(predict_reduction({{1, 0}, {2, 0}}, latencies), 11 + 22 + 20);
  EXPECT_DOUBLE_EQ(predict_reduction({{2, 1}, {1, 0}}, latencies), 6 + 11 + 20);
  EXPECT_DOUBLE_EQ(predict_reduction({}, {{0}}), 0);
}

TEST(BarrierProbe, AddsByNumberAndByMeasuredDistance) {
  // CPUs are dealt to the nodes in turn, so neighbours in number are on different nodes.
  Machine machine = testing::flat_machine(3, 4);
  for (std::size_t core = 0; core < machine.cores.size(); ++core) {
    machine.cores[core].pus = {static_cast<int>(core % 4 * 3 + core / 4)};
    machine.cores[core].usable_pus = machine.cores[core].pus;
  }
  BarrierOptions options;
  options.kinds = reduction_kinds();
  std::vector<Cell> cells = BarrierProbe(machine, options).cells(machine);
  EXPECT_EQ(cells.size(), 5U * 2U);
  std::erase_if(cells, [](const Cell& cell) { return cell.cpus_of != -1; });
  ASSERT_EQ(cells.size(), 2U);
  EXPECT_EQ(pus_of(machine, barrier_cores(machine, cells[0])),
            (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
  RunResult handover;
  handover.cells = {handed_over(0, 1, 50), handed_over(0, 4, 100)};
  predict_barriers(cells, handover, machine);
  EXPECT_EQ(cells[0].reduction, reduction_by_number(12));
  const auto between = [](const Cell& cell) {
    return std::ranges::count_if(cell.reduction,
                                 [](const ReductionStep& step) { return step.from % 3 != step.into % 3; });
  };
  EXPECT_EQ(between(cells[1]), 2) << "each other node once";
  EXPECT_GT(between(cells[0]), 5);
  EXPECT_DOUBLE_EQ(cells[1].predicted_ns, 50 + 50 + 100 + 100 + 100);
  EXPECT_GT(cells[0].predicted_ns, cells[1].predicted_ns);
  RunResult result;
  for (const Cell& cell : cells) result.cells.emplace_back().cell = cell;
  MeasuredProfile profile;
  add_to_profile(profile, machine, result);
  ASSERT_EQ(profile.barriers.size(), 2U);
  EXPECT_EQ(profile.barriers[1].steps, cells[1].reduction) << "threads and CPUs have the same numbers here";
}

}  // namespace
}  // namespace numapack::probe
