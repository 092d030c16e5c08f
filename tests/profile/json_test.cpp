// SPDX-License-Identifier: BSD-3-Clause
#include "profile/document/json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "profile/full_profile.hpp"

namespace numapack {
namespace {

using testing::full_profile;
using ::testing::HasSubstr;

std::string complaint(const std::string& text) {
  try {
    profile_from_json(text, "some.json");
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    return error.what();
  }
  return "";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

TEST(ProfileJson, WhatIsWrittenIsRead) {
  const MeasuredProfile profile = full_profile();
  const std::string text = to_json_text(profile);
  const MeasuredProfile again = profile_from_json(text, "text");
  EXPECT_EQ(to_json_text(again), text);
  EXPECT_EQ(again.made_by, profile.made_by);
  EXPECT_EQ(again.machine.cores, profile.machine.cores);
  EXPECT_EQ(again.machine.distances, profile.machine.distances);
  EXPECT_EQ(again.machine.layout, profile.machine.layout);
  EXPECT_EQ(again.machine.nodes.at(1).package, -1);
  EXPECT_EQ(again.conditions.load_average, 0.25);
  EXPECT_EQ(again.conditions.steal_percent, 1.0 / 3);
  EXPECT_EQ(again.conditions.quota_cpus, 1.5);
  EXPECT_EQ(again.conditions.compiler + again.conditions.threading + again.conditions.libraries,
            "GCC 9Pthreadsa library");
  EXPECT_EQ(again.memory_latency.at(0).latency_ns, profile.memory_latency.at(0).latency_ns);
  EXPECT_EQ(again.memory_latency.at(0).bytes, std::uint64_t{1} << 33);
  EXPECT_EQ(again.memory_latency.at(1).latency_ns.invalid, "mbind refused");
  ASSERT_EQ(again.loaded_latency.size(), 2U);
  EXPECT_EQ(again.loaded_latency.at(0).asked_gb_per_s, 12.5);
  EXPECT_EQ(again.loaded_latency.at(0).write_share, 0.25);
  EXPECT_EQ(again.loaded_latency.at(0).gb_per_s, profile.loaded_latency.at(0).gb_per_s);
  EXPECT_EQ(again.loaded_latency.at(1).asked_gb_per_s, std::nullopt);
  EXPECT_EQ(again.loaded_latency.at(1).latency_ns.invalid, "alone");
  EXPECT_EQ(again.core_to_core.at(0).state, LineState::shared);
  EXPECT_EQ(again.core_to_core.at(0).gb_per_s, Figure{});
  EXPECT_EQ(again.stream.at(0).pages_by_node, profile.stream.at(0).pages_by_node);
  EXPECT_EQ(again.stream.at(0).numastat, profile.stream.at(0).numastat);
  EXPECT_EQ(again.barriers.at(0).predicted_us, 0.5);
  EXPECT_EQ(again.barriers.at(0).steps, (std::vector<ReductionStep>{{1, 0}}));
  EXPECT_EQ(again.tuned_figures.at(0).figures, profile.tuned_figures.at(0).figures);
  EXPECT_EQ(again.tuned_figures.at(1).figures, profile.tuned_figures.at(1).figures);
  EXPECT_EQ(again.tuned_figures.at(0).shapes, 37);
}

TEST(ProfileJson, RefusesTunedFiguresThatMakeNoSense) {
  const std::string good = to_json_text(full_profile());
  EXPECT_THAT(complaint(replaced(good, "\"row\": \"zen4\"", "\"row\": \"zen99\"")),
              HasSubstr("tuned_figures[0].row is \"zen99\", no row there is"));
  EXPECT_THAT(complaint(replaced(good, "\"part\": \"in_place\"", "\"part\": \"cache\"")),
              HasSubstr("tuned_figures[0].part is \"cache\""));
  EXPECT_THAT(complaint(replaced(good, "most_bytes\": 786432", "most_butes\": 786432")),
              HasSubstr("figures.in_place.most_butes is no figure of that part"));
  EXPECT_THAT(complaint(replaced(good, "cycles.gather", "in_place.most_bytes")),
              HasSubstr("is no figure of that part"));
  for (const char* const bytes : {"0", "-5", "786432.5", "1e300"})
    EXPECT_THAT(complaint(replaced(good, "786432", bytes)),
                HasSubstr("allowed are whole numbers from 262144 to"))
        << bytes;
  EXPECT_THAT(complaint(replaced(good, "0.61", "-0.61")), HasSubstr("allowed are 0 to 10000"));
  EXPECT_THAT(complaint(replaced(good, "0.61", "\"fast\"")), HasSubstr("is no number"));
  EXPECT_EQ(complaint(replaced(good, "0.61", "\"fast\"")).find('\n'), std::string::npos);
}

TEST(ProfileJson, AProfileFromBeforeThereWereCurvesIsRead) {
  MeasuredProfile old = full_profile();
  old.loaded_latency.clear();
  const std::string text = to_json_text(old);
  EXPECT_EQ(text.find("loaded_latency"), std::string::npos);
  const MeasuredProfile again = profile_from_json(text, "text");
  EXPECT_TRUE(again.loaded_latency.empty());
  EXPECT_EQ(again.memory_latency.at(0).load_gb_per_s, 1.5);
}

TEST(ProfileJson, NumbersKeepEveryBit) {
  const unsigned seed = std::random_device()();
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> exponent(-300, 300);
  MeasuredProfile profile = full_profile();
  std::vector<double> samples;
  for (int i = 0; i < 1000; ++i) samples.push_back(std::pow(10, exponent(random)));
  profile.memory_latency[0].latency_ns = figure_of(samples);
  EXPECT_EQ(profile_from_json(to_json_text(profile), "text").memory_latency[0].latency_ns.samples, samples)
      << "seed " << seed;
}

TEST(ProfileJson, SaysWhatIsWrongAndWhere) {
  const std::string good = to_json_text(full_profile());
  ASSERT_EQ(complaint(good), "");
  EXPECT_THAT(complaint(""), HasSubstr("no JSON"));
  EXPECT_THAT(complaint(good.substr(0, good.size() / 2)), HasSubstr("no JSON"));
  EXPECT_THAT(complaint("[]"), HasSubstr("numapack_profile"));
  EXPECT_THAT(complaint("{}"), HasSubstr("numapack_profile"));
  EXPECT_THAT(complaint(replaced(good, "\"numapack_profile\": 1", "\"numapack_profile\": 2")),
              HasSubstr("version 2"));
  EXPECT_THAT(complaint(replaced(good, "\"made_by\"", "\"made_bye\"")), HasSubstr("lacks \"made_by\""));
  EXPECT_THAT(complaint(replaced(good, "\"stride_lines\"", "\"strides\"")),
              HasSubstr("memory_latency[0] has an unknown key \"strides\""));
  EXPECT_THAT(complaint(replaced(good, "\"pu\": 2", "\"pu\": 2.5")),
              HasSubstr("memory_latency[0].pu is no whole number"));
  EXPECT_THAT(complaint(replaced(good, "\"pu\": 2", "\"pu\": 3000000000")), HasSubstr("too large"));
  EXPECT_THAT(complaint(replaced(good, "\"bytes\": 8589934592", "\"bytes\": -1")), HasSubstr("too small"));
  EXPECT_THAT(complaint(replaced(good, "\"state\": \"S\"", "\"state\": \"X\"")), HasSubstr("M, E, S, O, F"));
  EXPECT_THAT(complaint(replaced(good, "\"triad\"", "\"trio\"")), HasSubstr("trio"));
  EXPECT_THAT(complaint(replaced(good, "\"level\": 2", "\"level\": 9")), HasSubstr("level"));
  EXPECT_THAT(complaint(replaced(good, "\"write_share\": 0.25", "\"write_share\": 0.75")),
              HasSubstr("loaded_latency[0].write_share is none of 0 to 0.5"));
  EXPECT_THAT(complaint(replaced(good, "{\"invalid\": \"mbind refused\"}", "{}")),
              HasSubstr("neither a figure nor a reason"));
  EXPECT_THAT(complaint(replaced(good, "[10, 21]", "[10]")), HasSubstr("distances"));
  for (const char* microarch : {"[2, 2]", "[2, -2]", "[2]"})
    EXPECT_THAT(complaint(replaced(good, "[2, -1]", microarch)), HasSubstr("machine.layout has "))
        << microarch;
  EXPECT_THAT(complaint(replaced(good, "{\"0\": 5", "{\"zero\": 5")), HasSubstr("no node's number"));
  EXPECT_THAT(complaint(replaced(good, "\"seconds\": 1.5", "\"seconds\": \"1.5\"")), HasSubstr("no number"));
}

TEST(ProfileJson, NoTextMakesItCrash) {
  const unsigned seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const std::string good = to_json_text(full_profile());
  int refused = 0;
  for (int i = 0; i < 300; ++i) {
    std::string text = good;
    for (int edits = 0; edits < 3; ++edits) {
      text[random() % text.size()] = "{}[]\":,0129.-eEntf\\ \xff"[random() % 22];
    }
    try {
      profile_from_json(text, "text");
    } catch (const Error&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace numapack
