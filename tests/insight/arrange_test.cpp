// SPDX-License-Identifier: BSD-3-Clause
#include "insight/position/arrange.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "base/error.hpp"

namespace numapack {
namespace {

/// Groups of so many places, near within.
SquareMatrix grouped_places(std::size_t places, std::size_t group) {
  SquareMatrix latency(places, std::vector<double>(places, 0));
  for (std::size_t one = 0; one < places; ++one)
    for (std::size_t other = 0; other < places; ++other)
      if (one != other) latency[one][other] = one / group == other / group ? 20 : 120;
  return latency;
}

TEST(Arrange, ThreadsThatExchangeMuchComeIntoOneGroup) {
  // Thread i exchanges with i + 4, i + 8 and i + 12.
  SquareMatrix traffic(16, std::vector<double>(16, 0));
  for (std::size_t one = 0; one < 16; ++one)
    for (std::size_t other = 0; other < 16; ++other)
      if (one != other && one % 4 == other % 4) traffic[one][other] = 10;
  const Arrangement found = arrange(traffic, grouped_places(16, 4));
  EXPECT_DOUBLE_EQ(found.as_numbered, 16 * 3 * 10 * 120.0);
  EXPECT_DOUBLE_EQ(found.cost, 16 * 3 * 10 * 20.0);
  for (std::size_t one = 0; one < 16; ++one)
    EXPECT_EQ(found.places[one] / 4, found.places[one % 4] / 4) << one;
}

TEST(Arrange, FreePlacesAreUsedWhereTheyAreNearer) {
  SquareMatrix latency = grouped_places(6, 3);
  const Arrangement found = arrange({{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}, latency);
  EXPECT_DOUBLE_EQ(found.cost, 60);
  latency[0][1] = latency[1][0] = 500;
  const Arrangement moved = arrange({{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}, latency);
  EXPECT_DOUBLE_EQ(moved.cost, 60);
  EXPECT_DOUBLE_EQ(moved.as_numbered, 540);
}

TEST(Arrange, OfSmallCasesIsTheBestOfAllOrSaysNoLess) {
  const unsigned seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> value(0, 100);
  int best = 0;
  constexpr int trials = 100;
  for (int trial = 0; trial < trials; ++trial) {
    SquareMatrix traffic(6, std::vector<double>(6, 0)), latency = traffic;
    for (std::size_t one = 0; one < 6; ++one)
      for (std::size_t other = 0; other < 6; ++other)
        if (one != other) {
          traffic[one][other] = value(random);
          latency[one][other] = 20 + value(random);
        }
    const Arrangement found = arrange(traffic, latency);
    EXPECT_EQ(std::set<std::size_t>(found.places.begin(), found.places.end()).size(), 6U);
    std::vector<std::size_t> order{0, 1, 2, 3, 4, 5};
    double least = found.as_numbered, of_found = 0;
    do {
      double sum = 0;
      for (std::size_t one = 0; one < 6; ++one)
        for (std::size_t other = 0; other < 6; ++other)
          sum += traffic[one][other] *
                 (latency[order[one]][order[other]] + latency[order[other]][order[one]]) / 2;
      least = std::min(least, sum);
      if (order == found.places) of_found = sum;
    } while (std::next_permutation(order.begin(), order.end()));
    EXPECT_NEAR(found.cost, of_found, 1e-6 * of_found);
    EXPECT_LE(found.cost, found.as_numbered);
    EXPECT_LE(found.cost, 1.1 * least);
    best += found.cost <= least * (1 + 1e-9) ? 1 : 0;
  }
  EXPECT_GE(best, trials * 8 / 10);
}

TEST(Arrange, RefusesMoreThreadsThanPlaces) {
  EXPECT_THROW(arrange(SquareMatrix(3, std::vector<double>(3, 1)), grouped_places(2, 1)), Error);
  EXPECT_THROW(arrange({}, grouped_places(2, 1)), Error);
}

}  // namespace
}  // namespace numapack
