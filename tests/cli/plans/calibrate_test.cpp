// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/outcome.hpp"
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

TEST_F(Calibrated, RefusesWhatHasNoKernelsOfItsOwn) {
  const Outcome outcome = run({"predict", "--calibrate", "--routine", "getrs"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_TRUE(one_line(outcome.error)) << outcome.error;
  EXPECT_FALSE(std::filesystem::exists(path_));
}

}  // namespace
}  // namespace numapack
