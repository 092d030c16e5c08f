// SPDX-License-Identifier: BSD-3-Clause
#include "cli/options/nearest.hpp"

#include <gtest/gtest.h>

namespace numapack {
namespace {

const std::vector<std::string> kVerbs{"topo", "gemm", "plan", "latency", "coherence", "stat", "touch-demo"};

TEST(Nearest, IsAFewLettersAway) {
  EXPECT_EQ(nearest("tpoo", kVerbs), "topo") << "two neighbours exchanged are one step";
  EXPECT_EQ(nearest("latncy", kVerbs), "latency");
  EXPECT_EQ(nearest("coherrence", kVerbs), "coherence");
  EXPECT_EQ(nearest("sta", kVerbs), "stat");
}

TEST(Nearest, IsWhatItBegins) { EXPECT_EQ(nearest("touch", kVerbs), "touch-demo"); }

TEST(Nearest, IsNothingWhereNoneIsNear) {
  EXPECT_EQ(nearest("multiply", kVerbs), "");
  EXPECT_EQ(nearest("", kVerbs), "");
  EXPECT_EQ(nearest("x", {"y"}), "") << "one letter for another is another word";
}

}  // namespace
}  // namespace numapack
