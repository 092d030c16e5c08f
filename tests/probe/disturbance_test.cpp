// SPDX-License-Identifier: BSD-3-Clause
#include "probe/watch/disturbance.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "probe/running/visits.hpp"

namespace numapack::probe {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST(PreemptionBetween, IsTheTimeWithoutACpu) {
  const Preemption preemption = preemption_between(3, {10, 1, 4, 7}, {12, 2, 9, 7});
  EXPECT_THAT(preemption.pus, ElementsAre(3));
  EXPECT_DOUBLE_EQ(preemption.share, 0.5);
  EXPECT_EQ(preemption.switches, 5);
  EXPECT_FALSE(preemption.moved);
  EXPECT_EQ(preemption_between(0, {0, 0, 0, {}}, {0.001, 0.00095, 0, {}}).share, 0) << "a tick";
  EXPECT_EQ(preemption_between(0, {0, 0, 0, {}}, {1, 1.01, 0, {}}).share, 0) << "the clocks' grain";
  EXPECT_TRUE(preemption_between(0, {0, 0, 0, 1}, {1, 1, 0, 3}).moved) << "there and back";
  EXPECT_FALSE(preemption_between(0, {0, 0, 0, {}}, {1, 1, 0, 3}).moved) << "not known before";
}

TEST(PreemptionTogether, HasWhoLostMost) {
  const Preemption little{{1}, 1, 0.1, 1, true}, much{{4}, 4, 0.3, 2, false};
  const Preemption both = preemption_together(preemption_together(Preemption{}, much), little);
  EXPECT_THAT(both.pus, ElementsAre(1, 4));
  EXPECT_EQ(both.pu, 4);
  EXPECT_DOUBLE_EQ(both.share, 0.3);
  EXPECT_EQ(both.switches, 2);
  EXPECT_TRUE(both.moved);
}

TEST(InterruptsIn, AddsAllKindsOfEachCpu) {
  const auto counts = interrupts_in(
      "           CPU0       CPU4       \n"
      " 24:          1         10  IO-APIC   5-edge      ACPI:Ged\n"
      "LOC:        100        200   Local timer interrupts\n"
      "ERR:          5\n"
      "MIS:          6\n");
  ASSERT_THAT(counts, SizeIs(2));
  EXPECT_EQ(counts.at(0), 101);
  EXPECT_EQ(counts.at(4), 210);
  EXPECT_THAT(interrupts_in(""), IsEmpty());
  EXPECT_THAT(interrupts_in("nonsense\n1 2 3\n"), IsEmpty());
}

TEST(ThrottledIn, ReadsBothVersions) {
  EXPECT_DOUBLE_EQ(*throttled_in("usage_usec 5\nnr_throttled 2\nthrottled_usec 1500000\n"), 1.5);
  EXPECT_DOUBLE_EQ(*throttled_in("nr_periods 3\nnr_throttled 2\nthrottled_time 2500000000\n"), 2.5);
  EXPECT_EQ(throttled_in("usage_usec 5\n"), std::nullopt);
  EXPECT_EQ(throttled_in(""), std::nullopt);
}

Surroundings at(double seconds, double own, double busy) {
  Surroundings now;
  now.work = {seconds, own, {{0, busy}}, 1, {{0, 0}}};
  return now;
}

TEST(IntervalBetween, CountsNeighboursBeyondDoubt) {
  EXPECT_DOUBLE_EQ(interval_between(at(0, 0, 0), at(2, 0, 2)).neighbours, 1);
  EXPECT_DOUBLE_EQ(interval_between(at(0, 0, 0), at(2, 2, 2.1)).neighbours, 0) << "ticks";
  EXPECT_EQ(interval_between(at(1, 0, 0), at(1, 0, 5)).seconds, 0);

  Surroundings before = at(0, 0, 0), after = at(2, 0, 0);
  before.throttled_seconds = 1;
  after.throttled_seconds = 1.5;
  after.interrupts = {{0, 30'000}};
  after.work.stolen_by_cpu[0] = 0.5;
  Interval interval = interval_between(before, after);
  EXPECT_DOUBLE_EQ(interval.throttled_seconds, 0.5);
  EXPECT_DOUBLE_EQ(interval.stolen.at(0), 0.25);
  EXPECT_THAT(interval.interrupts, IsEmpty()) << "not looked at before";
  before.interrupts = {{0, 10'000}};
  EXPECT_DOUBLE_EQ(interval_between(before, after).interrupts.at(0), 10'000);
}

std::vector<Cause> causes(const VisitContext& context) {
  std::vector<Cause> found;
  for (const Disturbance& one : wrong_with(context)) found.push_back(one.cause);
  return found;
}

TEST(WrongWith, NamesEachCause) {
  VisitContext quiet;
  quiet.preemption = {{2, 5}, 5, 0.019, 1, false};
  quiet.interval.neighbours = 0.49;
  quiet.interval.interrupts = {{2, 4000}, {7, 1e6}};
  quiet.interval.stolen = {{2, 0.01}, {7, 1}};
  quiet.slow_clock = 0.09;
  quiet.excess = 0.16;
  EXPECT_THAT(causes(quiet), IsEmpty()) << "what happens on CPU 7 is no matter";

  VisitContext wrong = quiet;
  wrong.preemption.share = 0.021;
  EXPECT_THAT(causes(wrong), ElementsAre(Cause::preemption));
  wrong.interval.throttled_seconds = 0.01;
  EXPECT_THAT(causes(wrong), ElementsAre(Cause::quota)) << "who held it up is known";
  wrong = quiet;
  wrong.interval.throttled_seconds = 0.01;
  EXPECT_THAT(causes(wrong), IsEmpty()) << "not during this visit";
  wrong = quiet;
  wrong.preemption.moved = true;
  EXPECT_THAT(causes(wrong), ElementsAre(Cause::moved));
  wrong = quiet;
  wrong.interval.neighbours = 0.51;
  EXPECT_THAT(causes(wrong), ElementsAre(Cause::neighbour));
  wrong = quiet;
  wrong.interval.stolen[5] = 0.03;
  wrong.interval.interrupts[2] = 6000;
  wrong.interval.interrupts[5] = 5500;
  EXPECT_THAT(wrong_with(wrong), ElementsAre(Disturbance{Cause::stolen, 0.03, 5, 0},
                                             Disturbance{Cause::interrupts, 6000, 2, 0}));
  wrong = quiet;
  wrong.slow_clock = 0.11;
  EXPECT_THAT(causes(wrong), ElementsAre(Cause::slow_clock));
  wrong = quiet;
  wrong.excess = 0.17;
  EXPECT_THAT(causes(wrong), ElementsAre(Cause::drift));
}

TEST(LinesOf, OneACause) {
  EXPECT_THAT(
      lines_of({{Cause::preemption, 0.31, 1, 4},
                {Cause::neighbour, 1, -1, 0},
                {Cause::preemption, 0.52, 3, 2},
                {Cause::interrupts, 41000, 2, 0}}),
      ElementsAre("CPU 1,3 was taken away for 31 to 52 % of the time, 6 times for another thread (2 visits)",
                  "CPU 2 had 41000 interrupts a second (1 visit)",
                  "other processes used 1.0 CPUs (1 visit)"));
  EXPECT_THAT(lines_of({{Cause::moved, 0, 2, 0},
                        {Cause::quota, 0.6, 2, 0},
                        {Cause::stolen, 0.1, 0, 0},
                        {Cause::slow_clock, 0.2, 1, 0},
                        {Cause::drift, 0.25, -1, 0}}),
              ElementsAre(HasSubstr("moved off CPU 2"), HasSubstr("CPU quota held this process up for 60 %"),
                          HasSubstr("host took CPU 0 for 10 %"), HasSubstr("clock of CPU 1 was 20 % below"),
                          HasSubstr("sentinel was 25 % slower")));
  EXPECT_THAT(lines_of({}), IsEmpty());
  EXPECT_EQ(
      text_of({{Cause::neighbour, 1, -1, 0}, {Cause::preemption, 0.31, 1, 4}}),
      "CPU 1 was taken away for 31 % of the time, 4 times for another thread, other processes used 1.0 CPUs");
  EXPECT_EQ(text_of({}), "");
}

Snapshot snapshot(double seconds, double busy, double l1_ns) {
  return {at(seconds, 0, busy), {seconds, l1_ns, 100, 0}};
}

Visit visit(std::size_t cell, std::size_t snapshot, double value) {
  Visit one;
  one.cell = cell;
  one.snapshot = snapshot;
  one.outcome.series = {{"value", "ns", {value}}};
  one.outcome.preemption = {{0}, 0, 0, 0, false};
  return one;
}

TEST(Judge, LooksAroundEachVisit) {
  // A neighbour between the second look and the third, a slow sentinel at the last one.
  const std::vector<Snapshot> snapshots{snapshot(0, 0, 1), snapshot(1, 0, 1), snapshot(2, 1, 1),
                                        snapshot(3, 1, 1), snapshot(4, 1, 2)};
  std::vector<Visit> visits{visit(0, 0, 1), visit(0, 1, 2), visit(1, 1, 3), visit(2, 3, 4)};
  judge(visits, snapshots);
  EXPECT_THAT(visits[0].wrong, IsEmpty());
  EXPECT_THAT(lines_of(visits[1].wrong), ElementsAre(HasSubstr("other processes used 1.0 CPUs")));
  EXPECT_THAT(lines_of(visits[3].wrong), ElementsAre(HasSubstr("sentinel was 100 %")));
  std::vector<CellResult> cells(4);
  EXPECT_THAT(without_clean_visits(visits, cells), ElementsAre(1, 2));
  cells[0].cell.least_visits = 2;
  EXPECT_THAT(without_clean_visits(visits, cells), ElementsAre(0, 1, 2)) << "one is clean, which is too few";
  cells[0].cell.least_visits = 1;

  gather(visits, cells, false);
  EXPECT_EQ(cells[0].visits, 2);
  EXPECT_EQ(cells[0].disturbed, 1);
  EXPECT_THAT(cells[0].find("value")->samples, ElementsAre(1)) << "the clean one";
  EXPECT_TRUE(cells[0].valid());
  EXPECT_THAT(cells[1].problem, HasSubstr("no clean visit: other processes used 1.0 CPUs (1 visit)"));
  EXPECT_THAT(cells[1].series, IsEmpty());
  EXPECT_EQ(cells[3].problem, "") << "never visited";
}

TEST(Judge, ShortIntervalsAreMadeLonger) {
  // 20 ms with two ticks of somebody else: nothing in a second.
  const std::vector<Snapshot> snapshots{snapshot(0, 0, 1), snapshot(0.98, 0, 1), snapshot(1, 0.02, 1)};
  std::vector<Visit> visits{visit(0, 1, 1)};
  judge(visits, snapshots);
  EXPECT_THAT(visits[0].wrong, IsEmpty());
  // A run so short that the ticks say nothing.
  std::vector<Visit> alone{visit(0, 0, 1)};
  judge(alone, {snapshot(0, 0, 1), snapshot(0.05, 0.05, 1)});
  EXPECT_THAT(alone[0].wrong, IsEmpty());
}

TEST(Judge, InterruptsOfTheWholeRunCountWhereFewLooksHaveThem) {
  std::vector<Snapshot> snapshots{snapshot(0, 0, 1), snapshot(1, 0, 1), snapshot(2, 0, 1)};
  snapshots.front().surroundings.interrupts = {{0, 0}};
  snapshots.back().surroundings.interrupts = {{0, 20'000}};
  std::vector<Visit> visits{visit(0, 0, 1)};
  judge(visits, snapshots);
  EXPECT_THAT(lines_of(visits[0].wrong), ElementsAre(HasSubstr("10000 interrupts a second")));
}

TEST(Judge, CoresThatStandElsewhereMeasureAnotherMachine) {
  std::vector<Snapshot> snapshots{snapshot(0, 0, 1), snapshot(1, 0, 1), snapshot(2, 0, 1), snapshot(3, 0, 1),
                                  snapshot(4, 0, 1)};
  for (Snapshot& one : snapshots) one.sentinel.handover_ns = 40;
  snapshots.back().sentinel.handover_ns = 150;
  std::vector<Visit> visits{visit(0, 0, 1), visit(0, 3, 2), visit(1, 3, 3)};
  visits[0].outcome.preemption.pus = visits[1].outcome.preemption.pus = {0, 1};
  judge(visits, snapshots);
  EXPECT_THAT(visits[0].wrong, IsEmpty());
  EXPECT_THAT(lines_of(visits[1].wrong),
              ElementsAre(HasSubstr("cores were 3.8 times as near or far as usual")));
  EXPECT_THAT(visits[2].wrong, IsEmpty()) << "one core has no distance";
}

TEST(Judge, AClockFarBelowItsBestIsWrong) {
  std::vector<Visit> visits{visit(0, 0, 1), visit(0, 0, 2)};
  visits[0].outcome.clock = VisitClock{3, 3, true, 0};
  visits[1].outcome.clock = VisitClock{2, 2, true, 0};
  judge(visits, {snapshot(0, 0, 1), snapshot(1, 0, 1)});
  EXPECT_THAT(visits[0].wrong, IsEmpty());
  EXPECT_THAT(lines_of(visits[1].wrong), ElementsAre(HasSubstr("clock of CPU 0 was 33 % below its best")));
}

TEST(Gather, KeepsAsAskedButNeverWhatWasMeasuredElsewhere) {
  std::vector<Visit> visits{visit(0, 0, 1), visit(0, 0, 2), visit(1, 0, 3)};
  visits[0].wrong = {{Cause::preemption, 0.5, 0, 1}};
  visits[1].outcome.preemption.moved = visits[2].outcome.preemption.moved = true;
  visits[1].wrong = visits[2].wrong = {{Cause::moved, 0, 0, 0}};
  std::vector<CellResult> cells(2);
  gather(visits, cells, true);
  EXPECT_THAT(cells[0].find("value")->samples, ElementsAre(1));
  EXPECT_EQ(cells[0].disturbed, 2);
  EXPECT_THAT(cells[1].problem, HasSubstr("moved off CPU 0"));
}

}  // namespace
}  // namespace numapack::probe
