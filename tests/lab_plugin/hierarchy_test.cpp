// SPDX-License-Identifier: BSD-3-Clause
#include "model/hierarchy.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "lab_plugin/model.hpp"

namespace {

const std::string private_only = for_each_cpu("l2", "sets 1 ways 2");

TEST(Hierarchy, WithoutCachesEachAccessGoesHome) {
  Model model(four_nodes(""));
  for (int i = 0; i < 5; ++i) model.load(0, Model::line(3, 0));
  for (int i = 0; i < 3; ++i) model.store(7, Model::line(0, 9));
  EXPECT_EQ(model.counts(0).reads[3], 5u);
  EXPECT_EQ(model.counts(7).writes[0], 3u);
  EXPECT_EQ(model.counts(7).reads[0], 0u);
  EXPECT_EQ(model.counts(0).line_accesses, 5u);
  EXPECT_EQ(model.dirty(3, 0), 0u);
}

TEST(Hierarchy, OldestLineLeavesAFullSet) {
  Model model(four_nodes(private_only));
  const auto a = Model::line(1, 0), b = Model::line(1, 1), c = Model::line(1, 2);
  model.load(0, a);
  model.load(0, b);
  model.load(0, a);  // b is now the older
  model.load(0, c);  // instead of b
  model.load(0, a);
  EXPECT_EQ(model.counts(0).reads[1], 3u);
  EXPECT_EQ(model.counts(0).hits[LEVEL_L2], 2u);
  model.load(0, b);
  EXPECT_EQ(model.counts(0).reads[1], 4u);
  EXPECT_EQ(model.counts(0).writes[1], 0u);
}

TEST(Hierarchy, LoadsThatTheFirstLevelDidNotHaveCountApartFromStores) {
  Model model(four_nodes(three_levels));
  const auto a = Model::line(0, 0), b = Model::line(0, 1);
  model.load(0, a);
  model.load(0, a);
  model.store(0, b);  // throws a out of the first level
  model.load(0, b);
  EXPECT_EQ(model.counts(0).l1_load_misses, 1u);
  model.load(0, a);  // from the second level
  EXPECT_EQ(model.counts(0).l1_load_misses, 2u);
  EXPECT_EQ(model.counts(0).hits[LEVEL_L2], 1u);
}

TEST(Hierarchy, SetsKeepLinesApart) {
  Model model(four_nodes(for_each_cpu("l2", "sets 3 ways 1")));
  for (int round = 0; round < 2; ++round)
    for (unsigned i = 0; i < 3; ++i) model.load(0, Model::line(0, i));
  EXPECT_EQ(model.counts(0).reads[0], 3u);
  EXPECT_EQ(model.counts(0).hits[LEVEL_L2], 3u);
}

TEST(Hierarchy, StoredLineIsFetchedOnceAndWrittenBackWhenThrownOut) {
  Model model(four_nodes(private_only));
  const auto c = Model::line(0, 5);
  model.store(4, c);
  model.store(4, c);
  EXPECT_EQ(model.counts(4).reads[0], 1u);
  EXPECT_EQ(model.counts(4).hits[LEVEL_L2], 1u);
  EXPECT_EQ(model.counts(4).writes[0], 0u);
  EXPECT_EQ(model.dirty(2, 0), 1u);
  model.load(4, Model::line(2, 0));
  model.load(4, Model::line(2, 1));
  EXPECT_EQ(model.counts(4).writes[0], 1u);
  EXPECT_EQ(model.dirty(2, 0), 0u);
}

TEST(Hierarchy, StoreRemovesAllOtherCopies) {
  Model model(four_nodes(private_only));
  const auto shared = Model::line(0, 0);
  for (unsigned cpu : {0u, 2u, 4u, 6u}) model.load(cpu, shared);
  model.store(2, shared);
  EXPECT_EQ(model.counts(2).invalidations, 3u);
  EXPECT_EQ(model.counts(2).reads[0], 1u);  // its own copy was good: no second fetch
  model.load(4, shared);
  EXPECT_EQ(model.counts(4).reads[0], 1u);
  EXPECT_EQ(model.counts(4).reads[1], 1u);  // from CPU 2's cache
  EXPECT_EQ(model.counts(4).cache_to_cache[1], 1u);
}

TEST(Hierarchy, DirtyLineComesFromWhoHoldsItAndStaysThere) {
  Model model(four_nodes(private_only));
  const auto line = Model::line(0, 0);
  model.store(6, line);
  model.load(0, line);  // at home on the reader's own node, but node 3 has what is true
  EXPECT_EQ(model.counts(0).reads[3], 1u);
  EXPECT_EQ(model.counts(0).reads[0], 0u);
  EXPECT_EQ(model.dirty(3, 0), 1u);
  model.store(6, line);  // must ask again, since CPU 0 has a copy
  EXPECT_EQ(model.counts(6).invalidations, 1u);
  model.store(0, line);  // ownership moves, and nothing is written on the way
  EXPECT_EQ(model.counts(0).cache_to_cache[3], 2u);
  EXPECT_EQ(model.dirty(3, 0), 0u);
  EXPECT_EQ(model.dirty(0, 0), 1u);
  EXPECT_EQ(model.counts(6).writes[0] + model.counts(0).writes[0], 0u);
}

TEST(Hierarchy, NeighbourOfTheSameNodeServesWithoutLeavingIt) {
  Model model(four_nodes(private_only));
  const auto line = Model::line(3, 0);
  model.load(0, line);
  model.load(1, line);
  EXPECT_EQ(model.counts(1).hits[LEVEL_SAME_NODE], 1u);
  EXPECT_EQ(model.counts(1).reads[3], 0u);
  model.store(0, line);
  model.load(1, line);
  EXPECT_EQ(model.counts(1).hits[LEVEL_SAME_NODE], 2u);
  EXPECT_EQ(model.counts(1).cache_to_cache[0], 0u);
}

TEST(Hierarchy, LevelsAnswerNearestFirst) {
  Model model(four_nodes(three_levels));
  const auto a = Model::line(2, 0), b = Model::line(2, 1), c = Model::line(2, 2);
  model.load(0, a);
  model.load(0, a);  // first level
  model.load(0, b);
  model.load(0, a);  // second level: the first has room for one
  model.load(0, c);  // second level throws out b, third keeps it
  model.load(0, b);
  const CpuCounts& counts = model.counts(0);
  EXPECT_EQ(counts.hits[LEVEL_L1], 1u);
  EXPECT_EQ(counts.hits[LEVEL_L2], 1u);
  EXPECT_EQ(counts.hits[LEVEL_L3], 1u);
  EXPECT_EQ(counts.reads[2], 3u);
  model.load(1, c);  // the node's other CPU finds it in the third level
  EXPECT_EQ(model.counts(1).hits[LEVEL_L3], 1u);
}

TEST(Hierarchy, DirtyLineSinksThroughTheLevels) {
  Model model(four_nodes(three_levels));
  model.store(0, Model::line(1, 0));
  for (unsigned i = 1; i <= 2; ++i) model.load(0, Model::line(2, i));  // out of the second level
  EXPECT_EQ(model.dirty(0, 1), 1u);
  EXPECT_EQ(model.counts(0).writes[1], 0u);
  for (unsigned i = 3; i <= 8; ++i) model.load(0, Model::line(2, i));  // out of the third
  EXPECT_EQ(model.dirty(0, 1), 0u);
  EXPECT_EQ(model.counts(0).writes[1], 1u);
}

TEST(Hierarchy, ThirdLevelTakesOverFromAReadOwner) {
  Model model(four_nodes(three_levels));
  const auto line = Model::line(1, 0);
  model.store(0, line);
  model.load(1, line);
  EXPECT_EQ(model.counts(1).hits[LEVEL_SAME_NODE], 1u);
  EXPECT_EQ(model.dirty(0, 1), 1u);
  model.store(0, line);  // its copy is no longer writable: CPU 1's must go
  EXPECT_EQ(model.counts(0).invalidations, 1u);
  EXPECT_EQ(model.counts(0).reads[1], 1u);
}

TEST(Hierarchy, CpusThatShareASecondLevelDoNotFetchTwice) {
  std::string caches = for_each_cpu("l1", "sets 1 ways 4");
  for (const char* pair : {"0,1", "2,3", "4,5", "6,7"})
    caches += std::string("cache l2 cpus ") + pair + " sets 4 ways 4\n";
  Model model(four_nodes(caches));
  const auto line = Model::line(0, 0);
  model.load(2, line);
  model.load(3, line);
  EXPECT_EQ(model.counts(3).hits[LEVEL_L2], 1u);
  model.store(3, line);
  EXPECT_EQ(model.counts(3).invalidations, 1u);  // CPU 2's first level
  model.load(2, line);
  EXPECT_EQ(model.counts(2).hits[LEVEL_L2], 1u);
  model.store(3, line);  // CPU 2 has a copy again
  EXPECT_EQ(model.counts(3).invalidations, 2u);
  EXPECT_EQ(model.counts(2).reads[0] + model.counts(3).reads[0], 1u);
}

TEST(Hierarchy, MatrixReadByAllNodesCrossesOncePerNode) {
  // 256 lines on node 0, read twice by all CPUs; a third level holds them all.
  Model model(four_nodes(for_each_cpu("l1", "sets 8 ways 2") + for_each_cpu("l2", "sets 16 ways 2") +
                         for_each_node("sets 64 ways 8")));
  for (int round = 0; round < 2; ++round)
    for (unsigned i = 0; i < 256; ++i)
      for (unsigned cpu = 0; cpu < 8; ++cpu) model.load(cpu, Model::line(0, i));
  for (unsigned node = 0; node < 4; ++node)
    EXPECT_EQ(model.counts(2 * node).reads[0] + model.counts(2 * node + 1).reads[0], 256u) << node;
}

TEST(Hierarchy, AddressesOfNoNodeAreCountedApart) {
  Model model(four_nodes(private_only));
  model.load(0, Model::base(0) / 64 - 1);
  model.load(0, UINT64_MAX / 64);
  EXPECT_EQ(model.counts(0).unplaced, 2u);
}

/// What must hold whatever happens: each access is a hit or a read, each dirty line one that was stored to.
void expect_consistent(Model& model, std::uint64_t accesses) {
  std::uint64_t ended = 0, lines = 0;
  for (unsigned cpu = 0; cpu < 8; ++cpu) {
    const CpuCounts& counts = model.counts(cpu);
    for (std::uint64_t hits : counts.hits) ended += hits;
    for (std::uint64_t reads : counts.reads) ended += reads;
    lines += counts.line_accesses;
  }
  EXPECT_EQ(ended, accesses);
  EXPECT_EQ(lines, accesses);
}

TEST(Hierarchy, ConcurrentCpusLoseNothing) {
  constexpr unsigned rounds = 5000;
  std::string caches = for_each_cpu("l1", "sets 4 ways 2") + for_each_node("sets 8 ways 4");
  for (const char* pair : {"0,1", "2,3", "4", "5", "6,7"})
    caches += std::string("cache l2 cpus ") + pair + " sets 8 ways 2\n";
  Model model(four_nodes(caches));
  std::vector<std::thread> threads;
  for (unsigned cpu = 0; cpu < 8; ++cpu)
    threads.emplace_back([&model, cpu] {
      std::uint64_t state = cpu + 1;
      for (unsigned i = 0; i < rounds; ++i) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        const auto line = Model::line(state >> 33 & 3, state >> 40 & 63);
        if ((state >> 60 & 3) == 0)
          model.store(cpu, line);
        else
          model.load(cpu, line);
      }
    });
  for (std::thread& thread : threads) thread.join();
  expect_consistent(model, 8 * rounds);
  // Each line was stored to by now: all CPUs read all lines once more, and what was dirty is known by its
  // owner alone.
  std::uint64_t dirty = 0;
  for (unsigned node = 0; node < 4; ++node)
    for (unsigned home = 0; home < 4; ++home) dirty += model.dirty(node, home);
  EXPECT_GT(dirty, 0u);
  EXPECT_LE(dirty, 256u);
  // Fill every cache with clean lines: the dirty ones must all be written, each exactly once.
  std::uint64_t before = 0, after = 0;
  const auto writes = [&model] {
    std::uint64_t sum = 0;
    for (unsigned cpu = 0; cpu < 8; ++cpu)
      for (std::uint64_t count : model.counts(cpu).writes) sum += count;
    return sum;
  };
  before = writes();
  for (unsigned i = 1000; i < 1400; ++i)
    for (unsigned cpu = 0; cpu < 8; ++cpu) model.load(cpu, Model::line(0, i));
  after = writes();
  EXPECT_EQ(after - before, dirty);
}

}  // namespace
