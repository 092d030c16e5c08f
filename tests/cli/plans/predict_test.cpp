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
#include "cli/predict/other_blas.hpp"
#include "cli/predict/timed_calls.hpp"
#include "cli/predict/what_if.hpp"
#include "machine/machine.hpp"

namespace numapack {
namespace {

const std::string kPublishedKunpeng = std::string(NUMAPACK_DATA) + "/kunpeng920.json";

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

TEST(WhatIf, ScalesSeveralAtATime) {
  const Profile before = estimate_profile(load_machine("pack:2 numa:1(memory=64GiB) core:4 pu:1"));
  const Profile after = what_if(before, "remote-latency=1.5,peak=2");
  EXPECT_DOUBLE_EQ(after.latency(0, 1), 1.5 * before.latency(0, 1));
  EXPECT_DOUBLE_EQ(after.latency(0, 0), before.latency(0, 0));
  EXPECT_DOUBLE_EQ(after.core_gflops, 2 * before.core_gflops);
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

/// Two nodes of one core each, on which only flops and other nodes' memory take time.
struct TwoNodes {
  Machine machine = load_machine("pack:2 numa:1(memory=64GiB) core:1 pu:1");
  TimeModel model;
  TwoNodes() {
    constexpr double endless = 1e30;
    model.core_bytes_per_s = {{endless, 1e9}, {1e9, endless}};
    model.link_bytes_per_s = {{endless, endless}, {endless, endless}};
    model.memory_bytes_per_s = {endless, endless};
    model.costs = {};
    model.costs.flop_ns = 1, model.costs.panel_flop_ns = model.costs.element_ns = model.costs.step_ns = 0;
  }
  double seconds(OtherBlas how, const char* routine, Index n, const Placement& homes, int nodes) const {
    Job job = job_of({routine, n, n, n, nodes, {}}, machine);
    job.placement = {homes, homes, homes};
    for (int node = 0; node < nodes; ++node) job.options.nodes.push_back(node);
    return seconds_of(how, job, machine, model).total;
  }
};

TEST(OtherBlas, TakesWhatItsTextSaysByHand) {
  const TwoNodes here;
  // A cycle of all of K and all of the columns: node 1 has half of the rows, and all operands are on node 0.
  constexpr Index n = 256;
  const double nn = double(n) * n, multiplied = nn * n * 1e-9, over_the_link = 8 * nn * 1e-9;
  const auto at_node_0 = [&](OtherBlas how) { return here.seconds(how, "dgemm", n, Placement::bind(0), 2); };
  // C is read and written; A and B are read once, by whoever copies or packs.
  EXPECT_NEAR(at_node_0(OtherBlas::paper), multiplied + 2.5 * over_the_link, 1e-9);
  EXPECT_NEAR(at_node_0(OtherBlas::paper_in_place), multiplied + 2.5 * over_the_link, 1e-9);
  // B is packed by halves; node 1 reads node 0's half of the panel, half of A, and half of C twice.
  EXPECT_NEAR(at_node_0(OtherBlas::oblivious), multiplied + 2.5 * over_the_link, 1e-9);
  // On one node nothing crosses.
  for (const OtherBlas how : {OtherBlas::oblivious, OtherBlas::paper, OtherBlas::paper_in_place})
    EXPECT_NEAR(here.seconds(how, "dgemm", n, Placement::bind(0), 1), 2 * multiplied, 1e-9);
  // Where a node owns all its operands except B, half of B crosses.
  EXPECT_NEAR(here.seconds(OtherBlas::paper_in_place, "dgemm", n, Placement::cyclic_rows(n / 2, {0, 1}), 2),
              multiplied + 0.5 * over_the_link, 1e-9);
}

TEST(OtherBlas, FactorsFasterWhereTheMatrixIsNotOnOneNode) {
  const TwoNodes here;
  const auto seconds = [&](const Placement& homes) {
    return here.seconds(OtherBlas::oblivious, "dgetrf", 1000, homes, 2);
  };
  EXPECT_LT(seconds(Placement::interleave({0, 1})), seconds(Placement::bind(0)));
}

TEST(Predict, ComparesWithOthersInTheSameRows) {
  const auto outcome = run({"predict", "--sizes", "4096,9000", "--first-nodes", "1,4", "--compare",
                            "oblivious,paper", "--from", kKunpeng, "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  const auto document = nlohmann::json::parse(outcome.out);
  const auto& cases = document.at("cases");
  ASSERT_EQ(cases.size(), 12U);
  for (std::size_t i = 0; i < cases.size(); i += 3) {
    const auto total = [&](std::size_t other) { return cases[i + other].at("total_s").get<double>(); };
    EXPECT_EQ(cases[i].at("algorithm"), "numapack");
    EXPECT_EQ(cases[i + 1].at("algorithm"), "oblivious");
    EXPECT_EQ(cases[i + 2].at("algorithm"), "paper");
    for (const char* const same : {"n", "nodes", "threads"})
      EXPECT_EQ(cases[i].at(same), cases[i + 2].at(same)) << same;
    // Its copies cost time; and nobody is faster than the cores.
    EXPECT_GT(total(2), 0.98 * total(0));
    EXPECT_LT(total(2), 2 * total(0));
  }
}

#if defined(NDEBUG) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST(Predict, TakesLittleTimeItself) {
  // CPU time, and five and a hundred times what it takes on an idle machine: caches are others', too.
  for (const auto& [routine, most] : {std::pair{"dgetrf", 1.0}, std::pair{"dgemm", 0.1}}) {
    const auto outcome =
        run({"predict", "--routine", routine, "-n", "16384", "--from", kPublishedKunpeng, "--json"});
    ASSERT_EQ(outcome.status, 0) << outcome.error;
    const auto one = nlohmann::json::parse(outcome.out).at("cases")[0];
    EXPECT_EQ(one.at("threads"), 96);
    EXPECT_GT(one.at("prediction_took_s"), 0);
    EXPECT_LT(one.at("prediction_took_s"), most) << routine;
  }
}
#endif

TEST(Predict, SaysInOneLineWhatIsWrong) {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"predict"},
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
           {"predict", "-n", "64", "--blocks", "32"},
           {"predict", "-n", "64", "--routine", "dgetrf", "--compare", "paper"},
           {"predict", "-n", "64", "--routine", "dsyrk", "--compare", "oblivious"},
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
