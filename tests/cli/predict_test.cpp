// SPDX-License-Identifier: BSD-3-Clause
#include "cli/predict/fit.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "cli/outcome.hpp"
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

TEST(Predict, ScalesOverNodesAndSaysWhatBounds) {
  const auto outcome = run({"predict", "--routine", "dgetrf", "--sizes", "4096,8192", "--first-nodes", "1,4",
                            "--from", kKunpeng, "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  const auto document = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(document.at("schema"), "numapack-predict/1");
  const auto& cases = document.at("cases");
  ASSERT_EQ(cases.size(), 4U);
  for (const auto& one : cases) {
    const double parts = one.at("arithmetic_s").get<double>() + one.at("local_memory_s").get<double>() +
                         one.at("remote_memory_s").get<double>() + one.at("waiting_s").get<double>() +
                         one.at("waking_s").get<double>();
    EXPECT_NEAR(parts / one.at("total_s").get<double>(), 1, 1e-6);
  }
  // More nodes are faster, and no more so than there are.
  const auto total = [&](std::size_t i) { return cases[i].at("total_s").get<double>(); };
  EXPECT_GT(total(2) / total(3), 2.5);
  EXPECT_LT(total(2) / total(3), 4.2);
}

TEST(Predict, SaysInOneLineWhatIsWrong) {
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"predict"},
                                             {"predict", "-n", "0"},
                                             {"predict", "--sizes", "1:"},
                                             {"predict", "--sizes", "9:1:1"},
                                             {"predict", "--sizes", "1:100000:1"},
                                             {"predict", "--sizes", "512,x"},
                                             {"predict", "-n", "64", "--first-nodes", "99999"},
                                             {"predict", "-n", "64", "--what-if", "nonsense=2"},
                                             {"predict", "-n", "64", "--what-if", "peak=0"},
                                             {"predict", "-n", "64", "--each-home", "A=nowhere"},
                                             {"predict", "-n", "64", "--published"},
                                             {"predict", "--check", "0"},
                                             {"predict", "--check", "5", "--from", kKunpeng}}) {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.status, 2) << ::testing::PrintToString(words) << outcome.error;
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.error, ::testing::StartsWith("numapack: "));
    EXPECT_LE(std::ranges::count(outcome.error, '\n'), 2) << outcome.error;
  }
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
