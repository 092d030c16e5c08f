// SPDX-License-Identifier: BSD-3-Clause
#include "cli/predict/fit.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "base/error.hpp"
#include "cli/predict/what_if.hpp"
#include "machine/machine.hpp"

namespace numapack {
namespace {

std::vector<FittedCall> calls_of(const std::array<double, 4>& costs, double noise, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> exponent(0, 6), spread(1 - noise, 1 + noise);
  std::vector<FittedCall> calls;
  for (int i = 0; i < 40; ++i) {
    FittedCall call;
    for (double& amount : call.amounts) amount = std::pow(10, exponent(random));
    call.seconds = predicted_seconds(call, costs) * spread(random);
    calls.push_back(call);
  }
  return calls;
}

TEST(FitCosts, FindsWhatCallsWereMadeFrom) {
  const std::array<double, 4> costs{2.5e-2, 0.4, 1.0, 300};
  const std::array<double, 4> found = fit_costs(calls_of(costs, 0, 3));
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(found[i] / costs[i], 1, 1e-3) << i;
}

TEST(FitCosts, IsNearWhereTimesAreNoisy) {
  constexpr unsigned seed = 5;
  const std::array<double, 4> costs{2.5e-2, 0.4, 1.0, 300};
  const std::vector<FittedCall> calls = calls_of(costs, 0.05, seed);
  EXPECT_LT(sorted_errors(calls, fit_costs(calls))[20], 0.05) << "seed " << seed;
}

TEST(FitCosts, HasNoNegativeCosts) {
  // The second kind of work would have to take less than nothing.
  const std::vector<FittedCall> calls{{{1, 0, 0, 0}, 1}, {{1, 1, 0, 0}, 0.5}};
  const std::array<double, 4> found = fit_costs(calls);
  EXPECT_GT(found[0], 0);
  EXPECT_EQ(found[1], 0);
}

TEST(WhatIf, ScalesWhatItNames) {
  const Machine machine = load_machine("pack:2 numa:1(memory=64GiB) core:4 pu:1");
  const Profile before = estimate_profile(machine);
  const Profile after = what_if(before, "remote-latency=1.5,peak=2,lines=0.5");
  EXPECT_DOUBLE_EQ(after.latency(0, 1), 1.5 * before.latency(0, 1));
  EXPECT_DOUBLE_EQ(after.latency(0, 0), before.latency(0, 0));
  EXPECT_DOUBLE_EQ(after.core_gflops, 2 * before.core_gflops);
  EXPECT_DOUBLE_EQ(after.lines_in_flight, before.lines_in_flight / 2);
  for (const ModelFigure& figure : model_figures())
    EXPECT_NO_THROW(scaled(before, figure.name, 2)) << figure.name;
}

TEST(WhatIf, RefusesNonsense) {
  const Profile profile = estimate_profile(load_machine("numa:1(memory=1GiB) core:1 pu:1"));
  for (const char* const text : {"peak", "peak=", "peak=0", "peak=-1", "peak=x", "nonsense=2", "=2",
                                 "peak=2,,lines=1", "peak=nan", "peak=inf"})
    EXPECT_THROW(what_if(profile, text), Error) << text;
  EXPECT_NO_THROW(what_if(profile, ""));
}

}  // namespace
}  // namespace numapack
