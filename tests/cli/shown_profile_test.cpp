// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>

#include "cli/outcome.hpp"
#include "insight/knights_mill.hpp"
#include "profile/document/json.hpp"

namespace numapack {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::string machine_file(const std::string& name) {
  return std::string(NUMAPACK_DATA) + "/" + name + ".json";
}

TEST(ShownProfile, EveryVerbHasAPageOfEveryPublishedMachine) {
  int machines = 0;
  for (const auto& entry : std::filesystem::directory_iterator(NUMAPACK_DATA)) {
    const std::string file = entry.path().string();
    const std::string name = read_profile(file).machine.name;
    ++machines;
    for (const std::vector<std::string>& verb : std::vector<std::vector<std::string>>{{"latency"},
                                                                                      {"coherence"},
                                                                                      {"stream"},
                                                                                      {"barrier"},
                                                                                      {"probe", "--list"},
                                                                                      {"advise"},
                                                                                      {"infer"}}) {
      std::vector<std::string> words = verb;
      words.insert(words.end(), {"--from", file});
      const Outcome shown = run(words);
      EXPECT_EQ(shown.status, 0) << verb[0] << " " << file << shown.error;
      EXPECT_THAT(shown.out,
                  AllOf(HasSubstr(name + ", published figures"), HasSubstr("nothing was measured")))
          << verb[0] << " " << file;
      const std::string figures = shown.out.substr(shown.out.find("\n\n"));
      EXPECT_THAT(figures, Not(HasSubstr("\n\n\n"))) << verb[0] << " " << file;
      EXPECT_GT(std::count(figures.begin(), figures.end(), '\n'), 2) << verb[0] << " " << file << shown.out;
    }
    const Outcome same = run({"diff", "--from", file, file});
    EXPECT_EQ(same.status, 0) << same.error;
    EXPECT_THAT(same.out, HasSubstr(file + " -> " + file));
  }
  EXPECT_EQ(machines, 10);
}

TEST(ShownProfile, FiguresAreThoseOfTheDocument) {
  EXPECT_THAT(run({"latency", "--from", machine_file("epyc-rome-nps4")}).out,
              AllOf(HasSubstr("141.5  140.7  145.9  141.5  140.9  144.2  142.0  141.5"),
                    HasSubstr("min 140.7, max 276.7, delta 136.0"), HasSubstr("no figure: ")));
  EXPECT_THAT(run({"latency", "--from", machine_file("kunpeng920")}).out, HasSubstr("293"));
  // The poster's grid: the first row of tiles has none in the middle.
  const std::string gap(24, ' ');
  EXPECT_THAT(
      run({"latency", "--from", machine_file("knm-snc4")}).out,
      AllOf(HasSubstr("ns, node 0, CPUs as they lie on the chip\n    33    32    25    24" + gap +
                      "     5     4     1     0\n 137.4 137.5 137.4 137.4" + gap),
            HasSubstr("\n    67    66                57    56    51    50    45    44    39    38\n")));
  EXPECT_THAT(run({"stream", "--from", machine_file("xeon-stream")}).out, HasSubstr("107.6"));
  EXPECT_THAT(
      run({"coherence", "--from", machine_file("kunpeng920-6426")}).out,
      AllOf(HasSubstr("146.9-158.1"), HasSubstr("28.1-30.4\n"), HasSubstr("28.1-30.4*"), HasSubstr("81.2"),
            HasSubstr("7.00-7.80*"), HasSubstr("* inferred: node 2's cell again")));
  EXPECT_THAT(run({"stream", "--from", machine_file("nehalem-ex")}).out,
              HasSubstr("the profile has no bandwidths; it has figures of 7 reported"));
}

TEST(ShownProfile, BarriersOfAPublishedMachineArePredictedFromItsLatencies) {
  EXPECT_THAT(
      run({"barrier", "--from", machine_file("thunderx2")}).out,
      AllOf(HasSubstr("none was measured: predicted from 63 of 2016 latencies"), HasSubstr("dissemination")));
}

TEST(InferVerb, ShowsGroupsPlacesAndNoStructure) {
  EXPECT_THAT(run({"infer", "--from", machine_file("epyc-rome-nps4")}).out,
              AllOf(HasSubstr("2 groups, 8 at the finest"), HasSubstr("112-127")));
  const Outcome placed =
      run({"infer", "--from", machine_file("knm-snc4"), "--mesh", "9x7", "--memory", "0=8,0"});
  EXPECT_THAT(placed.out, AllOf(HasSubstr("ns a hop, residual"), HasSubstr("could sit elsewhere"),
                                HasSubstr("firmware's node 0 holds 5 groups"),
                                HasSubstr("Only node 0's memory was read")));
  EXPECT_THAT(run({"infer", "--from", machine_file("kunpeng920")}).out,
              HasSubstr("no structure: too few CPUs"));
  EXPECT_THAT(run({"infer", "--from", machine_file("nehalem-ex")}).out, HasSubstr("has no such latencies"));
  EXPECT_THAT(run({"infer", "--from", machine_file("knm-all2all")}).out, HasSubstr("no structure: fastest"));
  EXPECT_THAT(run({"infer", "--matrix", std::string(NUMAPACK_MATRICES) + "/ryzen-5950x.csv"}).out,
              HasSubstr("2 groups, 16 at the finest"));
  EXPECT_THAT(run({"advise", "--from", machine_file("knm-snc4")}).out, HasSubstr("into 5 groups"));
}

/// Of 68 cores, a row of the table each, to memories of four nodes.
std::string written_profile(const testing::TemporaryDirectory& folder, const LatencyTable& table) {
  MeasuredProfile profile;
  profile.made_by = "test";
  profile.machine.name = "synthetic";
  for (const int node : table.columns) profile.machine.nodes.push_back({node, 0, "DRAM", 0, {}});
  for (std::size_t row = 0; row < table.cpus.size(); ++row) {
    const int node = testing::knights_mill_quadrant(testing::knights_mill_tile(table.cpus[row]));
    profile.machine.nodes[std::size_t(node)].pus.push_back(table.cpus[row]);
    for (std::size_t column = 0; column < table.columns.size(); ++column)
      profile.memory_latency.push_back(
          {table.cpus[row], table.columns[column], 1 << 28, 0, 0, figure_of({table.ns[row][column]})});
  }
  const std::string path = folder.file("synthetic.json");
  write_profile(profile, path);
  return path;
}

TEST(InferVerb, ShowsQuadrantsByTheNearestMemory) {
  const testing::TemporaryDirectory folder;
  std::mt19937 random(5);
  // The spreads that the poster prints of SNC4 and, below, of All2All.
  for (const auto& [fastest, slowest] : {std::pair(161.1, 176.6), {137.2, 154.6}}) {
    const std::string path =
        written_profile(folder, testing::knights_mill_snc4(fastest, slowest, 0.15, random));
    const std::string page = run({"infer", "--from", path}).out;
    EXPECT_THAT(page, AllOf(HasSubstr("an order, but no groups"), HasSubstr("nodes 0-3: 4 groups")));
    EXPECT_THAT(page, Not(HasSubstr("Firmware says otherwise")));
    const auto document = nlohmann::json::parse(run({"infer", "--from", path, "--json", "-"}).out);
    std::map<int, std::size_t> sizes;
    for (const auto& group : document.at("nearest").at("groups"))
      sizes[group.at("node")] = group.at("cpus").size();
    EXPECT_EQ(sizes, (std::map<int, std::size_t>{{0, 18}, {1, 18}, {2, 18}, {3, 14}}));
  }
  for (const auto& [fastest, slowest] : {std::pair(167.061677, 170.317558), {143.260333, 147.669091}}) {
    const std::string page =
        run({"infer", "--from",
             written_profile(folder, testing::knights_mill_snc4(fastest, slowest, 0, random))})
            .out;
    EXPECT_THAT(page, HasSubstr("no structure: latencies spread by"));
    EXPECT_THAT(page, Not(HasSubstr("nearest")));
  }
}

TEST(PinVerb, ArrangesThreadsByWhatTheyExchange) {
  const testing::TemporaryDirectory folder;
  const std::string path = folder.file("traffic.csv"), from = machine_file("kunpeng920-6426");
  // Threads 0 and 1 exchange, and 2 and 3; CPUs 0 and 32 are of two nodes.
  std::ofstream(path) << ",9,0,0\n9,,0,0\n0,0,,9\n0,0,9,\n";
  const Outcome listed =
      run({"pin", "--list", "--arrange", path, "--from", from, "-c", "0+64+1+65", "--json"});
  ASSERT_EQ(listed.status, 0) << listed.error;
  const auto cpus = nlohmann::json::parse(listed.out).at("cpus").get<std::vector<int>>();
  ASSERT_EQ(cpus.size(), 4U);
  EXPECT_EQ(cpus[0] / 64, cpus[1] / 64);
  EXPECT_EQ(cpus[2] / 64, cpus[3] / 64);
  EXPECT_NE(cpus[0] / 64, cpus[2] / 64);
  EXPECT_THAT(run({"pin", "--list", "--arrange", path, "--from", from, "-c", "0+64+1+65"}).out,
              HasSubstr("measured latencies between cores"));
  for (const std::string& wrong : {std::string("/missing.csv"), from}) {
    const Outcome refused = run({"pin", "--list", "--arrange", wrong, "--from", from});
    EXPECT_EQ(refused.status, 2);
    EXPECT_TRUE(one_line(refused.error)) << refused.error;
  }
  EXPECT_EQ(run({"pin", "--list", "--arrange", path, "--from", from, "-c", "0-2"}).status, 2);
}

TEST(InferVerb, RefusesWrongPlacesInALine) {
  const std::string file = machine_file("knm-snc4");
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"infer", "--from", "/missing.json"},
           {"infer", "--matrix", file},
           {"infer", "--from", file, "--mesh", "6"},
           {"infer", "--from", file, "--mesh", "6x6"},
           {"infer", "--from", file, "--mesh", "6x6", "--memory", "0=6,0"},
           {"infer", "--from", file, "--mesh", "6x6", "--memory", "zero"},
           {"infer", "--from", file, "--mesh", "0x6", "--memory", "0=0,0"},
           {"infer", "--from", file, "--ring", "1"},
           {"infer", "--from", machine_file("nehalem-ex"), "--ring", "8"}}) {
    const Outcome wrong = run(words);
    EXPECT_EQ(wrong.status, 2) << ::testing::PrintToString(words) << wrong.error << wrong.out;
    EXPECT_TRUE(one_line(wrong.error)) << wrong.error;
    EXPECT_EQ(wrong.out, "");
  }
}

TEST(ShownProfile, JsonIsTheProfile) {
  const Outcome shown = run({"latency", "--from", machine_file("thunderx2"), "--json"});
  EXPECT_EQ(profile_from_json(shown.out, "standard output").machine.name,
            read_profile(machine_file("thunderx2")).machine.name);
}

TEST(ShownProfile, WhatIsNoProfileIsRefusedInALine) {
  const std::string data = NUMAPACK_DATA;
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"latency", "--from", data + "/missing.json"},
                                             {"stream", "--from", kKunpeng},
                                             {"diff", data + "/kunpeng920.json"},
                                             {"diff", data + "/kunpeng920.json", data + "/kunpeng920.json",
                                              "--from", data + "/kunpeng920.json"}}) {
    const Outcome wrong = run(words);
    EXPECT_EQ(wrong.status, 2) << words[0] << wrong.error;
    EXPECT_TRUE(one_line(wrong.error)) << wrong.error;
    EXPECT_EQ(wrong.out, "");
  }
}

}  // namespace
}  // namespace numapack
