// SPDX-License-Identifier: BSD-3-Clause
#include "probe/running/runner.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "base/error.hpp"
#include "probe/plans/select.hpp"
#include "probe/to_profile.hpp"
#include "support/machines.hpp"

namespace numapack::probe {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Cells 0 … n-1 by `bytes`; multiples of three cannot be measured.
class Fake : public Probe {
 public:
  explicit Fake(int count) : count_(count) {}
  const char* name() const override { return "fake"; }
  std::vector<Cell> cells(const Machine&) const override {
    std::vector<Cell> cells(static_cast<std::size_t>(count_));
    for (std::size_t at = 0; at < cells.size(); ++at) {
      cells[at].bytes = at;
      cells[at].reader = cells[at].home = 0;
      cells[at].seconds = 0.001;
    }
    return cells;
  }
  Outcome measure(const Cell& cell) override {
    order.push_back(cell.bytes);
    if (cell.bytes % 3 == 0) throw Error(ErrorCode::system, "fake", "a multiple of three", "");
    if (++visits[cell.bytes] == 2 && cell.bytes == 1) throw Error(ErrorCode::system, "fake", "CPU gone", "");
    Outcome outcome;
    outcome.series = {
        {"value", "ns", {static_cast<double>(cell.bytes), 2.0 * static_cast<double>(cell.bytes)}}};
    outcome.remarks = {"a remark"};
    return outcome;
  }
  std::vector<std::size_t> order;
  std::map<std::size_t, int> visits;

 private:
  int count_;
};

TEST(Runner, EveryCellHasSamplesOrAReason) {
  const Machine machine = testing::host_machine();
  Fake fake(7);
  RunOptions options;
  options.rounds = 3;
  options.keep_disturbed = true;  // other tests run at the same time
  const RunResult result = run(fake, fake.cells(machine), machine, options);
  ASSERT_EQ(result.cells.size(), 7U);
  for (const CellResult& cell : result.cells) {
    if (cell.cell.bytes % 3 == 0) {
      EXPECT_FALSE(cell.valid());
      EXPECT_THAT(cell.problem, HasSubstr("a multiple of three"));
      EXPECT_EQ(cell.find("value"), nullptr);
      continue;
    }
    ASSERT_TRUE(cell.valid()) << cell.problem;
    const int visits = cell.cell.bytes == 1 ? 2 : 3;  // one of them failed
    EXPECT_EQ(cell.visits, visits);
    EXPECT_EQ(cell.find("value")->samples.size(), 2U * static_cast<std::size_t>(visits));
    EXPECT_EQ(std::count(cell.remarks.begin(), cell.remarks.end(), "a remark"), 1);
    EXPECT_EQ(cell.remarks.size(), cell.cell.bytes == 1 ? 2U : 1U) << "said once, however many visits";
  }
  EXPECT_EQ(std::count(fake.order.begin(), fake.order.end(), 0U), 1) << "not tried again";
  EXPECT_GE(result.sentinel.size(), 2U);
  for (const SentinelReading& reading : result.sentinel) {
    EXPECT_GT(reading.l1_ns, 0);
    if (usable_cores(machine).size() == 1) {
      EXPECT_EQ(reading.handover_ns, 0);
    }
  }
}

/// One cell, whose clock moves during the visits named.
class Restless : public Probe {
 public:
  explicit Restless(std::vector<bool> moves) : moves_(std::move(moves)) {}
  const char* name() const override { return "restless"; }
  std::vector<Cell> cells(const Machine&) const override { return std::vector<Cell>(1); }
  Outcome measure(const Cell&) override {
    const bool moves = moves_.at(visits);
    ++visits;
    Outcome outcome;
    outcome.series = {{"value", "ns", {static_cast<double>(visits)}}};
    outcome.clock = VisitClock{moves ? 2.0 : 3.0, 3.0, true, 0};
    return outcome;
  }
  std::size_t visits = 0;

 private:
  std::vector<bool> moves_;
};

TEST(Runner, AVisitWhoseClockMovedIsMadeAgain) {
  const Machine machine = testing::host_machine();
  Restless probe({true, false, false, true, true, true});
  RunOptions options;
  options.keep_disturbed = true;
  options.rounds = 3;
  const RunResult result = run(probe, probe.cells(machine), machine, options);
  ASSERT_EQ(probe.visits, 6U);
  const CellResult& cell = result.cells.front();
  EXPECT_EQ(cell.find("value")->samples, (std::vector<double>{2, 3, 6})) << "the last try of each round";
  EXPECT_EQ(result.again_for_clock, 3);
  EXPECT_EQ(cell.visits, 3);
  EXPECT_EQ(cell.moved(), 1) << "the third round moved each time";
  EXPECT_EQ(cell.clock_ghz(), 3.0);
  EXPECT_EQ(CellResult{}.clock_ghz(), std::nullopt);
}

/// One cell, whose thread loses its CPU for this share of each visit.
class Robbed : public Probe {
 public:
  explicit Robbed(std::vector<double> shares) : shares_(std::move(shares)) {}
  const char* name() const override { return "robbed"; }
  std::vector<Cell> cells(const Machine&) const override { return std::vector<Cell>(1); }
  Outcome measure(const Cell&) override {
    Outcome outcome;
    outcome.taken = {{7}, 7, shares_.at(visits), 2, false};
    ++visits;
    outcome.series = {{"value", "ns", {static_cast<double>(visits)}}};
    return outcome;
  }
  std::size_t visits = 0;

 private:
  std::vector<double> shares_;
};

TEST(Runner, AVisitThatLostItsCpuIsMadeAgain) {
  const Machine machine = testing::host_machine();
  Robbed probe({0.5, 0, 0.01, 0, 0, 0, 0, 0, 0});
  RunOptions options;
  options.keep_disturbed = true;
  const RunResult result = run(probe, probe.cells(machine), machine, options);
  EXPECT_EQ(result.again_for_cpu, 1);
  EXPECT_EQ(result.cells.front().find("value")->samples, (std::vector<double>{2, 3, 4}));
}

TEST(Runner, ACellWithoutACleanVisitIsVisitedAgainAndSaysWhy) {
  const Machine machine = testing::host_machine();
  Robbed probe(std::vector<double>(100, 0.4));
  RunOptions options;
  options.rounds = 2;
  const RunResult result = run(probe, probe.cells(machine), machine, options);
  const CellResult& cell = result.cells.front();
  EXPECT_EQ(cell.visits, 4) << "two rounds, and two visits more at the end";
  EXPECT_EQ(cell.disturbed, 4);
  EXPECT_TRUE(cell.series.empty());
  EXPECT_FALSE(cell.valid());
  EXPECT_THAT(cell.problem, HasSubstr("CPU 7 was taken away for 40 % of the time"));
}

TEST(Runner, OrderIsRandomAndTheSeedsOwn) {
  const Machine machine = testing::host_machine();
  const auto order = [&](std::uint64_t seed) {
    Fake fake(30);
    RunOptions options;
    options.rounds = 1;
    options.seed = seed;
    options.keep_disturbed = true;
    run(fake, fake.cells(machine), machine, options);
    return fake.order;
  };
  EXPECT_EQ(order(1), order(1));
  EXPECT_NE(order(1), order(2));
  EXPECT_FALSE(std::is_sorted(order(1).begin(), order(1).end()));
}

TEST(Runner, ABudgetTooSmallAndAnInterruptLeaveReasons) {
  const Machine machine = testing::host_machine();
  Fake fake(5);
  RunOptions options;
  options.keep_disturbed = true;
  options.budget_seconds = 1e-9;
  RunResult result = run(fake, fake.cells(machine), machine, options);
  EXPECT_TRUE(fake.order.empty());
  for (const CellResult& cell : result.cells) EXPECT_THAT(cell.problem, HasSubstr("time"));

  options.budget_seconds = 0;
  options.interrupted = [&] { return fake.order.size() == 2; };
  result = run(fake, fake.cells(machine), machine, options);
  EXPECT_EQ(fake.order.size(), 2U);
  EXPECT_TRUE(result.interrupted);
  int interrupted = 0;
  for (const CellResult& cell : result.cells)
    interrupted += cell.problem.find("interrupted") != std::string::npos;
  EXPECT_EQ(interrupted, 3);
}

TEST(Runner, TellsTimeLeft) {
  const Machine machine = testing::host_machine();
  Fake fake(4);
  std::vector<double> left;
  RunOptions options;
  options.keep_disturbed = true;
  options.rounds = 1;
  options.progress = [&](const std::string& what, double seconds) {
    EXPECT_THAT(what, HasSubstr("fake"));
    left.push_back(seconds);
  };
  run(fake, fake.cells(machine), machine, options);
  ASSERT_EQ(left.size(), 4U);
  EXPECT_GT(left.front(), left.back());
}

TEST(Sentinel, ReadingsAreComparedWithTheMedian) {
  const std::vector<SentinelReading> quiet{{0, 1, 100, 0}, {1, 1.01, 103, 40}, {2, 1, 99, 45}};
  EXPECT_EQ(drift_remark(quiet), "");
  for (const double over : excess(quiet)) EXPECT_LT(over, 0.05);

  const std::vector<SentinelReading> noisy{
      {0, 1, 100, 40}, {1, 1, 150, 40}, {2, 1, 100, 150}, {3, 1.5, 100, 40}};
  const std::vector<double> over = excess(noisy);
  EXPECT_NEAR(over[1], 0.5, 1e-9);
  EXPECT_NEAR(over[3], 0.5, 1e-9);
  EXPECT_LT(over[2], 0.01);
  EXPECT_THAT(drift_remark(noisy), HasSubstr("from memory varied from 100.00 to 150.00"));
  EXPECT_THAT(drift_remark(noisy), HasSubstr("from L1 varied"));
  EXPECT_THAT(drift_remark(noisy), HasSubstr("from the first core to the last took 40 to 150 ns"));
  EXPECT_EQ(drift_remark({{0, 1, 0, 0}, {1, 1, 0, 0}}), "") << "no memory, no remark about it";
  EXPECT_THAT(distance_changes(noisy), ElementsAre(1, 1, 3.75, 1));
  EXPECT_THAT(distance_changes(quiet),
              ElementsAre(1, DoubleNear(42.5 / 40, 1e-9), DoubleNear(45 / 42.5, 1e-9)));
}

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
