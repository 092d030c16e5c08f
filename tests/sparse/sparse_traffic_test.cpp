// SPDX-License-Identifier: BSD-3-Clause
#include "sparse/sparse_traffic.hpp"

#include <gtest/gtest.h>

namespace numapack {
namespace {

/// Two nodes, 64 rows each of a tridiagonal matrix of doubles.
TEST(SparseTraffics, CountLinesOfXAndElementsOfY) {
  const SparsePlan plan{128, 128, 382, true, {{0, 0, {0, 64}, 191}, {1, 1, {64, 128}, 191}}};
  const std::vector<std::vector<ColumnRun>> used{{{0, 0, 65}}, {{63, 0, 65}}};
  const HomeMap halves{128, 1, 2, 1, {{1, 0}, {0, 1}}};
  const SparseTraffic in_halves = traffic_of(plan, used, halves, halves, 8, 2);
  // Each reads one line of the other's x.
  EXPECT_EQ(in_halves.moved.crossing(), 2 * 64);
  EXPECT_EQ(in_halves.least_bytes, 2 * 64);
  EXPECT_EQ(in_halves.moved.read[0][1], 64);
  EXPECT_EQ(in_halves.oblivious_bytes, 2 * 64 + 0.5 * 382 * 12);
  // All on node 0: the other one reads half of x, with a line of the rest, and has its y there and back.
  const HomeMap on_one = HomeMap::on_node(128, 1, 0, 2);
  const SparseTraffic all = traffic_of(plan, used, on_one, on_one, 8, 2);
  EXPECT_EQ(all.moved.crossing(), (64 + 8) * 8 + 2 * 64 * 8);
  EXPECT_EQ(all.moved.written[1][0], 64 * 8);
}

TEST(SparseTraffics, CountALineOnceHoweverManyRunsTouchIt) {
  const SparsePlan plan{64, 100, 3, true, {{0, 1, {0, 64}, 3}}};
  const HomeMap x = HomeMap::on_node(100, 1, 0, 2), y = HomeMap::on_node(64, 1, 1, 2);
  const SparseTraffic traffic = traffic_of(plan, {{{1, 0, 1}, {5, 1, 1}, {9, 2, 1}, {97, 3, 1}}}, x, y, 8, 2);
  // Elements 0 to 15, and 96 to the end.
  EXPECT_EQ(traffic.moved.crossing(), (16 + 4) * 8);
}

}  // namespace
}  // namespace numapack
