// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/chosen_teams.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "support/machines.hpp"

namespace numapack {
namespace {

using ::testing::ElementsAre;

/// Four nodes of two cores; the kernel's numbers are 0, 2, 4 and 6, and node 6 has no core for this process.
Machine machine_of_four() {
  Machine machine = testing::flat_machine(4, 2);
  for (Node& node : machine.nodes) node.os_index *= 2;
  for (const int core : machine.nodes[3].cores)
    machine.cores[static_cast<std::size_t>(core)].usable_pus.clear();
  return machine;
}

class ChosenTeamsTest : public ::testing::Test {
 protected:
  std::string refused(std::string_view list) {
    try {
      chosen_.choose(list, machine_);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
      return error.what();
    }
    return "";
  }
  std::vector<int> threads() const { return all_threads_of(chosen_.now()).threads; }

  const Machine machine_ = machine_of_four();
  ChosenTeams chosen_{lay_out_teams(machine_)};
};

TEST_F(ChosenTeamsTest, AreAllUntilSomebodyChooses) {
  EXPECT_EQ(&chosen_.now(), &chosen_.all());
  EXPECT_THAT(chosen_.nodes(), ElementsAre(0, 1, 2));
}

TEST_F(ChosenTeamsTest, LeaveTheOthersEmptyInTheirPlaces) {
  chosen_.choose("4,0", machine_);
  EXPECT_THAT(threads(), ElementsAre(2, 0, 2));
  EXPECT_THAT(chosen_.nodes(), ElementsAre(0, 2));
  EXPECT_THAT(all_threads_of(chosen_.all()).threads, ElementsAre(2, 2, 2));
  chosen_.choose("2", machine_);
  EXPECT_THAT(threads(), ElementsAre(0, 2, 0));
  for (std::size_t team = 0; team < 3; ++team) EXPECT_EQ(chosen_.now()[team].node, static_cast<int>(team));
}

TEST_F(ChosenTeamsTest, AreOneLayoutForOneChoice) {
  chosen_.choose("0,4", machine_);
  const auto* const first = &chosen_.now();
  chosen_.choose("2", machine_);
  EXPECT_NE(&chosen_.now(), first);
  EXPECT_THAT(all_threads_of(*first).threads, ElementsAre(2, 0, 2)) << "a call that began before";
  chosen_.choose("4,0,4", machine_);
  EXPECT_EQ(&chosen_.now(), first);
  chosen_.choose("0,2,4", machine_);
  EXPECT_EQ(&chosen_.now(), &chosen_.all());
  chosen_.choose("2", machine_);
  chosen_.choose("", machine_);
  EXPECT_EQ(&chosen_.now(), &chosen_.all());
}

TEST_F(ChosenTeamsTest, SayWhatCannotBeChosenAndStay) {
  chosen_.choose("2", machine_);
  EXPECT_EQ(refused("1"), "set_nodes: there is no node 1; use some of 0,2,4");
  EXPECT_EQ(refused("0-2"), "set_nodes: there is no node 1; use some of 0,2,4");
  EXPECT_EQ(refused("0,6"), "set_nodes: node 6 has no core that this process may use; use some of 0,2,4");
  EXPECT_EQ(refused("0;2"), "set_nodes: \"0;2\" is not a list; use numbers and ranges, such as 0-3,8");
  EXPECT_THAT(threads(), ElementsAre(0, 2, 0));
}

TEST_F(ChosenTeamsTest, TellNodesWithoutThreadsFromThoseWithoutCores) {
  ChosenTeams few(lay_out_teams(machine_, 2));
  EXPECT_THAT(few.nodes(), ElementsAre(0, 1));
  try {
    few.choose("4", machine_);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "set_nodes: no thread is left for node 4; use some of 0,2");
  }
}

TEST_F(ChosenTeamsTest, OfAChildAreItsParentsAsFarAsTheyAreThere) {
  const Machine without_first = [&] {
    Machine machine = machine_;
    for (const int core : machine.nodes[0].cores)
      machine.cores[static_cast<std::size_t>(core)].usable_pus.clear();
    return machine;
  }();
  const auto child = [&](const Machine& machine) {
    return ChosenTeams(lay_out_teams(machine), machine, chosen_, machine_).nodes();
  };
  EXPECT_THAT(child(machine_), ElementsAre(0, 1, 2));
  chosen_.choose("0,4", machine_);
  EXPECT_THAT(child(machine_), ElementsAre(0, 2));
  EXPECT_THAT(child(without_first), ElementsAre(2));
  chosen_.choose("0", machine_);
  EXPECT_THAT(child(without_first), ElementsAre(1, 2)) << "nothing is left of it";
}

}  // namespace
}  // namespace numapack
