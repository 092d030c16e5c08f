// SPDX-License-Identifier: BSD-3-Clause
#include "probe/quantities/peak.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include "base/clock.hpp"
#include "probe/loops/fma_loops.hpp"

namespace numapack {
namespace {

TEST(FmaLoop, CountsWholeVectorsOfFlops) {
  const FmaLoop loop = widest_fma_loop();
  const double single = loop.single(1000), both = loop.double_(1000);
  EXPECT_EQ(single, 2 * both);
  EXPECT_EQ(loop.double_(3000), 3 * both);
  EXPECT_EQ(static_cast<long>(both) % 2000, 0);
}

TEST(FmaRate, LastsAsLongAsAsked) {
  const double start = seconds_now();
  EXPECT_GT(fma_rate(Precision::double_, 0.02), 0);
  EXPECT_GE(seconds_now() - start, 0.02);
}

TEST(FmaRates, OneAThreadEvenWhereBindingIsRefused) {
  cpu_set_t before, after;
  sched_getaffinity(0, sizeof before, &before);
  const int nowhere = CPU_SETSIZE - 1;
  const std::vector<FmaRate> rates = fma_rates(Precision::single, {nowhere, nowhere, -1}, 0.005);
  ASSERT_EQ(rates.size(), 3u);
  for (const FmaRate& rate : rates) {
    EXPECT_GT(rate.flops_per_s, 1e6);
    EXPECT_GT(rate.ghz, 0.01);
  }
  const FmaRate all = all_together({{1, 2}, {3, 4}});
  EXPECT_EQ(all.flops_per_s, 4);
  EXPECT_EQ(all.ghz, 3);
  sched_getaffinity(0, sizeof after, &after);
  EXPECT_TRUE(CPU_EQUAL(&before, &after));
}

}  // namespace
}  // namespace numapack
