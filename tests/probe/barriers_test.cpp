// SPDX-License-Identifier: BSD-3-Clause
#include "probe/loops/barriers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <thread>

#include "probe/handed_over.hpp"
#include "probe/quantities/handover.hpp"
#include "probe/quantities/threads/barrier_probe.hpp"
#include "probe/quantities/threads/predicted_barriers.hpp"
#include "probe/running/bound_threads.hpp"
#include "support/machines.hpp"
#include "support/threads.hpp"

namespace numapack::probe {
namespace {

std::vector<int> nodes_of(int threads, int nodes) {
  std::vector<int> made;
  for (int thread = 0; thread < threads; ++thread) made.push_back(thread % nodes * 3);
  return made;
}

class EveryBarrier : public ::testing::TestWithParam<std::string> {};

void let_nobody_pass_early(const std::string& kind, int threads, int nodes, Patience patience) {
  const auto barrier = barrier_kind(kind)->make(nodes_of(threads, std::min(nodes, threads)), patience);
  constexpr int episodes = 50;
  std::atomic<int> arrived{0}, early{0};
  std::vector<int> seen(static_cast<std::size_t>(threads));  // plain: the barrier makes it visible
  {
    std::vector<std::jthread> running;
    for (int thread = 0; thread < threads; ++thread) {
      running.emplace_back([&, thread] {
        for (int episode = 1; episode <= episodes; ++episode) {
          seen[static_cast<std::size_t>(thread)] = episode;
          arrived.fetch_add(1);
          barrier->wait(thread);
          if (arrived.load() < threads * episode) early.fetch_add(1);
          for (const int value : seen) {
            if (value < episode) early.fetch_add(1);
          }
          barrier->wait(thread);
        }
      });
    }
  }
  EXPECT_EQ(early, 0) << threads << " threads, " << nodes << " nodes, " << patience.spins << " spins";
  EXPECT_EQ(arrived, threads * episodes);
}

TEST_P(EveryBarrier, LetsNobodyPassBeforeAllHaveCome) {
  for (const int threads : {1, 2, 3, 4, 5, 7})
    for (const int nodes : {1, 2, 3}) let_nobody_pass_early(GetParam(), threads, nodes, {4096});
}

TEST_P(EveryBarrier, LetsNobodyPassEarlyWhereAllOrSomeSleep) {
  for (const std::uint32_t spins : {0, 1, 20})
    for (const int threads : {4, 7}) let_nobody_pass_early(GetParam(), threads, 1, {spins});
}

TEST(SleepingBarriers, HoldUntilTheLastArrives) {
  if (const char* reason = ::numapack::testing::no_calls_of_threads()) GTEST_SKIP() << reason;
  for (const char* kind : {"central", "dissemination"}) {
    SCOPED_TRACE(kind);
    const auto barrier = barrier_kind(kind)->make(nodes_of(3, 1), {1});
    std::atomic<int> passed{0};
    std::array<std::atomic<int>, 3> ids{};
    std::vector<std::jthread> early;
    for (const int me : {0, 2}) {
      early.emplace_back([&, me] {
        ids[static_cast<std::size_t>(me)] = static_cast<int>(gettid());
        barrier->wait(me);
        ++passed;
      });
    }
    using ::numapack::testing::sleeps_on_futex;
    const auto held = [&] { return sleeps_on_futex(ids[0]) && sleeps_on_futex(ids[2]); };
    EXPECT_TRUE(::numapack::testing::becomes_true([&] { return passed > 0 || held(); }));
    EXPECT_EQ(passed, 0);
    barrier->wait(1);
    early.clear();
    EXPECT_EQ(passed, 2);
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, EveryBarrier,
                         ::testing::Values("central", "tree", "tournament", "dissemination", "node-aware"),
                         [](const auto& kind) {
                           return kind.param == "node-aware" ? "node_aware" : kind.param;
                         });

Latencies uniform(std::size_t threads, double ns) {
  Latencies latencies(threads, std::vector<double>(threads, ns));
  for (std::size_t thread = 0; thread < threads; ++thread) latencies[thread][thread] = 0;
  return latencies;
}

double predict(const char* kind, const std::vector<int>& nodes, const Latencies& latencies) {
  return barrier_kind(kind)->predict(nodes, latencies);
}

TEST(Prediction, CountsTheHandoversOfEachAlgorithm) {
  const std::vector<int> nodes(8, 0);
  const Latencies latencies = uniform(8, 100);
  EXPECT_DOUBLE_EQ(predict("central", nodes, latencies), 800) << "seven hand the counter on, one releases";
  EXPECT_DOUBLE_EQ(predict("dissemination", nodes, latencies), 300) << "three rounds";
  EXPECT_DOUBLE_EQ(predict("tournament", nodes, latencies), 400) << "three rounds, one releases";
  // Thread 1 reads three flags, thread 0 then reads 1 to 4; release goes down three levels.
  EXPECT_DOUBLE_EQ(predict("tree", nodes, latencies), 300 + 400 + 300);
}

TEST(Prediction, NobodyWaitsAlone) {
  for (const BarrierKind& kind : barrier_kinds()) {
    EXPECT_EQ(kind.predict({0}, uniform(1, 100)), 0) << kind.name;
    EXPECT_GT(kind.predict({0, 0}, uniform(2, 100)), 0) << kind.name;
  }
}

TEST(Prediction, NodesThatAreFarApartFavourTheBarrierThatKnowsThem) {
  Latencies latencies = uniform(16, 20);
  std::vector<int> nodes;
  for (int thread = 0; thread < 16; ++thread) nodes.push_back(thread % 4);
  for (std::size_t a = 0; a < 16; ++a) {
    for (std::size_t b = 0; b < 16; ++b) {
      if (nodes[a] != nodes[b]) latencies[a][b] = 200;
    }
  }
  const double aware = predict("node-aware", nodes, latencies);
  EXPECT_DOUBLE_EQ(aware, 3 * 20 + 2 * 200 + 20);
  for (const char* other : {"central", "tournament", "tree"})
    EXPECT_LT(aware, predict(other, nodes, latencies)) << other;
}

TEST(Prediction, OneSlowLinkShowsWhereItIsUsed) {
  Latencies latencies = uniform(4, 100);
  const std::vector<int> nodes(4, 0);
  latencies[2][0] = 900;  // the loser of the final tells the champion
  EXPECT_DOUBLE_EQ(predict("tournament", nodes, latencies), 100 + 900 + 100);
  latencies = uniform(4, 100);
  latencies[3][1] = 900;  // round 2 of dissemination: 1 + 2 -> 3, 3 + 2 -> 1
  EXPECT_DOUBLE_EQ(predict("dissemination", nodes, latencies), 1000);
  EXPECT_DOUBLE_EQ(predict("tournament", nodes, latencies), 300);
}

TEST(Affordable, RepeatsLessOftenOnlyWhatIsSlow) {
  EXPECT_EQ(affordable(2000, 20, 4e-6), 2000);
  EXPECT_EQ(affordable(2000, 20, 4e-3), 1000);
  EXPECT_EQ(affordable(2000, 20, 10), 10);
  EXPECT_EQ(affordable(5, 1, 10), 5);
}

TEST(HandoverMatrix, FillsPairsThatWereNotMeasuredByTheirClass) {
  const Machine machine = testing::flat_machine(2, 3);
  const PairClasses classes(machine);
  const auto matrix =
      handover_matrix({{{0, 1}, 40}, {{0, 3}, 150}, {{1, 4}, 170}}, {0, 1, 2, 3, 4, 5}, classes);
  EXPECT_EQ(matrix[0][1], 40);
  EXPECT_EQ(matrix[1][0], 40);
  EXPECT_EQ(matrix[0][2], 40) << "same node";
  EXPECT_EQ(matrix[3][4], 40) << "same class on another node";
  EXPECT_EQ(matrix[0][3], 150);
  EXPECT_EQ(matrix[2][5], 160) << "median of the class";
  EXPECT_EQ(matrix[4][4], 0);
  EXPECT_TRUE(handover_matrix({}, {0, 1}, classes).empty());
}

TEST(BarrierProbe, HasACellForEachNodeForOneOfEachAndForAll) {
  const Machine machine = testing::flat_machine(3, 4);
  std::vector<Cell> cells = BarrierProbe(machine, {}).cells(machine);
  EXPECT_EQ(cells.size(), 5U * 5U);
  for (const Cell& cell : cells) {
    EXPECT_EQ(cell.threads, cell.cpus_of == -1 ? 12 : cell.cpus_of == one_of_each_node ? 3 : 4);
  }
  RunResult handover;
  handover.cells = {handed_over(0, 1, 50), handed_over(0, 4, 100)};
  predict_barriers(cells, handover, machine);
  for (const Cell& cell : cells) {
    EXPECT_GT(cell.predicted_ns, 0) << cell.variant;
    if (cell.cpus_of < 0) continue;
    // Four threads, 50 ns apart.
    if (cell.variant == "dissemination") {
      EXPECT_DOUBLE_EQ(cell.predicted_ns, 100);
    }
    if (cell.variant == "central") {
      EXPECT_DOUBLE_EQ(cell.predicted_ns, 200);
    }
  }
  EXPECT_TRUE(BarrierProbe(machine, {}).cells(testing::flat_machine(2, 1)).size() == 5U)
      << "all, but no node alone";
}

}  // namespace
}  // namespace numapack::probe
