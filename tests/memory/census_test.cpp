// SPDX-License-Identifier: BSD-3-Clause
#include "memory/pages/census.hpp"
#include "memory/this_machine.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <numeric>
#include <sstream>

#include "memory/buffer.hpp"
#include "memory/pages/smaps.hpp"

namespace numapack {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;

std::uint64_t touched(const Census& census) {
  return std::accumulate(census.by_node.begin(), census.by_node.end(), std::uint64_t{0});
}

TEST(Census, CountsEveryPageAndTouchesNone) {
  const std::size_t page = this_machine().page_bytes;
  const Buffer buffer(10'000 * page, this_machine(), {{}, false, false});
  auto* const data = buffer.as<char>();
  for (int round = 0; round < 2; ++round) {
    const Census fresh = census(data, buffer.size(), this_machine());
    EXPECT_EQ(fresh.pages, 10'000u);
    EXPECT_EQ(fresh.page_bytes, page);
    EXPECT_EQ(fresh.by_node.size(), this_machine().nodes.size());
    EXPECT_EQ(touched(fresh), 0u);
    EXPECT_EQ(fresh.untouched, fresh.unavailable.empty() ? 10'000u : 0u);
  }
  // Pages in several batches of the query, the first and the last among them.
  for (const std::size_t at : {0, 1, 4095, 4096, 8191, 8192, 9999}) data[at * page] = 1;
  const Census some = census(data, buffer.size(), this_machine());
  EXPECT_EQ(touched(some), some.unavailable.empty() ? 7u : 0u);
  EXPECT_EQ(some.huge_bytes, 0u);
}

TEST(Census, CountsPagesThatAStretchOnlyOverlaps) {
  const std::size_t page = this_machine().page_bytes;
  const Buffer buffer(4 * page, this_machine(), {{}, false, false});
  auto* const data = buffer.as<char>();
  EXPECT_EQ(census(data + page - 1, 2, this_machine()).pages, 2u);
  EXPECT_EQ(census(data + 1, page, this_machine()).pages, 2u);
  EXPECT_EQ(census(data + page, page, this_machine()).pages, 1u);
  EXPECT_EQ(census(data, 0, this_machine()).pages, 0u);
}

TEST(Census, HugeBytesNeverExceedTheStretch) {
  const Buffer buffer(8u << 20, this_machine(), {{}, true, false});
  std::memset(buffer.data(), 1, buffer.size());
  const Census pages = census(buffer.data(), buffer.size(), this_machine());
  EXPECT_LE(pages.huge_bytes, buffer.size());
  EXPECT_EQ(pages.huge_bytes % (2u << 20), 0u);
  if (this_machine().transparent_huge_pages == "never") {
    EXPECT_EQ(pages.huge_bytes, 0u);
  }
}

TEST(Census, SaysWhyItCannotAsk) {
  const Machine other = load_machine("numa:3 core:1 pu:1");
  const int value = 1;
  const Census pages = census(&value, sizeof value, other);
  EXPECT_THAT(pages.unavailable, HasSubstr("numa:3 core:1 pu:1"));
  EXPECT_EQ(pages.by_node.size(), 3u);
  EXPECT_EQ(touched(pages), 0u);
  EXPECT_THAT(homes_of({&value}, other), Each(-1));
}

TEST(HomesOf, AnswersInOrder) {
  const std::size_t page = this_machine().page_bytes;
  const Buffer buffer(6000 * page, this_machine(), {{}, false, false});
  auto* const data = buffer.as<char>();
  std::vector<const void*> addresses;
  for (std::size_t at = 0; at < 6000; ++at) {
    if (at % 3 == 0) data[at * page] = 1;
    addresses.push_back(data + at * page + 17);
  }
  const bool refused = !census(data, page, this_machine()).unavailable.empty();
  const std::vector<int> homes = homes_of(addresses, this_machine());
  ASSERT_EQ(homes.size(), addresses.size());
  for (std::size_t at = 0; at < homes.size(); ++at) {
    const bool there = at % 3 == 0 && !refused;
    ASSERT_EQ(homes[at] >= 0, there) << at;
    ASSERT_LT(homes[at], static_cast<int>(this_machine().nodes.size()));
  }
  EXPECT_TRUE(homes_of({}, this_machine()).empty());
}

TEST(TransparentHugeBytes, AddsUpMappingsInTheStretch) {
  const std::string listing =
      "1000-2000 rw-p 00000000 00:00 0 [heap]\nSize: 4 kB\nAnonHugePages:      2048 kB\nVmFlags: rd\n"
      "200000-600000 rw-p 00000000 00:00 0 \nRss: 4096 kB\nAnonHugePages:      4096 kB\nTHPeligible: 1\n"
      "600000-800000 rw-p 00000000 00:00 0 \nAnonHugePages:      2048 kB\n"
      "800000-a00000 rw-p 00000000 00:00 0 \nAnonHugePages:      2048 kB\n";
  const auto count = [&](std::uint64_t start, std::uint64_t bytes) {
    std::istringstream smaps(listing);
    return transparent_huge_bytes(smaps, start, bytes);
  };
  EXPECT_EQ(count(0x200000, 0x600000), 6u << 20);
  EXPECT_EQ(count(0x600000, 0x200000), 2u << 20);
  // Half of a mapping cannot hold more than itself.
  EXPECT_EQ(count(0x200000, 0x200000), 2u << 20);
  EXPECT_EQ(count(0x100000, 0x1000), 0u);
  EXPECT_EQ(count(0xb00000, 0x1000), 0u);
}

}  // namespace
}  // namespace numapack
