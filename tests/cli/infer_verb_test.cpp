// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/outcome.hpp"
#include "support/command.hpp"

namespace numapack {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const std::string epyc_file = std::string(NUMAPACK_DATA) + "/epyc-rome-nps4.json";

TEST(InferVerb, DrawsGroupsAsTheLatencyGridDoes) {
  const std::string page = run({"infer", "--from", epyc_file}).out;
  EXPECT_THAT(page, HasSubstr("CPU 24        1.2      1.2      1.2      1.2"));
  EXPECT_THAT(page, HasSubstr("CPU 120   2.1.2.2  2.1.2.2"));
  EXPECT_THAT(run({"infer", "--from", std::string(NUMAPACK_DATA) + "/knm-snc4.json"}).out,
              HasSubstr("group of, CPUs as they lie on the chip\n"));
}

TEST(InferVerb, ShowsTheLatencyToEachOfSeveralMemories) {
  const testing::TemporaryDirectory folder;
  nlohmann::json profile = {{"numapack_profile", 1},
                            {"made_by", "published"},
                            {"machine", {{"name", "two packages"}, {"architecture", "x86_64"}}},
                            {"sources", {{"table", {{"document", "none"}, {"where", "none"}}}}}};
  const double ns[] = {90, 150, 240, 290};
  for (int node = 0; node < 4; ++node) {
    nlohmann::json pus = nlohmann::json::array();
    for (int cpu = 4 * node; cpu < 4 * node + 4; ++cpu) {
      pus.push_back(cpu);
      for (int to = 0; to < 4; ++to)
        profile["memory_latency"].push_back(
            {{"pu", cpu},
             {"node", to},
             {"bytes", 1 << 28},
             {"latency_ns", {{"median", ns[node ^ to] + 0.1 * (cpu % 3)}, {"source", "table"}}}});
    }
    profile["machine"]["nodes"].push_back(
        {{"os_index", node}, {"package", node / 2}, {"kind", "DRAM"}, {"pus", pus}});
  }
  const std::string path = folder.file("k.json");
  std::ofstream(path) << profile;
  const Outcome shown = run({"infer", "--from", path});
  EXPECT_THAT(shown.out, AllOf(HasSubstr("2 groups, 4 at the finest"), HasSubstr("to nodes 0-3"),
                               HasSubstr("90.05 150.1 240.1 290.1 ns"), HasSubstr("0-7")))
      << shown.error;
  EXPECT_THAT(run({"advise", "--from", path}).out,
              AllOf(HasSubstr("into 2 groups, 4 at the finest"), HasSubstr("1 0-7: "),
                    HasSubstr("1.1 0-3: 90.05 150.1 240.1 290.1 ns")));
}

TEST(InferVerb, SaysWhatAdviseSaysWhereThereIsNoStructure) {
  EXPECT_THAT(
      run({"advise", "--from", std::string(NUMAPACK_DATA) + "/knm-all2all.json"}).out,
      AllOf(HasSubstr("latencies to memory have no structure"), HasSubstr("fastest and slowest core")));
}

TEST(InferVerb, ACpuAloneHasNoLatencies) {
  const testing::TemporaryDirectory folder;
  const std::string path = folder.file("one.csv");
  {
    std::ofstream csv(path);  // two rings of four, and CPU 8 apart
    for (int one = 0; one < 9; ++one)
      for (int other = 0; other < 9; ++other)
        csv << (one / 4 == other / 4     ? 20
                : one == 8 || other == 8 ? 300
                                         : 80) +
                   0.1 * ((one + other) % 3)
            << (other < 8 ? "," : "\n");
  }
  const std::string page = run({"infer", "--matrix", path}).out;
  EXPECT_THAT(page, ::testing::ContainsRegex("1 +- +- +- +8\n"));
}

TEST(InferVerb, RefusesFiguresThatAreNoLatencies) {
  const testing::TemporaryDirectory folder;
  const std::string path = folder.file("figures.csv");
  for (const char* wrong : {"inf", "1e308", "nan", "-1", "a"}) {
    std::ofstream(path) << "0," << wrong << "\n" << wrong << ",0\n";
    for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
             {"infer", "--matrix", path}, {"pin", "--list", "--arrange", path}}) {
      const Outcome refused = run(words);
      EXPECT_EQ(refused.status, 2) << words[0] << " " << wrong << refused.out;
      EXPECT_TRUE(one_line(refused.error)) << refused.error;
      EXPECT_THAT(refused.error, HasSubstr(words[0] == "pin" ? "is no amount" : "is no latency"));
    }
  }
  const Outcome without = run({"infer", "--from", epyc_file, "--memory", "0=0,0"});
  EXPECT_EQ(without.status, 2);
  EXPECT_THAT(without.error, HasSubstr("--memory: \"0=0,0\" places nothing without a mesh or a ring"));
}

}  // namespace
}  // namespace numapack
