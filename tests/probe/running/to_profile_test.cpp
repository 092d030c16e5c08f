// SPDX-License-Identifier: BSD-3-Clause
#include "probe/to_profile.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "probe/running/runner.hpp"
#include "support/machines.hpp"

namespace numapack::probe {
namespace {

TEST(ToProfile, CellsKeepTheirReasonsAndConditions) {
  const Machine machine = testing::host_machine();
  RunResult result;
  CellResult good;
  good.cell.probe = "latency";
  good.cell.variant = "matrix";
  good.cell.reader = good.cell.home = 0;
  good.cell.bytes = 1 << 20;
  good.cell.step_bytes = 128;
  good.series = {{"latency", "ns", {3, 1, 2}}};
  good.visits = 1;
  good.disturbed = 1;
  good.pages = Census{4096, 256, {256}, 0, 0, ""};
  good.remarks = {"small pages"};
  good.clocks = {{3, 3.5, true, 0}};
  CellResult bad = good;
  bad.series.clear();
  bad.problem = "mbind refused";
  result.cells = {good, bad};
  result.sentinel = {{0, 1, 100}, {1, 1, 101}};
  result.drift = "drifting";
  MeasuredProfile profile;
  add_to_profile(profile, machine, result);
  ASSERT_EQ(profile.memory_latency.size(), 2U);
  const MemoryLatency& latency = profile.memory_latency.front();
  EXPECT_EQ(latency.pu, machine.cores.front().usable_pus.front());
  EXPECT_EQ(latency.node, machine.nodes.front().os_index);
  EXPECT_EQ(latency.stride_lines, 2);
  EXPECT_EQ(latency.latency_ns.samples, (std::vector<double>{3, 1, 2}));
  EXPECT_EQ(latency.latency_ns.value(), 2);
  EXPECT_EQ(latency.latency_ns.disturbed, 1);
  EXPECT_EQ(latency.latency_ns.note, "small pages");
  EXPECT_EQ(latency.latency_ns.clock_ghz, 3.25);
  EXPECT_EQ(latency.latency_ns.clock_moved, 1);
  EXPECT_EQ(latency.latency_ns.page_bytes, machine.page_bytes);
  EXPECT_EQ(profile.memory_latency.back().latency_ns.invalid, "mbind refused");
  EXPECT_EQ(profile.sentinel.size(), 2U);
  EXPECT_EQ(profile.remarks, std::vector<std::string>{"drifting"});
}

TEST(ToProfile, KeepsInWordsWhatNoTableIsFor) {
  const Machine machine = testing::flat_machine(2, 2);
  RunResult result;
  CellResult& good = result.cells.emplace_back();
  good.cell.probe = "atomics";
  good.cell.variant = "fetch-and-add";
  good.cell.reader = 1;
  good.cell.owner = 2;
  good.cell.home = 1;
  good.series = {{"a sum", "ns", {3, 1, 2}}};
  CellResult bad = good;
  bad.series.clear();
  bad.problem = "mbind refused";
  result.cells.push_back(bad);
  MeasuredProfile profile;
  add_to_profile(profile, machine, result);
  ASSERT_EQ(profile.reported.size(), 2U);
  EXPECT_EQ(profile.reported[0].quantity, "a sum, fetch-and-add, CPU 1 and CPU 2, home node 1");
  EXPECT_EQ(profile.reported[0].unit, "ns");
  EXPECT_EQ(profile.reported[0].value.value(), 2);
  EXPECT_EQ(profile.reported[1].quantity, "atomics, fetch-and-add, CPU 1 and CPU 2, home node 1");
  EXPECT_EQ(profile.reported[1].value.invalid, "mbind refused");
}

}  // namespace
}  // namespace numapack::probe
