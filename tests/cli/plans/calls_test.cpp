// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "cli/outcome.hpp"
#include "cli/plans/plan_of.hpp"

// What `numapack plan` says of routines that are calls of others.
namespace numapack {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using testing::plan_of;

TEST(PlansOfSolves, AreThoseOfTheirTriangles) {
  for (const std::string trans : {"N", "T"}) {
    const json plan = plan_of({"--routine", "dgetrs", "--trans", trans, "-m", "3000", "-n", "900"});
    EXPECT_EQ(plan.at("rows_change_places"), trans == "N" ? "first" : "last");
    ASSERT_EQ(plan.at("solves").size(), 2U);
    for (const json& solve : plan.at("solves")) {
      std::int64_t lines = 0;
      for (const json& task : solve.at("tasks"))
        for (const json& block : task.at("lines"))
          lines += block.at("end").get<std::int64_t>() - block.at("begin").get<std::int64_t>();
      EXPECT_EQ(lines, 900);
    }
  }
  const Outcome outcome = run({"plan", "--routine", "zgetrs", "-m", "3000", "-n", "900", "--from", kKunpeng});
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("P L U X = B, B of 3000 x 900"));
  EXPECT_THAT(outcome.out, HasSubstr("op(A) upper on the left"));
}

TEST(PlansOfSolves, OfPositiveDefiniteMatricesAreWithTheFactorAndItsTranspose) {
  for (const std::string uplo : {"L", "U"}) {
    const std::vector<std::string> sizes{"--uplo", uplo, "-m", "3000", "-n", "900", "--home", "A=0,B=0"};
    const auto of = [&](const char* routine, std::vector<std::string> words) {
      words.insert(words.begin(), {"--routine", routine});
      return plan_of(words);
    };
    const json solves = of("dpotrs", sizes), all = of("dposv", sizes);
    EXPECT_FALSE(solves.contains("rows_change_places"));
    ASSERT_EQ(solves.at("solves").size(), 2U);
    EXPECT_EQ(all.at("solves"), solves.at("solves"));
    const json factors = of("dpotrf", {"--uplo", uplo, "-n", "3000", "--home", "A=0"});
    for (const char* key : {"nb", "owners", "crossing_bytes", "copied_to_owners"})
      EXPECT_EQ(all.at(key), factors.at(key)) << key;
    const auto seconds = [](const json& plan) { return plan.at("seconds").at("total_s").get<double>(); };
    EXPECT_NEAR(seconds(all), seconds(solves) + seconds(factors), 1e-9);
  }
  const Outcome lower = run({"plan", "--routine", "zposv", "-m", "3000", "-n", "9", "--from", kKunpeng});
  EXPECT_EQ(lower.status, 0) << lower.error;
  EXPECT_THAT(lower.out, HasSubstr("A X = B, A positive definite"));
  EXPECT_THAT(run({"plan", "--routine", "dpotrs", "--uplo", "U", "-m", "8", "-n", "3"}).out,
              HasSubstr("U^H U X = B"));
}

TEST(PlansOfQ, AddUpTheirCalls) {
  const std::vector<std::vector<std::string>> routines{
      {"dormqr", "-m", "3000", "-k", "1000"}, {"zunmqr", "-k", "1000"}, {"dorgqr", "-m", "3000"}, {"dgels"}};
  for (const std::vector<std::string>& routine : routines) {
    std::vector<std::string> words{"--routine"};
    words.insert(words.end(), routine.begin(), routine.end());
    words.insert(words.end(), {"-n", "2000"});
    const json plan = plan_of(words);
    double crossing = 0;
    for (const json& calls : plan.at("calls")) crossing += calls.at("crossing_bytes").get<double>();
    EXPECT_NEAR(crossing, plan.at("crossing_bytes").get<double>(), 1e-6 * crossing) << routine.front();
    EXPECT_GT(crossing, plan.at("least_crossing_bytes_of_calls").get<double>() * 0.999);
  }
  const auto refused = [](std::vector<std::string> words) {
    words.insert(words.begin(), "plan");
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.status, 2);
    return outcome.error;
  };
  EXPECT_THAT(refused({"--routine", "dormqr", "-n", "100", "-m", "50", "-k", "60"}),
              HasSubstr("at most 50 are possible"));
  EXPECT_THAT(refused({"--routine", "dorgqr", "-n", "100", "-m", "50"}), HasSubstr("of a Q of order 50"));
  EXPECT_THAT(refused({"--routine", "zunmqr", "-n", "100", "--trans", "T"}), HasSubstr("use N or C"));
  EXPECT_THAT(refused({"--routine", "dungqr", "-n", "100"}), HasSubstr("there is no dungqr"));
}

TEST(PlansOfInverses, SayOfWhichCallsTheyAreMade) {
  for (const std::string routine : {"dpotri", "zgetri"}) {
    const json plan = plan_of({"--routine", routine, "-n", "3000", "--home", "A=interleave"});
    double crossing = 0;
    std::vector<std::string> calls;
    for (const json& kind : plan.at("calls")) {
      calls.push_back(kind.at("routine"));
      crossing += kind.at("crossing_bytes").get<double>();
      EXPECT_LE(kind.at("calls_on_several_threads"), kind.at("calls"));
    }
    EXPECT_THAT(calls, ::testing::IsSupersetOf({"trmm", "trsm", routine == "dpotri" ? "syrk" : "gemm"}));
    EXPECT_DOUBLE_EQ(plan.at("crossing_bytes").get<double>(), crossing);
    EXPECT_GE(crossing, 0.999999 * plan.at("least_crossing_bytes_of_calls").get<double>());
    const Outcome outcome = run({"plan", "--routine", routine, "-n", "3000", "--from", kKunpeng});
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    EXPECT_THAT(outcome.out, HasSubstr("the least for these calls"));
    EXPECT_THAT(run({"plan", "--routine", routine, "-n", "100", "--grid", "2x2"}).error,
                HasSubstr("is planned without it"));
  }
}

}  // namespace
}  // namespace numapack
