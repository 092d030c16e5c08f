// SPDX-License-Identifier: BSD-3-Clause
#include "launch/cpu_expression.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "base/error.hpp"

namespace numapack {
namespace {

using Cpus = std::vector<int>;

/// Two packages of two nodes, each a die of four cores with two hardware threads, whose caches two cores
/// share.
Machine four_nodes() { return load_machine("pack:2 numa:2 l3:2 core:2 pu:2"); }

Cpus of(const std::string& text, bool siblings = false) {
  return parse_cpus(text, four_nodes(), "--cpus", siblings);
}

TEST(CpuExpression, NamesPackagesNodesCachesAndCores) {
  EXPECT_EQ(of("node:0"), (Cpus{0, 2, 4, 6}));
  EXPECT_EQ(of("package:1"), (Cpus{16, 18, 20, 22, 24, 26, 28, 30}));
  EXPECT_EQ(of("cache:1"), (Cpus{4, 6}));
  EXPECT_EQ(of("die:3"), (Cpus{24, 26, 28, 30}));
  EXPECT_EQ(of("core:3,1"), (Cpus{6, 2})) << "in the order given";
  EXPECT_EQ(of("all").size(), 16U);
}

TEST(CpuExpression, TakesPlacesWithinEach) {
  EXPECT_EQ(of("node:all/0"), (Cpus{0, 8, 16, 24}));
  EXPECT_EQ(of("node:1-2/0-1"), (Cpus{8, 10, 16, 18}));
}

TEST(CpuExpression, AddsPartsAndHasEachOnce) {
  EXPECT_EQ(of("node:1/0+cpu:3+8"), (Cpus{8, 3}));
  EXPECT_EQ(of("5,4"), (Cpus{5, 4}));
}

TEST(CpuExpression, SecondThreadsComeAfterTheFirstOfAllCores) {
  EXPECT_EQ(of("node:0", true), (Cpus{0, 2, 4, 6, 1, 3, 5, 7}));
}

std::string complaint(const std::string& text) {
  try {
    of(text);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument) << text;
    return error.what();
  }
  return "";
}

TEST(CpuExpression, SaysWhatThereIs) {
  EXPECT_NE(complaint("node:4").find("0-3"), std::string::npos) << complaint("node:4");
  EXPECT_NE(complaint("node:0/4").find("from 0 to 3"), std::string::npos) << complaint("node:0/4");
  EXPECT_NE(complaint("socket:0").find("package"), std::string::npos);
  EXPECT_NE(complaint("cpu:32").find("0-31"), std::string::npos) << complaint("cpu:32");
  for (const char* const text : {"", "+", "node:", "node:0/", "node", "node:0+", "cpu:a", "node:0-"})
    EXPECT_NE(complaint(text), "") << text;
}

TEST(CpuExpression, KnowsItsNodes) {
  EXPECT_EQ(nodes_of_cpus({31, 0, 2, 9}, four_nodes()), (std::vector<int>{0, 1, 3}));
}

}  // namespace
}  // namespace numapack
