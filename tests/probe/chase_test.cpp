// SPDX-License-Identifier: BSD-3-Clause
#include "probe/loops/chase.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "base/error.hpp"
#include "probe/running/chase_memory.hpp"
#include "support/machines.hpp"

namespace numapack::probe {
namespace {

struct alignas(64) Line {
  char bytes[64];
};

TEST(LinkCycle, IsOneCycleThroughEveryElement) {
  for (const std::size_t elements : {1U, 2U, 3U, 7U, 128U, 1000U, 4099U}) {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
      std::vector<Line> lines(elements);
      char* const memory = lines.front().bytes;
      ASSERT_EQ(link_cycle(memory, elements * 64, 64, seed), elements);
      std::set<const void*> seen;
      const void* at = memory;
      do {
        seen.insert(at);
        at = *static_cast<const void* const*>(at);
      } while (at != memory && seen.size() <= elements);
      EXPECT_EQ(seen.size(), elements) << "seed " << seed;
      EXPECT_EQ(Chase::cycle_length(memory, elements), elements);
    }
  }
}

TEST(LinkCycle, KeepsTheStepAndLeavesTheLinesBetweenAlone) {
  std::vector<Line> lines(100, Line{{42}});
  char* const memory = lines.front().bytes;
  EXPECT_EQ(link_cycle(memory, lines.size() * 64, 192, 5), 34U);
  for (std::size_t line = 0; line < lines.size(); ++line) {
    EXPECT_TRUE(line % 3 == 0 || lines[line].bytes[0] == 42) << line;
  }
}

TEST(LinkCycle, DoesNotWriteBehindTheEnd) {
  std::vector<Line> lines(11, Line{{42}});
  // 10 lines and a rest too short for a pointer.
  EXPECT_EQ(link_cycle(lines.front().bytes, 10 * 64 + 7, 64, 1), 10U);
  EXPECT_EQ(lines[10].bytes[0], 42);
  EXPECT_EQ(link_cycle(lines.front().bytes, 10 * 64 + 8, 64, 1), 11U);
}

TEST(LinkCycle, IsRandom) {
  std::vector<Line> lines(1000);
  char* const memory = lines.front().bytes;
  link_cycle(memory, lines.size() * 64, 64, 1);
  int next_line = 0;
  for (const Line& line : lines) {
    const char* const target = *reinterpret_cast<char* const*>(line.bytes);
    if (target == line.bytes + 64) ++next_line;
  }
  EXPECT_LT(next_line, 20);
}

TEST(LinkCycle, RefusesWhatMakesNoCycle) {
  std::vector<Line> lines(2);
  char* const memory = lines.front().bytes;
  EXPECT_THROW(link_cycle(memory, 4, 64, 1), Error);
  EXPECT_THROW(link_cycle(memory, 128, 4, 1), Error);
  EXPECT_THROW(link_cycle(memory, 128, 60, 1), Error);
}

TEST(CycleLength, SeesACycleThatIsTooShort) {
  std::vector<Line> lines(8);
  const auto link = [&](int from, int to) { *reinterpret_cast<void**>(lines[from].bytes) = lines[to].bytes; };
  for (int line = 0; line < 8; ++line) link(line, (line + 1) % 8);
  EXPECT_EQ(Chase::cycle_length(lines.data(), 8), 8U);
  link(3, 0);
  EXPECT_EQ(Chase::cycle_length(lines.data(), 8), 4U);
  link(3, 1);  // never comes back to the start
  EXPECT_EQ(Chase::cycle_length(lines.data(), 8), 0U);
}

TEST(Walk, FollowsAsManyPointersAsAsked) {
  std::vector<Line> lines(1000);
  char* const memory = lines.front().bytes;
  link_cycle(memory, lines.size() * 64, 64, 9);
  void* expected = memory;
  for (std::size_t step = 0; step < 3 * Chase::unroll; ++step) expected = *static_cast<void**>(expected);
  EXPECT_EQ(walk_pointers(memory, 3 * Chase::unroll), expected);
  EXPECT_EQ(walk_pointers(walk_pointers(memory, 2 * Chase::unroll + 1), Chase::unroll - 1), expected);

  void* positions[together];
  void* targets[together];
  for (std::size_t chain = 0; chain < together; ++chain) {
    positions[chain] = targets[chain] = lines[chain * 100].bytes;
    for (int step = 0; step < 50; ++step) targets[chain] = *static_cast<void**>(targets[chain]);
  }
  walk_together(positions, 50);
  for (std::size_t chain = 0; chain < together; ++chain) EXPECT_EQ(positions[chain], targets[chain]);
}

TEST(Chase, OtherOrdersPassEveryElementAtEqualDistances) {
  std::vector<std::uint64_t> memory(8 * 1000);
  char* const first = reinterpret_cast<char*>(memory.data());
  for (const std::size_t elements : {1U, 2U, 65U, 128U, 999U, 1000U}) {
    for (const ChaseOrder order : {ChaseOrder::list, ChaseOrder::stride}) {
      const Chase chase(first, elements * 64, 64, 1, order);  // throws if it misses one
      ASSERT_EQ(chase.elements(), elements);
      const auto next = [](char* at) { return *reinterpret_cast<char**>(at); };
      const auto bytes = std::ptrdiff_t(64 * elements);
      const std::ptrdiff_t jump = (next(first) - first + bytes) % bytes;
      if (order == ChaseOrder::list) {
        EXPECT_EQ(jump, 64 % bytes);
      } else if (elements > 200) {
        EXPECT_GT(jump, 4096);
      }
      char* at = first;
      for (std::size_t i = 0; i < elements; ++i, at = next(at))
        ASSERT_EQ((next(at) - at + bytes) % bytes, jump);
    }
  }
}

TEST(ChaseMemory, LinksAnewOnlyWhatHasChanged) {
  const Machine machine = testing::host_machine();
  ChaseMemory memory(machine, 1 << 16, PageKind::small, 1);
  Chase& first = memory.chase(0, 1 << 14, 128);
  EXPECT_EQ(first.elements(), 128U);
  EXPECT_EQ(&memory.chase(0, 1 << 14, 128), &first);
  EXPECT_EQ(memory.chase(0, 1 << 16, 64).elements(), 1024U);
  EXPECT_THROW(memory.chase(0, 1 << 17, 64), Error);
  EXPECT_GT(memory.chase(0, 1 << 16, 64).seconds_a_step(1000), 0);
}

}  // namespace
}  // namespace numapack::probe
