// SPDX-License-Identifier: BSD-3-Clause
#include "level3/run/turns.hpp"

#include <gtest/gtest.h>

#include <set>

namespace numapack {
namespace {

std::vector<Range> tens(Index count) {
  std::vector<Range> blocks;
  for (Index i = 0; i < count; ++i) blocks.push_back({10 * i, 10 * i + 10});
  return blocks;
}

TEST(Turns, AreTheBlocksInOrder) {
  const Turns turns(tens(5), 2, false);
  for (Index turn = 0; turn < 5; ++turn) EXPECT_EQ(turns.rows(turn).begin, 10 * turn);
  EXPECT_EQ(turns.following(1), 3);
  EXPECT_EQ(turns.block(6), 6) << "the next kc block's second";
  EXPECT_EQ(turns.first_row(4), std::optional<Index>(40));
  EXPECT_EQ(turns.first_row(5), std::nullopt) << "of another kc block";
}

TEST(Turns, SideBySideTheBlocksOfAThreadLieOneBehindTheOther) {
  const Turns turns(tens(8), 3, true);
  std::set<Index> blocks;
  for (Index turn = 0; turn < 8; ++turn) blocks.insert(turns.block(turn));
  EXPECT_EQ(blocks.size(), 8u);
  for (Index turn = 0; turn < 3; ++turn)
    EXPECT_EQ(turns.block(turns.following(turn)), turns.block(turn) + 1) << turn;
  EXPECT_EQ(turns.block(6), 6) << "left over";
  EXPECT_EQ(turns.block(8 + 4), 8 + turns.block(4)) << "the next kc block's";
}

TEST(Turns, TheLastOfEachThreadAreTheTail) {
  const Turns five(tens(5), 3, false), two(tens(2), 3, false), none({}, 3, false), alone(tens(4), 1, false);
  EXPECT_EQ(five.in_tail(1), -1);
  EXPECT_EQ(five.in_tail(2), 0);
  EXPECT_EQ(five.in_tail(4), 2);
  EXPECT_EQ(two.tail(), 2);
  EXPECT_EQ(two.in_tail(0), 0);
  EXPECT_EQ(none.tail(), 0);
  EXPECT_EQ(alone.in_tail(2), -1);
  EXPECT_EQ(alone.in_tail(3), 0);
}

}  // namespace
}  // namespace numapack
