// SPDX-License-Identifier: BSD-3-Clause
#include "probe/quantities/peak.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include "base/clock.hpp"
#include "probe/loops/fma_loops.hpp"
#include "probe/plans/select.hpp"
#include "probe/quantities/fma_peak.hpp"
#include "probe/to_profile.hpp"
#include "support/machines.hpp"

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

TEST(FmaPeak, TakesTwoVisitsThatAgree) {
  const Machine machine = load_machine("numa:2 core:3 pu:2");
  const std::vector<probe::Cell> cells = probe::FmaPeak(machine).cells(machine);
  ASSERT_EQ(cells.size(), 2U);
  EXPECT_EQ(cells[0].variant, "double");
  EXPECT_EQ(cells[1].variant, "single");
  for (const probe::Cell& cell : cells) {
    EXPECT_EQ(cell.threads, 6);
    EXPECT_EQ(cell.least_visits, 2);
    EXPECT_EQ(cell.agree_within, 0.1);
    EXPECT_LT(cell.seconds, 0.1);
  }
}

TEST(FmaPeak, IsWatchedOnAllCores) {
  const Machine machine = testing::host_machine();
  probe::FmaPeak probe(machine);
  const probe::Outcome outcome = probe.measure(probe.cells(machine)[0]);
  ASSERT_EQ(outcome.series.size(), 1U);
  EXPECT_EQ(outcome.series[0].samples.size(), 3U);
  for (const double sample : outcome.series[0].samples) EXPECT_GT(sample, 0);
  EXPECT_EQ(outcome.preemption.pus.size(), probe::usable_cores(machine).size());
  ASSERT_TRUE(outcome.clock);
  EXPECT_GT(outcome.clock->ghz(), 0);
}

TEST(FmaPeak, IsInTheProfileWithItsReasons) {
  const Machine machine = testing::host_machine();
  probe::RunResult result;
  for (const probe::Cell& cell : probe::FmaPeak(machine).cells(machine))
    result.cells.emplace_back().cell = cell;
  result.cells[0].series = {{"rate", "GF/s", {57, 58, 56, 57}, {57.5, 56.5}}};
  result.cells[0].visits = 3;
  result.cells[0].disturbed = result.cells[0].kept = 1;
  result.cells[1].visits = result.cells[1].disturbed = 3;
  result.cells[1].problem = "no clean visit: other processes used 1.0 CPUs (3 visits)";
  MeasuredProfile profile;
  add_to_profile(profile, machine, result);
  ASSERT_EQ(profile.peaks.size(), 2U);
  EXPECT_EQ(profile.peaks[0].precision, "double");
  EXPECT_EQ(profile.peaks[0].instruction_set, peak_instruction_set());
  EXPECT_EQ(profile.peaks[0].threads, static_cast<int>(probe::usable_cores(machine).size()));
  EXPECT_EQ(profile.peaks[0].gflops.value(), 57);
  EXPECT_EQ(profile.peaks[0].gflops.kept_disturbed, 1);
  EXPECT_EQ(profile.peaks[0].gflops.visit_medians.size(), 2U);
  EXPECT_FALSE(profile.peaks[1].gflops.valid());
  EXPECT_EQ(profile.peaks[1].gflops.disturbed, 3);
}

}  // namespace
}  // namespace numapack
