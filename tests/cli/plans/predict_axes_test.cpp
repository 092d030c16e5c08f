// SPDX-License-Identifier: BSD-3-Clause
// What a prediction varies: homes, blocks, other algorithms, initialisations; and where the time goes then.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "cli/outcome.hpp"
#include "cli/predict/linpack_time.hpp"
#include "machine/machine.hpp"

namespace numapack {
namespace {

using nlohmann::json;
using Words = std::vector<std::string>;

/// The cases that `predict` has for these words on four nodes.
json cases_of(Words words) {
  words.insert(words.begin(), "predict");
  words.insert(words.end(), {"--from", kKunpeng, "--json"});
  const Outcome outcome = run(words);
  EXPECT_EQ(outcome.status, 0) << ::testing::PrintToString(words) << outcome.error;
  return outcome.status == 0 ? json::parse(outcome.out).at("cases") : json();
}

double number(const json& one, const char* key) { return one.at(key).get<double>(); }

TEST(PredictAxes, EachHomeIsARowAsIfItWereAlone) {
  const Words call{"--routine", "dsyrk", "-n", "3000"};
  const Words homes{"A=0,C=0", "A=3,C=3", "A=interleave,C=interleave"};
  Words all = call;
  for (const std::string& home : homes) all.insert(all.end(), {"--each-home", home});
  const json cases = cases_of(all);
  ASSERT_EQ(cases.size(), homes.size());
  for (std::size_t i = 0; i < homes.size(); ++i) {
    Words alone = call;
    alone.insert(alone.end(), {"--home", homes[i]});
    EXPECT_EQ(cases[i].at("home"), homes[i]);
    EXPECT_EQ(cases[i].at("total_s"), cases_of(alone)[0].at("total_s")) << homes[i];
  }
  for (const json& link : cases[1].at("remote_memory_by_link")) EXPECT_EQ(link.at("home"), 3);
}

TEST(PredictAxes, EachWidthOfBlocksIsARow) {
  const Words call{"--routine", "dgetrf", "-n", "3000"};
  const Outcome plan = run({"plan", "--routine", "dgetrf", "-n", "3000", "--from", kKunpeng, "--json"});
  ASSERT_EQ(plan.status, 0) << plan.error;
  const std::string planned = json::parse(plan.out).at("plan").at("nb").dump();
  Words all = call;
  all.insert(all.end(), {"--blocks", planned + ",24,600"});
  const json cases = cases_of(all);
  ASSERT_EQ(cases.size(), 3U);
  // As planned, and too few blocks for so many threads.
  EXPECT_EQ(cases[0].at("total_s"), cases_of(call)[0].at("total_s"));
  EXPECT_EQ(cases[1].at("block"), 24);
  EXPECT_NE(cases[1].at("total_s"), cases[0].at("total_s"));
  EXPECT_GT(number(cases[2], "total_s"), 1.05 * number(cases[0], "total_s"));
}

TEST(PredictAxes, ThePapersCopiesAreByOneThreadByAllOrLeftOut) {
  const json cases = cases_of({"-n", "6000", "--compare", "paper,paper-team-copy,paper-in-place"});
  ASSERT_EQ(cases.size(), 4U);
  std::map<std::string, json> by;
  for (const json& one : cases) by[one.at("algorithm")] = one;
  const json &one = by.at("paper"), &team = by.at("paper-team-copy"), &in_place = by.at("paper-in-place");
  EXPECT_EQ(in_place.at("copying_s"), 0);
  // In the mean over 24 threads one thread's copy is what it reads from other memory, at a core's rate; all
  // threads share a link.
  EXPECT_GT(number(team, "copying_s"), 0);
  EXPECT_GT(number(one, "total_s"), 1.02 * number(team, "total_s"));
  EXPECT_GT(number(one, "waiting_s"), number(team, "waiting_s"));
  // What is copied is not read from elsewhere in each cycle.
  EXPECT_LT(number(team, "remote_memory_s") - number(team, "copying_s"), number(in_place, "remote_memory_s"));
}

/// A factorisation, or with k an outer product, on all 96 cores.
Seconds linpack(Index k, std::int64_t init_nb, ProcessPolicy::Kind policy = ProcessPolicy::Kind::standard) {
  const Machine machine = load_machine(kKunpeng);
  ChosenProfile chosen;
  chosen.figures = estimate_profile(machine);
  LinpackJob job;
  job.n = 4096, job.k = k, job.init_nb = init_nb, job.threads = 96, job.policy.kind = policy;
  return predict(job, machine, chosen).seconds;
}

TEST(LinpackTime, DependsOnWhoInitialises) {
  using Kind = ProcessPolicy::Kind;
  // By one thread, C is on its node, which others wait for; by all, it is on all.
  const auto waited_for = [](const Seconds& seconds, std::size_t home) {
    double sum = 0;
    for (const std::vector<double>& of_reader : seconds.remote_by_link) sum += of_reader[home];
    return sum;
  };
  for (std::size_t node = 0; node < 4; ++node) {
    EXPECT_EQ(waited_for(linpack(64, 0), node) > 0, node == 0) << node;
    EXPECT_GT(waited_for(linpack(64, 64), node), 0) << node;
  }
  EXPECT_NEAR(linpack(64, 0).total, linpack(64, 0, Kind::bind).total, 1e-12);
  // A policy overrules who initialises.
  EXPECT_EQ(linpack(64, 64, Kind::interleave).total, linpack(64, 0, Kind::interleave).total);
  EXPECT_LT(linpack(64, 0, Kind::interleave).total, linpack(64, 0).total);
  // LU copies its blocks to their owners.
  EXPECT_GT(linpack(0, 0).copying, 0);
}

TEST(LinpackTime, CopiesNothingThatIsWithItsOwners) {
  const Words call{"--routine", "dgetrf", "-n", "8192"};
  const Outcome plan = run({"plan", "--routine", "dgetrf", "-n", "8192", "--from", kKunpeng, "--json"});
  ASSERT_EQ(plan.status, 0) << plan.error;
  const json planned = json::parse(plan.out).at("plan");
  EXPECT_EQ(planned.at("copied_to_owners"), true);
  const auto copying = [&](const std::string& home) {
    Words words = call;
    words.insert(words.end(), {"--home", "A=" + home});
    return number(cases_of(words)[0], "copying_s");
  };
  EXPECT_GT(copying("0"), 0);
  EXPECT_EQ(copying("cyclic:" + planned.at("nb").dump()), 0);
}

}  // namespace
}  // namespace numapack
