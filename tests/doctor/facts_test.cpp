// SPDX-License-Identifier: BSD-3-Clause
#include "doctor/facts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <numaif.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstdlib>

#include "doctor/read_parts.hpp"
#include "healthy.hpp"

namespace numapack {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::HealthyRoot;
using ::testing::IsEmpty;

TEST(SystemFacts, ReadAHealthyTree) {
  const HealthyRoot root;
  const SystemFacts facts = read_system_facts(root.path());
  EXPECT_EQ(*facts.kernel_release, "6.12.3-amd64");
  EXPECT_EQ(*facts.boot_options, "nosmt transparent_hugepage=madvise");
  EXPECT_EQ(*facts.hypervisor, "");
  ASSERT_EQ(facts.nodes->size(), 2u);
  const SystemNode& second = facts.nodes->at(1);
  EXPECT_EQ(second.number, 1);
  EXPECT_EQ(second.memory_bytes, std::uint64_t{64} << 30);
  EXPECT_EQ(second.free_bytes, (std::uint64_t{67108864} * 90 / 100) * 1024);
  EXPECT_EQ(second.room_bytes, second.free_bytes);
  EXPECT_THAT(second.cpus, ElementsAre(4, 5, 6, 7));
  EXPECT_THAT(second.distances, ElementsAre(21, 10));
  ASSERT_EQ(facts.cpus->size(), 8u);
  const SystemCpu& cpu = facts.cpus->at(5);
  EXPECT_EQ(cpu.package, 1);
  EXPECT_EQ(cpu.governor, "performance");
  EXPECT_EQ(cpu.driver, "acpi-cpufreq");
  EXPECT_EQ(cpu.now_khz, 3e6);
  EXPECT_EQ(cpu.min_khz, 1.2e6);
  EXPECT_EQ(cpu.throttled, 0u);
  EXPECT_THAT(*facts.offline_cpus, IsEmpty());
  EXPECT_EQ(*facts.smt, "notsupported");
  EXPECT_TRUE(*facts.boost);
  EXPECT_EQ(*facts.numa_balancing, 0);
  EXPECT_EQ(*facts.swappiness, 60);
  EXPECT_EQ(*facts.huge_pages, "madvise");
  EXPECT_EQ(*facts.huge_pages_shmem, "never");
  EXPECT_TRUE(*facts.weighted_interleave);
  EXPECT_EQ(facts.swap->total_bytes, std::uint64_t{8} << 30);
  EXPECT_EQ(facts.swap->used_bytes, 0u);
  EXPECT_FALSE(facts.quota->cpus);
  EXPECT_FALSE(facts.memory_limit->bytes);
  EXPECT_THAT(*facts.allowed_nodes, ElementsAre(0, 1));
  EXPECT_EQ(facts.allowed_cpus->size(), 8u);
  EXPECT_THAT(facts.policies.why_not, HasSubstr("copy"));
}

TEST(SystemFacts, AnEmptyTreeSaysWhyForEverything) {
  const FakeRoot root;
  const SystemFacts facts = read_system_facts(root.path());
  for (const std::string& why :
       {facts.kernel_release.why_not, facts.boot_options.why_not, facts.hypervisor.why_not,
        facts.nodes.why_not, facts.cpus.why_not, facts.offline_cpus.why_not, facts.isolated_cpus.why_not,
        facts.smt.why_not, facts.boost.why_not, facts.numa_balancing.why_not, facts.zone_reclaim_mode.why_not,
        facts.swappiness.why_not, facts.perf_event_paranoid.why_not, facts.huge_pages.why_not,
        facts.huge_pages_defrag.why_not, facts.weighted_interleave.why_not, facts.quota.why_not,
        facts.memory_limit.why_not}) {
    EXPECT_THAT(why, HasSubstr("No such file or directory"));
    // The file as the machine has it, not as the copy lies.
    EXPECT_THAT(why, ::testing::Not(HasSubstr(root.path().string())));
  }
  EXPECT_THAT(facts.swap.why_not, HasSubstr("SwapTotal"));
  EXPECT_THAT(facts.allowed_cpus.why_not, HasSubstr("Cpus_allowed_list"));
}

TEST(SystemFacts, NonsenseIsNoValue) {
  const HealthyRoot root;
  root.write("proc/sys/kernel/numa_balancing", "on\n");
  root.write("proc/sys/vm/zone_reclaim_mode", "1x\n");
  root.write("proc/sys/vm/swappiness", "nan\n");
  root.write("proc/sys/kernel/perf_event_paranoid", "1e99\n");
  root.write("sys/kernel/mm/transparent_hugepage/enabled", "always madvise never\n");
  root.cpus("isolated", "many\n");
  root.node_file(1, "distance", "21\n");
  root.write("sys/devices/system/node/node1x/meminfo", "");
  const SystemFacts facts = read_system_facts(root.path());
  EXPECT_THAT(facts.numa_balancing.why_not,
              HasSubstr("/proc/sys/kernel/numa_balancing: \"on\" is no number"));
  EXPECT_FALSE(facts.zone_reclaim_mode);
  EXPECT_FALSE(facts.swappiness);
  EXPECT_FALSE(facts.perf_event_paranoid);
  EXPECT_THAT(facts.huge_pages.why_not, HasSubstr("no word in brackets"));
  EXPECT_THAT(facts.isolated_cpus.why_not, HasSubstr("is not a list"));
  ASSERT_EQ(facts.nodes->size(), 2u);
  EXPECT_THAT(facts.nodes->at(1).distances, IsEmpty());
}

TEST(SystemFacts, OfflineAreThoseThatAreThere) {
  const HealthyRoot root;
  root.cpus("online", "0-6\n");
  root.cpus("offline", "7-127\n");
  EXPECT_THAT(*read_system_facts(root.path()).offline_cpus, ElementsAre(7));
}

TEST(SystemFacts, PoolsAndLimits) {
  const HealthyRoot root;
  root.node_file(0, "hugepages/hugepages-2048kB/nr_hugepages", "100\n");
  root.node_file(0, "hugepages/hugepages-2048kB/free_hugepages", "40\n");
  root.write("sys/fs/cgroup/job/cpu.max", "300000 100000\n");
  root.write("sys/fs/cgroup/job/memory.max", "1073741824\n");
  const SystemFacts facts = read_system_facts(root.path());
  ASSERT_EQ(facts.nodes->at(0).huge_pages.size(), 1u);
  EXPECT_EQ(facts.nodes->at(0).huge_pages[0].bytes, 2u << 20);
  EXPECT_EQ(facts.nodes->at(0).huge_pages[0].total, 100u);
  EXPECT_EQ(facts.nodes->at(0).huge_pages[0].free, 40u);
  EXPECT_DOUBLE_EQ(facts.quota->cpus.value(), 3);
  EXPECT_EQ(facts.memory_limit->bytes, 1u << 30);
  EXPECT_EQ(facts.memory_limit->source, "/sys/fs/cgroup/job/memory.max");
}

TEST(SystemFacts, BoostOfIntelsDriver) {
  const HealthyRoot root;
  root.cpus("intel_pstate/no_turbo", "1\n");
  EXPECT_FALSE(*read_system_facts(root.path()).boost);
}

TEST(SystemFacts, HypervisorByFlagAndByName) {
  const HealthyRoot root;
  root.write("proc/cpuinfo", "processor\t: 0\nflags\t\t: fpu hypervisor avx2\n");
  EXPECT_EQ(*read_system_facts(root.path()).hypervisor, "Maker Server 9");
  root.write("proc/cpuinfo", "processor\t: 0\nFeatures\t: asimd sve\n");
  EXPECT_EQ(*read_system_facts(root.path()).hypervisor, "");
  root.write("sys/class/dmi/id/product_name", "KVM Virtual Machine\n");
  EXPECT_EQ(*read_system_facts(root.path()).hypervisor, "Maker KVM Virtual Machine");
}

TEST(SystemFacts, ThisMachine) {
  const SystemFacts facts = read_system_facts();
  EXPECT_TRUE(facts.kernel_release);
  ASSERT_TRUE(facts.cpus);
  EXPECT_GE(facts.cpus->size(), 1u);
  EXPECT_TRUE(facts.memory_bytes);
  EXPECT_TRUE(facts.allowed_cpus);
  EXPECT_TRUE(facts.policies);
}

/// The thread's own policy and the rest of its memory are as before.
TEST(PolicyTrial, LeavesThePolicy) {
  int before = -1, after = -2;
  if (get_mempolicy(&before, nullptr, 0, nullptr, 0) != 0)
    GTEST_SKIP() << "the kernel refuses get_mempolicy here";
  const Fact<PolicyTrial> trial = try_memory_policies({});
  ASSERT_TRUE(trial);
  ASSERT_EQ(get_mempolicy(&after, nullptr, 0, nullptr, 0), 0);
  EXPECT_EQ(after, before);
}

/// Exit status 0 if exactly the refused operations are reported.
int trial_where_refused() {
  constexpr auto refuse = static_cast<unsigned>(SECCOMP_RET_ERRNO | EPERM);
  sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mbind, 2, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_set_mempolicy, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_move_pages, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, refuse),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog program{static_cast<unsigned short>(std::size(filter)), filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
    return 1;
  }
  const Fact<PolicyTrial> trial = try_memory_policies({0});
  if (!trial) return 2;
  if (trial->mbind_refused != "Operation not permitted") return 3;
  if (trial->move_pages_refused != "Operation not permitted") return 4;
  return trial->set_mempolicy_refused.empty() ? 5 : 0;
}

TEST(PolicyTrial, TellsWhatAContainerRefuses) {
  ::testing::GTEST_FLAG(death_test_style) = "threadsafe";
  EXPECT_EXIT(std::_Exit(trial_where_refused()), ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace numapack
