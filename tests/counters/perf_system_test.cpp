// SPDX-License-Identifier: BSD-3-Clause
#include "counters/perf_system.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "machine/fake_root.hpp"

namespace numapack {
namespace {

const std::string devices = "sys/bus/event_source/devices/";

TEST(PerfSystem, IsReadFromTheKernelsFiles) {
  const FakeRoot root;
  root.write("proc/sys/kernel/perf_event_paranoid", "3\n");
  root.write(devices + "uncore_imc_0/type", "40\n");
  root.write(devices + "uncore_imc_0/cpumask", "0,24-25\n");
  root.write(devices + "uncore_imc_0/events/cas_count_read", "event=0x04,umask=0x03\n");
  root.write(devices + "uncore_imc_0/events/cas_count_read.scale", "6.103515625e-5\n");
  root.write(devices + "uncore_imc_0/format/event", "config:0-7\n");
  root.write(devices + "uncore_imc_0/format/umask", "config:8-15\n");
  root.write(devices + "cpu/type", "4\n");
  root.write(devices + "broken/type", "what\n");
  root.write(devices + "strange/type", "77\n");
  root.write(devices + "strange/cpumask", "a-b\n");
  const PerfSystem system = read_perf_system(root.path());
  EXPECT_EQ(system.paranoid, 3);
  ASSERT_EQ(system.pmus.size(), 3U);
  EXPECT_TRUE(system.has_cpu_counters());
  EXPECT_EQ(system.pmus[0].name, "cpu");
  EXPECT_TRUE(system.pmus[1].cpus.empty());
  const Pmu& imc = system.pmus[2];
  EXPECT_EQ(imc.cpus, (std::vector<int>{0, 24, 25}));
  EXPECT_EQ(imc.events.size(), 1U) << "a scale is no event";
  EXPECT_EQ(published_event(imc, "cas_count_read"), (EventCode{.type = 40, .config = 0x0304}));
}

TEST(PerfSystem, WithoutFilesIsEmpty) {
  const FakeRoot root;
  const PerfSystem system = read_perf_system(root.path());
  EXPECT_FALSE(system.paranoid);
  EXPECT_TRUE(system.pmus.empty());
  EXPECT_FALSE(system.has_cpu_counters());
}

TEST(PerfSystem, OfAnArmCpuHasCounters) {
  PerfSystem system;
  system.pmus.push_back({"software", 1, {}, {}, {}});
  EXPECT_FALSE(system.has_cpu_counters());
  system.pmus.push_back({"armv8_cortex_a57", 8, {}, {}, {}});
  EXPECT_TRUE(system.has_cpu_counters());
}

TEST(PublishedEvent, PutsFieldsWhereTheFormatSays) {
  Pmu pmu{
      "unit", 9, {}, {}, {{"event", "config:0-7,32-35"}, {"filter", "config1:4-11"}, {"edge", "config:18"}}};
  pmu.events["wide"] = "event=0xabc,edge";
  pmu.events["filtered"] = "config=0x1f,filter=0x12,config2=7";
  EXPECT_EQ(published_event(pmu, "wide"), (EventCode{.type = 9, .config = 0xa000400bcULL}));
  EXPECT_EQ(published_event(pmu, "filtered"),
            (EventCode{.type = 9, .config = 0x1f, .config1 = 0x120, .config2 = 7}));
}

TEST(PublishedEvent, RefusesWhatItDoesNotUnderstand) {
  Pmu pmu{"unit",
          9,
          {},
          {},
          {{"event", "config:0-7"}, {"odd", "config:9-"}, {"far", "config:60-64"}, {"off", "nowhere:0"}}};
  pmu.events = {{"a", "event=0x100"}, {"b", "event=x"}, {"c", "nothing=1"},
                {"d", "odd=1"},       {"e", "far=1"},   {"f", "off=1"}};
  for (const auto& [name, text] : pmu.events) EXPECT_THROW(published_event(pmu, name), Error) << text;
  EXPECT_THROW(published_event(pmu, "missing"), Error);
}

}  // namespace
}  // namespace numapack
