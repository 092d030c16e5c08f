// SPDX-License-Identifier: BSD-3-Clause
#include "base/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "base/error.hpp"

namespace numapack {
namespace {

TEST(Median, OfOddAndEvenSamples) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 2, 3}), 2.5);
  EXPECT_THROW(median({}), Error);
}

TEST(ErrorOfMedian, IsWhatMediansOfManySamplesScatterBy) {
  for (const std::size_t count : {5, 11, 33}) {
    SCOPED_TRACE(count);
    std::mt19937_64 random(1);
    std::normal_distribution<double> normal(200, 20);
    std::vector<double> medians;
    double said = 0;
    for (int times = 0; times < 2000; ++times) {
      std::vector<double> sample(count);
      for (double& value : sample) value = normal(random);
      medians.push_back(median(sample));
      said += error_of_median(sample) / 2000;
    }
    double squares = 0;
    for (const double one : medians) squares += (one / 200 - 1) * (one / 200 - 1) / 2000;
    EXPECT_NEAR(said, std::sqrt(squares), 0.1 * std::sqrt(squares));
  }
}

TEST(ErrorOfMedian, IsNothingOfEqualOrFewSamples) {
  EXPECT_EQ(error_of_median({7, 7, 7, 7}), 0);
  EXPECT_EQ(error_of_median({7, 8}), 0);
  EXPECT_EQ(error_of_median({}), 0);
}

TEST(Spread, NamesTheExtremes) {
  const Spread s = spread({5, 1, 9});
  EXPECT_EQ(s.median, 5);
  EXPECT_EQ(s.min, 1);
  EXPECT_EQ(s.max, 9);
  EXPECT_EQ(spread({}).max, 0);
}

}  // namespace
}  // namespace numapack
