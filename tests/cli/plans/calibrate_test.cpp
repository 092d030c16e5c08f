// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <signal.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/outcome.hpp"
#include "cli/runs/stored_profiles.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/verbs/measure/probe_kernels.hpp"
#include "machine/machine.hpp"
#include "profile/document/json.hpp"
#include "profile/store.hpp"
#include "support/variable.hpp"

namespace numapack {
namespace {

using nlohmann::json;

/// A folder for profiles of its own.
class Calibrated : public ::testing::Test {
 protected:
  json predicted(const std::string& routine = "strsm") const {
    const Outcome outcome = run({"predict", "--routine", routine, "-n", "700", "--threads", "1", "--json"});
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    return json::parse(outcome.out).at("cases").at(0);
  }

  testing::TemporaryDirectory folder_;
  testing::Variable cache_{"XDG_CACHE_HOME", folder_.path().string()};
  testing::Variable named_{"NUMAPACK_PROFILE", ""}, level_{"NUMAPACK_BITS", ""};
  const std::string path_ = profile_path(detect_machine());
};

TEST_F(Calibrated, CostsAreStoredAndPredictedWith) {
  EXPECT_EQ(predicted().at("kernel_costs_are"), "assumed");
  const Outcome outcome = run({"predict", "--calibrate", "--routine", "strsm", "--seed", "3", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  const json shown = json::parse(outcome.out).at("kernel_costs");
  ASSERT_EQ(shown.size(), 1U);

  MeasuredProfile profile = read_profile(path_);
  ASSERT_EQ(profile.kernel_costs.size(), 1U);
  KernelCosts& costs = profile.kernel_costs.front();
  EXPECT_EQ(costs.routine, "trsm");
  EXPECT_EQ(costs.type, "s");
  EXPECT_GT(costs.calls, 0);
  EXPECT_GT(costs.flop_ns + costs.panel_flop_ns, 0);
  EXPECT_EQ(shown[0].at("flop_ns"), costs.flop_ns);
  EXPECT_FALSE(costs.date.empty());

  const json fitted = predicted();
  EXPECT_EQ(fitted.at("kernel_costs_are"), "measured");
  EXPECT_EQ(predicted("dtrsm").at("kernel_costs_are"), "assumed");
  // Kernels that take ten times as long.
  for (double KernelCosts::*cost :
       {&KernelCosts::flop_ns, &KernelCosts::panel_flop_ns, &KernelCosts::element_ns, &KernelCosts::step_ns})
    costs.*cost *= 10;
  const double other = 0.125;
  profile.kernel_costs.push_back({"gemm", "d", other, 0, 0, 0});
  write_profile(profile, path_);
  EXPECT_NEAR(predicted().at("arithmetic_s").get<double>() / fitted.at("arithmetic_s").get<double>(), 10,
              1e-3);

  // A level has other kernels, which nobody timed.
  {
    const testing::Variable level("NUMAPACK_BITS", "portable");
    EXPECT_EQ(predicted().at("kernel_costs_are"), "assumed");
    EXPECT_THAT(run({"plan", "-n", "700"}).out,
                ::testing::HasSubstr("without its tuned figures and kernels' rates at the level portable"));
  }

  // What is calibrated again takes its own place, and leaves others.
  ASSERT_EQ(run({"predict", "--calibrate", "--routine", "trsm", "--type", "s"}).status, 0);
  const MeasuredProfile again = read_profile(path_);
  ASSERT_EQ(again.kernel_costs.size(), 2U);
  EXPECT_EQ(again.kernel_costs[0].flop_ns, other);
  EXPECT_EQ(again.kernel_costs[1].routine, "trsm");
}

/// Cells and rounds of each part.
std::vector<std::pair<std::size_t, int>> sizes_of(const std::vector<probe::PlannedPart>& plan) {
  std::vector<std::pair<std::size_t, int>> sizes;
  for (const probe::PlannedPart& part : plan) sizes.emplace_back(part.cells.size(), part.rounds);
  return sizes;
}

TEST_F(Calibrated, ProbesLastPartIsTheKernels) {
  const Machine machine = load_machine(kKunpeng);
  const probe::WholeMachine whole(machine, 1);
  const std::vector<probe::PlannedPart> plan = plan_of_probe(whole, machine, 120);
  ASSERT_EQ(plan.size(), whole.parts().size() + 1);
  EXPECT_EQ(plan.back().name, "kernels");
  EXPECT_EQ(plan.back().cells.size(), 9U) << "the usual budget suffices for all";
  EXPECT_EQ(plan.back().cells.front().variant, "gemm");
  double seconds = 0;
  for (const probe::PlannedPart& part : plan) seconds += part.seconds;
  EXPECT_LE(seconds, 120);

  // Too short for one routine: the others have the time as if there were no kernels.
  std::vector<probe::PlannedPart> brief = plan_of_probe(whole, machine, 5);
  EXPECT_TRUE(brief.back().cells.empty());
  EXPECT_EQ(brief.back().left_out.size(), 9U);
  brief.pop_back();
  EXPECT_EQ(sizes_of(brief), sizes_of(probe::plan_within(whole.parts(), 5)));
}

TEST_F(Calibrated, ProbeLeavesKernelsOutAtALevelAndSaysWhy) {
  const Machine machine = detect_machine();
  const testing::Variable level("NUMAPACK_BITS", "portable");
  EXPECT_THAT(run({"probe", "--list"}).out,
              ::testing::HasSubstr("kernels: not measured, because NUMAPACK_BITS"));
  const probe::WholeMachine whole(machine, 1);
  const KernelRates rates =
      kernel_rates(plan_of_probe(whole, machine, 600).back(), machine, new_profile(machine), 1, 600);
  EXPECT_TRUE(rates.costs.empty());
  EXPECT_THAT(rates.page(), ::testing::HasSubstr("because NUMAPACK_BITS is set"));
  MeasuredProfile profile;
  rates.add_to(profile);
  EXPECT_EQ(profile.remarks, rates.remarks);
}

TEST_F(Calibrated, WhatProbeHasFittedStaysWhenItEnds) {
  const Machine machine = detect_machine();
  probe::PlannedPart part = plan_of_probe(probe::WholeMachine(machine, 1), machine, 600).back();
  part.cells.resize(2);
  MeasuredProfile profile = new_profile(machine);
  const double other = 0.125;
  profile.kernel_costs = {{"trsm", "d", other, 0, 0, 0}, {"gemm", "s", other, 0, 0, 0}};
  const auto end = [&](const KernelRates& rates, const char* reason) {
    EXPECT_TRUE(rates.costs.empty());
    ASSERT_EQ(rates.remarks.size(), 1U);
    EXPECT_EQ(rates.remarks.front(), std::string("kernels: 2 of 2 routines were not measured: ") + reason);
  };
  end(kernel_rates(part, machine, profile, 1, 1e-3), "the time was used up");
  {
    const InterruptGuard guard;
    raise(SIGINT);
    end(kernel_rates(part, machine, profile, 1, 600), "interrupted");
  }
  const InterruptGuard afresh;  // forgets the signal
  part.cells.resize(1);
  const KernelRates rates = kernel_rates(part, machine, profile, 1, 600);
  EXPECT_TRUE(rates.remarks.empty()) << rates.remarks.front();
  EXPECT_THAT(rates.page(), ::testing::HasSubstr("\ndgemm "));
  profile.kernel_costs.push_back({"gemm", "d", other, 0, 0, 0});
  rates.add_to(profile);
  ASSERT_EQ(profile.kernel_costs.size(), 3U);
  EXPECT_EQ(profile.kernel_costs[0].flop_ns, other) << "was not measured again";
  EXPECT_EQ(profile.kernel_costs[1].type, "s");
  EXPECT_GT(profile.kernel_costs[2].calls, 0);
  EXPECT_NE(profile.kernel_costs[2].flop_ns, other);
}

TEST_F(Calibrated, ProbeKeepsThemInTheSameProfile) {
  MeasuredProfile before = new_profile(detect_machine());
  const double other = 0.125;
  before.kernel_costs = {{"gemm", "d", other, 0, 0, 0}, {"gemm", "s", other, 0, 0, 0}};
  write_profile(before, path_);
  const Probed outcome = run_probe(12, {"--replace"});
  if (outcome.is_hopeless()) GTEST_SKIP() << outcome.error;
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  const MeasuredProfile after = read_profile(path_);
  EXPECT_FALSE(after.peaks.empty());
  int fitted = 0;
  for (const KernelCosts& costs : after.kernel_costs) {
    if (costs.type == "s") {
      EXPECT_EQ(costs.flop_ns, other);
      continue;
    }
    fitted += costs.calls > 0;
    EXPECT_EQ(costs.calls > 0, outcome.out.find("\nd" + costs.routine + " ") != std::string::npos);
  }
  const bool says_what_is_missing = std::ranges::any_of(
      after.remarks, [](const std::string& remark) { return remark.starts_with("kernels: "); });
  EXPECT_EQ(fitted < 9, says_what_is_missing);
}

TEST_F(Calibrated, RefusesWhatHasNoKernelsOfItsOwn) {
  const Outcome outcome = run({"predict", "--calibrate", "--routine", "getrs"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_TRUE(one_line(outcome.error)) << outcome.error;
  EXPECT_FALSE(std::filesystem::exists(path_));
}

}  // namespace
}  // namespace numapack
