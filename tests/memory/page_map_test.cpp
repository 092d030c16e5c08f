// SPDX-License-Identifier: BSD-3-Clause
#include "memory/pages/page_map.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "base/error.hpp"
#include "support/machines.hpp"
#include "support/random.hpp"

namespace numapack {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;

constexpr std::size_t kPage = 4096, kHuge = 2u << 20;

StoredMatrix doubles(std::int64_t rows, std::int64_t columns, std::int64_t leading = 0,
                     bool row_major = false) {
  const std::int64_t least = row_major ? columns : rows;
  return {rows, columns, leading == 0 ? least : leading, 8, row_major};
}

/// The same by looking at every element.
PageMap by_element(const Placement& placement, const StoredMatrix& matrix, std::uintptr_t address,
                   std::size_t page_bytes) {
  PageMap map;
  const std::size_t into = address % page_bytes;
  std::map<std::size_t, std::vector<std::pair<int, std::size_t>>> parts;  // by page, in order of address
  const BlockGrid grid = block_grid(placement, matrix);
  for (std::int64_t line = 0; line < matrix.lines(); ++line) {
    for (std::int64_t at = 0; at < matrix.line_elements(); ++at) {
      const std::int64_t row = matrix.row_major ? line : at, column = matrix.row_major ? at : line;
      auto& list = parts[(into + matrix.offset(row, column)) / page_bytes];
      const int owner = grid.owner(row, column);
      auto found = std::find_if(list.begin(), list.end(), [&](auto& part) { return part.first == owner; });
      if (found == list.end()) found = list.insert(list.end(), {owner, 0});
      found->second += matrix.element_bytes;
    }
  }
  map.node.assign((into + matrix.span() + page_bytes - 1) / page_bytes, -1);
  map.shared.assign(map.node.size(), false);
  for (const auto& [page, list] : parts) {
    std::pair<int, std::size_t> best = list.front();
    std::size_t sum = 0;
    for (const auto& part : list) {
      if (part.second > best.second) best = part;
      sum += part.second;
    }
    map.node[page] = static_cast<std::int16_t>(best.first);
    map.shared[page] = list.size() > 1;
    map.bytes += sum;
    map.displaced_bytes += sum - best.second;
  }
  return map;
}

TEST(PageMap, AgreesWithLookingAtEveryElement) {
  testing::Generator generator(testing::test_seed());
  SCOPED_TRACE(testing::test_seed());
  const auto pick = [&](int from, int to) { return std::uniform_int_distribution<int>(from, to)(generator); };
  for (int round = 0; round < 300; ++round) {
    const bool row_major = pick(0, 1) == 1;
    const int rows = pick(1, 300), columns = pick(1, 120);
    const StoredMatrix matrix =
        doubles(rows, columns, (row_major ? columns : rows) + pick(0, 3) * pick(0, 200), row_major);
    const std::vector<int> nodes = pick(0, 1) == 0 ? std::vector<int>{0, 1} : std::vector<int>{2, 0, 1, 5};
    const int count = static_cast<int>(nodes.size());
    const Placement placement = std::vector<Placement>{
        Placement::cyclic_columns(pick(1, 40), nodes), Placement::cyclic_rows(pick(1, 700), nodes),
        Placement::tiles(pick(1, 300), pick(1, 60), 2, count / 2,
                         nodes)}[static_cast<std::size_t>(pick(0, 2))];
    const std::uintptr_t address = 0x10000000u + static_cast<std::uintptr_t>(pick(0, 1023)) * 8;
    const std::size_t page = pick(0, 1) == 0 ? kPage : 64 * 1024;
    const PageMap map = page_map(placement, matrix, address, page);
    const PageMap expected = by_element(placement, matrix, address, page);
    ASSERT_EQ(map.node, expected.node) << round;
    ASSERT_EQ(map.shared, expected.shared) << round;
    ASSERT_EQ(map.bytes, expected.bytes);
    ASSERT_EQ(map.displaced_bytes, expected.displaced_bytes);
    ASSERT_EQ(map.first_page, address - address % page);
  }
}

TEST(PageMap, ColumnsOfAPageAndMoreAreExact) {
  // 512 doubles are a page: one column each.
  const PageMap one = page_map(Placement::cyclic_columns(1, {0, 1, 2, 3}), doubles(512, 8), 0, kPage);
  EXPECT_THAT(one.node, ElementsAre(0, 1, 2, 3, 0, 1, 2, 3));
  EXPECT_EQ(one.displaced_bytes, 0u);
  EXPECT_EQ(one.shared_pages(), 0u);
  const PageMap two = page_map(Placement::cyclic_columns(2, {0, 1, 2, 3}), doubles(512, 8), 0, kPage);
  EXPECT_THAT(two.node, ElementsAre(0, 0, 1, 1, 2, 2, 3, 3));
}

TEST(PageMap, BelowAPageTheLargerPartDecidesAndTheRestIsCounted) {
  // Columns of 1.5 KiB, two a block: pages of 4 KiB hold parts of two or three blocks.
  const PageMap map = page_map(Placement::cyclic_columns(2, {0, 1}), doubles(192, 8), 0, kPage);
  EXPECT_THAT(map.node, ElementsAre(0, 1, 1));
  EXPECT_THAT(map.shared, Each(true));
  EXPECT_EQ(map.bytes, 192u * 8 * 8);
  // Blocks of 3072 bytes for nodes 0, 1, 0, 1; of each page a quarter or a half is on the wrong one.
  EXPECT_EQ(map.displaced_bytes, 1024u + 2048u + 1024u);
}

TEST(PageMap, HugePagesSwallowBlocksThatOrdinaryOnesKeep) {
  const StoredMatrix matrix = doubles(4096, 4096);
  const Placement fine = Placement::cyclic_columns(8, {0, 1, 2, 3});     // 256 KiB a block
  const Placement coarse = Placement::cyclic_columns(64, {0, 1, 2, 3});  // 2 MiB a block
  EXPECT_EQ(page_map(fine, matrix, 0, kPage).displaced_bytes, 0u);
  EXPECT_EQ(page_map(fine, matrix, 0, kHuge).displaced_bytes, matrix.span() / 4 * 3);
  EXPECT_EQ(page_map(coarse, matrix, 0, kHuge).displaced_bytes, 0u);
  EXPECT_FALSE(huge_pages_fit(fine, matrix, kPage, kHuge));
  EXPECT_TRUE(huge_pages_fit(coarse, matrix, kPage, kHuge));
  // Ordinary pages displace as much: nothing is lost by huge ones.
  EXPECT_TRUE(huge_pages_fit(Placement::cyclic_rows(8, {0, 1}), matrix, kPage, kHuge) ==
              (page_map(Placement::cyclic_rows(8, {0, 1}), matrix, 0, kPage).displaced_bytes ==
               page_map(Placement::cyclic_rows(8, {0, 1}), matrix, 0, kHuge).displaced_bytes));
  EXPECT_TRUE(huge_pages_fit(Placement::bind(0), matrix, kPage, kHuge));
  EXPECT_FALSE(huge_pages_fit(Placement::bind(0), doubles(100, 100), kPage, kHuge));
}

TEST(PageMap, InterleavesByPageNumber) {
  const StoredMatrix matrix = doubles(512, 7);
  EXPECT_THAT(page_map(Placement::interleave({0, 2, 3}), matrix, 0, kPage).node,
              ElementsAre(0, 2, 3, 0, 2, 3, 0));
  EXPECT_THAT(page_map(Placement::interleave({0, 2, 3}), matrix, 4 * kPage, kPage).node,
              ElementsAre(2, 3, 0, 2, 3, 0, 2));
  const PageMap weighted = page_map(Placement::weighted({0, 1}, {3, 1}), matrix, 8 * kPage, kPage);
  EXPECT_THAT(weighted.node, ElementsAre(0, 0, 0, 1, 0, 0, 0));
  EXPECT_THAT(weighted.pages_by_node(2), ElementsAre(6, 1));
}

TEST(PageMap, OneNodeOrNoWish) {
  EXPECT_THAT(page_map(Placement::bind(3), doubles(512, 3), 0, kPage).node, ElementsAre(3, 3, 3));
  EXPECT_THAT(page_map(Placement::preferred(1), doubles(512, 2), 8, kPage).node, ElementsAre(1, 1, 1));
  EXPECT_THAT(page_map(Placement::first_touch(), doubles(512, 2), 0, kPage).node, ElementsAre(-1, -1));
  EXPECT_TRUE(page_map(Placement::bind(0), doubles(0, 5, 1), 0, kPage).node.empty());
  EXPECT_TRUE(page_map(Placement::cyclic_columns(4, {0, 1}), doubles(5, 0), 0, kPage).node.empty());
}

TEST(PageMap, BlocksLargerThanTheMatrixAreTheMatrix) {
  EXPECT_THAT(page_map(Placement::cyclic_columns(1'000'000, {2, 1}), doubles(512, 3), 0, kPage).node,
              ElementsAre(2, 2, 2));
  EXPECT_THAT(page_map(Placement::tiles(INT64_MAX, INT64_MAX, 1, 2, {2, 1}), doubles(512, 2), 0, kPage).node,
              ElementsAre(2, 2));
}

TEST(PageMap, PaddingOfAPageHasNoWish) {
  const PageMap map = page_map(Placement::cyclic_columns(1, {0, 1}), doubles(512, 3, 1024), 0, kPage);
  EXPECT_THAT(map.node, ElementsAre(0, -1, 1, -1, 0));
}

TEST(StoredMatrix, IsChecked) {
  for (const StoredMatrix& bad :
       {StoredMatrix{-1, 1, 1, 8, false}, StoredMatrix{1, -1, 1, 8, false}, StoredMatrix{4, 2, 3, 8, false},
        StoredMatrix{2, 4, 3, 8, true}, StoredMatrix{1, 1, 1, 0, false}, StoredMatrix{0, 0, 0, 8, false},
        StoredMatrix{INT64_MAX, INT64_MAX, INT64_MAX, 8, false}}) {
    EXPECT_THROW(check_stored(bad, "test"), Error);
  }
  check_stored({0, 0, 1, 8, false}, "test");
  check_stored({4, 2, 4, 8, false}, "test");
}

}  // namespace
}  // namespace numapack
