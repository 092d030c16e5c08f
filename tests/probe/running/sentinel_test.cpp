// SPDX-License-Identifier: BSD-3-Clause
#include "probe/running/sentinel.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace numapack::probe {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Sentinel, ReadingsAreComparedWithTheMedian) {
  const std::vector<SentinelReading> quiet{{0, 1, 100, 0}, {1, 1.01, 103, 40}, {2, 1, 99, 45}};
  EXPECT_EQ(drift_remark(quiet), "");
  for (const double over : excess(quiet)) EXPECT_LT(over, 0.05);

  const std::vector<SentinelReading> noisy{
      {0, 1, 100, 40}, {1, 1, 150, 40}, {2, 1, 100, 150}, {3, 1.5, 100, 40}};
  const std::vector<double> over = excess(noisy);
  EXPECT_NEAR(over[1], 0.5, 1e-9);
  EXPECT_NEAR(over[3], 0.5, 1e-9);
  EXPECT_LT(over[2], 0.01);
  EXPECT_THAT(drift_remark(noisy), HasSubstr("from memory varied from 100.00 to 150.00"));
  EXPECT_THAT(drift_remark(noisy), HasSubstr("from L1 varied"));
  EXPECT_THAT(drift_remark(noisy), HasSubstr("from the first core to the last took 40 to 150 ns"));
  EXPECT_EQ(drift_remark({{0, 1, 0, 0}, {1, 1, 0, 0}}), "") << "no memory, no remark about it";
  EXPECT_THAT(distance_changes(noisy), ElementsAre(1, 1, 3.75, 1));
  EXPECT_THAT(distance_changes(quiet),
              ElementsAre(1, DoubleNear(42.5 / 40, 1e-9), DoubleNear(45 / 42.5, 1e-9)));
}

}  // namespace
}  // namespace numapack::probe
