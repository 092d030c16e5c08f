// SPDX-License-Identifier: BSD-3-Clause
#include "profile/barrier_choice.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "profile/document/fingerprint.hpp"
#include "profile/planning.hpp"

namespace numapack {
namespace {

constexpr auto central = BarrierAlgorithm::central;
constexpr auto dissemination = BarrierAlgorithm::dissemination;

Machine two_by_four() { return load_machine("numa:2 core:4 pu:1"); }

MeasuredProfile nothing_of(const Machine& machine) {
  MeasuredProfile measured;
  measured.machine = profiled_machine(machine);
  return measured;
}

void add(MeasuredProfile& measured, const char* algorithm, std::vector<int> pus, double us) {
  measured.barriers.push_back({algorithm, std::move(pus), figure_of({us}), {}});
}

void add_line(MeasuredProfile& measured, int reader, int owner, double ns) {
  CoreToCore row;
  row.reader = reader;
  row.owner = owner;
  row.latency_ns = figure_of({ns});
  row.gb_per_s = not_measured("");
  measured.core_to_core.push_back(row);
}

TEST(BarrierChoice, IsCentralWhereNothingIsKnown) {
  const Machine machine = two_by_four();
  MeasuredProfile measured = nothing_of(machine);
  EXPECT_EQ(choose_team_barrier(measured, machine).algorithm, central);
  EXPECT_EQ(choose_team_barrier(measured, machine).basis, "");
  add(measured, "dissemination", {0, 1, 2, 3}, 0.1);
  EXPECT_EQ(choose_team_barrier(measured, machine).algorithm, central) << "nothing to compare with";
  EXPECT_EQ(choose_node_barrier(measured, machine).algorithm, central);
  EXPECT_TRUE(barrier_sentences(planning_profile(measured, machine)).empty());
}

TEST(BarrierChoice, TakesTheFasterOnTheSlowestNodeOfTheLargestBarriers) {
  const Machine machine = two_by_four();
  MeasuredProfile measured = nothing_of(machine);
  add(measured, "central", {0, 1, 2, 3}, 0.5);
  add(measured, "dissemination", {0, 1, 2, 3}, 0.4);
  EXPECT_EQ(choose_team_barrier(measured, machine).algorithm, dissemination);
  EXPECT_EQ(team_barrier_us(measured, machine), 0.4);
  add(measured, "central", {0, 1}, 0.1);           // fewer threads
  add(measured, "central", {0, 1, 2, 3, 4}, 0.1);  // two nodes
  add(measured, "tree", {0, 1, 2, 3}, 0.1);        // not for the teams
  measured.barriers.push_back({"central", {4, 5, 6, 7}, not_measured("refused"), {}});
  EXPECT_EQ(choose_team_barrier(measured, machine).algorithm, dissemination);
  add(measured, "central", {4, 5, 6, 7}, 0.55);
  add(measured, "dissemination", {4, 5, 6, 7}, 0.9);  // a slow link
  const ChosenBarrier chosen = choose_team_barrier(measured, machine);
  EXPECT_EQ(chosen.algorithm, central);
  EXPECT_EQ(chosen.central_us, 0.55);
  EXPECT_EQ(chosen.dissemination_us, 0.9);
  EXPECT_EQ(planning_profile(measured, machine).barrier_us, 0.55);
}

TEST(BarrierChoice, AnAdvantageWithinTheNoiseChangesNothing) {
  const Machine machine = two_by_four();
  MeasuredProfile measured = nothing_of(machine);
  add(measured, "central", {0, 1, 2, 3}, 0.500);
  add(measured, "dissemination", {0, 1, 2, 3}, 0.490);
  EXPECT_EQ(choose_team_barrier(measured, machine).algorithm, central);
}

TEST(BarrierChoice, BetweenNodesOneThreadOfEachMeets) {
  const Machine machine = two_by_four();
  MeasuredProfile measured = nothing_of(machine);
  add(measured, "central", {0, 1, 2, 3}, 0.5);
  add(measured, "dissemination", {0, 1, 2, 3}, 0.4);
  EXPECT_EQ(choose_node_barrier(measured, machine).algorithm, central);
  add(measured, "central", {0, 4}, 0.8);
  add(measured, "dissemination", {0, 4}, 0.5);
  EXPECT_EQ(choose_node_barrier(measured, machine).algorithm, dissemination);
  EXPECT_EQ(choose_node_barrier(measured, machine).basis, "measured");
}

TEST(BarrierChoice, PredictsWhatWasNotMeasured) {
  const Machine machine = two_by_four();
  MeasuredProfile measured = nothing_of(machine);
  add_line(measured, 0, 1, 40);
  add_line(measured, 1, 0, 60);
  ChosenBarrier chosen = choose_team_barrier(measured, machine);
  EXPECT_EQ(chosen.algorithm, dissemination);
  EXPECT_EQ(chosen.basis, "predicted from core-to-core latencies");
  EXPECT_NEAR(chosen.dissemination_us, 0.1, 0.02) << "two rounds of 40 to 60 ns";
  EXPECT_NEAR(chosen.central_us, 0.2, 0.02) << "three handovers and a release";
  EXPECT_EQ(choose_node_barrier(measured, machine).basis, "") << "no pair of cores on two nodes";
  EXPECT_EQ(planning_profile(measured, machine).barrier_us, estimate_profile(machine).barrier_us);

  measured.barriers.push_back({"central", {0, 1, 2, 3}, not_measured("interrupted"), 0.3});
  measured.barriers.push_back({"dissemination", {0, 1, 2, 3}, not_measured("interrupted"), 0.4});
  chosen = choose_team_barrier(measured, machine);
  EXPECT_EQ(chosen.algorithm, central) << "predicted from handovers goes before blocks that are read";
  EXPECT_EQ(chosen.basis, "predicted");
}

// The slow direction of one pair lies on the way of a round; the counter meets the mean of all pairs.
TEST(BarrierChoice, OneSlowDirectionMakesTheCentralOneBetter) {
  const Machine machine = load_machine("numa:1 core:4 pu:1");
  MeasuredProfile measured = nothing_of(machine);
  for (int reader = 0; reader < 4; ++reader) {
    for (int owner = 0; owner < 4; ++owner) {
      if (reader != owner) add_line(measured, reader, owner, reader == 1 && owner == 0 ? 5000 : 50);
    }
  }
  const ChosenBarrier chosen = choose_team_barrier(measured, machine);
  EXPECT_EQ(chosen.algorithm, central);
  EXPECT_LT(chosen.central_us, chosen.dissemination_us);
}

TEST(BarrierChoice, IsToldWithItsFigures) {
  const Machine machine = two_by_four();
  MeasuredProfile measured = nothing_of(machine);
  add(measured, "central", {0, 1, 2, 3}, 0.5);
  add(measured, "dissemination", {0, 1, 2, 3}, 0.25);
  add_line(measured, 0, 4, 100);
  EXPECT_THAT(barrier_sentences(planning_profile(measured, machine)),
              ::testing::ElementsAre("of the threads of a node: dissemination, 0.25 us measured; central 0.5",
                                     "of one thread of each node: dissemination, 0.1 us predicted from "
                                     "core-to-core latencies; central 0.2"));
}

}  // namespace
}  // namespace numapack
