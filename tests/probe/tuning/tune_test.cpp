// SPDX-License-Identifier: BSD-3-Clause
#include "probe/tuning/tune.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace numapack::probe {
namespace {

constexpr KernelShape shape{"made-up", InstructionSet::portable, Type::d, 24, 8};
constexpr Blocking start{240, 384, 4096};

/// Fastest at these blocks; a doubling away from one of them costs `steepness`.
struct Hill {
  Blocking best;
  double steepness = 0.3;
  double operator()(const Blocking& at) const {
    const auto away = [](Index left, Index right) {
      return std::abs(std::log2(double(left) / double(right)));
    };
    return 1 + steepness * (away(at.mc, best.mc) + away(at.kc, best.kc) + away(at.nc, best.nc));
  }
};

TEST(Tune, ClimbsAlongEachParameter) {
  const TuneResult result = tune(shape, start, 8192, Hill{{120, 480, 2048}}, {});
  EXPECT_EQ(result.after.mc, 120);
  EXPECT_EQ(result.after.nc, 2048);
  EXPECT_EQ(result.after.kc, 480);
  EXPECT_GT(result.gain, 1.3);
  EXPECT_FALSE(result.out_of_time);
  ASSERT_EQ(result.steps.back().parameter, "all");
  EXPECT_TRUE(result.steps.back().taken);
  EXPECT_EQ(result.steps.back().base.mc, start.mc);
}

TEST(Tune, KeepsTheBuiltInChoiceWhereItIsBest) {
  const TuneResult result = tune(shape, start, 8192, Hill{start}, {});
  EXPECT_EQ(result.after.mc, start.mc);
  EXPECT_EQ(result.after.kc, start.kc);
  EXPECT_EQ(result.after.nc, start.nc);
  EXPECT_EQ(result.gain, 1);
  EXPECT_NE(result.steps.back().parameter, "all");
}

TEST(Tune, ALittleFasterIsNotBetter) {
  const TuneResult result = tune(shape, start, 8192, Hill{{120, 384, 4096}, 0.01}, {});
  EXPECT_EQ(result.after.mc, start.mc);
}

TEST(Tune, RoundsMustAgree) {
  const TuneOptions options;
  EXPECT_TRUE(better({1.02, 1.03, 1.02, 1.04, 0.99}, options));
  EXPECT_FALSE(better({1.02, 1.03, 1.02, 0.98, 0.99}, options)) << "two of five rounds are slower";
  EXPECT_FALSE(better({1.01, 1.01, 1.01, 1.01, 1.01}, options)) << "too little";
  EXPECT_FALSE(better({2, 2}, options)) << "too few rounds";
  EXPECT_FALSE(better({}, options));
}

TEST(Tune, WhatWonByLuckIsNotKept) {
  // Lower blocks look good until the outcome meets the start again.
  bool lucky = true;
  TuneOptions options;
  options.progress = [&](const std::string& what) { lucky = !what.starts_with("all"); };
  const TuneResult result = tune(
      shape, start, 8192, [&](const Blocking& at) { return lucky && at.mc < start.mc ? 0.5 : 1.0; }, options);
  EXPECT_EQ(result.steps.back().parameter, "all");
  EXPECT_FALSE(result.steps.back().taken);
  EXPECT_EQ(result.after.mc, start.mc);
}

TEST(Tune, EndsWhenTheTimeIsUp) {
  int calls = 0;
  TuneOptions options;
  options.enough = [&] { return calls > 20; };
  const auto seconds = [&](const Blocking&) {
    ++calls;
    return 1.0;
  };
  const TuneResult result = tune(shape, start, 8192, seconds, options);
  EXPECT_TRUE(result.out_of_time);
  EXPECT_LT(calls, 30);
}

TEST(Tune, AnInterruptKeepsTheStart) {
  int calls = 0;
  TuneOptions options;
  options.interrupted = [&] { return calls > 60; };
  const Hill hill{{120, 480, 2048}};
  const auto seconds = [&](const Blocking& at) {
    ++calls;
    return hill(at);
  };
  const TuneResult result = tune(shape, start, 8192, seconds, options);
  EXPECT_TRUE(result.interrupted);
  EXPECT_EQ(result.after.mc, start.mc);
  EXPECT_LE(calls, 61);
}

TEST(Tune, CandidatesAreWholePanelsAndDiffer) {
  for (const char* parameter : {"mc", "nc", "kc"}) {
    for (const Index n : {64, 2000, 16384}) {
      for (const Blocking& blocks : tune_candidates(parameter, start, shape, n, true)) {
        EXPECT_EQ(blocks.mc % shape.mr, 0);
        EXPECT_EQ(blocks.nc % shape.nr, 0);
        EXPECT_EQ(blocks.kc % 8, 0);
        EXPECT_GT(blocks.mc, 0);
        EXPECT_TRUE(blocks.mc != start.mc || blocks.kc != start.kc || blocks.nc != start.nc);
      }
    }
  }
  for (const Blocking& blocks : tune_candidates("kc", start, shape, 2000, false))
    EXPECT_GT(blocks.kc, start.kc);
}

}  // namespace
}  // namespace numapack::probe
