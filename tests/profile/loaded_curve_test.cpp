// SPDX-License-Identifier: BSD-3-Clause
#include "profile/loaded_curve.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "profile/document/fingerprint.hpp"
#include "profile/planning.hpp"
#include "profile/profile.hpp"

namespace numapack {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

LoadedPoint point(int pu, int node, double share, std::optional<double> asked, double rate, double wait) {
  return {pu, node, share, 1, 0, asked, figure_of({rate}), figure_of({wait})};
}

TEST(LoadedCurve, TheKneeIsWhereALoadWaitsTwiceAsLong) {
  const auto full = knee({{0.5, 100}, {40, 110}, {80, 150}, {100, 250}, {95, 400}});
  ASSERT_TRUE(full);
  EXPECT_DOUBLE_EQ(full->gb_per_s, 90);
  EXPECT_DOUBLE_EQ(full->latency_ns, 200);
  EXPECT_FALSE(knee({{0.5, 100}, {40, 110}, {80, 199}})) << "never";
  EXPECT_FALSE(knee({{0.5, 100}}));
  EXPECT_FALSE(knee({}));
  const auto at_once = knee({{0.5, 100}, {60, 300}});
  ASSERT_TRUE(at_once);
  EXPECT_DOUBLE_EQ(at_once->gb_per_s, 0.5 + 59.5 / 2);
  // Beyond, the bandwidth falls: what counts is the way up.
  EXPECT_DOUBLE_EQ(knee({{0, 100}, {90, 150}, {80, 250}})->gb_per_s, 85);
}

TEST(LoadedCurve, PointsAreInTheOrderOfWhatWasAsked) {
  MeasuredProfile profile;
  profile.loaded_latency = {point(0, 0, 0, {}, 90, 300), point(0, 0, 0, 0, 1, 100),
                            point(0, 0, 0.25, 0, 1, 101), point(0, 0, 0, 100, 95, 180),
                            point(0, 1, 0, 0, 1, 200)};
  profile.loaded_latency.push_back({0, 0, 0, 1, 0, 50, not_measured("refused"), figure_of({1})});
  const std::vector<LoadedCurve> curves = loaded_curves(profile);
  ASSERT_EQ(curves.size(), 3U);
  ASSERT_EQ(curves[0].points.size(), 3U);
  EXPECT_EQ(curves[0].points[0].latency_ns, 100);
  EXPECT_EQ(curves[0].points[1].gb_per_s, 95);
  EXPECT_EQ(curves[0].points[2].gb_per_s, 90);
  EXPECT_EQ(curves[1].write_share, 0.25);
  EXPECT_EQ(curves[2].node, 1);
}

TEST(LoadedCurve, PlansTakeAMemoryAsFullFromItsKneeOn) {
  const Machine machine = load_machine("numa:2 core:2 pu:1");
  MeasuredProfile measured;
  measured.machine = profiled_machine(machine);
  for (const auto& [from, home, rate] : {std::tuple{0, 0, 40.0}, {0, 1, 35.0}, {1, 1, 38.0}})
    measured.node_bandwidth.push_back({from, home, "read", false, 2, 0, figure_of({rate})});
  const Profile without = planning_profile(measured, machine);
  EXPECT_EQ(without.bandwidth(0, 0), 40);
  EXPECT_THAT(without.source, Not(HasSubstr("knee")));
  // Of node 0 (CPUs 0 and 1): half full at 30 GB/s; with writes earlier, which is no plan's figure.
  measured.loaded_latency = {point(0, 0, 0, 0, 1, 100), point(0, 0, 0, {}, 30, 200),
                             point(0, 0, 0.5, 0, 1, 100), point(0, 0, 0.5, {}, 10, 200)};
  const Profile with = planning_profile(measured, machine);
  EXPECT_EQ(with.bandwidth(0, 0), 30);
  EXPECT_EQ(with.bandwidth(0, 1), 30) << "no more from afar";
  EXPECT_EQ(with.bandwidth(1, 1), 38);
  EXPECT_THAT(with.source, HasSubstr("bandwidth of 1 node pairs at the knee of their latency"));
  // Without its idle point nobody knows what twice as long is.
  measured.loaded_latency[0].latency_ns = not_measured("no clean visit");
  measured.loaded_latency.push_back(point(0, 0, 0, 100, 90, 500));
  EXPECT_EQ(planning_profile(measured, machine).bandwidth(0, 0), 40);
  // Memory that no load fills has no knee.
  measured.loaded_latency = {point(0, 0, 0, 0, 1, 100), point(0, 0, 0, {}, 30, 150)};
  EXPECT_EQ(planning_profile(measured, machine).bandwidth(0, 0), 40);
}

}  // namespace
}  // namespace numapack
