// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/outcome.hpp"
#include "cli/sparse/structures.hpp"

namespace numapack {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

/// A file that is gone in the end.
class MarketFile {
 public:
  explicit MarketFile(const std::string& text) : path_(::testing::TempDir() + "spmv_verb_test.mtx") {
    std::ofstream(path_) << text;
  }
  ~MarketFile() { std::remove(path_.c_str()); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

TEST(SpmvVerb, MultipliesWhatItMakesAndIsRight) {
  for (const std::string& structure : structure_names) {
    const Outcome outcome = run({"spmv", "--structure", structure, "-n", "3000", "--rounds", "2", "--sample",
                                 "0", "--type", structure == "band" ? "z" : "d", "--json"});
    ASSERT_EQ(outcome.status, 0) << outcome.error;
    const json found = json::parse(outcome.out);
    EXPECT_LE(found["measured"]["error_over_bound"], 1) << structure;
    EXPECT_TRUE(found["measured"]["same_bits"]);
    EXPECT_EQ(found["measured"]["times"].size(), 3u);
    EXPECT_EQ(found["measured"]["times"][0]["seconds"].size(), 2u);
    EXPECT_GT(found["elements"], found["rows"]);
  }
}

TEST(SpmvVerb, PlansForAnotherMachine) {
  const std::string kunpeng = std::string(NUMAPACK_MACHINES) + "/kunpeng920.xml";
  const Outcome outcome =
      run({"spmv", "--structure", "graph", "-n", "100000", "--from", kunpeng, "--home-x", "0", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  const json plan = json::parse(outcome.out)["plan"];
  ASSERT_EQ(plan["parts"].size(), 4u);
  EXPECT_TRUE(plan["gathers"]);
  EXPECT_EQ(plan["crossing_bytes"], plan["least_bytes"]);
  EXPECT_GT(plan["blind_bytes"], plan["crossing_bytes"]);
  // x lies on node 0 alone: that one reads it without crossing.
  EXPECT_EQ(plan["read_bytes"][0][1].get<double>(), plan["written_bytes"][0][1].get<double>());
  EXPECT_GT(plan["read_bytes"][3][0].get<double>(), plan["written_bytes"][3][0].get<double>());
}

TEST(SpmvVerb, ReadsMatrixMarket) {
  const MarketFile file(
      "%%MatrixMarket matrix coordinate complex hermitian\n% a comment\n3 3 3\n1 1 2 0\n3 1 1 5\n2 2 4 0\n");
  const SparseMatrix read = read_matrix_market(file.path());
  EXPECT_EQ(read.starts, (std::vector<Index>{0, 2, 3, 4}));
  EXPECT_EQ(read.indices, (std::vector<Index>{0, 2, 1, 0}));
  EXPECT_EQ(read.values, (std::vector<double>{2, 1, 4, 1}));
  EXPECT_EQ(read.imaginary, (std::vector<double>{0, -5, 0, 5}));
  const Outcome outcome =
      run({"spmv", "--file", file.path(), "--type", "c", "--rounds", "1", "--sample", "0"});
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("4 elements"));
  EXPECT_EQ(run({"spmv", "--file", file.path()}).status, 2);
}

TEST(SpmvVerb, RefusesFilesByTheirLine) {
  const auto refusal = [](const std::string& text) {
    const MarketFile file(text);
    const Outcome outcome = run({"spmv", "--file", file.path()});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1);
    return outcome.error;
  };
  const std::string real = "%%MatrixMarket matrix coordinate real general\n";
  EXPECT_THAT(refusal(""), HasSubstr("line 1: it is no sparse Matrix Market file"));
  EXPECT_THAT(refusal("%%MatrixMarket matrix array real general\n"), HasSubstr("line 1"));
  EXPECT_THAT(refusal(real + "2 2\n"), HasSubstr("line 2: no rows, columns and elements"));
  EXPECT_THAT(refusal(real + "2 2 2\n1 1 3\n"), HasSubstr("ends before its last element"));
  EXPECT_THAT(refusal(real + "2 2 1\n3 1 3\n"), HasSubstr("line 3: element (3, 1) of a 2 x 2 matrix"));
  EXPECT_THAT(refusal(real + "2 2 1\n1 1 much\n"), HasSubstr("line 3: no element"));
}

TEST(SpmvVerb, RefusesNonsense) {
  const std::vector<std::vector<std::string>> usage{
      {"spmv", "--structure", "cube"},    {"spmv", "-n", "0"},
      {"spmv", "--per-row", "0"},         {"spmv", "--file", "/nowhere.mtx"},
      {"spmv", "--rounds", "0"},          {"spmv", "--sample", "-1"},
      {"spmv", "--home-x", "nowhere"},    {"spmv", "--home-y", "replicate"},
      {"spmv", "-n", "9000000000000000"}, {"spmv", "--structure", "band", "--file", "a.mtx"}};
  for (const auto& words : usage) {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.status, 2) << words[1] << outcome.error;
    EXPECT_EQ(outcome.out, "");
  }
}

}  // namespace
}  // namespace numapack
