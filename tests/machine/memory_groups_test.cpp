// SPDX-License-Identifier: BSD-3-Clause
#include "machine/limits/memory_groups.hpp"

#include <gtest/gtest.h>

#include "fake_root.hpp"

namespace numapack {
namespace {

const std::string memory_in_version_2 = "30 23 0:26 / /sys/fs/cgroup rw shared:4 - cgroup2 cgroup2 rw\n";
const std::string memory_in_version_1 =
    "35 32 0:32 / /sys/fs/cgroup/memory rw,relatime shared:11 - cgroup cgroup rw,memory\n";

/// A group of version 2 below /sys/fs/cgroup.
void write_group(const FakeRoot& root, const std::string& group, const std::string& most,
                 const std::string& used) {
  root.write("sys/fs/cgroup/" + group + "/memory.max", most + "\n");
  root.write("sys/fs/cgroup/" + group + "/memory.current", used + "\n");
}

TEST(MemoryGroups, NothingWhereNothingCanBeRead) {
  const FakeRoot root;
  const MemoryGroups groups(root.path());
  EXPECT_FALSE(groups.limit());
  EXPECT_FALSE(groups.room());
  EXPECT_FALSE(groups.tightest().bytes);
}

TEST(MemoryGroups, Version2LeavesWhatIsNotUsedAndWhatFilesHold) {
  const FakeRoot root;
  root.write("proc/self/mountinfo", memory_in_version_2);
  root.write("proc/self/cgroup", "0::/job\n");
  write_group(root, "job", "1000000", "700000");
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
  write_group(root, "a", "5000", "4000");
  write_group(root, "a/b", "3000", "100");
  EXPECT_EQ(MemoryGroups(root.path()).room(), 1000u);
  // The limit itself is another's than the room.
  EXPECT_EQ(MemoryGroups(root.path()).tightest().bytes, 3000u);
  EXPECT_EQ(MemoryGroups(root.path()).tightest().source, "/sys/fs/cgroup/a/b/memory.max");
}

TEST(MemoryGroups, MaxIsNoLimit) {
  const FakeRoot root;
  root.write("proc/self/mountinfo", memory_in_version_2);
  root.write("proc/self/cgroup", "0::/job\n");
  write_group(root, "job", "max", "700000");
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
