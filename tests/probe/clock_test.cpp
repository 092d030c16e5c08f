// SPDX-License-Identifier: BSD-3-Clause
#include "probe/clock/core_clock.hpp"

#include <gtest/gtest.h>

#include "probe/clock/chain.hpp"
#include "probe/clock/steady.hpp"
#include "probe/running/bound_threads.hpp"
#include "support/machines.hpp"

namespace numapack::probe {
namespace {

/// Windows a millisecond apart, the last at time 0.
std::vector<ClockWindow> windows(const std::vector<double>& ghz) {
  std::vector<ClockWindow> made;
  for (std::size_t at = 0; at < ghz.size(); ++at) {
    made.push_back({1e-3 * (static_cast<double>(at) - static_cast<double>(ghz.size() - 1)), ghz[at]});
  }
  return made;
}

TEST(Chain, MakesEveryAddition) {
  for (const std::int64_t least : {1, 255, 256, 257, 100'000}) {
    const std::int64_t made = chain_of_additions(least);
    EXPECT_GE(made, least);
    EXPECT_LT(made, least + additions_a_turn);
    EXPECT_EQ(made % additions_a_turn, 0);
  }
  EXPECT_EQ(chain_of_additions(0), 0);
}

TEST(Settling, TwoWindowsFarEnoughApartThatAgreeAreSteady) {
  EXPECT_EQ(settling({}, 0, 0), Settling::goes_on);
  EXPECT_EQ(settling(windows({3}), 0, 0), Settling::goes_on) << "one window agrees with nothing";
  EXPECT_EQ(settling(windows({3, 3, 3, 3}), 0, 0), Settling::goes_on) << "three milliseconds are no proof";
  EXPECT_EQ(settling(windows({3, 3.01, 3, 3, 3.01}), 0, 0), Settling::steady);
  EXPECT_EQ(settling(windows({3.02, 3, 3, 3, 3}), 0, 0), Settling::goes_on) << "more than half a percent";
  EXPECT_EQ(settling(windows({2.4, 3, 3, 3, 3, 3}), 0, 0), Settling::steady)
      << "what was before counts no more";
}

TEST(Settling, ARampIsNotSteadyThoughNeighboursAgree) {
  // 15 % in 30 ms, half a percent from window to window.
  std::vector<double> ramp;
  for (int ms = 0; ms < 30; ++ms) {
    ramp.push_back(2.9 * (1 + 0.005 * ms));
    EXPECT_EQ(settling(windows(ramp), 0, 0), Settling::goes_on) << ms;
  }
  for (int ms = 0; ms < 4; ++ms) ramp.push_back(ramp[29]);
  EXPECT_EQ(settling(windows(ramp), 0, 0), Settling::steady);
}

TEST(Settling, ADipInBetweenIsNotSteady) {
  EXPECT_EQ(settling(windows({3, 3, 2.5, 3, 3}), 0, 0), Settling::goes_on);
  EXPECT_EQ(settling(windows({3, 3, 0, 3, 3}), 0, 0), Settling::goes_on);
}

TEST(Settling, TheFirstWindowOfAVisitIsEnoughIfItAgreesWithTheLastVisit) {
  EXPECT_EQ(settling({{0, 3}, {5, 3.01}}, 0, 0), Settling::steady);
  EXPECT_EQ(settling({{0, 3}, {5, 2.6}}, 0, 0), Settling::goes_on) << "the core was idle meanwhile";
}

TEST(Settling, AtTheBestRateOfAllCoresAtOnce) {
  EXPECT_EQ(settling(windows({3}), 3.01, 0), Settling::steady);
  EXPECT_EQ(settling(windows({2.9}), 3.01, 0), Settling::goes_on) << "it may still rise";
  EXPECT_EQ(settling(windows({3.2}), 3.01, 0), Settling::goes_on) << "better than the best: not known yet";
  EXPECT_EQ(settling(windows({2.9, 2.9, 2.9, 2.9, 2.9}), 3.01, 0), Settling::steady) << "a slower core";
  EXPECT_EQ(settling({}, 3, 0), Settling::goes_on);
}

TEST(Settling, WaitingHasAnEnd) {
  SteadyRule rule;
  EXPECT_EQ(settling(windows({3, 2}), 0, rule.most_seconds, rule), Settling::given_up);
  EXPECT_EQ(settling(windows({3, 3, 3, 3, 3}), 0, rule.most_seconds, rule), Settling::steady);
  EXPECT_EQ(patience_after(0, rule), rule.most_seconds);
  EXPECT_EQ(patience_after(1, rule), rule.most_seconds / 2);
  EXPECT_EQ(patience_after(1000, rule), rule.most_seconds / 32);
}

TEST(ClockMoved, ByMoreThanAHundredth) {
  EXPECT_FALSE(clock_moved({3, 3.02, true, 0}));
  EXPECT_TRUE(clock_moved({3, 3.04, true, 0}));
  EXPECT_TRUE(clock_moved({3.04, 3, true, 0}));
  EXPECT_TRUE(clock_moved({3, 3, false, 0})) << "nothing is known of a clock that was not steady";
  EXPECT_TRUE(clock_moved({}));
}

TEST(LeftItsRate, WhatWasNeverSteadyDidNot) {
  EXPECT_FALSE(left_its_rate({3, 3, true, 0}));
  EXPECT_TRUE(left_its_rate({2.6, 3, true, 0}));
  EXPECT_FALSE(left_its_rate({2.6, 3, false, 0})) << "the next visit would be no better";
}

TEST(MayMeasureAgain, NotForEver) {
  EXPECT_TRUE(may_measure_again(1, 0, 0));
  EXPECT_TRUE(may_measure_again(2, 1, 0));
  EXPECT_FALSE(may_measure_again(3, 2, 0)) << "it is no better each time";
  EXPECT_FALSE(may_measure_again(1, 8, 0)) << "the run would not end";
  EXPECT_TRUE(may_measure_again(1, 8, 40));
}

TEST(CoreClocks, ReadsARateAroundAVisit) {
  const Machine machine = testing::host_machine();
  CoreClocks clocks;
  const int pu = pu_of(machine, 0);
  VisitClock clock;
  for (int visit = 0; visit < 2; ++visit) {
    run_bound({pu}, [&](int, Barrier&) {
      clock = clocks.bring_to_rest(pu);
      clocks.look_again(pu, clock);
    });
    // A clock that no processor has, nor an emulator, would be a chain of another length.
    EXPECT_GT(clock.before_ghz, 1e-4);
    EXPECT_LT(clock.before_ghz, 20);
    EXPECT_GT(clock.after_ghz, 1e-4);
    EXPECT_GE(clock.waited_seconds, 0);
  }
}

}  // namespace
}  // namespace numapack::probe
