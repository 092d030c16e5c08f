// SPDX-License-Identifier: BSD-3-Clause
#include "counters/summary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "counters/systems.hpp"

namespace numapack {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

constexpr Quantity operations(Place place) { return quantity_of(Direction::operations, place); }

/// Kunpeng 920 whose home agents count by event: all, from other chips, from other dies, lines.
class SummaryOnKunpeng : public ::testing::Test {
 protected:
  CountsSummary summary() {
    const CounterSet set(plan_, system_, namer_, calls_, {});
    return summarise(set.counted(), machine_);
  }
  static const SetCounts& hha(const CountsSummary& summary) {
    for (const SetCounts& set : summary.sets)
      if (std::string(set.set->name) == "hisi-hha") return set;
    throw std::runtime_error("no set of the home agents");
  }

  const PerfSystem system_ = kunpeng_system();
  const Machine machine_ = with_cpu(four_nodes(), arm(0x48, 0xd01));
  const std::vector<PlannedEvent> plan_ = choose_events(machine_, system_);
  FakeNamer namer_;
  FakeCalls calls_;
};

RawCount agents(const FakeCalls::Call& call) {
  const auto counted = [](std::uint64_t value) { return RawCount{value, 10, 10}; };
  switch (call.attributes.config) {
    case 0x00:
      return counted(1000 + static_cast<std::uint64_t>(call.cpu));
    case 0x01:
      return counted(100);
    case 0x02:
      return counted(200);
    case 0x1c:
      return counted(7);
    case 0x1e:
      return counted(5);
    default:
      return counted(3);
  }
}

TEST_F(SummaryOnKunpeng, AddsUpByNodeWhatEventsMean) {
  calls_.counts = agents;
  const CountsSummary result = summary();
  const SetCounts& set = hha(result);
  ASSERT_EQ(set.places.size(), 4U);
  for (std::size_t node = 0; node < 4; ++node) {
    const PlaceCounts& place = set.places[node];
    EXPECT_EQ(place.os_index, static_cast<int>(node));
    // Two agents a die; local is what is from no other die or chip.
    EXPECT_EQ(place[operations(Place::local)], 2 * (700 + 24.0 * static_cast<double>(node)));
    EXPECT_EQ(place[operations(Place::cross_chip)], 200);
    EXPECT_EQ(place[operations(Place::cross_die)], 400);
    EXPECT_EQ(place[quantity_of(Direction::reads, Place::all)], 2 * (7 + 2 * 5))
        << "one of 128 bytes is two lines";
    EXPECT_EQ(place[quantity_of(Direction::writes, Place::all)], 2 * (3 + 2 * 3));
    EXPECT_EQ(place[quantity_of(Direction::reads, Place::local)], std::nullopt);
  }
  EXPECT_EQ(set.all[operations(Place::cross_chip)], 800);
  const json document = to_json(result, machine_);
  const json& sets = document.at("sets");
  const json& last = sets.at(sets.size() - 2);  // before L1's
  EXPECT_EQ(last.at("name"), "hisi-hha");
  EXPECT_EQ(last.at("scope"), "system");
  EXPECT_EQ(last.at("operations_cross_die"), 1600);
  EXPECT_EQ(last.at("places")[3].at("node"), 3);
  EXPECT_EQ(last.at("places")[3].at("reads_all_lines"), 34);
  EXPECT_FALSE(last.contains("reads_local_lines"));
}

TEST_F(SummaryOnKunpeng, WhatLacksAPartIsUnknown) {
  calls_.counts = agents;
  // One agent's event of other chips is refused: what is local there is unknown, and so is all of both.
  calls_.refuses = [](const FakeCalls::Call& call) {
    return call.attributes.type == 20 && call.attributes.config == 1 ? EBUSY : 0;
  };
  const CountsSummary result = summary();
  const SetCounts& set = hha(result);
  EXPECT_EQ(set.places[0][operations(Place::cross_chip)], std::nullopt);
  EXPECT_EQ(set.places[0][operations(Place::local)], std::nullopt);
  EXPECT_EQ(set.places[0][operations(Place::cross_die)], 400);
  EXPECT_EQ(set.places[1][operations(Place::cross_chip)], 200);
  EXPECT_EQ(set.all[operations(Place::cross_chip)], std::nullopt);
  EXPECT_EQ(set.all[operations(Place::cross_die)], 1600);
}

TEST_F(SummaryOnKunpeng, NothingIsLessThanNothing) {
  // Events of a unit are read one after another.
  calls_.counts = [](const FakeCalls::Call& call) {
    return RawCount{call.attributes.type >= 20 && call.attributes.config == 0 ? 10U : 9U, 10, 10};
  };
  EXPECT_EQ(hha(summary()).all[operations(Place::local)], 0);
}

TEST_F(SummaryOnKunpeng, SaysWhatIsMissingALineAReason) {
  calls_.refuses = [](const FakeCalls::Call& call) {
    return call.process == -1 ? EACCES : call.attributes.type == PERF_TYPE_HW_CACHE ? ENOENT : 0;
  };
  const CountsSummary result = summary();
  EXPECT_THAT(
      result.missing,
      ElementsAre(StartsWith("not counted: node-loads, node-load-misses, node-stores and 3 more: "),
                  StartsWith("not counted: armv8_pmuv3_0/ll_cache_miss_rd, armv8_pmuv3_0/remote_access: "),
                  StartsWith("not counted: hisi_sccl1_hha0/rx_ops_num, ")));
  EXPECT_THAT(result.missing[2], HasSubstr(" and 53 more: kernel.perf_event_paranoid is 2"));
  ASSERT_EQ(result.sets.size(), 1U);
  EXPECT_STREQ(result.sets[0].set->name, "work");
  const json document = to_json(result, machine_);
  EXPECT_EQ(document.at("sets")[0].at("cycles"), 100);
  EXPECT_EQ(document.at("events")[2].at("count"), nullptr);
  EXPECT_THAT(document.at("events")[2].at("missing").get<std::string>(),
              HasSubstr("does not have the event"));
  EXPECT_EQ(document.at("events")[0].at("time_share"), 1);
  EXPECT_EQ(document.at("missing").size(), 3U);
}

TEST(Summary, IsOneLineWhereNothingCounts) {
  const PerfSystem virtual_machine;  // no PMU, no libpfm
  const Machine machine = with_cpu(four_nodes(), x86("AuthenticAMD", 0x19, 0x01));
  const std::vector<PlannedEvent> plan = choose_events(machine, virtual_machine);
  FakeNamer namer;
  namer.unknown = {""};
  FakeCalls calls;
  calls.refuses = [](const FakeCalls::Call&) { return ENOENT; };
  const CounterSet set(plan, virtual_machine, namer, calls, {});
  const CountsSummary result = summarise(set.counted(), machine);
  EXPECT_THAT(result.sets, IsEmpty());
  EXPECT_THAT(result.missing,
              ElementsAre(StartsWith("nothing could be counted: the kernel has no counters of this CPU")));
  EXPECT_THAT(summarise({}, machine).missing, ElementsAre("no events are known for this CPU"));
}

TEST(Summary, OfAXeonIsByPackage) {
  const PerfSystem system = intel_system();
  const Machine machine = with_cpu(four_nodes(), x86("GenuineIntel", 6, 0x55));
  const std::vector<PlannedEvent> plan = choose_events(machine, system);
  FakeNamer namer;
  FakeCalls calls;
  const CounterSet set(plan, system, namer, calls, {});
  const json document = to_json(summarise(set.counted(), machine), machine);
  const json& cha = document.at("sets").at(3);
  EXPECT_EQ(cha.at("name"), "intel-cha");
  ASSERT_EQ(cha.at("places").size(), 2U);
  EXPECT_EQ(cha.at("places")[1].at("package"), machine.packages[1].os_index);
  EXPECT_EQ(cha.at("places")[1].at("writes_cross_chip_lines"), 200) << "of two agents";
  EXPECT_EQ(cha.at("reads_local_lines"), 400);
}

}  // namespace
}  // namespace numapack
