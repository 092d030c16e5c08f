// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "cli/outcome.hpp"
#include "cli/runs/shown_profile.hpp"
#include "profile/document/json.hpp"

namespace numapack {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

std::string shown_machine(const std::string& name) {
  return std::string(NUMAPACK_DATA) + "/" + name + ".json";
}

std::vector<std::string> shown_machines() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(NUMAPACK_DATA))
    files.push_back(entry.path().string());
  return files;
}

TEST(ShownFigures, ACellThatADocumentPrintsTwiceKeepsBothItsFigures) {
  EXPECT_THAT(run({"coherence", "--from", shown_machine("thunderx2")}).out,
              ContainsRegex("L3, reads in GB/s[^\n]*\nCPU 0 reads its own +24\\.3 "));
  EXPECT_THAT(run({"coherence", "--from", shown_machine("phytium-2000plus")}).out,
              AllOf(HasSubstr("18.2"), HasSubstr("10.2"), HasSubstr("12.5")));
  EXPECT_THAT(run({"coherence", "--from", shown_machine("kunpeng920-6426")}).out,
              AllOf(ContainsRegex("L3, reads in GB/s[^\n]*\nCPU 0 reads its own +16\\.5-21\\.4 "),
                    ContainsRegex("\nCPU 0 reads 32's \\(shares L3\\) +12\\.8-")));
}

TEST(ShownFigures, FiguresFromAnotherPlaceOfADocumentAreMarked) {
  EXPECT_THAT(run({"coherence", "--wide", "--from", shown_machine("thunderx2")}).out,
              AllOf(HasSubstr("24.3*"), HasSubstr("9.00*"), HasSubstr("31.2*"),
                    HasSubstr("* inferred: the text of Table 7 gives \"Q\"; by section 5.2 (1 cell)")));
}

TEST(ShownFigures, NoTableIsMadeOfDashes) {
  for (const std::string& file : shown_machines()) {
    for (const char* const verb : {"latency", "coherence", "stream", "barrier"}) {
      const std::string page = run({verb, "--from", file}).out;
      EXPECT_TRUE(page.find("the profile has no ") != std::string::npos ||
                  std::regex_search(page.substr(page.find("\n\n")), std::regex("[0-9]")))
          << verb << " " << file << page;
      // Holes of a grid are dashes, and each grid has figures, too.
      std::istringstream lines(page);
      int rows = 0, with_figures = 0;
      for (std::string line; std::getline(lines, line) || rows > 0;) {
        if (lines && line.starts_with("CPU ")) {
          ++rows;
          with_figures += !std::regex_match(line, std::regex("CPU [0-9]+( +-)+ *"));
          continue;
        }
        if (rows > 0) {
          EXPECT_GT(with_figures, 0) << verb << " " << file << page;
        }
        rows = with_figures = 0;
      }
    }
  }
  EXPECT_THAT(run({"latency", "--from", shown_machine("knm-quadrant")}).out,
              AllOf(HasSubstr("no figure: illegible"), Not(HasSubstr("a chain of loads"))));
}

TEST(ShownFigures, EveryVerbThatTakesAMachineTakesEveryPublishedOne) {
  for (const std::string& file : shown_machines()) {
    for (const std::vector<std::string>& verb :
         std::vector<std::vector<std::string>>{{"topo"},
                                               {"plan", "-n", "2000"},
                                               {"predict", "-n", "2000"},
                                               {"pin", "--list", "-c", "node:0"},
                                               {"spmv"},
                                               {"latency", "--list"},
                                               {"coherence", "--list"},
                                               {"stream", "--list"},
                                               {"barrier", "--list"}}) {
      std::vector<std::string> words = verb;
      words.insert(words.end(), {"--from", file});
      const Outcome shown = run(words);
      EXPECT_EQ(shown.status, 0) << verb[0] << " " << file << " " << shown.error;
      EXPECT_TRUE(std::regex_search(shown.out, std::regex("[1-9]"))) << verb[0] << " " << file;
    }
  }
  EXPECT_THAT(run({"topo", "--from", shown_machine("knm-snc4")}).out, ContainsRegex("\n1 +0 +0 +MCDRAM "));
}

TEST(ShownFigures, OptionsThatWouldChangeNothingAreRefused) {
  const std::string knm = shown_machine("knm-snc4"), kunpeng = shown_machine("kunpeng920");
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"latency", "--from", kunpeng, "--cores", "55"},
           {"latency", "--from", kunpeng, "--homes", "9"},
           {"latency", "--from", kunpeng, "--loaded"},
           {"latency", "--from", kunpeng, "--sweep"},
           {"latency", "--from", kunpeng, "--quick"},
           {"latency", "--from", kunpeng, "--order", "list"},
           {"coherence", "--from", knm, "--pairs", "0:32"},
           {"coherence", "--from", knm, "--matrix"},
           {"stream", "--from", kunpeng, "--threads", "12"},
           {"stream", "--from", kunpeng, "--seed", "2"},
           {"barrier", "--from", kunpeng, "--rounds", "3"},
           {"barrier", "--from", kunpeng, "--kinds", "tree"},
           {"probe", "--list", "--from", kunpeng, "--quick"},
           {"probe", "--list", "--from", kunpeng, "-o", "x.json"},
           {"advise", "--from", "nonsense"},
           {"advise", "--from", kKunpeng},
           {"advise", "--from", knm, "--profile", kunpeng},
           {"advise", "--from", knm, "--profile", kunpeng, "--hwloc-xml"}}) {
    const Outcome refused = run(words);
    EXPECT_EQ(refused.status, 2) << ::testing::PrintToString(words) << refused.out;
    EXPECT_TRUE(one_line(refused.error)) << refused.error;
    EXPECT_EQ(refused.out, "");
  }
  EXPECT_EQ(run({"probe", "--list", "--from", kunpeng, "--budget", "100"}).status, 0);
  EXPECT_EQ(run({"latency", "--list", "--from", kunpeng, "--cores", "5"}).status, 0);
}

TEST(ShownFigures, NumbersMustBeFinite) {
  for (const char* const value : {"nan", "-nan", "inf", "1e999"}) {
    for (const std::vector<std::string>& words :
         std::vector<std::vector<std::string>>{{"probe", "--list", "--wait-for-quiet"},
                                               {"probe", "--list", "--budget"},
                                               {"latency", "--list", "--budget"},
                                               {"tune", "--budget"},
                                               {"gemm", "-n", "8", "--sample"},
                                               {"gemm", "-n", "8", "--patience"},
                                               {"spmv", "--sample"},
                                               {"grade", "--patience"},
                                               {"diff", "a.json", "b.json", "--threshold"}}) {
      std::vector<std::string> all = words;
      all.back() += std::string("=") + value;
      const Outcome refused = run(all);
      EXPECT_EQ(refused.status, 2) << all.back() << refused.out;
      EXPECT_TRUE(one_line(refused.error)) << refused.error;
      EXPECT_THAT(refused.error, HasSubstr(value)) << all.back();
    }
  }
}

TEST(ShownFigures, DiffSaysWhoseTheyAre) {
  const std::string one = shown_machine("thunderx2"), other = shown_machine("kunpeng920");
  EXPECT_THAT(run({"diff", "--wide", "--from", one, other}).out,
              AllOf(HasSubstr("left: 2 x ThunderX2"), HasSubstr(", published figures\n"),
                    HasSubstr("right: 2 x Kunpeng 920"),
                    HasSubstr(read_profile(one).sources.begin()->second.document)));
  const auto document = nlohmann::json::parse(run({"diff", "--from", one, other, "--json"}).out);
  EXPECT_THAT(document.at("right_figures").get<std::string>(), HasSubstr("published figures"));
}

TEST(ShownFigures, AProfileWithoutADateSaysSo) {
  MeasuredProfile profile;
  profile.made_by = "numapack 9";
  profile.machine.name = "mine";
  EXPECT_EQ(whose(profile), "mine, figures measured by numapack 9, it is not said when");
  profile.conditions.date = "2026-01-01T00:00:00Z";
  EXPECT_EQ(whose(profile), "mine, figures measured by numapack 9 on 2026-01-01T00:00:00Z");
}

TEST(ShownFigures, ReductionsByDistanceAreNeverSlowerThanByNumber) {
  int compared = 0;
  for (const std::string& file : shown_machines()) {
    const auto advice = nlohmann::json::parse(run({"advise", "--from", file, "--json"}).out);
    std::map<std::string, double> ns;
    for (const auto& one : advice.at("patterns")) ns[one.at("pattern")] = one.at("predicted_ns");
    if (ns.empty()) continue;
    ++compared;
    EXPECT_LE(ns.at("reduction by distance"), ns.at("reduction by number")) << file;
  }
  EXPECT_GE(compared, 3);
}

TEST(ProbeQuick, MeasuresWhatNeedsNoQuietAndKeepsNothingForPlans) {
  const testing::TemporaryDirectory folder;
  const std::string path = folder.file("quick.json");
  const Outcome quick = run({"probe", "--quick", "--budget", "8", "-o", path});
  ASSERT_EQ(quick.status, 0) << quick.error;
  EXPECT_THAT(quick.out, AllOf(HasSubstr("left out, for they need a quiet machine: "),
                               ContainsRegex("latency +best +median +worst +samples")));
  const MeasuredProfile profile = read_profile(path);
  EXPECT_FALSE(profile.memory_latency.empty());
  EXPECT_TRUE(profile.barriers.empty());
  EXPECT_THAT(run({"probe", "--quick", "--list", "--from", kKunpeng}).out, HasSubstr("core to core"));
  EXPECT_EQ(run({"probe", "--quick", "--verify"}).status, 2);
}

}  // namespace
}  // namespace numapack
