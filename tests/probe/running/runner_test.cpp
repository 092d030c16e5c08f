// SPDX-License-Identifier: BSD-3-Clause
#include "probe/running/runner.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "base/error.hpp"
#include "probe/plans/select.hpp"
#include "support/machines.hpp"

namespace numapack::probe {
namespace {

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
    outcome.preemption = {{7}, 7, shares_.at(visits), 2, false};
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
  options.budget_seconds = 1e-9;
  RunResult result = run(fake, fake.cells(machine), machine, options);
  EXPECT_TRUE(fake.order.empty());
  for (const CellResult& cell : result.cells) EXPECT_THAT(cell.problem, HasSubstr("time"));
  options.keep_disturbed = true;
  result = run(fake, fake.cells(machine), machine, options);
  EXPECT_EQ(std::ranges::count_if(result.cells, &CellResult::valid), 1) << "some figure";
  fake.order.clear();
  options.first_round_seconds = 1e9;
  result = run(fake, fake.cells(machine), machine, options);
  EXPECT_EQ(fake.order.size(), 5U) << "the first round, and no other";
  options.first_round_seconds = 0;
  fake.order.clear();

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

}  // namespace
}  // namespace numapack::probe
