// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/outcome.hpp"

namespace numapack {
namespace {

using nlohmann::json;

TEST(PlansOfBatches, FollowTheProblemsTheyWrite) {
  const std::string kunpeng = NUMAPACK_MACHINES "/kunpeng920.xml";
  // 25 problems of C at a time on each node, A and B all on the first one.
  const auto outcome = run({"plan", "--batch", "100000", "-n", "32", "--home", "A=0,B=0,C=cyclic:800",
                            "--from", kunpeng, "--json", "-"});
  ASSERT_EQ(outcome.status, 0);
  const json plan = json::parse(outcome.out).at("plan");
  EXPECT_EQ(plan.at("problems"), 100000);
  ASSERT_EQ(plan.at("tasks").size(), 4U);
  for (const json& task : plan.at("tasks")) {
    EXPECT_EQ(task.at("problems"), 25000);
    EXPECT_EQ(task.at("threads"), 24);
  }
  // Three quarters of A and B.
  const double operand = 100000.0 * 32 * 32 * 8;
  EXPECT_DOUBLE_EQ(plan.at("crossing_bytes").get<double>(), 0.75 * 2 * operand);
  EXPECT_DOUBLE_EQ(plan.at("blind_bytes").get<double>(), 0.75 * 4 * operand);
}

TEST(PlansOfBatches, TakeTurnsWhereProblemsLieOnSeveralNodes) {
  // Two pages a problem, of two nodes each time: half of all crosses.
  const auto outcome =
      run({"plan", "--batch", "100000", "-n", "32", "--home", "A=interleave,B=interleave,C=interleave",
           "--from", NUMAPACK_MACHINES "/kunpeng920.xml", "--json", "-"});
  ASSERT_EQ(outcome.status, 0);
  const json plan = json::parse(outcome.out).at("plan");
  ASSERT_EQ(plan.at("tasks").size(), 4U);
  for (const json& task : plan.at("tasks")) EXPECT_EQ(task.at("problems"), 25000);
  EXPECT_NEAR(plan.at("crossing_bytes").get<double>(), 0.5 * 4 * 100000 * 32 * 32 * 8, 1e5);
}

TEST(PlansOfBatches, HaveAPage) {
  const auto outcome =
      run({"plan", "--batch", "100000", "-n", "32", "--from", NUMAPACK_MACHINES "/kunpeng920.xml"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, ::testing::HasSubstr("100000 problems, one behind the other"));
  // All of it is on the node that first touched it.
  EXPECT_THAT(outcome.out, ::testing::HasSubstr("24 threads, 100000 problems"));
  EXPECT_THAT(outcome.out, ::testing::HasSubstr("0 B cross between nodes"));
}

}  // namespace
}  // namespace numapack
