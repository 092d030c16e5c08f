// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <string>

#include "model/memory_map.h"

namespace {

using ::testing::HasSubstr;

constexpr std::uint64_t gib = std::uint64_t{1} << 30;

MemoryMap map_of(std::initializer_list<std::uint64_t> memory) {
  LabConfig config{};
  for (std::uint64_t bytes : memory) config.node_memory[config.nodes++] = bytes;
  MemoryMap map;
  memory_map_begin(&map, &config);
  return map;
}

TEST(LabMemoryMap, ReachesAsFarAsTheNodesMemoryCan) {
  MemoryMap map = map_of({gib, gib});
  memory_map_touch(&map, 1, 5 * gib / 2);
  memory_map_touch(&map, 0, gib / 2 + 4096);
  ASSERT_TRUE(memory_map_end(&map)) << map.trouble.text;
  EXPECT_EQ(memory_map_node(&map, 0x5000), 0);
  EXPECT_EQ(memory_map_node(&map, gib - 1), 0);
  EXPECT_EQ(memory_map_node(&map, 2 * gib), 1);
  EXPECT_EQ(memory_map_node(&map, 3 * gib - 1), 1);
  EXPECT_EQ(memory_map_node(&map, 4 * gib), -1);
}

TEST(LabMemoryMap, NeighboursShareWhatBothCouldReach) {
  MemoryMap map = map_of({gib, gib});
  memory_map_touch(&map, 0, gib / 4);
  memory_map_touch(&map, 1, gib + gib / 4);
  ASSERT_TRUE(memory_map_end(&map));
  EXPECT_EQ(memory_map_node(&map, gib / 2), 0);
  EXPECT_EQ(memory_map_node(&map, gib + gib / 8), 1);
}

// Two gibibytes in one stretch, of which only the upper end was seen, then a third around a hole.
MemoryMap map_as_told() {
  LabConfig config;
  LabMessage message{};
  const std::string text =
      "numapack-lab 1\nnode 0 package 0 memory 1073741824\nnode 1 package 0 memory 1073741824\n"
      "node 2 package 0 memory 1073741824\ncpu 0 node 0\nmemory 0 at 0 bytes 1073741824\n"
      "memory 1 at 1073741824 bytes 1073741824\nmemory 2 at 2147483648 bytes 536870912\n"
      "memory 2 at 4294967296 bytes 536870912\n";
  EXPECT_TRUE(lab_config_parse(text.c_str(), &config, &message)) << message.text;
  MemoryMap map;
  memory_map_begin(&map, &config);
  return map;
}

TEST(LabMemoryMap, IsAsToldWherePagesBearItOut) {
  MemoryMap map = map_as_told();
  memory_map_touch(&map, 0, gib - 4096);
  memory_map_touch(&map, 1, 2 * gib - 4096);
  memory_map_touch(&map, 2, 2 * gib + 4096);
  memory_map_touch(&map, 2, 4 * gib);
  ASSERT_TRUE(memory_map_end(&map)) << map.trouble.text;
  EXPECT_EQ(memory_map_node(&map, gib), 1);  // half of what both could reach would be node 0's
  EXPECT_EQ(memory_map_node(&map, 2 * gib), 2);
  EXPECT_EQ(memory_map_node(&map, 3 * gib), -1);
  EXPECT_EQ(memory_map_node(&map, 4 * gib + gib / 4), 2);
}

TEST(LabMemoryMap, LearnsWhereItIsNotAsTold) {
  MemoryMap map = map_as_told();
  memory_map_touch(&map, 0, 0);
  memory_map_touch(&map, 1, 2 * gib);
  memory_map_touch(&map, 2, 4 * gib);
  ASSERT_TRUE(memory_map_end(&map)) << map.trouble.text;
  EXPECT_EQ(memory_map_node(&map, 2 * gib), 1);
  EXPECT_EQ(memory_map_node(&map, 5 * gib - 1), 2);
  MemoryMap unseen = map_as_told();
  memory_map_touch(&unseen, 0, 0);
  EXPECT_FALSE(memory_map_end(&unseen));
}

TEST(LabMemoryMap, RefusesContradictions) {
  MemoryMap unseen = map_of({gib, gib});
  memory_map_touch(&unseen, 0, 0);
  EXPECT_FALSE(memory_map_end(&unseen));
  EXPECT_THAT(unseen.trouble.text, HasSubstr("no page of node 1"));

  MemoryMap between = map_of({gib, gib});
  memory_map_touch(&between, 0, 0);
  memory_map_touch(&between, 1, 0x10000);
  memory_map_touch(&between, 0, 0x20000);
  EXPECT_FALSE(memory_map_end(&between));
  EXPECT_THAT(between.trouble.text, HasSubstr("lie between pages"));

  MemoryMap wide = map_of({gib});
  memory_map_touch(&wide, 0, 0);
  memory_map_touch(&wide, 0, 2 * gib);
  EXPECT_FALSE(memory_map_end(&wide));
  EXPECT_THAT(wide.trouble.text, HasSubstr("bytes apart"));

  MemoryMap unknown = map_of({gib});
  memory_map_touch(&unknown, 3, 0);
  EXPECT_FALSE(memory_map_end(&unknown));
  EXPECT_THAT(unknown.trouble.text, HasSubstr("memory on node 3"));
}

TEST(LabMemoryMap, NodesWithoutMemoryNeedNoPages) {
  MemoryMap map = map_of({gib, 0});
  memory_map_touch(&map, 0, 0);
  EXPECT_TRUE(memory_map_end(&map));
}

}  // namespace
