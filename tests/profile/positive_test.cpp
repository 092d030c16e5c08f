// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "profile/document/json.hpp"
#include "profile/whole_profile.hpp"

namespace numapack {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;

std::string complaint_about(const MeasuredProfile& profile) {
  try {
    profile_from_json(to_json_text(profile), "some.json");
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

Figure number(double value) {
  Figure figure;
  figure.median = value;
  return figure;
}

TEST(PositiveFigures, OthersAreRefusedWithTheirPlace) {
  const Machine machine = load_machine("numa:2(memory=1GB) core:2 pu:1");
  const MeasuredProfile whole = testing::whole_profile(machine);
  ASSERT_EQ(complaint_about(whole), "");
  const auto refused = [&](auto change, const std::string& place) {
    for (const double value : {-5.0, 0.0}) {
      MeasuredProfile profile = whole;
      change(profile, value);
      const std::string text = complaint_about(profile);
      EXPECT_THAT(text, HasSubstr("some.json"));
      EXPECT_THAT(text, HasSubstr(place + " is " + (value == 0 ? "0" : "-5")));
      EXPECT_THAT(text, AnyOf(HasSubstr("; use a number above 0"), HasSubstr("; use 0 or a number above")));
      EXPECT_EQ(text.find('\n'), std::string::npos);
    }
  };
  refused([](auto& p, double v) { p.peaks = {{"double", "avx2", 2, number(v)}}; }, "peaks[0].gflops");
  refused([](auto& p, double v) { p.stream = {{}}, p.stream[0].gb_per_s = number(v); }, "stream[0].gb_per_s");
  refused([](auto& p, double v) { p.memory_latency.at(1).latency_ns = number(v); },
          "memory_latency[1].latency_ns");
  refused([](auto& p, double v) { p.node_bandwidth.at(0).gb_per_s.min = v; }, "node_bandwidth[0].gb_per_s");
  refused([](auto& p, double v) { p.barriers.at(0).time_us = number(v); }, "barriers[0].time_us");
  refused([](auto& p, double v) { p.wakes = {{0, 2, true, number(v)}}; }, "wakes[0].time_us");
  refused(
      [](auto& p, double v) {
        p.fresh_memory = {{0, 0, 2, "huge", number(v)}};
      },
      "fresh_memory[0].gb_per_s");
  refused([](auto& p, double v) { p.core_to_core.at(0).latency_ns = number(v); },
          "core_to_core[0].latency_ns");
  refused([](auto& p, double v) { p.machine.distances = {{10, v}, {20, 10}}; }, "machine.distances");
  refused([](auto& p, double v) { p.kernel_costs = {{"gemm", "d", v, 0, 1, 1}}; }, "kernel_costs[0].flop_ns");
  refused(
      [](auto& p, double v) {
        p.kernel_costs = {{"gemm", "d", 1, 0, 1, 1, v}};
      },
      "kernel_costs[0].all_cores");
}

TEST(PositiveFigures, CostsMayBeNothingAndNotLess) {
  MeasuredProfile profile = testing::whole_profile(load_machine("numa:2(memory=1GB) core:2 pu:1"));
  profile.kernel_costs = {{"gemm", "d", 0.01, 0, 0, 0}, {"getrf", "d", 0, 0.1, 0, 0}};
  EXPECT_EQ(complaint_about(profile), "");
  profile.kernel_costs[1].step_ns = -1;
  EXPECT_THAT(complaint_about(profile), HasSubstr("kernel_costs[1].step_ns is -1; use 0 or a number above"));
}

TEST(PositiveFigures, WhatIsReportedOrHasNoFigureMayBeAnything) {
  MeasuredProfile profile = testing::whole_profile(load_machine("numa:2(memory=1GB) core:2 pu:1"));
  profile.reported = {{"gain", "percent", number(-3)}, {"gain of another", "percent", number(0)}};
  Figure none = not_measured("disturbed");
  none.median = 0;
  profile.memory_latency.at(0).latency_ns = none;
  profile.sentinel = {{1, 0.5, 0, 0}};
  EXPECT_EQ(complaint_about(profile), "");
}

}  // namespace
}  // namespace numapack
