// SPDX-License-Identifier: BSD-3-Clause
#include "machine/memory_groups.hpp"

#include <gtest/gtest.h>

#include "fake_root.hpp"

namespace numapack {
namespace {

const std::string memory_in_version_2 = "30 23 0:26 / /sys/fs/cgroup rw shared:4 - cgroup2 cgroup2 rw\n";
const std::string memory_in_version_1 =
    "35 32 0:32 / /sys/fs/cgroup/memory rw,relatime shared:11 - cgroup cgroup rw,memory\n";

TEST(MemoryGroups, NothingWhereNothingCanBeRead) {
  const FakeRoot root;
  const MemoryGroups groups(root.path());
  EXPECT_FALSE(groups.limit());
  EXPECT_FALSE(groups.room());
}

TEST(MemoryGroups, Version2LeavesWhatIsNotUsedAndWhatFilesHold) {
  const FakeRoot root;
  root.write("proc/self/mountinfo", memory_in_version_2);
  root.write("proc/self/cgroup", "0::/job\n");
  root.write("sys/fs/cgroup/job/memory.max", "1000000\n");
  root.write("sys/fs/cgroup/job/memory.current", "700000\n");
  const MemoryGroups groups(root.path());
  EXPECT_TRUE(groups.limit());
  EXPECT_EQ(groups.room(), 300000u);
  root.write("sys/fs/cgroup/job/memory.stat",
             "anon 500000\ninactive_anon 1\nactive_file 7\ninactive_file 150000\n");
  EXPECT_EQ(groups.room(), 450000u) << "asked anew, files dropped";
  root.write("sys/fs/cgroup/job/memory.current", "2000000\n");
  EXPECT_EQ(groups.room(), 0u) << "beyond the limit, as after it was lowered";
}

TEST(MemoryGroups, TheTightestOnTheWayUpCounts) {
  const FakeRoot root;
  root.write("proc/self/mountinfo", memory_in_version_2);
  root.write("proc/self/cgroup", "0::/a/b\n");
  root.write("sys/fs/cgroup/a/memory.max", "5000\n");
  root.write("sys/fs/cgroup/a/memory.current", "4000\n");
  root.write("sys/fs/cgroup/a/b/memory.max", "3000\n");
  root.write("sys/fs/cgroup/a/b/memory.current", "100\n");
  EXPECT_EQ(MemoryGroups(root.path()).room(), 1000u);
}

TEST(MemoryGroups, MaxIsNoLimit) {
  const FakeRoot root;
  root.write("proc/self/mountinfo", memory_in_version_2);
  root.write("proc/self/cgroup", "0::/job\n");
  root.write("sys/fs/cgroup/job/memory.max", "max\n");
  root.write("sys/fs/cgroup/job/memory.current", "700000\n");
  EXPECT_FALSE(MemoryGroups(root.path()).limit());
}

TEST(MemoryGroups, Version1) {
  const FakeRoot root;
  root.write("proc/self/mountinfo", memory_in_version_1);
  root.write("proc/self/cgroup", "4:memory:/job\n0::/\n");
  root.write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  root.write("sys/fs/cgroup/memory/memory.usage_in_bytes", "123456789\n");
  root.write("sys/fs/cgroup/memory/job/memory.limit_in_bytes", "235929600\n");
  root.write("sys/fs/cgroup/memory/job/memory.usage_in_bytes", "35929600\n");
  root.write("sys/fs/cgroup/memory/job/memory.stat", "cache 1\ninactive_file 5\ntotal_inactive_file 600\n");
  EXPECT_EQ(MemoryGroups(root.path()).room(), 200000600u);
}

}  // namespace
}  // namespace numapack
