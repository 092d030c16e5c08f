// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "machine/machine.hpp"
#include "probe/measuring/here.hpp"
#include "probe/quantities/fresh_memory.hpp"
#include "probe/quantities/threads/wake.hpp"
#include "probe/running/runner.hpp"
#include "probe/to_profile.hpp"

// What calls wait for besides arithmetic and memory: threads that wake, pages that do not exist yet.
namespace numapack::probe {
namespace {

using testing::expect_figures;
using testing::here;
using testing::once;

TEST(Wake, HasCellsOfEveryNodeWithTwoCores) {
  const Machine machine = load_machine(std::string(NUMAPACK_MACHINES) + "/node-without-cpus.xml");
  std::map<int, std::set<std::string>> variants;
  for (const Cell& cell : Wake(machine).cells(machine)) {
    variants[cell.cpus_of].insert(cell.variant);
    EXPECT_EQ(cell.threads, static_cast<int>(machine.usable_cores(cell.cpus_of).size()));
    EXPECT_GT(cell.seconds, 0);
  }
  for (const int node : machine.compute_nodes())
    EXPECT_EQ(variants[node], (std::set<std::string>{called_at_once, called_asleep}));
  const Machine lone = load_machine("numa:1 core:1 pu:1");
  EXPECT_TRUE(Wake(lone).cells(lone).empty());
}

TEST(Wake, IsMeasuredOfThreadsAtWorkAndAsleep) {
  Wake wake(here());
  const RunResult result = run(wake, wake.cells(here()), here(), once());
  expect_figures(result);
  MeasuredProfile profile;
  add_to_profile(profile, here(), result);
  ASSERT_EQ(profile.wakes.size(), result.cells.size());
  for (std::size_t at = 0; at < result.cells.size(); ++at) {
    const WakeTime& time = profile.wakes[at];
    EXPECT_EQ(time.asleep, result.cells[at].cell.variant == called_asleep);
    EXPECT_EQ(time.threads, result.cells[at].cell.threads);
    if (!time.time_us.valid()) continue;
    EXPECT_GT(*time.time_us.min, 0) << "nobody has begun before the call";
    EXPECT_EQ(time.time_us.samples.size(), time.asleep ? 10U : 200U);
  }
}

TEST(FreshMemory, HasCellsOfOneThreadAndOfAll) {
  const Machine machine = load_machine(std::string(NUMAPACK_MACHINES) + "/kunpeng920.xml");
  std::map<std::pair<int, std::string>, std::set<int>> threads;
  for (const Cell& cell : FreshMemory(machine).cells(machine)) {
    threads[{cell.cpus_of, cell.variant}].insert(cell.threads);
    EXPECT_EQ(cell.home, cell.cpus_of);
  }
  EXPECT_EQ(threads.size(), 8U);
  for (const auto& [where, numbers] : threads) EXPECT_EQ(numbers, (std::set<int>{1, 24}));
  // One core is one and all.
  const Machine lone = load_machine("numa:1 core:1 pu:1");
  EXPECT_EQ(FreshMemory(lone).cells(lone).size(), 2U);
}

TEST(FreshMemory, IsMeasuredInPagesThatDidNotExist) {
  FreshMemory fresh(here());
  const RunResult result = run(fresh, fresh.cells(here()), here(), once());
  expect_figures(result);
  MeasuredProfile profile;
  add_to_profile(profile, here(), result);
  ASSERT_EQ(profile.fresh_memory.size(), result.cells.size());
  for (const FreshMemoryRate& rate : profile.fresh_memory) {
    if (!rate.gb_per_s.valid()) continue;
    EXPECT_EQ(rate.gb_per_s.samples.size(), 3U);
    if (rate.pages == "small") {
      EXPECT_EQ(rate.gb_per_s.page_bytes, here().page_bytes);
    }
  }
}

}  // namespace
}  // namespace numapack::probe
