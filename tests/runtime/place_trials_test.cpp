// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/place_trials.hpp"

#include <gtest/gtest.h>

namespace numapack {
namespace {

PlaceTrials::Places some_places(int count) { return {4096, 8192, count}; }

/// As many trials as it wants, place i at costs[i] and, every other time, disturbed.
void settle(PlaceTrials& trials, const std::vector<double>& costs) {
  for (int turn = 0; !trials.settled() && turn < 1000; ++turn) {
    const int place = trials.next();
    ASSERT_LT(static_cast<std::size_t>(place), costs.size());
    const bool disturbed = static_cast<std::size_t>(turn) < costs.size() && turn % 2 == 0;
    trials.took(place, costs[static_cast<std::size_t>(place)] * (disturbed ? 10 : 1));
  }
  ASSERT_TRUE(trials.settled());
}

TEST(PlaceTrials, OnePlaceNeedsNone) {
  PlaceTrials trials;
  EXPECT_TRUE(trials.settled());
  EXPECT_EQ(trials.next(), 0);
  trials.about(some_places(1));
  EXPECT_TRUE(trials.settled());
  EXPECT_EQ(trials.next(), 0);
}

TEST(PlaceTrials, TheBestPlaceStaysWhateverDisturbedSomeTrials) {
  for (int best = 0; best < PlaceTrials::most_places; ++best) {
    PlaceTrials trials;
    trials.about(some_places(PlaceTrials::most_places));
    std::vector<double> costs(PlaceTrials::most_places, 1.05);
    costs[static_cast<std::size_t>(best)] = 1;
    settle(trials, costs);
    EXPECT_EQ(trials.next(), best);
  }
}

TEST(PlaceTrials, EveryPlaceIsTriedAsOften) {
  PlaceTrials trials;
  trials.about(some_places(5));
  std::vector<int> tried(5, 0);
  while (!trials.settled()) {
    ++tried[static_cast<std::size_t>(trials.next())];
    trials.took(trials.next(), 1);
  }
  EXPECT_EQ(tried, std::vector<int>(5, tried[0]));
  EXPECT_GE(tried[0], 2) << "a single trial can be disturbed";
}

TEST(PlaceTrials, OtherPlacesAreTriedAnewTheSameAreNot) {
  PlaceTrials trials;
  trials.about(some_places(3));
  settle(trials, {2, 2, 1});
  trials.about(some_places(3));
  EXPECT_TRUE(trials.settled());
  EXPECT_EQ(trials.next(), 2);
  trials.about({8192, 8192, 3});
  EXPECT_FALSE(trials.settled());
  settle(trials, {1, 2, 2});
  EXPECT_EQ(trials.next(), 0);
}

/// Measurements until there are trials again.
int rest_of(PlaceTrials& trials) {
  int rest = 0;
  while (trials.settled() && rest < 2 * PlaceTrials::longest_rest) {
    trials.took(trials.next(), 1);
    ++rest;
  }
  return rest;
}

TEST(PlaceTrials, TrialsAreHeldAgainEachTimeLater) {
  PlaceTrials trials;
  trials.about(some_places(3));
  settle(trials, {3, 1, 2});
  EXPECT_EQ(rest_of(trials), PlaceTrials::first_rest);
  settle(trials, {1, 2, 3});
  EXPECT_EQ(trials.next(), 0) << "what was measured before must not count";
  EXPECT_EQ(rest_of(trials), 2 * PlaceTrials::first_rest);
  for (int turn = 0; turn < 20; ++turn) {
    settle(trials, {2, 2, 1});
    EXPECT_LE(rest_of(trials), PlaceTrials::longest_rest);
  }
  trials.about(some_places(2));
  settle(trials, {2, 1});
  EXPECT_EQ(rest_of(trials), PlaceTrials::first_rest) << "other places";
}

TEST(PlaceTrials, OnlyWorkIsMeasured) {
  PlaceTrials trials;
  trials.about(some_places(2));
  for (int turn = 0; turn < 100; ++turn) const PlaceTrials::Timing nothing(trials, 0, 0);
  EXPECT_FALSE(trials.settled());
  for (int turn = 0; turn < 100 && !trials.settled(); ++turn)
    const PlaceTrials::Timing something(trials, trials.next(), 1);
  EXPECT_TRUE(trials.settled());
}

}  // namespace
}  // namespace numapack
