// SPDX-License-Identifier: BSD-3-Clause
#include "base/statistics.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace numapack {
namespace {

TEST(Median, OfOddAndEvenSamples) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 2, 3}), 2.5);
  EXPECT_THROW(median({}), Error);
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
