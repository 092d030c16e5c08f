// SPDX-License-Identifier: BSD-3-Clause
#include "cli/pages/run_page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "report/synthetic.hpp"

namespace numapack {
namespace {

using standard::Routine;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Synthetic;

RunSums sums_of(int nodes, int routines) {
  Synthetic process(nodes, 4 * nodes);
  if (nodes > 1) process.add_on_all(Routine::gemm, 'd', 10, 5, 2.0, 1, 1024.0 * 1024);
  for (int routine = 0; routine < routines; ++routine)
    process.add_alone(static_cast<Routine>(routine), 's', 6, 100, 0.01);
  process.counts(Routine::trsm, 'd', 4).left = 3;
  Records records;
  records.processes.push_back(process.take());
  return sum_up(records);
}

const RunOutcome outcome{{"python3", "train.py"}, 7, 2.5, ""};

/// The longest line, in characters.
std::size_t width(const std::string& text) {
  std::istringstream lines(text);
  std::size_t widest = 0;
  for (std::string line; std::getline(lines, line);) widest = std::max(widest, line.size());
  return widest;
}

TEST(RunPage, FitsATerminal) {
  const std::string page = describe(sums_of(8, 28), {}, outcome);
  EXPECT_LE(width(page), 100U) << page;
  EXPECT_LE(width(describe(sums_of(1, 28), {}, outcome)), 80U);
}

TEST(RunPage, HasSumsAndHints) {
  const std::string page = describe(sums_of(8, 2), {"do better"}, outcome);
  EXPECT_THAT(page, HasSubstr("python3 ended with status 7 after 2.5 s"));
  EXPECT_THAT(page, HasSubstr("205 calls from 1 process"));
  EXPECT_THAT(page, HasSubstr("dgemm    1024-2047"));
  EXPECT_THAT(page, HasSubstr("2500.0")) << "5e12 flops in 2 s";
  EXPECT_THAT(page, HasSubstr("node 2: 100 %")) << "the kernel's number of the second node";
  EXPECT_THAT(page, HasSubstr("by plan 512 KiB, by a BLAS that knows no nodes about 3 MiB"));
  EXPECT_THAT(page, HasSubstr("3 calls were left to the program's own BLAS"));
  EXPECT_THAT(page, HasSubstr("\nHint: do better\n"));
}

TEST(RunPage, HasNoColumnsOfNodesWhereThereIsOne) {
  const std::string page = describe(sums_of(1, 2), {}, outcome);
  EXPECT_THAT(page, Not(HasSubstr("all nodes")));
  EXPECT_THAT(page, Not(HasSubstr("homes")));
}

TEST(RunPage, SumsUpWhatIsTooMuch) {
  const std::string page = describe(sums_of(1, 28), {}, outcome);
  EXPECT_THAT(page, HasSubstr("others   8 rows    800"));
  EXPECT_THAT(page, HasSubstr("2800"));
}

TEST(RunPage, SaysWhatATraceHasNot) {
  RunSums sums = sums_of(1, 1);
  sums.traced = 10;
  sums.cut = 2;
  RunOutcome traced = outcome;
  traced.trace = "calls.json";
  EXPECT_THAT(describe(sums, {}, traced), HasSubstr("10 calls in calls.json, cut: 2 more are not"));
}

TEST(RunDocument, HasUnitsInItsNames) {
  const nlohmann::json document = to_json(sums_of(4, 1), {"do better"}, outcome);
  EXPECT_EQ(document.at("command"), nlohmann::json({"python3", "train.py"}));
  EXPECT_EQ(document.at("status"), 7);
  const auto& longest = document.at("calls").at(0);
  EXPECT_EQ(longest.at("routine"), "dgemm");
  EXPECT_EQ(longest.at("least_size"), 1024);
  EXPECT_EQ(longest.at("below_size"), 2048);
  EXPECT_EQ(longest.at("calls"), 5);
  EXPECT_EQ(longest.at("all_nodes_calls"), 5);
  EXPECT_EQ(longest.at("seconds"), 2.0);
  EXPECT_EQ(longest.at("gigaflops_per_second"), 2500.0);
  EXPECT_EQ(longest.at("crossing_bytes"), 524288.0);
  EXPECT_EQ(longest.at("blind_crossing_bytes"), 3145728.0);
  EXPECT_EQ(document.at("total").at("left_calls"), 3);
  EXPECT_EQ(document.at("operands").at("bytes_by_node"), nlohmann::json({{"2", 1048576.0}}));
  EXPECT_EQ(document.at("processes").at(0).at("threads"), 16);
  EXPECT_EQ(document.at("hints"), nlohmann::json({"do better"}));
  EXPECT_TRUE(document.at("trace").is_null());
  // A row of nothing but left calls has no rate.
  EXPECT_TRUE(document.at("calls").back().at("gigaflops_per_second").is_null());
}

}  // namespace
}  // namespace numapack
