// SPDX-License-Identifier: BSD-3-Clause
#include "probe/watch/others.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "machine/machine.hpp"
#include "support/machines.hpp"

namespace numapack::probe {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* stat =
    "cpu  100 10 20 1000 50 1 2 7 0 0\n"
    "cpu0 60 10 10 500 50 1 1 7 0 0\n"
    "cpu12 40 0 10 500 0 0 1 0 0 0\n"
    "intr 5 6 7\n"
    "procs_running 3\n";

TEST(WorkIn, CountsBusyTimeOfEachCpu) {
  const WorkCount count = work_in(stat, 10);
  ASSERT_EQ(count.by_cpu.size(), 2U) << "the first line is the sum";
  EXPECT_DOUBLE_EQ(count.by_cpu.at(0), 8.2) << "neither idle, nor waiting, nor stolen";
  EXPECT_DOUBLE_EQ(count.by_cpu.at(12), 5.1);
  EXPECT_DOUBLE_EQ(count.stolen_by_cpu.at(0), 0.7);
  EXPECT_EQ(count.running, 3);
  EXPECT_THAT(work_in("", 100).by_cpu, IsEmpty());
  EXPECT_THAT(work_in("cpufreq 1 2 3\n", 100).by_cpu, IsEmpty());
}

TEST(OthersBetween, SubtractsTheProcessItself) {
  const WorkCount before{10, 1, {{0, 100}, {1, 50}}, 2, {}},
      after{12, 2.5, {{0, 102}, {1, 51}, {2, 40}}, 4, {}};
  const OthersAtWork others = others_between(before, after, {1});
  ASSERT_TRUE(others.known);
  EXPECT_DOUBLE_EQ(others.seconds, 2);
  EXPECT_DOUBLE_EQ(others.cpus, (3 - 1.5) / 2) << "CPU 2 was switched on meanwhile";
  EXPECT_DOUBLE_EQ(others.sibling_cpus, 0.5);
  EXPECT_EQ(others.running, 3) << "one of them is the one that looks";
}

TEST(OthersBetween, TicksDoNotMakeWorkBelowNothing) {
  const OthersAtWork others = others_between({0, 0, {{0, 1}}, 1, {}}, {1, 0.999, {{0, 1.99}}, 1, {}}, {0});
  EXPECT_EQ(others.cpus, 0);
  EXPECT_EQ(others.sibling_cpus, 0);
  EXPECT_EQ(others.running, 0);
  EXPECT_FALSE(others_between({}, {}, {}).known);
  EXPECT_EQ(others_text(others_between({}, {}, {})), "");
}

TEST(OthersAtWork, StretchesOfTimeCountByTheirLength) {
  const OthersAtWork one{true, 1, 2, 1, 1}, three{true, 3, 0, 0, 4};
  const OthersAtWork both = added_up(one, three);
  EXPECT_DOUBLE_EQ(both.seconds, 4);
  EXPECT_DOUBLE_EQ(both.cpus, 0.5);
  EXPECT_DOUBLE_EQ(both.sibling_cpus, 0.25);
  EXPECT_EQ(both.running, 4);
  EXPECT_EQ(added_up({}, three).cpus, three.cpus);
  EXPECT_EQ(added_up(one, {}).cpus, one.cpus);
  EXPECT_THAT(others_text(both), HasSubstr("0.50 CPUs, up to 0.25 on siblings, 4 runnable threads"));
}

TEST(Siblings, AreTheOtherThreadsOfCoresThatMeasure) {
  Machine machine;
  machine.cores.resize(2);
  machine.cores[0].pus = machine.cores[0].usable_pus = {0, 2};
  machine.cores[1].pus = {1, 3};
  machine.cores[1].usable_pus = {3};
  EXPECT_EQ(siblings_of(machine), (std::vector<int>{2, 1}));
}

TEST(WorkNow, KnowsThisMachine) {
  const WorkCount before = work_now(), after = work_now();
  EXPECT_FALSE(before.by_cpu.empty());
  EXPECT_GE(after.seconds, before.seconds);
  EXPECT_GE(after.own_seconds, before.own_seconds);
  EXPECT_GE(before.running, 1);
}

}  // namespace
}  // namespace numapack::probe
