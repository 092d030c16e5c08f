// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/machines.hpp"
#include "team/teams.hpp"

namespace numapack {
namespace {

using ::testing::ElementsAre;
using testing::flat_machine;
using ::testing::IsEmpty;

std::vector<std::size_t> sizes(const std::vector<TeamLayout>& teams) {
  std::vector<std::size_t> result;
  for (const auto& team : teams) result.push_back(team.cores.size());
  return result;
}

TEST(LayOutTeams, GivesEachUsableCoreAThread) {
  const auto teams = lay_out_teams(flat_machine(4, 24));
  EXPECT_THAT(sizes(teams), ElementsAre(24, 24, 24, 24));
  EXPECT_EQ(teams[2].node, 2);
  EXPECT_EQ(teams[2].cores.front(), 48);
  EXPECT_EQ(teams[2].cores.back(), 71);
}

TEST(LayOutTeams, DealsALimitToTheNodesInTurn) {
  const Machine machine = flat_machine(4, 3);
  EXPECT_THAT(sizes(lay_out_teams(machine, 6)), ElementsAre(2, 2, 1, 1));
  EXPECT_THAT(sizes(lay_out_teams(machine, 1000)), ElementsAre(3, 3, 3, 3));
}

TEST(LayOutTeams, LeavesNodesWithoutTeamWhenThreadsAreFewerThanNodes) {
  const auto teams = lay_out_teams(flat_machine(4, 3), 2);
  ASSERT_THAT(sizes(teams), ElementsAre(1, 1));
  EXPECT_EQ(teams[0].node, 0);
  EXPECT_EQ(teams[1].node, 1);
}

TEST(LayOutTeams, CountsTheCpuQuotaAsALimit) {
  Machine machine = flat_machine(2, 4);
  machine.allowance.quota_cpus = 2.5;
  EXPECT_THAT(sizes(lay_out_teams(machine)), ElementsAre(2, 1));
  EXPECT_THAT(sizes(lay_out_teams(machine, 2)), ElementsAre(1, 1));
}

TEST(LayOutTeams, FillsUnevenNodesToTheLast) {
  Machine machine;
  testing::add_node(machine, {{0}});
  testing::add_node(machine, {{1}, {2}, {3}, {4}});
  EXPECT_THAT(sizes(lay_out_teams(machine, 4)), ElementsAre(1, 3));
}

TEST(LayOutTeams, PutsTheManagerOnTheFirstUsableCore) {
  Machine machine = flat_machine(2, 4);
  machine.cores[0].usable_pus.clear();
  machine.cores[2].usable_pus.clear();
  const auto teams = lay_out_teams(machine);
  EXPECT_THAT(teams[0].cores, ElementsAre(1, 3));
  EXPECT_THAT(teams[1].cores, ElementsAre(4, 5, 6, 7));
}

TEST(LayOutTeams, SkipsNodesWithoutUsableCores) {
  Machine machine = flat_machine(3, 2);
  for (const int core : {2, 3}) machine.cores[static_cast<std::size_t>(core)].usable_pus.clear();
  testing::add_node(machine, {});  // memory only
  const auto teams = lay_out_teams(machine);
  ASSERT_THAT(sizes(teams), ElementsAre(2, 2));
  EXPECT_EQ(teams[1].node, 2);
}

TEST(LayOutTeams, HasNoTeamsWhereNothingCanRun) { EXPECT_THAT(lay_out_teams(Machine{}), IsEmpty()); }

TEST(LayOutTeams, PutsOneThreadOnACoreWithTwoHardwareThreads) {
  Machine machine;
  testing::add_node(machine, {{0, 2}, {1, 3}});
  EXPECT_THAT(lay_out_teams(machine).front().cores, ElementsAre(0, 1));
}

}  // namespace
}  // namespace numapack
