// SPDX-License-Identifier: BSD-3-Clause
#include "profile/knowledge.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "profile/by_nodes.hpp"
#include "profile/document/fingerprint.hpp"
#include "profile/document/json.hpp"
#include "profile/planning.hpp"
#include "profile/whole_profile.hpp"

namespace numapack {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// What --keep-disturbed makes of a figure.
Figure kept(std::vector<double> samples) {
  Figure figure = figure_of(std::move(samples));
  figure.disturbed = figure.kept_disturbed = 1;
  return figure;
}

/// The same from a busy machine, without --keep-disturbed.
Figure lost() {
  Figure figure = not_measured("no clean visit: other processes used 1.0 CPUs (3 visits)");
  figure.disturbed = 3;
  return figure;
}

class Known : public ::testing::Test {
 protected:
  const Machine machine_ = load_machine("numa:2(memory=1GB) core:2 pu:1");
  MeasuredProfile whole_ = testing::whole_profile(machine_);
  MeasuredProfile profile_ = whole_;
};

TEST_F(Known, AWholeProfileIsNotHollow) {
  EXPECT_THAT(hollow(profile_), IsEmpty());
  EXPECT_EQ(hollow_text(profile_), "");
  for (const Knowledge& one : knowledge_of(profile_)) EXPECT_EQ(one.known, one.of) << one.what;
}

TEST_F(Known, APeakThatIsMissingOrDisturbed) {
  profile_.peaks.clear();
  EXPECT_THAT(hollow(profile_), ElementsAre("rate of a core (not measured)"));
  EXPECT_EQ(
      hollow_text(profile_),
      "hollow: without rate of a core (not measured); estimates stand in. numapack probe measures again");
  profile_.peaks = {{"double", "avx2", 4, kept({25.5, 57.3})}};
  EXPECT_THAT(hollow(profile_), ElementsAre("rate of a core (disturbed)"));
  profile_.peaks = {{"double", "avx2", 4, lost()}};
  EXPECT_THAT(hollow(profile_), ElementsAre("rate of a core (disturbed)"));
  profile_.peaks = {{"double", "avx2", 4, figure_of({25.5})}};
  EXPECT_THAT(hollow(profile_), ElementsAre("rate of a core (not measured)")) << "nothing confirms it";
  profile_.peaks = {{"single", "avx2", 4, figure_of({50, 51})}};
  EXPECT_THAT(hollow(profile_), ElementsAre("rate of a core (not measured)"));
}

TEST_F(Known, EverythingElseThatPlansAndAdviceRestOn) {
  profile_.memory_latency[1].latency_ns = lost();
  profile_.node_bandwidth.clear();
  std::erase_if(profile_.barriers, [](const BarrierResult& one) { return one.algorithm == "central"; });
  profile_.core_to_core.clear();
  EXPECT_THAT(hollow(profile_), ElementsAre("latency from node to node (3 of 4, the rest disturbed)",
                                            "bandwidth from node to node (not measured)",
                                            "barrier of a node's threads (not measured)",
                                            "latency between cores (not measured)"));
}

TEST_F(Known, ALoneCoreMeetsNobody) {
  const Machine lone = load_machine("numa:1 core:1 pu:1");
  MeasuredProfile profile;
  profile.machine = profiled_machine(lone);
  profile.memory_latency.push_back({0, 0, 1 << 28, 2, 0, figure_of({80, 81})});
  profile.node_bandwidth.push_back({0, 0, "read", false, 1, 0, figure_of({12, 13})});
  profile.peaks.push_back({"double", "avx2", 1, figure_of({50, 51})});
  EXPECT_THAT(hollow(profile), IsEmpty());
}

TEST_F(Known, NoMeasuringCompletesAPublication) {
  const std::string file = std::string(NUMAPACK_DATA) + "/kunpeng920.json";
  EXPECT_THAT(hollow(read_profile(file)), IsEmpty());
}

TEST_F(Known, FiguresAreCountedByWhatTheyAre) {
  const FigureCount before = count_figures(profile_);
  EXPECT_EQ(before.disturbed, 0);
  EXPECT_EQ(before.without, 0);
  EXPECT_EQ(figures_by_table(profile_).at("memory_latency").clean, 4);
  profile_.memory_latency[0].latency_ns = kept({80});
  profile_.memory_latency[1].latency_ns = lost();
  profile_.core_to_core[0].gb_per_s = not_measured(not_asked_for);
  const FigureCount after = count_figures(profile_);
  EXPECT_EQ(after.clean, before.clean - 2);
  EXPECT_EQ(after.disturbed, 1);
  EXPECT_EQ(after.without, 1) << "what nobody wanted is not missing";
}

TEST_F(Known, ItselfKnowsNoLess) {
  EXPECT_THAT(knows_less(profile_, profile_), IsEmpty());
  EXPECT_THAT(knows_less(profile_, {}), IsEmpty());
}

TEST_F(Known, OneWithoutAnyFigureKnowsLess) {
  MeasuredProfile empty;
  empty.machine = whole_.machine;
  EXPECT_THAT(knows_less(empty, whole_),
              ::testing::IsSupersetOf({"latency from node to node (0, not 4)", "rate of a core",
                                       "latency between cores", "memory_latency (0 figures, not 4)"}));
  EXPECT_THAT(knows_less(whole_, empty), IsEmpty());
}

TEST_F(Known, WhatIsDisturbedIsNotKnown) {
  profile_.peaks[0].gflops = kept({25.5, 57.3});
  EXPECT_THAT(knows_less(profile_, whole_), ::testing::Contains("rate of a core"));
  EXPECT_THAT(knows_less(whole_, profile_), IsEmpty());
}

TEST_F(Known, AFewCellsMoreOrLessAreChanceATenthIsNot) {
  for (int line = 0; line < 96; ++line) whole_.core_to_core.push_back(whole_.core_to_core[0]);
  const std::size_t all = whole_.core_to_core.size();
  profile_ = whole_;
  for (std::size_t at = all - all / 10; at < all; ++at) profile_.core_to_core[at].latency_ns = lost();
  EXPECT_THAT(knows_less(profile_, whole_), IsEmpty());
  profile_.core_to_core[0].latency_ns = lost();
  EXPECT_THAT(knows_less(profile_, whole_), ElementsAre(HasSubstr("core_to_core (")));
}

TEST_F(Known, WhatWasTunedCounts) {
  whole_.tuned = {{"avx2-d4x12", 96, 256, 4080, 1.1, 9, 2048, 2, ""}};
  EXPECT_THAT(knows_less(profile_, whole_), ElementsAre("what was tuned"));
}

TEST_F(Known, WhatIsDisturbedIsNotPlannedWith) {
  const Profile estimate = estimate_profile(machine_), before = planning_profile(profile_, machine_);
  EXPECT_EQ(before.core_gflops, 57.3 / 4);
  profile_.peaks[0].gflops = kept({25.5, 25.6});
  profile_.memory_latency[1].latency_ns = kept({400});
  for (NodeBandwidth& one : profile_.node_bandwidth) one.gb_per_s = kept({1});
  for (BarrierResult& one : profile_.barriers) one.time_us = kept({900});
  const Profile after = planning_profile(profile_, machine_);
  EXPECT_EQ(after.core_gflops, estimate.core_gflops);
  EXPECT_EQ(after.latency(0, 1), before.latency(1, 0)) << "the opposite direction";
  EXPECT_DOUBLE_EQ(after.bandwidth(0, 0), estimate.bandwidth(0, 0));
  EXPECT_EQ(after.barrier_us, estimate.barrier_us);
}

TEST_F(Known, APeakOfOneSampleIsNotPlannedWith) {
  profile_.peaks[0].gflops = figure_of({25.5});
  EXPECT_EQ(planning_profile(profile_, machine_).core_gflops, estimate_profile(machine_).core_gflops);
  profile_.peaks[0].gflops.samples.clear();
  EXPECT_EQ(planning_profile(profile_, machine_).core_gflops, 25.5 / 4) << "a publication prints one number";
}

TEST_F(Known, ACacheIsNoMemoryWhereThatWasDisturbed) {
  profile_.memory_latency.push_back({0, 0, 1 << 20, 2, 0, figure_of({5, 5})});
  EXPECT_EQ(latencies_by_nodes(profile_).at({0, 0}), std::vector<double>{80});
  profile_.memory_latency[0].latency_ns = lost();
  EXPECT_FALSE(latencies_by_nodes(profile_).contains({0, 0}));
}

TEST_F(Known, AFewThreadsAreNotAllWhereThoseWereDisturbed) {
  profile_.node_bandwidth.push_back({0, 0, "read", false, 1, 0, figure_of({9, 9})});
  EXPECT_EQ(bandwidths_by_nodes(profile_).at({0, 0}), std::vector<double>{20});
  profile_.node_bandwidth[0].gb_per_s = lost();
  EXPECT_FALSE(bandwidths_by_nodes(profile_).contains({0, 0}));
}

}  // namespace
}  // namespace numapack
