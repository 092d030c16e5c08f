// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/outcome.hpp"

namespace numapack {
namespace {

TEST(SenselessValues, AreNegativeNumbersWhereNoneCanBe) {
  for (const char* const verb : {"bits", "grade"}) {
    const auto outcome = run({verb, "--library", "openblas", "--seed", "-1"});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.error, ::testing::HasSubstr("--seed: \"-1\" is no number of 0 or more"));
  }
  EXPECT_EQ(run({"spmv", "--seed", "-1"}).status, 2);
  EXPECT_EQ(run({"gemm", "-n", "10", "--seed=-1"}).status, 2);
}

TEST(SenselessValues, AreListsWithNothingBetweenTwoCommas) {
  for (const char* const list : {"2,,3", ",2", "2,"}) {
    const auto outcome = run({"bits", "--library", "openblas", "--threads", list});
    EXPECT_EQ(outcome.status, 2) << list;
    EXPECT_EQ(outcome.error,
              std::string("numapack: bits: --threads: \"") + list + "\" has an item without a value\n");
  }
  EXPECT_EQ(run({"bits", "--library", "openblas", "--routines=gemm,,"}).status, 2);
  EXPECT_EQ(run({"grade", "--library", "openblas", "--routines", "gemm,,"}).status, 2);
}

TEST(SenselessValues, AreLibrariesWithoutNameOrPath) {
  for (const char* const verb : {"bits", "grade"}) {
    const auto outcome = run({verb, "--library", "="});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.error,
                ::testing::HasSubstr("--library: \"=\" lacks a name or a path; use NAME=PATH"));
  }
}

}  // namespace
}  // namespace numapack
