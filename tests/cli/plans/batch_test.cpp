// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

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

TEST(PlansOfBatches, AreOfFactorisationsAndSolvesToo) {
  const std::string kunpeng = NUMAPACK_MACHINES "/kunpeng920.xml";
  struct Case {
    std::vector<std::string> problem;
    double crossing;
  };
  const double problems = 100000;
  // 25 problems at a time on each node; what else they read, three quarters come from elsewhere.
  const std::vector<Case> cases = {
      {{"--routine", "dpotrf", "-n", "32", "--home", "A=cyclic:800"}, 0},
      {{"--routine", "sgetrf", "-m", "40", "-n", "20", "--home", "A=cyclic:500"}, 0},
      {{"--routine", "zgetrf", "-m", "20", "-n", "40", "--row-major", "--home", "A=cyclic:500"}, 0},
      {{"--routine", "cgeqrf", "-m", "40", "-n", "20", "--home", "A=cyclic:500"}, 0},
      {{"--routine", "dtrsm", "-m", "32", "-n", "8", "--home", "A=0,B=cyclic:200"},
       0.75 * problems * 32 * 33 / 2 * 8},
      {{"--routine", "dtrsm", "--side", "R", "-m", "32", "-n", "8", "--home", "A=0,B=cyclic:200"},
       0.75 * problems * 8 * 9 / 2 * 8},
  };
  for (const Case& one : cases) {
    std::vector<std::string> words = {"plan", "--batch", "100000", "--from", kunpeng, "--json", "-"};
    words.insert(words.end(), one.problem.begin(), one.problem.end());
    const Outcome outcome = run(words);
    ASSERT_EQ(outcome.status, 0) << one.problem[1] << outcome.error;
    const json plan = json::parse(outcome.out).at("plan");
    EXPECT_EQ(plan.at("problems"), 100000);
    ASSERT_EQ(plan.at("tasks").size(), 4U) << one.problem[1];
    for (const json& task : plan.at("tasks")) EXPECT_EQ(task.at("problems"), 25000) << one.problem[1];
    EXPECT_DOUBLE_EQ(plan.at("crossing_bytes").get<double>(), one.crossing) << one.problem[1];
    EXPECT_GT(plan.at("seconds").at("total_s").get<double>(), 0) << one.problem[1];
    EXPECT_EQ(plan.at("seconds").at("threads"), 96) << one.problem[1];
  }
}

TEST(PlansOfBatches, OfLargeProblemsAreCallsOfTheirOwn) {
  const auto seconds = [](std::vector<std::string> words) {
    words.insert(words.end(), {"plan", "--routine", "dgetrf", "-n", "4096", "--from",
                               NUMAPACK_MACHINES "/kunpeng920.xml", "--json", "-"});
    std::rotate(words.begin(), words.end() - 9, words.end());
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    return json::parse(outcome.out).at("plan");
  };
  const json one = seconds({}), three = seconds({"--batch", "3"});
  EXPECT_EQ(three.at("problems_of_all_threads"), 3);
  EXPECT_NEAR(three.at("seconds").at("total_s").get<double>(),
              3 * one.at("seconds").at("total_s").get<double>(), 1e-9);
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

TEST(PlansOfBatches, TakeTheTimeOfAllTheirProblems) {
  const auto seconds = [](const char* problems) {
    const Outcome outcome = run({"plan", "--batch", problems, "-n", "32", "--from",
                                 NUMAPACK_MACHINES "/kunpeng920.xml", "--json", "-"});
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    return json::parse(outcome.out).at("plan").at("seconds");
  };
  const json one = seconds("1"), few = seconds("10"), many = seconds("100000"), more = seconds("200000");
  EXPECT_EQ(one.at("threads"), 1);
  const double ratio = few.at("total_s").get<double>() / one.at("total_s").get<double>();
  EXPECT_GT(ratio, 2);
  EXPECT_LT(ratio, 10.5);
  EXPECT_EQ(many.at("threads"), 24);
  EXPECT_NEAR(more.at("total_s").get<double>() / many.at("total_s").get<double>(), 2, 0.1);
  // All of memory: C, read and written, A and B.
  EXPECT_GT(many.at("total_s").get<double>(), 100000 * 4.0 * 8 * 32 * 32 / 100e9);
  EXPECT_LT(many.at("gflops").get<double>(), 24 * 10);
}

}  // namespace
}  // namespace numapack
