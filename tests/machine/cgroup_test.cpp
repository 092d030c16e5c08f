// SPDX-License-Identifier: BSD-3-Clause
#include "machine/limits/cgroup.hpp"

#include <gtest/gtest.h>

#include "fake_root.hpp"

namespace numapack {
namespace {

const std::string version_2 =
    "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n";
const std::string version_1 =
    "33 32 0:30 / /sys/fs/cgroup/cpu,cpuacct rw,relatime shared:9 - cgroup cgroup rw,cpu,cpuacct\n"
    "34 32 0:31 / /sys/fs/cgroup/cpuset rw,relatime shared:10 - cgroup cgroup rw,cpuset\n";

TEST(CpuQuota, NothingWhereNothingCanBeRead) {
  const FakeRoot root;
  EXPECT_FALSE(read_cpu_quota(root.path()).cpus);
  EXPECT_EQ(read_cpu_quota(root.path()).source, "");
}

TEST(CpuQuota, Version2InItsOwnGroup) {
  const FakeRoot root;
  root.write("proc/self/mountinfo", version_2);
  root.write("proc/self/cgroup", "0::/user.slice/job\n");
  root.write("sys/fs/cgroup/user.slice/job/cpu.max", "250000 100000\n");
  const CpuQuota quota = read_cpu_quota(root.path());
  EXPECT_DOUBLE_EQ(quota.cpus.value(), 2.5);
  EXPECT_EQ(quota.source, "/sys/fs/cgroup/user.slice/job/cpu.max");
}

TEST(CpuQuota, Version2TightestOnTheWayUp) {
  const FakeRoot root;
  root.write("proc/self/mountinfo", version_2);
  root.write("proc/self/cgroup", "0::/a/b/c\n");
  root.write("sys/fs/cgroup/a/cpu.max", "150000 100000\n");
  root.write("sys/fs/cgroup/a/b/cpu.max", "max 100000\n");
  root.write("sys/fs/cgroup/a/b/c/cpu.max", "400000 100000\n");
  const CpuQuota quota = read_cpu_quota(root.path());
  EXPECT_DOUBLE_EQ(quota.cpus.value(), 1.5);
  EXPECT_EQ(quota.source, "/sys/fs/cgroup/a/cpu.max");
}

TEST(CpuQuota, MaxIsNoLimit) {
  const FakeRoot root;
  root.write("proc/self/mountinfo", version_2);
  root.write("proc/self/cgroup", "0::/\n");
  root.write("sys/fs/cgroup/cpu.max", "max 100000\n");
  EXPECT_FALSE(read_cpu_quota(root.path()).cpus);
}

TEST(CpuQuota, Version1) {
  const FakeRoot root;
  root.write("proc/self/mountinfo", version_1);
  root.write("proc/self/cgroup", "9:cpuset:/other\n4:cpu,cpuacct:/job\n");
  root.write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
  root.write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
  EXPECT_FALSE(read_cpu_quota(root.path()).cpus);
  root.write("sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_quota_us", "50000\n");
  root.write("sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_period_us", "100000\n");
  const CpuQuota quota = read_cpu_quota(root.path());
  EXPECT_DOUBLE_EQ(quota.cpus.value(), 0.5);
  EXPECT_EQ(quota.source, "/sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_quota_us");
}

/// A container sees only its own group, mounted as if it were the root, while /proc names the whole path.
TEST(CpuQuota, GroupMountedAsRoot) {
  const FakeRoot root;
  root.write("proc/self/mountinfo",
             "33 32 0:30 /docker/0123 /sys/fs/cgroup/cpu ro,relatime master:9 - cgroup cgroup rw,cpu\n");
  root.write("proc/self/cgroup", "4:cpu:/docker/0123/inner\n");
  root.write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "300000\n");
  root.write("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
  EXPECT_DOUBLE_EQ(read_cpu_quota(root.path()).cpus.value(), 3);
  EXPECT_EQ(read_cpu_quota(root.path()).source, "/sys/fs/cgroup/cpu/cpu.cfs_quota_us");
}

TEST(CpuQuota, GroupOutsideTheNamespaceFallsBackToTheMount) {
  const FakeRoot root;
  root.write("proc/self/mountinfo", version_2);
  root.write("proc/self/cgroup", "0::/../elsewhere\n");
  root.write("sys/fs/cgroup/cpu.max", "100000 100000\n");
  root.write("sys/fs/elsewhere/cpu.max", "1000 100000\n");
  EXPECT_DOUBLE_EQ(read_cpu_quota(root.path()).cpus.value(), 1);
}

/// Both versions mounted, as systemd's hybrid layout does: the tighter one counts.
TEST(CpuQuota, BothVersions) {
  const FakeRoot root;
  root.write("proc/self/mountinfo",
             version_1 + "41 31 0:38 / /sys/fs/my\\040groups rw - cgroup2 cgroup2 rw\n");
  root.write("proc/self/cgroup", "4:cpu,cpuacct:/\n0::/x\n");
  root.write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "700000\n");
  root.write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
  root.write("sys/fs/my groups/x/cpu.max", "600000 100000\n");
  EXPECT_DOUBLE_EQ(read_cpu_quota(root.path()).cpus.value(), 6);
}

TEST(CpuQuota, NonsenseLimitsNothing) {
  const FakeRoot root;
  root.write("proc/self/mountinfo", version_2 + "garbage\n\n1 2 3 - cgroup2\n");
  root.write("proc/self/cgroup", "nonsense\n::\n0::/a\n");
  for (const char* text : {"", "abc", "100000", "0 100000", "100000 0", "-5 100000"}) {
    root.write("sys/fs/cgroup/a/cpu.max", text);
    EXPECT_FALSE(read_cpu_quota(root.path()).cpus) << text;
  }
}

}  // namespace
}  // namespace numapack
