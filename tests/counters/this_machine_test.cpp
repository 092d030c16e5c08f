// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "counters/counting.hpp"

namespace numapack {
namespace {

double work(int turns) {
  volatile double sum = 0;
  for (int i = 0; i < turns; ++i) sum = sum + std::sqrt(static_cast<double>(i));
  return sum;
}

double cycles(const CountsSummary& summary) {
  for (const SetCounts& set : summary.sets)
    if (const auto value = set.all[Quantity::cycles]) return *value;
  return -1;
}

/// With counters: they count threads, and only what lies between start and stop. Without: one line.
TEST(ThisMachine, CountsOrSaysWhyNot) {
  const Machine machine = detect_machine();
  Counting counting(machine, {});
  work(100000);
  const CountsSummary before = counting.summary();
  counting.start();
  std::thread other([] { work(2000000); });
  other.join();
  counting.stop();
  const CountsSummary after = counting.summary();
  if (after.sets.empty()) {
    ASSERT_EQ(after.missing.size(), 1U);
    EXPECT_THAT(after.missing[0], ::testing::StartsWith("nothing could be counted: "));
    return;
  }
  EXPECT_LE(cycles(before), 0) << "nothing had started";
  EXPECT_GT(cycles(after), 2000000) << "the thread's, at least one a turn";
  const double stopped = cycles(after);
  work(100000);
  EXPECT_EQ(cycles(counting.summary()), stopped);
}

}  // namespace
}  // namespace numapack
