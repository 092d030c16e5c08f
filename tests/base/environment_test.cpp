// SPDX-License-Identifier: BSD-3-Clause
#include "base/environment.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace numapack {
namespace {

TEST(ParseBytes, TakesSuffixes) {
  EXPECT_EQ(parse_bytes("4096", "x"), 4096u);
  EXPECT_EQ(parse_bytes("64K", "x"), 65536u);
  EXPECT_EQ(parse_bytes("1.5GiB", "x"), 1610612736u);
  EXPECT_EQ(parse_bytes("2mb", "x"), 2097152u);
  EXPECT_EQ(parse_bytes("0", "x"), 0u);
}

TEST(ParseBytes, RefusesNonsenseByName) {
  for (const char* text : {"", "x", "-1", "1Q", "1KK", "nan", "inf", "99999999T"}) {
    try {
      parse_bytes(text, "NUMAPACK_WORKSPACE");
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
      EXPECT_EQ(error.where(), "NUMAPACK_WORKSPACE");
    }
  }
}

TEST(ParseElements, TakesNumbersAndSuffixes) {
  EXPECT_EQ(parse_elements("64"), 64);
  EXPECT_EQ(parse_elements("-3"), -3) << "who asks knows what is too few";
  EXPECT_EQ(parse_elements("1k"), 1024);
  EXPECT_EQ(parse_elements("64Ki"), 65536);
  EXPECT_EQ(parse_elements("0.5M"), 524288);
  EXPECT_EQ(parse_elements("2G"), std::int64_t{1} << 31);
  for (const char* text : {"", "x", "1q", "1.5", "1e3", "k", "-1k", "9999999999999999999", "99999999T"})
    EXPECT_EQ(parse_elements(text), std::nullopt) << text;
}

TEST(ParseList, TakesRanges) {
  EXPECT_EQ(parse_list("0-3,8", "x"), (std::vector<int>{0, 1, 2, 3, 8}));
  EXPECT_EQ(parse_list("5", "x"), (std::vector<int>{5}));
}

TEST(ParseList, RefusesNonsense) {
  for (const char* text : {"", "a", "3-1", "1,", ",1", "1-", "-1", "1;2"})
    EXPECT_THROW(parse_list(text, "x"), Error) << text;
}

}  // namespace
}  // namespace numapack
