// SPDX-License-Identifier: BSD-3-Clause
#include "counters/counter_set.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "counters/refusal.hpp"
#include "counters/systems.hpp"

namespace numapack {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Zen 3 with a PMU: cycles, instructions, four of the node, two of fills, two of L1.
class OnZen : public ::testing::Test {
 protected:
  OnZen() {
    system_.paranoid = 2;
    system_.pmus.push_back({"cpu", 4, {}, {}, {}});
  }
  CounterSet open(CountedProcess whose = {}) { return {plan_, system_, namer_, calls_, whose}; }

  PerfSystem system_;
  const Machine machine_ =
      with_cpu(load_machine("pack:2 numa:1 core:2 pu:1"), x86("AuthenticAMD", 0x19, 0x01));
  const std::vector<PlannedEvent> plan_ = choose_events(machine_, system_);
  FakeNamer namer_;
  FakeCalls calls_;
};

TEST_F(OnZen, CountsAProcessWithItsThreadsInUserMode) {
  const CounterSet set = open({.process = 77});
  ASSERT_EQ(calls_.opened.size(), 10U);
  for (const FakeCalls::Call& call : calls_.opened) {
    EXPECT_EQ(call.process, 77);
    EXPECT_EQ(call.cpu, -1);
    EXPECT_EQ(call.attributes.inherit, 1U);
    EXPECT_EQ(call.attributes.exclude_kernel, 1U);
    EXPECT_EQ(call.attributes.exclude_hv, 1U);
    EXPECT_EQ(call.attributes.size, sizeof(perf_event_attr));
    EXPECT_EQ(call.attributes.read_format, PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING);
    // The first of a group holds back the others.
    EXPECT_EQ(call.attributes.disabled, call.group < 0 ? 1U : 0U);
    EXPECT_EQ(call.attributes.enable_on_exec, 0U);
  }
  EXPECT_EQ(calls_.opened[1].group, 0);
  EXPECT_EQ(calls_.opened[5].group, 2);
  EXPECT_EQ(calls_.opened[7].attributes.type, static_cast<unsigned>(PERF_TYPE_RAW));
  EXPECT_EQ(calls_.opened[3].attributes.type, static_cast<unsigned>(PERF_TYPE_HW_CACHE));
  EXPECT_EQ(calls_.opened[3].attributes.config,
            PERF_COUNT_HW_CACHE_NODE | PERF_COUNT_HW_CACHE_RESULT_MISS << 16);
}

TEST_F(OnZen, StartsAndStopsGroupsAndClosesEverything) {
  {
    CounterSet set = open();
    EXPECT_THAT(calls_.enabled, IsEmpty());
    set.start();
    EXPECT_THAT(calls_.enabled, ElementsAre(0, 2, 6, 8));
    set.stop();
    EXPECT_THAT(calls_.disabled, ElementsAre(0, 2, 6, 8));
    EXPECT_THAT(calls_.closed, IsEmpty());
  }
  EXPECT_THAT(calls_.closed, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
}

TEST_F(OnZen, ACommandsCountersStartWithIt) {
  CounterSet set = open({.process = 5, .on_exec = true});
  for (const FakeCalls::Call& call : calls_.opened)
    EXPECT_EQ(call.attributes.enable_on_exec, call.group < 0 ? 1U : 0U);
  set.start();
  EXPECT_THAT(calls_.enabled, IsEmpty()) << "exec does";
}

TEST_F(OnZen, AFullGroupIsFollowedByAnother) {
  calls_.refuses = [&](const FakeCalls::Call& call) {
    int members = 0;
    for (std::size_t i = 0; i < calls_.opened.size(); ++i)
      members += static_cast<int>(i) == call.group || calls_.opened[i].group == call.group;
    return call.group >= 0 && members >= 2 ? EINVAL : 0;
  };
  CounterSet set = open();
  ASSERT_EQ(calls_.opened.size(), 10U);
  EXPECT_EQ(calls_.opened[3].group, 2);
  EXPECT_EQ(calls_.opened[4].group, -1);
  EXPECT_EQ(calls_.opened[4].attributes.disabled, 1U);
  EXPECT_EQ(calls_.opened[5].group, 4);
  set.start();
  EXPECT_THAT(calls_.enabled, ElementsAre(0, 2, 4, 6, 8));
}

TEST_F(OnZen, EventsThatTookTurnsAreScaled) {
  calls_.counts = [](const FakeCalls::Call& call) {
    return call.attributes.type == PERF_TYPE_RAW ? RawCount{1000, 400, 100} : RawCount{1000, 400, 400};
  };
  const CounterSet set = open();
  const std::vector<CountedEvent> counted = set.counted();
  EXPECT_EQ(counted[0].count(), 1000);
  EXPECT_EQ(counted[0].share(), 1);
  EXPECT_EQ(counted[6].count(), 4000);
  EXPECT_EQ(counted[6].share(), 0.25);
}

TEST_F(OnZen, WhatNeverHadItsTurnIsNotNought) {
  calls_.counts = [](const FakeCalls::Call& call) -> std::optional<RawCount> {
    if (call.attributes.type == PERF_TYPE_RAW) return RawCount{0, 400, 0};
    if (call.attributes.type == PERF_TYPE_HW_CACHE) return std::nullopt;
    return RawCount{0, 0, 0};
  };
  const CounterSet set = open();
  const std::vector<CountedEvent> counted = set.counted();
  for (const CountedEvent& event : counted) EXPECT_EQ(event.count(), std::nullopt);
  EXPECT_THAT(counted[0].refusal, HasSubstr("nothing ran"));
  EXPECT_THAT(counted[2].refusal, HasSubstr("could not keep it"));
  EXPECT_THAT(counted[6].refusal, HasSubstr("never had its turn"));
}

TEST_F(OnZen, WhatIsRefusedLeavesTheOthers) {
  calls_.refuses = [](const FakeCalls::Call& call) {
    return call.attributes.type == PERF_TYPE_HW_CACHE ? ENOENT : 0;
  };
  namer_.unknown = {"EXT_CACHE_RMT"};
  CounterSet set = open();
  set.start();
  EXPECT_EQ(calls_.opened.size(), 3U);
  const std::vector<CountedEvent> counted = set.counted();
  ASSERT_EQ(counted.size(), 10U);
  EXPECT_EQ(counted[1].count(), 100);
  EXPECT_THAT(counted[2].refusal, HasSubstr("does not have the event"));
  EXPECT_EQ(counted[6].count(), 100);
  EXPECT_THAT(counted[7].refusal, HasSubstr("install a newer libpfm"));
}

TEST(OnKunpeng, UnitsAreAskedByTheirCpuForEverybody) {
  const PerfSystem system = kunpeng_system();
  const Machine machine = with_cpu(four_nodes(), arm(0x48, 0xd01));
  const std::vector<PlannedEvent> plan = choose_events(machine, system);
  FakeNamer namer;
  FakeCalls calls;
  CounterSet set(plan, system, namer, calls, {.process = 9, .on_exec = true});
  int units = 0;
  for (const FakeCalls::Call& call : calls.opened) {
    if (call.attributes.type < 20) continue;
    ++units;
    EXPECT_EQ(call.process, -1);
    EXPECT_EQ(call.cpu % 24, 0);
    EXPECT_EQ(call.attributes.exclude_kernel, 0U) << "such a unit refuses it";
    EXPECT_EQ(call.attributes.inherit, 0U);
    EXPECT_EQ(call.attributes.enable_on_exec, 0U);
    if (call.group >= 0) {
      EXPECT_EQ(calls.opened[static_cast<std::size_t>(call.group)].attributes.type, call.attributes.type)
          << "a group is of one unit";
    }
  }
  EXPECT_EQ(units, 8 * 7);
  set.start();
  EXPECT_EQ(calls.enabled.size(), 8U) << "they do not wait for the command";
  EXPECT_THAT(namer.names, IsEmpty()) << "the kernel publishes all of these";
}

TEST(OnKunpeng, WithoutPermissionOnlyTheUnitsAreMissing) {
  const PerfSystem system = kunpeng_system();
  const std::vector<PlannedEvent> plan = choose_events(with_cpu(four_nodes(), arm(0x48, 0xd01)), system);
  FakeNamer namer;
  FakeCalls calls;
  calls.refuses = [](const FakeCalls::Call& call) { return call.process == -1 ? EACCES : 0; };
  const CounterSet set(plan, system, namer, calls, {});
  for (const CountedEvent& event : set.counted()) {
    if (event.planned->set->scope == Scope::system) {
      EXPECT_THAT(event.refusal, HasSubstr("kernel.perf_event_paranoid is 2"));
    } else if (event.planned->event->is_generic) {
      EXPECT_EQ(event.count(), 100);
    }
  }
}

TEST(Refusal, NamesThePermissionOrHardwareAndTheRemedy) {
  PerfSystem with, without;
  with.pmus.push_back({"cpu", 4, {}, {}, {}});
  const auto text = [&](int error, int paranoid, Scope scope = Scope::process) {
    with.paranoid = paranoid;
    return refusal_text(error, scope, with);
  };
  EXPECT_THAT(text(EACCES, 3), HasSubstr("sudo sysctl kernel.perf_event_paranoid=2"));
  EXPECT_THAT(text(EPERM, 4), HasSubstr("CAP_PERFMON"));
  EXPECT_THAT(text(EACCES, 2, Scope::system), HasSubstr("sudo sysctl kernel.perf_event_paranoid=0"));
  EXPECT_THAT(text(EPERM, 2), HasSubstr("docker run --cap-add PERFMON"));
  EXPECT_THAT(text(EPERM, -1, Scope::system), HasSubstr("docker run --cap-add PERFMON"));
  EXPECT_THAT(text(ENOSYS, 2), HasSubstr("seccomp"));
  EXPECT_THAT(refusal_text(ENOSYS, Scope::process, without), HasSubstr("CONFIG_PERF_EVENTS"));
  for (const int error : {ENOENT, ENODEV, EOPNOTSUPP, EINVAL, ENXIO}) {
    EXPECT_THAT(text(error, 2), HasSubstr("does not have the event"));
    EXPECT_THAT(refusal_text(error, Scope::process, without), HasSubstr("-cpu host,pmu=on"));
  }
  EXPECT_THAT(text(EMFILE, 2), HasSubstr("ulimit -n"));
  EXPECT_THAT(text(EBUSY, 2), HasSubstr("nmi_watchdog"));
  EXPECT_THAT(text(ESRCH, 2), HasSubstr("gone"));
  EXPECT_THAT(text(EIO, 2), HasSubstr("Input/output error"));
  for (const int error : {EACCES, EPERM, ENOSYS, ENOENT, EMFILE, EBUSY, EIO})
    EXPECT_EQ(text(error, 3).find('\n'), std::string::npos) << "one line";
}

}  // namespace
}  // namespace numapack
