// SPDX-License-Identifier: BSD-3-Clause
#include "memory/node_room.hpp"

#include <gtest/gtest.h>

#include "machine/fake_root.hpp"

namespace numapack::testing {
namespace {

TEST(NodeRoom, IsFreeMemoryAndIdleFiles) {
  const FakeRoot root;
  root.write(
      "sys/devices/system/node/node3/meminfo",
      "Node 3 MemTotal:        1048576 kB\nNode 3 MemFree:          1000 kB\nNode 3 Active(file):     7 kB\n"
      "Node 3 Inactive(file):   24 kB\nNode 3 HugePages_Total:     0\nNode 3 HugePages_Free:      0\n");
  EXPECT_EQ(read_node_room(3, root.path()), 1024u * 1024);
  EXPECT_EQ(read_node_room(2, root.path()), std::nullopt);
}

}  // namespace
}  // namespace numapack::testing
