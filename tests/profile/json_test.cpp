// SPDX-License-Identifier: BSD-3-Clause
#include "profile/document/json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <random>

#include "base/error.hpp"
#include "machine/machine.hpp"
#include "support/command.hpp"

namespace numapack {
namespace {

using ::testing::HasSubstr;

/// Something in every member.
MeasuredProfile full_profile() {
  MeasuredProfile profile;
  profile.made_by = "a \"test\" with \\ and \n and \x01 and µ";
  profile.machine = {"two nodes",
                     "x86_64",
                     "0123456789abcdef",
                     "numa:2 core:1 pu:1",
                     2.5,
                     {{0, 2}, {1, 3}},
                     {{0, 0, "DRAM", std::uint64_t{1} << 40, {0, 2}}, {4, -1, "HBM", 1, {}}},
                     {{3, 32u << 20, {0, 1}}},
                     {{10, 21}, {20.5, 10}}};
  profile.conditions = {"2026-01-01T00:00:00Z",
                        "6.1",
                        "performance",
                        "madvise",
                        1,
                        4096,
                        4,
                        2,
                        1.5,
                        0.25,
                        1.0 / 3,
                        60,
                        59.5,
                        1.25,
                        0.5,
                        7,
                        "GCC 9",
                        "Pthreads",
                        "a library"};
  profile.sources["t1"] = {"a document", "Table 1"};
  profile.remarks = {"a neighbour was noisy"};
  Figure figure = figure_of({3, 1, 2.125});
  figure.note = "note";
  figure.source = "t1";
  figure.visit_medians = {3, 1.5};
  figure.disturbed = 2;
  figure.kept_disturbed = 1;
  figure.placed = true;
  figure.pinned = false;
  figure.page_bytes = 2u << 20;
  figure.clock_ghz = 3.4;
  figure.clock_moved = 1;
  figure.conditions["stride"] = "128";
  profile.memory_latency.push_back({2, 4, std::uint64_t{1} << 33, 2, 1.5, figure});
  profile.memory_latency.push_back({-1, -1, 0, 0, 0, not_measured("mbind refused")});
  profile.latency_by_pages.push_back({{2, 4, std::uint64_t{1} << 33, 2, 0, figure}, "1G"});
  profile.loaded_latency.push_back({2, 4, 0.25, 3, std::uint64_t{1} << 27, 12.5, figure, figure});
  profile.loaded_latency.push_back({2, 4, 0, 3, 0, {}, not_measured("alone"), not_measured("alone")});
  profile.channel_stride.push_back({0, 8192, figure});
  profile.node_bandwidth.push_back({0, 4, "triad", true, 2, 1u << 30, figure});
  profile.core_to_core.push_back({0, 1, 2, 0, LineState::shared, 2, 1 << 20, figure, {}});
  profile.core_to_core.push_back({0, 1, -1, -1, LineState::forward, 0, 0, {}, figure});
  profile.stream.push_back({"bind",
                            {0},
                            {4},
                            "add_add",
                            true,
                            "GCC 12",
                            2,
                            true,
                            800,
                            figure,
                            {{0, 5}, {4, 7}},
                            {{"numa_hit", {{0, -3}}}}});
  profile.barriers.push_back({"tree", {0, 1}, figure, 0.5, {{1, 0}}});
  profile.sentinel.push_back({1.5, 0.8, 90});
  profile.peaks.push_back({"single", "avx512", 2, figure});
  profile.reported.push_back({"events", "accesses", figure});
  profile.tuned.push_back({"avx512-d24x8", 168, 384, 8192, 1.03, 9, 2048, 2, "2026-01-01T00:00:00Z"});
  profile.tuned_figures.push_back({"zen4",
                                   "avx512-d24x8-by-columns",
                                   "in_place",
                                   {{"in_place.most_bytes", 786432}},
                                   1.04,
                                   9,
                                   37,
                                   "2026-01-01T00:00:00Z"});
  profile.tuned_figures.push_back(
      {"zen4", "avx512-d24x8-by-columns", "cycles", {{"cycles.gather", 0.61}}, 1.03, 9, 20, ""});
  return profile;
}

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

TEST(ProfileFile, IsWrittenWholeIntoFoldersThatItMakes) {
  const testing::TemporaryDirectory directory;
  const std::string path = directory.file("a/b/profile.json");
  write_profile(full_profile(), path);
  EXPECT_EQ(to_json_text(read_profile(path)), to_json_text(full_profile()));
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(directory.path() / "a/b")) {
    files += entry.is_regular_file();
  }
  EXPECT_EQ(files, 1);
  EXPECT_THROW(write_profile(full_profile(), path + "/below/a/file"), Error);
  EXPECT_THROW(read_profile(directory.file("missing")), Error);
  EXPECT_THROW(read_profile(directory.path().string()), Error);
}

TEST(ProfileFigure, KnowsItsValue) {
  EXPECT_EQ(figure_of({3, 1, 2}).value(), 2);
  EXPECT_EQ(figure_of({3, 1, 2}).min, 1);
  EXPECT_FALSE(figure_of({}).valid());
  Figure range;
  range.min = 45;
  EXPECT_FALSE(range.valid());
  range.max = 49;
  EXPECT_EQ(range.value(), 47);
  EXPECT_THROW(not_measured("one core only").value(), Error);
}

TEST(PublishedProfiles, AllAreOfTheSchemaAndNameTheirSources) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(NUMAPACK_DATA)) {
    SCOPED_TRACE(entry.path().string());
    ++files;
    const MeasuredProfile profile = read_profile(entry.path());
    EXPECT_EQ(profile.made_by, "published");
    EXPECT_FALSE(profile.sources.empty());
    EXPECT_EQ(to_json_text(profile_from_json(to_json_text(profile), "again")), to_json_text(profile));
    std::size_t figures = 0;
    const auto check = [&](const Figure& figure) {
      if (figure == Figure{}) return;
      ++figures;
      EXPECT_TRUE(profile.sources.contains(figure.source)) << figure.source << " " << figure.note;
      EXPECT_TRUE(figure.samples.empty());
      if (figure.valid() && figure.min) {
        EXPECT_LE(*figure.min, *figure.max);
      }
      if (figure.valid()) {
        EXPECT_GE(figure.value(), 0);
      }
    };
    const auto known_pu = [&](int pu) { EXPECT_NE(profile.machine.node_of_pu(pu), -1) << pu; };
    for (const MemoryLatency& cell : profile.memory_latency) {
      check(cell.latency_ns);
      known_pu(cell.pu);
      EXPECT_NE(profile.machine.node(cell.node), nullptr);
    }
    for (const CoreToCore& cell : profile.core_to_core) {
      check(cell.latency_ns);
      check(cell.gb_per_s);
      known_pu(cell.reader);
      known_pu(cell.owner);
    }
    for (const StreamRow& row : profile.stream) check(row.gb_per_s);
    for (const Reported& reported : profile.reported) check(reported.value);
    EXPECT_GE(figures, 7u);
    if (profile.machine.hwloc.empty()) continue;
    const Machine machine = load_machine(profile.machine.hwloc);
    ASSERT_EQ(machine.nodes.size(), profile.machine.nodes.size());
    for (std::size_t node = 0; node < machine.nodes.size(); ++node) {
      EXPECT_EQ(machine.nodes[node].cores.size(), profile.machine.nodes[node].pus.size());
      EXPECT_EQ(machine.nodes[node].package, profile.machine.nodes[node].package);
    }
  }
  EXPECT_EQ(files, 10);
}

}  // namespace
}  // namespace numapack
