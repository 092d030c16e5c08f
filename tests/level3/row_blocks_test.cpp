// SPDX-License-Identifier: BSD-3-Clause
#include "level3/algorithms/row_blocks.hpp"

#include <gtest/gtest.h>

#include <random>

#include "base/integer.hpp"
#include "level3/call/problem.hpp"
#include "support/random.hpp"

namespace numapack {
namespace {

using namespace testing;  // NOLINT

/// How often a column of C that is multiplied block by block comes to a page.
Index pages_met(const std::vector<Range>& blocks, const PageRows& pages) {
  const auto page_of = [&](Index row) { return divide(row + pages.rows - pages.first, pages.rows); };
  Index met = 0;
  for (const Range block : blocks) met += page_of(block.end - 1) - page_of(block.begin) + 1;
  return met;
}

void expect_all_rows_once(const std::vector<Range>& blocks, Range rows, Index most) {
  Index at = rows.begin;
  for (const Range block : blocks) {
    EXPECT_EQ(block.begin, at);
    EXPECT_GT(block.size(), 0);
    EXPECT_LE(block.size(), most);
    at = block.end;
  }
  EXPECT_EQ(at, rows.end);
}

TEST(RowBlocks, EvenWherePagesAreNotKnown) {
  const auto blocks = blocks_of_rows({0, 1000}, 192, 24, 4, {});
  ASSERT_EQ(blocks.size(), 8u);
  expect_all_rows_once(blocks, {0, 1000}, 192);
  for (const Range block : blocks) EXPECT_GE(block.size(), 112) << "42 tiles in eights: five or six";
  EXPECT_EQ(blocks_of_rows({24, 70}, 192, 24, 4, {}).size(), 2u) << "a tile each is the least";
  EXPECT_TRUE(blocks_of_rows({5, 5}, 192, 24, 4, {}).empty());
}

TEST(RowBlocks, EndWithPages) {
  const auto blocks = blocks_of_rows({0, 4096}, 336, 24, 1, {512, 0});
  ASSERT_EQ(blocks.size(), 16u);
  EXPECT_EQ(blocks[0].end, 264) << "whole tiles first";
  EXPECT_EQ(blocks[1].end, 512);
  EXPECT_EQ(pages_met(blocks, {512, 0}), 16);
}

TEST(RowBlocks, SpanWholePagesWhereTheyCan) {
  const auto blocks = blocks_of_rows({0, 4096}, 1032, 24, 1, {512, 0});
  ASSERT_EQ(blocks.size(), 4u);
  for (const Range block : blocks) EXPECT_EQ(block.size(), 1024);
}

TEST(RowBlocks, LessThanATileJoinsItsNeighbour) {
  // malloc() puts 16 bytes before large blocks: pages begin with row 510.
  const auto blocks = blocks_of_rows({0, 1030}, 264, 24, 1, {512, 510});
  expect_all_rows_once(blocks, {0, 1030}, 264);
  ASSERT_EQ(blocks.size(), 4u);
  EXPECT_EQ(blocks[2].begin, 510);
  const auto begun = blocks_of_rows({500, 3000}, 264, 24, 1, {512, 510});
  expect_all_rows_once(begun, {500, 3000}, 264);
  EXPECT_GT(begun.front().size(), 24);
}

TEST(RowBlocks, EverybodysShareIsEvenFirst) {
  // Three pages in three blocks: one of two threads would have twice the work of the other.
  const auto blocks = blocks_of_rows({0, 1536}, 512, 16, 2, {512, 0});
  EXPECT_EQ(blocks.size(), 4u);
  EXPECT_EQ(blocks_of_rows({0, 1536}, 512, 16, 3, {512, 0}).size(), 3u);
  EXPECT_EQ(blocks_of_rows({0, 4608}, 512, 16, 2, {512, 0}).size(), 9u) << "one in nine does not matter";
}

TEST(RowBlocks, CoverAnyRows) {
  SCOPED_TRACE("NUMAPACK_TEST_SEED=" + std::to_string(test_seed()));
  Generator random{test_seed()};
  const auto between = [&](Index low, Index high) {
    return std::uniform_int_distribution<Index>(low, high)(random);
  };
  for (int turn = 0; turn < 2000; ++turn) {
    const Index mr = between(1, 6) * 8, mc = between(1, 40) * mr - between(0, 1) * between(0, mr - 1);
    const Index begin = between(0, 50) * mr;
    const Range all{begin, begin + between(1, 6000)};
    const Index page = Index{256} << between(0, 2);
    const PageRows pages{page, between(0, page - 1)};
    const Index threads = between(1, 9);
    SCOPED_TRACE("rows " + std::to_string(all.begin) + " to " + std::to_string(all.end) + ", mc " +
                 std::to_string(mc) + ", mr " + std::to_string(mr) + ", pages " + std::to_string(page) +
                 " from " + std::to_string(pages.first) + ", threads " + std::to_string(threads));
    const auto blocks = blocks_of_rows(all, mc, mr, threads, pages);
    expect_all_rows_once(blocks, all, round_up(mc, mr));
    if (Test::HasFailure()) return;
  }
}

TEST(PageRows, AreThoseOfEveryColumnOrNone) {
  const auto pages = [](std::uintptr_t address, Index leading) {
    Problem<double> problem;
    problem.c = reinterpret_cast<double*>(address);
    problem.ldc = leading;
    return page_rows(problem.call());
  };
  EXPECT_EQ(pages(4096 * 5, 1024).rows, 512);
  EXPECT_EQ(pages(4096 * 5, 1024).first, 0);
  EXPECT_EQ(pages(4096 * 5 + 16, 1024).first, 510);
  EXPECT_EQ(pages(4096 * 5, 1000).rows, 0) << "columns begin anywhere in a page";
  EXPECT_EQ(pages(4096 * 5 + 4, 1024).rows, 0) << "no element begins with a page";
}

}  // namespace
}  // namespace numapack
