// SPDX-License-Identifier: BSD-3-Clause
#include "machine/text.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "base/environment.hpp"

namespace numapack {
namespace {

TEST(SizeText, OneDigitAtMost) {
  EXPECT_EQ(size_text(0), "0 B");
  EXPECT_EQ(size_text(1023), "1023 B");
  EXPECT_EQ(size_text(64 << 10), "64 KiB");
  EXPECT_EQ(size_text(28160ull << 10), "27.5 MiB");
  EXPECT_EQ(size_text((1ull << 30) - 1), "1 GiB");
  EXPECT_EQ(size_text(1ull << 50), "1 PiB");
  EXPECT_EQ(size_text(std::numeric_limits<std::uint64_t>::max()), "16384 PiB");
}

TEST(ListText, IsTheInverseOfParseList) {
  EXPECT_EQ(list_text({}), "");
  EXPECT_EQ(list_text({3}), "3");
  EXPECT_EQ(list_text({8, 1, 0, 2, 2}), "0-2,8");
  for (const char* text : {"0-2,8", "0,2,4", "7", "0-1,3-9"})
    EXPECT_EQ(list_text(parse_list(text, "x")), text);
}

}  // namespace
}  // namespace numapack
