// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "level3/explain/explain.hpp"
#include "level3/nodes/localise.hpp"
#include "level3/plan/parts.hpp"
#include "support/machines.hpp"
#include "support/planning.hpp"

// When a remote part of an operand is worth a copy.
namespace numapack {
namespace {

using namespace testing;  // NOLINT

/// Two nodes a package apart, remote bandwidth a third of local.
struct TwoNodes {
  Machine machine = flat_machine(2, 4);
  Profile profile;
  Call call = square(1000);
  KernelShape kernel = d8x6;
  Options options;
  Homes homes = homes_on(call, 0, 2);
  TwoNodes() {
    profile.latency_ns = {{100, 300}, {300, 100}};
    profile.bandwidth_gb_per_s = {{60, 20}, {20, 60}};
    profile.core_gflops = 40;
  }
  LocaliseFigures weigh(double remote, double local, const Crossings& crossings) const {
    const PlanContext context(call, kernel, homes, machine, profile, options);
    return weigh_copy(context, NodeTeam{{1, 1, 1, 4}, 4, 4}, {remote, local}, crossings);
  }
};

TEST(Localise, FormulasOneToThree) {
  const TwoNodes nodes;
  // (1): ten reads of 2e9 bytes at 20 GB/s and 300 ns each.
  const LocaliseFigures figures = nodes.weigh(2e9, 0, {10, 1, 1});
  EXPECT_NEAR(figures.in_place_seconds, 10 * (0.1 + 300e-9), 1e-12);
  // (2): one such read, then ten uses at ten times 60 GB/s and a tenth of 100 ns.
  EXPECT_NEAR(figures.copied_seconds, 0.1 + 300e-9 + 10 * (2e9 / 600e9 + 10e-9), 1e-12);
  EXPECT_TRUE(figures.copy);
  // C crosses twice each time.
  EXPECT_NEAR(nodes.weigh(2e9, 0, {10, 2, 2}).in_place_seconds, 10 * (0.2 + 300e-9), 1e-12);
}

TEST(Localise, WhatIsOnlyWrittenIsCopiedEvenForOneUse) {
  const TwoNodes nodes;
  const LocaliseFigures read_and_written = nodes.weigh(2e9, 0, {1, 2, 2}),
                        streamed = nodes.weigh(2e9, 0, {1, 2, 1});
  EXPECT_FALSE(read_and_written.copy);
  EXPECT_TRUE(streamed.copy);
  EXPECT_NEAR(streamed.in_place_seconds, 0.2 + 300e-9, 1e-12);
  EXPECT_NEAR(streamed.copied_seconds, 0.1 + 300e-9 + 4e9 / 600e9 + 10e-9, 1e-12);
  EXPECT_EQ(describe('C', streamed),
            "C: 100 % remote; crossing 1 time each way 200 ms, only written, once, 106.7 ms: finished block "
            "by block in "
            "this node's caches");
  EXPECT_FALSE(nodes.weigh(0, 2e9, {1, 2, 1}).copy);
}

TEST(Localise, NotWhereRemoteMemoryIsFasterThanTheCopy) {
  TwoNodes nodes;
  nodes.profile.bandwidth_gb_per_s[1][0] = 2000;
  nodes.profile.latency_ns[1][0] = 1;
  EXPECT_FALSE(nodes.weigh(2e9, 0, {10, 1, 1}).copy);
}

TEST(Localise, OnlyWhatIsRemoteAndComesAgain) {
  const TwoNodes nodes;
  EXPECT_FALSE(nodes.weigh(2e9, 0, {1, 1, 1}).copy);
  EXPECT_TRUE(nodes.weigh(2e9, 0, {2, 1, 1}).copy);
  EXPECT_FALSE(nodes.weigh(0, 2e9, {50, 1, 1}).copy);
  EXPECT_FALSE(nodes.weigh(1e7, 2e9, {50, 1, 1}).copy) << "half a per cent of stray pages";
  EXPECT_TRUE(nodes.weigh(5e8, 15e8, {50, 1, 1}).copy);
}

}  // namespace
}  // namespace numapack
