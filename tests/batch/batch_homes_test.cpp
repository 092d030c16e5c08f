// SPDX-License-Identifier: BSD-3-Clause
#include "batch/batch_homes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/machines.hpp"
#include "support/random.hpp"

// Homes of problems by invented page tables of four nodes.
namespace numapack {
namespace {

using testing::flat_machine;
using testing::test_seed;

constexpr std::size_t page = 4096;
constexpr int fallback = 3;

/// Problems of so many bytes one after the other.
struct Stacked {
  Index problems = 0;
  std::size_t bytes = 0;
  std::uintptr_t begin = 1 << 20;
  std::function<int(std::size_t page)> node_of;  ///< by the page's number in the stack
  std::size_t asked = 0;

  BatchHomes homes(bool with_parts = false) {
    const BatchGroup group{problems, 1e3, {1, 0, 0}};
    const auto place = [&](Index, int, Index i) {
      return BatchPlace{reinterpret_cast<const void*>(begin + static_cast<std::size_t>(i) * bytes), bytes};
    };
    const auto ask = [&](const std::vector<const void*>& addresses) {
      asked += addresses.size();
      std::vector<int> nodes;
      for (const void* address : addresses)
        nodes.push_back(node_of(reinterpret_cast<std::uintptr_t>(address) / page - begin / page));
      return nodes;
    };
    return sample_batch_homes({{&group, 1}, 8}, place, {1, with_parts}, flat_machine(4, 2), fallback, ask);
  }
  /// Bytes of problem i on each node.
  std::vector<double> bytes_by_node(Index i) const {
    std::vector<double> on(4, 0.0);
    const std::uintptr_t first = begin + static_cast<std::size_t>(i) * bytes;
    for (std::uintptr_t at = first; at < first + bytes; at = (at / page + 1) * page) {
      const int node = node_of(at / page - begin / page);
      on[static_cast<std::size_t>(node < 0 ? fallback : node)] +=
          double(std::min(first + bytes, (at / page + 1) * page) - at);
    }
    return on;
  }
  /// Problems that are not where most of them is, or nearly as much as the most.
  Index misplaced() {
    const BatchHomes found = homes();
    EXPECT_EQ(found.of[0].size(), static_cast<std::size_t>(problems));
    EXPECT_LE(asked, static_cast<std::size_t>(most_pages_asked));
    Index wrong = 0;
    for (Index i = 0; i < problems; ++i) {
      const std::vector<double> on = bytes_by_node(i);
      const double here = on[static_cast<std::size_t>(found.node_of(0, i))];
      if (here < 0.875 * *std::ranges::max_element(on)) ++wrong;
    }
    return wrong;
  }
};

int in_turn(std::size_t page) { return static_cast<int>(page % 4); }

std::vector<Index> problems_by_node(const BatchHomes& homes) {
  std::vector<Index> counts(4, 0);
  for (const std::int16_t node : homes.of[0]) ++counts[static_cast<std::size_t>(node)];
  return counts;
}

TEST(BatchHomes, OfInterleavedPagesAreTheirOwn) {
  for (const std::size_t bytes : {128, 800, 1152, 2048})
    for (const Index problems : {100, 4000, 12000, 100000}) {
      if (bytes < 2048 && problems == 100000 && bytes != 800) continue;
      EXPECT_EQ((Stacked{problems, bytes, 1 << 20, in_turn}.misplaced()), 0) << problems << " of " << bytes;
    }
}

TEST(BatchHomes, OfPagesThatThreadsTouchedAreTheirsButForAFew) {
  for (const Index problems : {3000, 40000, 120000}) {
    const std::size_t pages = static_cast<std::size_t>(problems) * 2048 / page;
    Stacked batch{problems, 2048, 1 << 20,
                  [&](std::size_t at) { return static_cast<int>(4 * at / (pages + 1)); }};
    EXPECT_LE(batch.misplaced(), problems <= 8000 ? 0 : problems / 100);
  }
}

TEST(BatchHomes, OfFewPagesInNoOrderAreTheirOwn) {
  EXPECT_EQ((Stacked{8000, 2048, 1 << 20, [](std::size_t at) { return static_cast<int>(at * at % 11 % 4); }}
                 .misplaced()),
            0);
}

TEST(BatchHomes, OfSeveralPagesTakeTurns) {
  // Two pages, three where they begin behind a page's begin, and more than decide.
  for (const std::size_t bytes : {2 * page, 5 * page, 20 * page})
    for (const std::uintptr_t begin : {1 << 20, (1 << 20) + 16}) {
      const BatchHomes homes = Stacked{20000, bytes, begin, in_turn}.homes();
      for (const Index count : problems_by_node(homes))
        EXPECT_NEAR(double(count), 5000, 100) << bytes << " " << begin;
    }
}

TEST(BatchHomes, OfNobodysPagesAreTheFallback) {
  const BatchHomes homes = Stacked{50, 2048, 1 << 20, [](std::size_t) { return -1; }}.homes();
  EXPECT_EQ(problems_by_node(homes)[fallback], 50);
}

TEST(BatchHomes, KnowPartsOfProblems) {
  Stacked batch{40, 3 * page, 1 << 20, [](std::size_t at) { return at < 60 ? 0 : at % 3 == 0 ? 1 : 2; }};
  EXPECT_TRUE(batch.homes().parts[0].empty());
  const BatchHomes homes = batch.homes(true);
  ASSERT_EQ(homes.parts[0].size(), 160u);
  for (Index i = 0; i < 40; ++i) {
    const std::vector<double> on = batch.bytes_by_node(i);
    for (std::size_t node = 0; node < 4; ++node)
      EXPECT_FLOAT_EQ(homes.parts[0][static_cast<std::size_t>(i) * 4 + node],
                      static_cast<float>(on[node] / double(batch.bytes)));
    EXPECT_EQ(homes.node_of(0, i), i < 20 ? 0 : 2);
  }
}

/// What a plan assumes of a stack is what a call finds in one.
TEST(BatchHomes, OfAStackAreThoseThatACallFinds) {
  for (const Index n : {4, 10, 16, 32, 100}) {
    const Index problems = 3000;
    const HomeMap map = HomeMap::interleaved(n, n * problems, {0, 1, 2, 3}, 4);
    BatchHomes planned;
    add_homes_of_stack(planned, 0, map, n, problems, sizeof(double), page);
    const BatchHomes found =
        Stacked{problems, static_cast<std::size_t>(n * n) * 8, 1 << 20, in_turn}.homes(true);
    EXPECT_EQ(planned.of[0], found.of[0]) << n;
    EXPECT_EQ(planned.parts[0], found.parts[0]) << n;
  }
}

}  // namespace
}  // namespace numapack
