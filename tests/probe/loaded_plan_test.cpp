// SPDX-License-Identifier: BSD-3-Clause
#include "probe/quantities/loaded_plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "base/error.hpp"
#include "probe/loops/traffic_loop.hpp"
#include "probe/plans/select.hpp"
#include "probe/quantities/loaded_latency.hpp"

namespace numapack::probe {
namespace {

using ::testing::HasSubstr;

TEST(LoadedPlan, SharesOfWritesAreBytesThatCross) {
  EXPECT_DOUBLE_EQ(write_share(parse_mix("reads", "--writes")), 0);
  EXPECT_DOUBLE_EQ(write_share(parse_mix("3:1", "--writes")), 0.25);
  EXPECT_DOUBLE_EQ(write_share(parse_mix("1:1", "--writes")), 0.5);
  EXPECT_DOUBLE_EQ(write_share(parse_mix("64:1", "--writes")), 1.0 / 65);
  EXPECT_EQ(mix_text(parse_mix("6:2", "--writes")), "3:1") << "lowest terms";
  EXPECT_EQ(mix_text(parse_mix("reads", "--writes")), "reads");
  // A line that is stored to is read and written back, so that no more is written than read.
  EXPECT_DOUBLE_EQ(bytes_a_line(parse_mix("reads", ""), 64), 64);
  EXPECT_DOUBLE_EQ(bytes_a_line(parse_mix("1:1", ""), 64), 128);
  EXPECT_DOUBLE_EQ(bytes_a_line(parse_mix("3:1", ""), 64), 64 * 4.0 / 3);
  for (const char* wrong :
       {"", "writes", "1", "1:", ":1", "1:2", "0:0", "3:0", "65:1", "-3:1", "3:1:1", "3.0:1", "1000:1"}) {
    try {
      parse_mix(wrong, "--writes");
      ADD_FAILURE() << wrong;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
      EXPECT_THAT(error.what(), HasSubstr("--writes"));
    }
  }
}

TEST(LoadedPlan, PointsGoFromNoLoadToAllThereIs) {
  for (const int points : {3, 4, 9, 64}) {
    const std::vector<int> chosen = paces(points);
    ASSERT_EQ(chosen.size(), static_cast<std::size_t>(points));
    EXPECT_EQ(chosen.front(), no_load);
    EXPECT_EQ(chosen.back(), full_load);
    for (std::size_t at = 1; at + 1 < chosen.size(); ++at) {
      EXPECT_GT(chosen[at], 0);
      if (at > 1) {
        EXPECT_LT(chosen[at], chosen[at - 1]) << "more and more";
      }
    }
  }
  EXPECT_THROW(paces(2), Error);
  // The same factor from point to point: what is asked grows as much each time.
  const std::vector<int> nine = paces(9);
  for (std::size_t at = 2; at + 1 < nine.size(); ++at)
    EXPECT_NEAR(double(nine[at - 1]) / nine[at], double(nine[1]) / nine[2], 0.01);
  EXPECT_DOUBLE_EQ(asked_gb_per_s(1000, 2, {1, 0}, 64), 2 * 64 * 64 / 1000.0);
  EXPECT_DOUBLE_EQ(asked_gb_per_s(1000, 2, {1, 1}, 64), 2 * asked_gb_per_s(1000, 1, {1, 1}, 64));
  EXPECT_DOUBLE_EQ(asked_gb_per_s(1000, 1, {1, 1}, 64), 2 * asked_gb_per_s(1000, 1, {1, 0}, 64));
}

TEST(LoadedPlan, WhatIsLoadedIsBeyondAllCaches) {
  const Machine machine = load_machine("pack:1 numa:2 l3:4(size=16777216) l2:2(size=1048576) core:2 pu:1");
  for (const int threads : {1, 3, 15}) {
    const std::size_t bytes = load_bytes(machine, 0, threads);
    EXPECT_GE(bytes, std::size_t{2 * 4 * 16} << 20);
    EXPECT_EQ(bytes % static_cast<std::size_t>(threads), 0U);
    EXPECT_EQ(bytes / static_cast<std::size_t>(threads) % (lines_a_block * line_bytes(machine)), 0U);
  }
  EXPECT_GT(load_bytes(load_machine("core:2 pu:1"), 0, 1), std::size_t{8} << 20) << "no cache known";
}

TEST(LoadedPlan, APointThatCannotBeIsNamed) {
  const Mix reads{1, 0};
  EXPECT_EQ(implausible(no_load, 0, reads, 64, 0, 100), "");
  EXPECT_EQ(implausible(full_load, 4, reads, 64, 80, 250), "");
  EXPECT_THAT(implausible(full_load, 4, reads, 64, 0, 100), HasSubstr("did not run"));
  const double asked = asked_gb_per_s(1000, 4, reads, 64);
  EXPECT_EQ(implausible(1000, 4, reads, 64, asked, 100), "");
  EXPECT_EQ(implausible(1000, 4, reads, 64, asked / 2, 100), "") << "the memory gives no more";
  EXPECT_THAT(implausible(1000, 4, reads, 64, 1.2 * asked, 100), HasSubstr("pace"));
  EXPECT_THAT(implausible(full_load, 1, reads, 64, 900, 100), HasSubstr("caches"));
  EXPECT_THAT(implausible(full_load, 1, reads, 64, 10, 1.5), HasSubstr("cache"));
}

TEST(LoadedPlan, CurvesComeWholeOwnMemoryFirst) {
  const Machine machine = load_machine("pack:2 numa:1 l3:1(size=8MB) core:4 pu:1");
  LoadedLatencyOptions options;
  options.points = 4;
  const LoadedLatency loaded(machine, options);
  const std::vector<Cell> cells = loaded.cells(machine);
  ASSERT_EQ(cells.size(), 2U * 2U * 3U * 4U);
  for (std::size_t first = 0; first < cells.size(); first += 4) {
    for (std::size_t at = first; at < first + 4; ++at) {
      EXPECT_EQ(cells[at].variant, cells[first].variant);
      EXPECT_EQ(cells[at].reader, cells[first].reader);
      EXPECT_EQ(cells[at].home, cells[first].home);
      EXPECT_EQ(cells[at].load, paces(4)[at - first]);
      EXPECT_EQ(cells[at].threads, cells[at].load == no_load ? 0 : 3);
      EXPECT_GT(cells[at].seconds, 0);
    }
    EXPECT_EQ(cells[first].cpus_of == cells[first].home, first < cells.size() / 2);
  }
  EXPECT_EQ(cells[0].variant, "reads");
  EXPECT_EQ(cells[4].variant, "reads");
  EXPECT_EQ(cells[8].variant, "3:1");
}

// Counted in the lines themselves: a share of writes is what was stored to, however stretches are cut.
TEST(TrafficLoop, StoresToItsShareOfTheLinesAndToNoOther) {
  constexpr std::size_t line = 64, lines = 1024;
  for (const Mix mix : {Mix{1, 0}, Mix{3, 1}, Mix{1, 1}, Mix{2, 1}, Mix{5, 3}, Mix{64, 1}}) {
    std::vector<std::uint64_t> memory(lines * line / sizeof(std::uint64_t), ~std::uint64_t{0});
    int turn = 0;
    for (std::size_t at = 0; at < lines; at += lines_a_stream)
      touch_lines(reinterpret_cast<char*>(memory.data()) + at * line, lines_a_stream, line, mix, turn);
    std::size_t stored = 0;
    for (std::size_t word = 0; word < memory.size(); ++word) {
      const bool first_of_line = word % (line / sizeof(std::uint64_t)) == 0;
      if (memory[word] == ~std::uint64_t{0}) continue;
      EXPECT_TRUE(first_of_line) << "part of a line, so that it is read first";
      ++stored;
    }
    EXPECT_NEAR(double(stored), double(lines) * mix.stored / mix.touched, 1) << mix_text(mix);
  }
}

}  // namespace
}  // namespace numapack::probe
