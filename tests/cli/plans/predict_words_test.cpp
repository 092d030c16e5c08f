// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/outcome.hpp"

namespace numapack {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using Words = std::vector<std::string>;

const std::string kPaperMachine = std::string(NUMAPACK_DATA) + "/kunpeng920.json";

/// What `predict` makes of these words.
json predicted(Words words) {
  words.insert(words.begin(), "predict");
  words.emplace_back("--json");
  const Outcome outcome = run(words);
  EXPECT_EQ(outcome.status, 0) << ::testing::PrintToString(words) << outcome.error;
  return outcome.status == 0 ? json::parse(outcome.out) : json();
}

TEST(PredictWords, WhatDoesNotGoTogetherIsRefused) {
  for (const Words& words :
       std::vector<Words>{{"--check", "1", "--what-if", "nonsense=2"},
                          {"--check", "1", "--routine", "dgetrf", "-n", "99"},
                          {"--check", "1", "--compare", "paper"},
                          {"--check", "1", "--sizes", "3"},
                          {"--check", "1", "--influence"},
                          {"--published", "--from", kPaperMachine, "--what-if", "peak=2"},
                          {"--published", "--from", kPaperMachine, "-n", "5"},
                          {"--calibrate", "--check", "5"},
                          {"--calibrate", "--influence"},
                          {"-n", "99", "--first-nodes", "1:4:1", "--nodes", "0"},
                          {"-n", "99", "--threads", "2", "--each-threads", "1,2"},
                          {"-n", "99", "--sizes", "3"}}) {
    Words all{"predict"};
    all.insert(all.end(), words.begin(), words.end());
    const Outcome outcome = run(all);
    EXPECT_EQ(outcome.status, 2) << ::testing::PrintToString(words);
    EXPECT_TRUE(one_line(outcome.error)) << outcome.error;
    EXPECT_THAT(outcome.error, HasSubstr("does not go with --"));
    EXPECT_EQ(outcome.out, "");
  }
}

TEST(PredictWords, EachNumberOfThreadsIsARow) {
  const Words words{"-n", "2000", "--no-collapse", "--from", kKunpeng};
  const auto with = [&](const char* option, const char* value) {
    Words all = words;
    all.insert(all.end(), {option, value});
    return predicted(all).at("cases");
  };
  const json cases = with("--each-threads", "12:48:18");
  ASSERT_EQ(cases.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(cases[i].at("threads_asked"), 12 + 18 * i);
    EXPECT_EQ(cases[i].at("threads"), 12 + 18 * i);
    EXPECT_EQ(cases[i].at("total_s"),
              with("--threads", std::to_string(12 + 18 * i).c_str())[0].at("total_s"));
  }
  // Each number with each of the nodes; small calls take fewer threads.
  const Outcome page = run({"predict", "-n", "200", "--each-threads", "1,90", "--from", kKunpeng});
  ASSERT_EQ(page.status, 0) << page.error;
  EXPECT_THAT(page.out, HasSubstr(" of 90"));
  EXPECT_EQ(predicted({"-n", "200", "--first-nodes", "1,4", "--each-threads", "1,2,3", "--from", kKunpeng})
                .at("cases")
                .size(),
            6U);
  for (const char* const bad : {"0", "97", "12:x:1", "2,,3"}) {
    const Outcome outcome = run({"predict", "-n", "99", "--each-threads", bad, "--from", kKunpeng});
    EXPECT_EQ(outcome.status, 2) << bad;
    EXPECT_TRUE(one_line(outcome.error)) << outcome.error;
    EXPECT_THAT(outcome.error, HasSubstr("--each-threads")) << bad;
  }
}

TEST(PredictWords, ThreadsBeyondTheCoresAreRefused) {
  // 40 cores of two hardware threads.
  const std::string xeon = std::string(NUMAPACK_MACHINES) + "/xeon-2s.xml";
  for (const char* const verb : {"plan", "predict"})
    for (const char* const threads : {"40", "41", "80"}) {
      const Outcome outcome = run({verb, "-n", "3000", "--threads", threads, "--from", xeon});
      if (threads == std::string("40")) {
        EXPECT_EQ(outcome.status, 0) << outcome.error;
        continue;
      }
      EXPECT_EQ(outcome.status, 2);
      EXPECT_TRUE(one_line(outcome.error)) << outcome.error;
      EXPECT_THAT(outcome.error, HasSubstr("use 1 to 40, one a core that may be used"));
    }
}

TEST(PredictWords, EachCheckHasItsOwnSeed) {
  const json one = predicted({"--check", "1"}), other = predicted({"--check", "1"});
  EXPECT_NE(one.at("seed"), other.at("seed"));
  const json again = predicted({"--check", "1", "--seed", "7"});
  EXPECT_EQ(again.at("seed"), 7);
  EXPECT_EQ(predicted({"--check", "1", "--seed", "7"}).at("calls")[0].at("n"), again.at("calls")[0].at("n"));
}

TEST(PredictWords, FactorsHaveBounds) {
  for (const char* const text : {"peak=1e-320", "peak=1e308", "lines=1e7", "wake=1e-7"}) {
    const Outcome outcome = run({"predict", "-n", "100", "--from", kKunpeng, "--what-if", text});
    EXPECT_EQ(outcome.status, 2) << text;
    EXPECT_TRUE(one_line(outcome.error)) << outcome.error;
  }
}

TEST(PredictWords, SaysHowManyNodesAreUsed) {
  // So fast a core needs no other one.
  const Words words{"-n", "1000", "--from", kKunpeng, "--what-if", "peak=1e6,wake=1e3"};
  const json one = predicted(words).at("cases")[0];
  EXPECT_EQ(one.at("threads"), 1);
  EXPECT_EQ(one.at("nodes_used"), 1);
  EXPECT_EQ(one.at("nodes"), 4);
  EXPECT_EQ(predicted({"-n", "9000", "--from", kKunpeng}).at("cases")[0].at("nodes_used"), 4);
}

TEST(PredictWords, InfluenceIsOfTheFirstRowAndSaysSo) {
  const Words words{"predict", "--sizes", "3000,6000", "--first-nodes",
                    "1,4",     "--from",  kKunpeng,    "--influence"};
  const Outcome outcome = run(words);
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("n = 3000 on 1 node, "));
  const json all =
      predicted({"--sizes", "3000,6000", "--first-nodes", "1,4", "--from", kKunpeng, "--influence"});
  const json alone = predicted({"-n", "3000", "--first-nodes", "1", "--from", kKunpeng, "--influence"});
  EXPECT_EQ(all.at("influence"), alone.at("influence"));
}

TEST(PredictWords, NamesWhatIsAssumed) {
  const auto assumed = [](const json& document) {
    std::vector<std::string> names;
    for (const json& one : document.at("cases")[0].at("assumed")) names.push_back(one.at("figure"));
    return names;
  };
  const Words words{"-n", "3000", "--influence", "--from"};
  const auto of = [&](const std::string& machine) {
    Words all = words;
    all.push_back(machine);
    return predicted(all);
  };
  const json published = of(kPaperMachine), estimated = of(kKunpeng);
  EXPECT_THAT(assumed(estimated),
              ::testing::ElementsAre("peak", "panels", "element", "step", "local-latency", "remote-latency",
                                     "local-bandwidth", "remote-bandwidth", "writing", "lines", "wake",
                                     "fresh", "barrier"));
  // The paper prints latencies, its clock and the flops of a cycle.
  EXPECT_THAT(assumed(published),
              ::testing::ElementsAre("panels", "element", "step", "local-bandwidth", "remote-bandwidth",
                                     "writing", "lines", "wake", "fresh", "barrier"));
  for (const json& one : published.at("influence")) {
    const std::string figure = one.at("figure");
    const bool is_printed = figure == "peak" || figure.ends_with("latency");
    EXPECT_EQ(one.at("basis"), is_printed ? "published" : "assumed") << figure;
  }
  const Outcome page = run({"predict", "-n", "3000", "--from", kPaperMachine});
  EXPECT_THAT(page.out, HasSubstr("assumed: share of a core's rate in loops over a column 0.5"));
  EXPECT_THAT(page.out, HasSubstr("wake of a thread 5 us"));
}

TEST(PredictWords, FreshMemoryTakesTimeInAFirstCall) {
  const Words words{"-n", "3000", "--from", kKunpeng, "--influence"};
  const json once = predicted(words);
  Words halved = words;
  halved.insert(halved.end(), {"--what-if", "fresh=0.5"});
  const json slow = predicted(halved);
  const auto of = [](const json& document, const char* key) {
    return document.at("cases")[0].at(key).get<double>();
  };
  const double total = of(once, "total_s"), extra = of(once, "first_call_extra_s");
  EXPECT_GT(extra, 0.01 * total);
  EXPECT_DOUBLE_EQ(of(slow, "total_s"), total);
  EXPECT_NEAR(of(slow, "first_call_extra_s"), 2 * extra, 1e-9 * extra);
  EXPECT_NEAR(of(slow, "fresh_c_extra_s"), 2 * of(once, "fresh_c_extra_s"), 1e-9 * extra);
  const auto fresh = std::ranges::find(once.at("influence"), "fresh",
                                       [](const json& one) { return one.at("figure").get<std::string>(); });
  ASSERT_NE(fresh, once.at("influence").end());
  EXPECT_NEAR(fresh->at("time_ratio_if_halved").get<double>(), (total + 2 * extra) / (total + extra), 1e-9);
  EXPECT_NEAR(fresh->at("time_ratio_if_doubled").get<double>(), (total + extra / 2) / (total + extra), 1e-9);
}

TEST(PredictWords, AssumedCostsOfElementsAndStepsMatter) {
  double element = 1, step = 1;
  const json document = predicted({"-n", "200", "--threads", "1", "--from", kKunpeng, "--influence"});
  for (const json& one : document.at("influence")) {
    if (one.at("figure") == "element") element = one.at("time_ratio_if_doubled");
    if (one.at("figure") == "step") step = one.at("time_ratio_if_doubled");
  }
  EXPECT_GT(element, 1.001);
  EXPECT_GT(step, 1.001);
}

TEST(PredictWords, OperandsThatNoMemoryHoldsAreSaid) {
  const std::string small = "pack:2 numa:1(memory=1GiB) core:4 pu:1";
  for (const char* const verb : {"plan", "predict"}) {
    const Outcome outcome = run({verb, "-n", "100000", "--from", small});
    ASSERT_EQ(outcome.status, 0) << outcome.error;
    EXPECT_THAT(outcome.out, HasSubstr("the operands take 224 GiB, the machine has 2 GiB")) << verb;
    // 768 MB of A, B and C on the node that touches them first.
    const Outcome node = run({verb, "-n", "8000", "--from", small});
    EXPECT_THAT(node.out, HasSubstr("of the operands are to be on node 0, which has 1 GiB")) << verb;
    EXPECT_EQ(run({verb, "-n", "4000", "--from", small}).out.find("of the operands"), std::string::npos);
  }
  const json shorts = predicted({"-n", "100000", "--from", small}).at("cases")[0].at("memory_short");
  ASSERT_EQ(shorts.size(), 1U);
  EXPECT_EQ(shorts[0].at("node"), nullptr);
  EXPECT_EQ(shorts[0].at("memory_bytes"), 2.0 * 1024 * 1024 * 1024);
  EXPECT_EQ(shorts[0].at("operand_bytes"), 3 * 8e10);
  const Outcome plan = run({"plan", "-n", "100", "--from", small, "--json"});
  EXPECT_EQ(json::parse(plan.out).at("memory_short"), json::array());
}

}  // namespace
}  // namespace numapack
