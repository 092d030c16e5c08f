// SPDX-License-Identifier: BSD-3-Clause
#include "machine/kernel_settings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fake_root.hpp"

namespace numapack {
namespace {

using ::testing::ElementsAre;

TEST(KernelSettings, NothingOnAnEmptyMachine) {
  const FakeRoot root;
  EXPECT_EQ(read_transparent_huge_pages(root.path()), "");
  EXPECT_TRUE(read_huge_pages(root.path()).empty());
  EXPECT_FALSE(read_numa_balancing(root.path()));
  EXPECT_FALSE(read_allowed_nodes(root.path()));
  EXPECT_FALSE(read_meminfo("MemTotal", root.path()));
}

TEST(KernelSettings, TransparentHugePages) {
  const FakeRoot root;
  root.write("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
  EXPECT_EQ(read_transparent_huge_pages(root.path()), "madvise");
  root.write("sys/kernel/mm/transparent_hugepage/enabled", "always madvise [never]\n");
  EXPECT_EQ(read_transparent_huge_pages(root.path()), "never");
}

TEST(KernelSettings, HugePagePoolsByRisingSize) {
  const FakeRoot root;
  root.write("sys/kernel/mm/hugepages/hugepages-1048576kB/nr_hugepages", "2\n");
  root.write("sys/kernel/mm/hugepages/hugepages-1048576kB/free_hugepages", "1\n");
  root.write("sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages", "512\n");
  root.write("sys/kernel/mm/hugepages/hugepages-2048kB/free_hugepages", "500\n");
  root.write("sys/kernel/mm/hugepages/other/nr_hugepages", "9\n");
  const std::vector<HugePages> pools = read_huge_pages(root.path());
  ASSERT_EQ(pools.size(), 2u);
  EXPECT_EQ(pools[0].bytes, 2u << 20);
  EXPECT_EQ(pools[0].total, 512u);
  EXPECT_EQ(pools[0].free, 500u);
  EXPECT_EQ(pools[1].bytes, 1u << 30);
  EXPECT_EQ(pools[1].free, 1u);
}

TEST(KernelSettings, NumaBalancingAndMemory) {
  const FakeRoot root;
  root.write("proc/sys/kernel/numa_balancing", "1\n");
  EXPECT_EQ(read_numa_balancing(root.path()), 1);
  root.write("proc/meminfo", "MemTotal:       1000 kB\nMemAvailable:    750 kB\n");
  EXPECT_EQ(read_meminfo("MemAvailable", root.path()), 750u * 1024);
  EXPECT_FALSE(read_meminfo("Mem", root.path()));
}

TEST(KernelSettings, WordInBrackets) {
  const FakeRoot root;
  root.write("file", "always defer defer+madvise [madvise] never\n");
  EXPECT_EQ(read_chosen(root.path() / "file"), "madvise");
  root.write("file", "[] never\n");
  EXPECT_EQ(read_chosen(root.path() / "file"), "");
  EXPECT_EQ(read_chosen(root.path() / "none"), "");
}

TEST(KernelSettings, AllowedCpus) {
  const FakeRoot root;
  EXPECT_FALSE(read_allowed_cpus(root.path()));
  root.write("proc/self/status", "Cpus_allowed:\tff\nCpus_allowed_list:\t0-1,6\n");
  EXPECT_THAT(read_allowed_cpus(root.path()).value(), ElementsAre(0, 1, 6));
}

TEST(KernelSettings, AllowedNodes) {
  const FakeRoot root;
  root.write("proc/self/status", "Mems_allowed:\t00000007\nMems_allowed_list:\t0-1,4\n");
  EXPECT_THAT(read_allowed_nodes(root.path()).value(), ElementsAre(0, 1, 4));
  root.write("proc/self/status", "Mems_allowed_list:\t\n");
  EXPECT_FALSE(read_allowed_nodes(root.path()));
  root.write("proc/self/status", "Mems_allowed_list:\tmany\n");
  EXPECT_FALSE(read_allowed_nodes(root.path()));
}

}  // namespace
}  // namespace numapack
