// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/outcome.hpp"
#include "cli/pages/counters_page.hpp"

namespace numapack {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

json set_of(const char* name, const char* scope) {
  return {{"name", name},
          {"meaning", "lines"},
          {"source", "a manual"},
          {"scope", scope},
          {"places", json::array()}};
}

json document_of(std::vector<json> sets, double time_share = 1) {
  json events = json::array();
  for (const json& set : sets)
    events.push_back({{"event", "x"},
                      {"set", set.at("name")},
                      {"count", 1},
                      {"time_share", time_share},
                      {"missing", nullptr}});
  return {{"sets", sets}, {"events", events}, {"missing", json::array()}};
}

TEST(CountersPage, ShowsPlacesAndTheShareThatIsNotLocal) {
  json fills = set_of("amd-fills", "process");
  fills["reads_local_lines"] = 750000;
  fills["reads_cross_chip_lines"] = 250000;
  EXPECT_EQ(describe_counters(document_of({fills})),
            "  amd-fills: lines\n"
            "         local  cross chip  not local\n"
            "reads  750,000     250,000     25.0 %\n");
}

TEST(CountersPage, HasARowAPlace) {
  json hha = set_of("hisi-hha", "system");
  hha["operations_local"] = 30;
  hha["operations_cross_die"] = 10;
  hha["operations_cross_chip"] = 0;
  hha["reads_all_lines"] = 50;
  for (const int node : {0, 2})
    hha["places"].push_back({{"node", node},
                             {"operations_local", 15},
                             {"operations_cross_die", 5},
                             {"operations_cross_chip", 0},
                             {"reads_all_lines", 25}});
  EXPECT_EQ(describe_counters(document_of({hha})),
            "  hisi-hha: lines (everybody's)\n"
            "                    local  cross die  cross chip  all  not local\n"
            "reads, node 0           -          -           -   25          -\n"
            "reads, node 2           -          -           -   25          -\n"
            "reads, all              -          -           -   50          -\n"
            "operations, node 0     15          5           0    -     25.0 %\n"
            "operations, node 2     15          5           0    -     25.0 %\n"
            "operations, all        30         10           0    -     25.0 %\n");
}

TEST(CountersPage, ShowsWorkAndNodeLoads) {
  json work = set_of("work", "process"), node = set_of("node", "process");
  work["cycles"] = 2000;
  work["instructions"] = 5000;
  node["node_loads"] = 1000;
  node["node_load_misses"] = 125;
  json l1d = set_of("l1d", "process");
  l1d["l1d_loads"] = 4000;
  l1d["l1d_load_misses"] = 100;
  const std::string page = describe_counters(document_of({work, node, l1d}));
  EXPECT_THAT(page, HasSubstr("4,000  L1 data loads\n              100  misses of L1, 2.5 %\n"));
  EXPECT_THAT(page, HasSubstr("2,000  cycles\n            5,000  instructions, 2.50 a cycle\n"));
  EXPECT_THAT(page, HasSubstr("125  node-load misses: from another node, 12.5 %\n"));
  EXPECT_THAT(page, Not(HasSubstr("stores")));
  EXPECT_THAT(page, Not(HasSubstr("turns")));
}

TEST(CountersPage, SaysWhenEventsTookTurns) {
  json work = set_of("work", "process");
  work["cycles"] = 2000;
  EXPECT_THAT(describe_counters(document_of({work}, 0.25)),
              HasSubstr("took turns on the counters, each at least 25 %"));
}

/// Of a document: with counters, or one line why not.
void expect_counters(const json& counters) {
  if (counters.at("sets").empty()) {
    ASSERT_EQ(counters.at("missing").size(), 1U);
    EXPECT_THAT(counters.at("missing")[0].get<std::string>(), StartsWith("nothing could be counted: "));
  }
  EXPECT_GE(counters.at("events").size(), 6U);
  for (const json& event : counters.at("events"))
    EXPECT_TRUE(event.at("count").is_number() != event.at("missing").is_string()) << event;
}

TEST(StatCounters, AreOnThePageAndTheCommandGoesOn) {
  const Outcome page = run({"stat", "--counters", "--", "sh", "-c", "echo hello; exit 3"});
  EXPECT_EQ(page.status, 3) << "the command's";
  EXPECT_EQ(page.out, "hello\n");
  EXPECT_THAT(page.error, HasSubstr("\nCounters, of the command and its children in user mode\n"));
  const Outcome document = run({"stat", "--counters", "--json", "-", "--", "true"});
  ASSERT_EQ(document.status, 0) << document.error;
  expect_counters(json::parse(document.out).at("counters"));
  EXPECT_FALSE(json::parse(run({"stat", "--json", "-", "--", "true"}).out).contains("counters"));
}

TEST(StatCounters, ACommandThatDoesNotRunIsStillThat) {
  const Outcome none = run({"stat", "--counters", "--", "/nonexistent/program"});
  EXPECT_EQ(none.status, 127);
  EXPECT_EQ(none.out, "");
  const Outcome killed = run({"stat", "--counters", "--", "sh", "-c", "kill -TERM $$"});
  EXPECT_EQ(killed.status, 128 + 15);
}

TEST(GemmCounters, AreOfEachLibrary) {
  const std::vector<std::string> words = {
      "gemm",     "-n",   "64",         "--rounds", "2",
      "--sample", "0.01", "--counters", "--peer",   std::string("other=") + NUMAPACK_FAKES + "/right.so"};
  const Outcome page = run(words);
  ASSERT_EQ(page.status, 0) << page.error;
  EXPECT_THAT(page.out, HasSubstr("\nCounters"));
  std::vector<std::string> with_json = words;
  with_json.insert(with_json.end(), {"--json", "-"});
  const Outcome document = run(with_json);
  ASSERT_EQ(document.status, 0) << document.error;
  for (const json& result : json::parse(document.out).at("results")) {
    expect_counters(result.at("counters"));
    EXPECT_GE(result.at("counters").at("calls"), 2);
  }
}

TEST(GemmCounters, OfLapackAndOtherRoutines) {
  for (const char* const routine : {"dsyrk", "dpotrf"}) {
    const Outcome document = run({"gemm", "--routine", routine, "-n", "48", "--rounds", "1", "--sample", "0",
                                  "--counters", "--json", "-"});
    ASSERT_EQ(document.status, 0) << document.error;
    expect_counters(json::parse(document.out).at("results")[0].at("counters"));
  }
}

}  // namespace
}  // namespace numapack
