// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lab_plugin/model.hpp"

namespace {

const std::string two_levels = for_each_cpu("l1", "sets 2 ways 2") + for_each_cpu("l2", "sets 4 ways 4");

TEST(TakenOver, CountsEachReaderOfWhatAnotherCpuStored) {
  Model model(four_nodes(two_levels + for_each_node("sets 64 ways 4")));
  const std::uint64_t line = Model::line(0, 0);
  model.store(0, line);
  for (const unsigned reader : {1U, 4U, 5U, 4U}) model.load(reader, line);
  model.load(0, line);
  EXPECT_EQ(model.counts(1).taken_over[0], 1U) << "the same node";
  EXPECT_EQ(model.counts(4).taken_over[0], 1U) << "another node; the second read hits";
  EXPECT_EQ(model.counts(5).taken_over[0], 1U) << "from its node's third level, still what CPU 0 stored";
  EXPECT_EQ(model.counts(0).taken_over[0], 0U);
}

TEST(TakenOver, FollowsALineThatTwoCpusStoreInTurn) {
  Model model(four_nodes(two_levels));
  const std::uint64_t line = Model::line(2, 3);
  for (int turn = 0; turn < 10; ++turn) {
    model.store(2, line);
    model.store(7, line);
  }
  EXPECT_EQ(model.counts(7).taken_over[2], 10U);
  EXPECT_EQ(model.counts(2).taken_over[7], 9U) << "the first store found it in memory";
}

TEST(TakenOver, LeavesOutWhatCameFromMemory) {
  Model model(four_nodes(two_levels));
  const std::uint64_t line = Model::line(0, 0);
  model.store(0, line);
  // Enough others of the same node throw it out of CPU 0's caches.
  for (unsigned other = 1; other <= 64; ++other) model.load(0, Model::line(0, other));
  model.load(3, line);
  model.load(2, line);
  model.load(1, Model::line(0, 1));
  for (unsigned cpu = 0; cpu < 8; ++cpu)
    for (unsigned from = 0; from < 8; ++from) EXPECT_EQ(model.counts(cpu).taken_over[from], 0U);
  model.store(0, Model::line(1, 0));
  model.stream(0, Model::line(1, 0), 64);
  model.load(3, Model::line(1, 0));
  EXPECT_EQ(model.counts(3).taken_over[0], 0U) << "a store past the caches leaves no copy";
}

TEST(TakenOver, CpusOfOnePrivateCacheExchangeNothing) {
  std::string caches = for_each_cpu("l1", "sets 2 ways 2");
  for (int cpu = 0; cpu < 8; cpu += 2)
    caches += "cache l2 cpus " + std::to_string(cpu) + "," + std::to_string(cpu + 1) + " sets 4 ways 4\n";
  Model model(four_nodes(caches));
  model.store(0, Model::line(0, 0));
  model.load(1, Model::line(0, 0));
  model.load(2, Model::line(0, 0));
  EXPECT_EQ(model.counts(1).taken_over[0], 0U);
  EXPECT_EQ(model.counts(2).taken_over[0], 1U);
}

}  // namespace
