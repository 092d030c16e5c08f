// SPDX-License-Identifier: BSD-3-Clause
#include "counters/choose.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "counters/systems.hpp"
#include "cpu/find_microarch.hpp"

namespace numapack {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> names(const std::vector<PlannedEvent>& plan, const std::string& set = "") {
  std::vector<std::string> found;
  for (const PlannedEvent& event : plan)
    if (set.empty() || set == event.set->name) found.push_back(event.name);
  return found;
}

std::vector<std::string> set_names(const CpuIdentity& cpu) {
  std::vector<std::string> found;
  for (const EventSet* const set : sets_of(cpu)) found.emplace_back(set->name);
  return found;
}

/// A CPU of each row of src/cpu/, and which sets it has of its own.
struct Case {
  const char* microarch;
  CpuIdentity cpu;
  std::vector<std::string> sets;
};
const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {"skylake-x", x86("GenuineIntel", 6, 0x55), {"intel-offcore", "intel-cha"}},
      {"sapphire-rapids", x86("GenuineIntel", 6, 0x8f), {"intel-offcore"}},
      {"sapphire-rapids", x86("GenuineIntel", 6, 0xcf), {"intel-offcore"}},
      {"generic-avx512", x86("GenuineIntel", 6, 0x6a), {"intel-offcore"}},
      {"generic-avx2", x86("GenuineIntel", 6, 0x4f), {}},
      {"portable", x86("GenuineIntel", 6, 0x2e), {}},
      {"zen3", x86("AuthenticAMD", 0x17, 0x01), {}},  // Zen: libpfm has no event for what loads fetch
      {"zen3", x86("AuthenticAMD", 0x17, 0x31), {"amd-fills"}},
      {"zen3", x86("AuthenticAMD", 0x19, 0x01), {"amd-fills"}},
      {"zen4", x86("AuthenticAMD", 0x19, 0x11), {"amd-fills"}},
      {"zen4", x86("AuthenticAMD", 0x19, 0xa0), {"amd-fills"}},
      {"zen4", x86("AuthenticAMD", 0x1a, 0x02), {"amd-fills"}},
      {"kunpeng920", arm(0x48, 0xd01), {"arm-core"}},
      {"neoverse-n1", arm(0x41, 0xd0c), {"arm-core"}},
      {"neoverse-v1", arm(0x41, 0xd40), {"arm-core"}},
      {"neoverse-v2", arm(0x41, 0xd4f), {"arm-core"}},
      {"a64fx", arm(0x46, 0x001), {"arm-core"}},
      {"generic-neon", arm(0x41, 0xd08), {"arm-core"}},
  };
  return all;
}

TEST(Choose, EveryRowOfACpuHasItsEvents) {
  std::map<std::string, int> seen;
  for (const Case& one : cases()) {
    SCOPED_TRACE(std::string(one.microarch) + ", " + describe(one.cpu));
    EXPECT_EQ(set_names(one.cpu), one.sets);
    if (choose_microarch(one.cpu).microarch == microarch_named(one.microarch)) ++seen[one.microarch];
    const std::vector<PlannedEvent> plan = choose_events(with_cpu(four_nodes(), one.cpu), {});
    EXPECT_THAT(names(plan, "work"), ElementsAre("cycles", "instructions"));
    EXPECT_THAT(names(plan, "l1d"), ElementsAre("L1-dcache-loads", "L1-dcache-load-misses"));
    EXPECT_THAT(names(plan, "node"),
                ElementsAre("node-loads", "node-load-misses", "node-stores", "node-store-misses"));
  }
  // SVE's rows are found by instructions: an unknown ARM's events are those of any.
  for (const Microarch* const microarch : all_microarchs())
    if (microarch->set != InstructionSet::sve || std::string(microarch->name).find("generic") != 0) {
      EXPECT_GT(seen[microarch->name], 0) << microarch->name << " has no case here";
    }
}

TEST(Choose, OnKunpengAsksTheHomeAgentsOfEachDie) {
  const PerfSystem system = kunpeng_system();
  const std::vector<PlannedEvent> plan = choose_events(with_cpu(four_nodes(), arm(0x48, 0xd01)), system);
  EXPECT_EQ(names(plan, "hisi-hha").size(), 8U * 7);
  EXPECT_THAT(names(plan), Contains("hisi_sccl5_hha1/rx_outer"));
  for (const PlannedEvent& event : plan)
    if (event.name.find("hisi_sccl5") == 0) {
      EXPECT_THAT(event.cpus, ElementsAre(48));
    }
  // The core's PMU does not publish them: that is said when they are opened, and libpfm is not asked.
  EXPECT_THAT(names(plan, "arm-core"),
              ElementsAre("armv8_pmuv3_0/ll_cache_miss_rd", "armv8_pmuv3_0/remote_access"));
  EXPECT_THAT(names(choose_events(with_cpu(four_nodes(), arm(0x48, 0xd01)), {}), "arm-core"),
              ElementsAre("LL_CACHE_MISS_RD", "REMOTE_ACCESS"));
}

TEST(Choose, OnAXeonAsksMemoryControllersAndAgentsByTheirNumbers) {
  const std::vector<PlannedEvent> plan =
      choose_events(with_cpu(four_nodes(), x86("GenuineIntel", 6, 0x55)), intel_system());
  EXPECT_THAT(names(plan, "intel-imc"),
              ElementsAre("uncore_imc_0/cas_count_read", "uncore_imc_0/cas_count_write"));
  EXPECT_THAT(names(plan, "intel-cha"), Contains("skx_unc_cha11::UNC_C_REQUESTS:WRITES_REMOTE"));
  EXPECT_EQ(names(plan, "intel-cha").size(), 2U * 4);
  for (const PlannedEvent& event : plan)
    EXPECT_EQ(event.cpus.size(), event.set->scope == Scope::system ? 2U : 0U) << event.name;
  EXPECT_THAT(
      names(choose_events(with_cpu(four_nodes(), x86("GenuineIntel", 6, 0x8f)), intel_system()), "intel-cha"),
      IsEmpty());
}

/// Where AMD's events say "another node" only, the machine may say which.
TEST(Choose, AnotherNodeIsADieOrAChipWhereThereIsOnlyOneOfBoth) {
  const auto places = [](const std::string& machine) {
    std::vector<Quantity> found;
    for (const PlannedEvent& event :
         choose_events(with_cpu(load_machine(machine), x86("AuthenticAMD", 0x19, 0x01)), {}))
      if (std::string(event.set->name) == "amd-fills") found.push_back(event.adds.front().quantity);
    return found;
  };
  const Quantity local = quantity_of(Direction::reads, Place::local);
  EXPECT_THAT(places("pack:2 numa:1 core:2 pu:1"),
              ElementsAre(local, quantity_of(Direction::reads, Place::cross_chip)));
  EXPECT_THAT(places("pack:1 numa:4 core:2 pu:1"),
              ElementsAre(local, quantity_of(Direction::reads, Place::cross_die)));
  EXPECT_THAT(places("pack:2 numa:4 core:2 pu:1"),
              ElementsAre(local, quantity_of(Direction::reads, Place::remote)));
  EXPECT_THAT(places("pack:1 numa:1 core:2 pu:1"),
              ElementsAre(local, quantity_of(Direction::reads, Place::remote)));
}

}  // namespace
}  // namespace numapack
