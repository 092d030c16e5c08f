// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include <thread>

#include "machine/kernel_settings.hpp"
#include "machine/machine.hpp"

namespace numapack {
namespace {

using ::testing::ElementsAre;

TEST(ThisMachine, IsWhatTheProcessRunsOn) {
  testing::internal::CaptureStderr();
  const Machine machine = machine_from("");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_TRUE(machine.is_this_machine);
  EXPECT_EQ(machine.source, "this machine");
#if defined(__x86_64__)
  EXPECT_EQ(machine.architecture, "x86_64");
#elif defined(__aarch64__)
  EXPECT_EQ(machine.architecture, "aarch64");
#endif
  EXPECT_EQ(machine.page_bytes, static_cast<std::size_t>(sysconf(_SC_PAGESIZE)));
  EXPECT_EQ(machine.allowance.online_pus, sysconf(_SC_NPROCESSORS_ONLN));
  EXPECT_EQ(machine.allowance.affinity_pus, static_cast<int>(affinity_of_caller().size()));
  EXPECT_FALSE(machine.compute_nodes().empty());
  EXPECT_GE(machine.usable_threads(), 1);
  for (const int node : machine.compute_nodes()) EXPECT_GE(machine.home_for(node), 0);
}

TEST(ThisMachine, AsHwlocIsToldItIsHasTheMemoryThatIsSaid) {
  const auto described = [](const char* description) {
    setenv("HWLOC_SYNTHETIC", description, 1);
    const Machine machine = detect_machine();
    unsetenv("HWLOC_SYNTHETIC");
    EXPECT_FALSE(machine.is_this_machine);
    EXPECT_TRUE(machine.runs_here);
    EXPECT_EQ(machine.source, description);
    return machine.nodes_of_unknown_memory();
  };
  EXPECT_THAT(described("pack:2 numa:1 core:2 pu:1"), ElementsAre(0, 1));
  EXPECT_THAT(described("pack:2 numa:1(memory=2GiB) core:2 pu:1"), ElementsAre());
  EXPECT_THAT(detect_machine().nodes_of_unknown_memory(), ElementsAre());
}

/// Whoever asks about the machine keeps the mask they had.
TEST(ThisMachine, DetectionLeavesAffinityAlone) {
  std::thread([] {
    const std::vector<int> before = affinity_of_caller();
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<std::size_t>(before.back()), &one);
    ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    const Machine machine = detect_machine();
    EXPECT_THAT(affinity_of_caller(), ElementsAre(before.back()));
    EXPECT_EQ(machine.allowance.affinity_pus, 1);
    EXPECT_EQ(machine.usable_threads(), 1);
    const Core& core = machine.cores.at(static_cast<std::size_t>(machine.core_of_pu(before.back())));
    EXPECT_THAT(core.usable_pus, ElementsAre(before.back()));
  }).join();
}

TEST(UsableThreads, QuotaBoundsThemRoundedUp) {
  Machine machine = load_machine("numa:2 core:4 pu:2");
  EXPECT_EQ(machine.usable_threads(), 8);
  for (const auto& [quota, threads] :
       {std::pair(0.25, 1), std::pair(1.0, 1), std::pair(2.5, 3), std::pair(64.0, 8)}) {
    machine.allowance.quota_cpus = quota;
    EXPECT_EQ(machine.usable_threads(), threads) << quota;
  }
}

}  // namespace
}  // namespace numapack
