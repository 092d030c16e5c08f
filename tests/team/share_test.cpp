// SPDX-License-Identifier: BSD-3-Clause
#include "team/share.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <utility>

#include "support/random.hpp"
#include "team/free_slots.hpp"

namespace numapack {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<TeamLayout> nodes_of(int nodes, int cores) {
  std::vector<TeamLayout> layout;
  for (int node = 0; node < nodes; ++node) {
    layout.push_back({node, {}});
    for (int core = 0; core < cores; ++core) layout.back().cores.push_back(node * cores + core);
  }
  return layout;
}

std::vector<int> threads(const std::vector<TeamLayout>& layout) {
  std::vector<int> counts;
  for (const TeamLayout& team : layout) counts.push_back(static_cast<int>(team.cores.size()));
  return counts;
}

TEST(FreeSlots, AreRowsOfNeighbours) {
  FreeSlots slots(8);
  EXPECT_EQ(slots.longest(), 8);
  EXPECT_EQ(slots.take(9), -1);
  EXPECT_EQ(slots.take(3), 0);
  EXPECT_EQ(slots.take(2), 3);
  EXPECT_EQ(slots.take(2), 5);
  EXPECT_EQ(slots.longest(), 1);
  EXPECT_EQ(slots.take(2), -1);
  slots.give_back(3);
  EXPECT_EQ(slots.longest(), 2);
  EXPECT_EQ(slots.take(1), 3);
  EXPECT_EQ(slots.take(1), 4);
  EXPECT_EQ(slots.take(1), 7);
  EXPECT_EQ(slots.longest(), 0);
  for (const int first : {5, 0, 7, 3, 4}) slots.give_back(first);
  EXPECT_EQ(slots.take(8), 0);
}

TEST(FreeSlots, NobodyGetsWhatAnotherHas) {
  SCOPED_TRACE(testing::test_seed());
  testing::Generator random(testing::test_seed());
  FreeSlots slots(13);
  std::vector<std::pair<int, int>> held;
  std::vector<int> owner(13, 0);
  for (int step = 0; step < 5000; ++step) {
    const int count = static_cast<int>(random() % 5) + 1;
    const int longest = slots.longest();
    if (random() % 2 == 0 || held.empty()) {
      const int first = slots.take(count);
      ASSERT_EQ(first >= 0, count <= longest);
      if (first < 0) continue;
      for (int i = first; i < first + count; ++i) ASSERT_EQ(owner.at(static_cast<std::size_t>(i))++, 0);
      held.emplace_back(first, count);
    } else {
      const std::size_t which = random() % held.size();
      const auto [first, row] = held[which];
      for (int i = first; i < first + row; ++i) --owner[static_cast<std::size_t>(i)];
      slots.give_back(first);
      held.erase(held.begin() + static_cast<std::ptrdiff_t>(which));
    }
  }
}

TEST(ShareOfTeams, OfOneNodeIsAnEqualPart) {
  const auto layout = nodes_of(1, 8);
  EXPECT_THAT(threads(share_of_teams(layout, {{8}}, {2, 0}, {1})), ElementsAre(4));
  EXPECT_THAT(threads(share_of_teams(layout, {{8}}, {3, 0}, {1})), ElementsAre(2));
  EXPECT_THAT(threads(share_of_teams(layout, {{3}}, {2, 0}, {1})), ElementsAre(3)) << "what is idle";
  EXPECT_THAT(threads(share_of_teams(layout, {{8}}, {2, 2}, {1})), ElementsAre(3))
      << "others have a core each";
  EXPECT_THAT(share_of_teams(layout, {{8}}, {5, 0}, {1}), IsEmpty()) << "less than two threads";
  EXPECT_THAT(share_of_teams(layout, {{1}}, {2, 0}, {1}), IsEmpty());
  EXPECT_THAT(share_of_teams(layout, {{0}}, {2, 0}, {1}), IsEmpty());
}

TEST(ShareOfTeams, StaysWhereTheDataIs) {
  const auto layout = nodes_of(4, 8);
  const TeamThreads all{{8, 8, 8, 8}};
  EXPECT_THAT(threads(share_of_teams(layout, all, {2, 0}, {0, 1, 0, 0})), ElementsAre(0, 8, 0, 0));
  EXPECT_THAT(threads(share_of_teams(layout, all, {2, 0}, {0, 0, 0, 1})), ElementsAre(0, 0, 0, 8));
  EXPECT_THAT(threads(share_of_teams(layout, all, {2, 0}, {0, 1, 0, 2})), ElementsAre(0, 8, 0, 8));
  EXPECT_THAT(threads(share_of_teams(layout, all, {8, 0}, {0, 0, 1, 0})), ElementsAre(0, 0, 4, 0));
}

TEST(ShareOfTeams, HasTwoThreadsWhereANodeHasOne) {
  EXPECT_THAT(threads(share_of_teams(nodes_of(4, 1), {{1, 1, 1, 1}}, {2, 0}, {0, 0, 1, 0})),
              ElementsAre(1, 0, 1, 0));
}

TEST(ShareOfTeams, GoesElsewhereIfOthersAreNear) {
  const auto layout = nodes_of(4, 8);
  EXPECT_THAT(threads(share_of_teams(layout, {{4, 8, 8, 8}}, {2, 0}, {1, 0, 0, 0})), ElementsAre(4, 8, 4, 0));
  EXPECT_THAT(threads(share_of_teams(layout, {{0, 0, 8, 8}}, {2, 0}, {1, 0, 0, 0})), ElementsAre(0, 0, 8, 8));
  EXPECT_THAT(
      threads(share_of_teams(nodes_of(8, 4), {{4, 4, 4, 4, 4, 4, 4, 4}}, {2, 0}, {1, 0, 0, 0, 0, 0, 0, 0})),
      ElementsAre(4, 4, 0, 0, 0, 0, 0, 0))
      << "one node of eight is less than half a share of two";
}

TEST(ShareOfTeams, OfDataOnAllNodesIsIdleTeams) {
  const auto layout = nodes_of(4, 8);
  EXPECT_THAT(threads(share_of_teams(layout, {{8, 8, 8, 8}}, {2, 0}, {1, 1, 1, 1})), ElementsAre(8, 8, 0, 0));
  EXPECT_THAT(threads(share_of_teams(layout, {{0, 0, 8, 8}}, {2, 0}, {1, 1, 1, 1})), ElementsAre(0, 0, 8, 8));
}

TEST(ShareOfTeams, KnowsNothingOfTeamsWithoutThreads) {
  auto layout = nodes_of(4, 8);
  layout[0].cores.clear();
  layout[2].cores.clear();
  const TeamThreads idle{{8, 8, 8, 8}};
  EXPECT_THAT(threads(share_of_teams(layout, idle, {2, 0}, {1, 1, 1, 1})), ElementsAre(0, 8, 0, 0));
  // Most of the data is out of reach; of the rest all is on one node.
  EXPECT_THAT(threads(share_of_teams(layout, {{8, 4, 8, 8}}, {2, 0}, {6, 1, 0, 0})), ElementsAre(0, 4, 0, 4));
  EXPECT_THAT(threads(even_share_of_teams(layout, idle, {2, 0})), ElementsAre(0, 4, 0, 4));
  EXPECT_THAT(even_share_of_teams(layout, {{8, 8, 8, 0}}, {2, 0}), IsEmpty());
}

TEST(EvenShareOfTeams, HasThreadsOfEach) {
  const auto layout = nodes_of(2, 8);
  EXPECT_THAT(threads(even_share_of_teams(layout, {{8, 8}}, {2, 0})), ElementsAre(4, 4));
  EXPECT_THAT(threads(even_share_of_teams(layout, {{8, 1}}, {2, 0})), ElementsAre(4, 1));
  EXPECT_THAT(even_share_of_teams(layout, {{8, 0}}, {2, 0}), IsEmpty());
}

TEST(EvenPart, HasTheSamePartOfEach) {
  const auto layout = nodes_of(4, 8);
  EXPECT_THAT(threads(even_part(layout, 0)), ElementsAre(8, 8, 8, 8));
  EXPECT_THAT(threads(even_part(layout, 40)), ElementsAre(8, 8, 8, 8));
  EXPECT_THAT(threads(even_part(layout, 12)), ElementsAre(3, 3, 3, 3));
  EXPECT_THAT(threads(even_part(layout, 14)), ElementsAre(4, 4, 3, 3));
  EXPECT_THAT(threads(even_part(layout, 4)), ElementsAre(1, 1, 1, 1));
  EXPECT_THAT(even_part(layout, 3), IsEmpty()) << "not a thread a team";
  EXPECT_THAT(even_part(nodes_of(1, 8), 1), IsEmpty()) << "the caller's own";
  EXPECT_THAT(threads(even_part(nodes_of(1, 8), 2)), ElementsAre(2));
}

TEST(EvenPart, IsInProportionAndLeavesEmptyTeamsEmpty) {
  auto layout = nodes_of(4, 8);
  layout[1].cores.clear();
  layout[2].cores.resize(2);
  EXPECT_THAT(threads(even_part(layout, 9)), ElementsAre(4, 0, 1, 4));
  EXPECT_THAT(threads(even_part(layout, 3)), ElementsAre(1, 0, 1, 1));
  for (int bound = 3; bound <= 18; ++bound) {
    const std::vector<int> part = threads(even_part(layout, bound));
    EXPECT_EQ(std::accumulate(part.begin(), part.end(), 0), bound);
    EXPECT_LE(part[2], 2);
  }
}

}  // namespace
}  // namespace numapack
