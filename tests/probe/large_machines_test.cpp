// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "probe/emulated.hpp"
#include "probe/plans/set_up.hpp"
#include "probe/whole_machine.hpp"
#include "support/machines.hpp"
#include "support/random.hpp"

namespace numapack::probe {
namespace {

double promised(const std::vector<PlannedPart>& plan) {
  double seconds = 0;
  for (const PlannedPart& part : plan) seconds += part.seconds;
  return seconds;
}

const PlannedPart& part_of(const std::vector<PlannedPart>& plan, const std::string& name) {
  for (const PlannedPart& part : plan) {
    if (part.name == name) return part;
  }
  throw std::runtime_error("there is no part " + name);
}

std::string file_of(const char* name) { return std::string(NUMAPACK_MACHINES) + "/" + name; }

/// 128 to 576 CPUs: captured ones, those of published machines, and synthetic ones.
std::vector<std::string> large_machines() {
  return {file_of("epyc-nps4.xml"),
          file_of("knm-snc4.xml"),
          "pack:2 l3:1(size=64MB) numa:2 core:32 l2:1(size=512KB) l1:1(size=64KB) pu:1",
          "pack:2 numa:4 l3:2(size=16MB) l2:8(size=512KB) core:1 pu:2",
          "pack:4 numa:1 l3:1(size=168MB) l2:48(size=2MB) core:1 pu:2",
          "pack:2 numa:6 l3:2(size=32MB) l2:8(size=1MB) core:3 pu:1",
          "pack:8 numa:2 l3:1(size=32MB) l2:9(size=1MB) core:4 pu:1"};
}

TEST(LargeMachines, AnEmulatedRunTakesWhatThePlanPromises) {
  for (const std::string& description : large_machines()) {
    const Machine machine = load_machine(description);
    const WholeMachine whole(machine, 1);
    for (const double budget : {60.0, 300.0}) {
      const std::vector<PlannedPart> plan = plan_within(whole.parts(), budget);
      EXPECT_LE(promised(plan), 0.9 * budget + 1e-9) << description;
      const std::uint64_t first = ::numapack::testing::test_seed();
      for (std::uint64_t seed = first; seed < first + 3; ++seed) {
        testing::EmulatedMachine emulated(machine, seed);
        const double took = emulated.run(plan);
        EXPECT_NEAR(took / promised(plan), 1, 0.25)
            << description << ", " << budget << " s, seed " << seed << [&] {
                 std::string parts;
                 for (const auto& [name, seconds] : emulated.of_part) {
                   parts += "\n  " + name + ": " + std::to_string(seconds) + " s, promised " +
                            std::to_string(part_of(plan, name).seconds);
                 }
                 return parts;
               }();
      }
    }
  }
}

TEST(LargeMachines, SayWhatIsSampledAndHaveSomethingOfEverything) {
  for (const std::string& description : large_machines()) {
    const Machine machine = load_machine(description);
    const WholeMachine whole(machine, 1);
    const std::vector<PlannedPart> plan = plan_within(whole.parts(), 60);
    for (const PlannedPart& part : plan) EXPECT_FALSE(part.cells.empty()) << description << ", " << part.name;
    const std::size_t cores = usable_cores(machine).size();
    if (cores * (cores - 1) > 8000) {
      EXPECT_NE(part_of(plan, "core to core").sampled.find(" pairs of cores"), std::string::npos)
          << description;
      EXPECT_FALSE(part_of(plan, "distances").sampled.empty()) << description;
    }
    // Both ways of most pairs, every pair of nodes, every core.
    std::set<Pair> pairs, nodes;
    std::set<int> seen;
    for (const Cell& cell : part_of(plan, "distances").cells) {
      pairs.insert({cell.reader, cell.owner});
      nodes.insert({machine.cores[static_cast<std::size_t>(cell.reader)].node,
                    machine.cores[static_cast<std::size_t>(cell.owner)].node});
      seen.insert({cell.reader, cell.owner});
    }
    std::size_t both = 0;
    for (const auto& [reader, owner] : pairs) both += pairs.contains({owner, reader});
    EXPECT_GE(3 * both, pairs.size()) << description;
    const std::size_t compute = machine.compute_nodes().size();
    EXPECT_EQ(nodes.size(), compute * compute) << description;
    EXPECT_EQ(seen.size(), cores) << description;
    // Every core has been asked whether it shares a cache.
    std::set<int> asked;
    for (const Cell& cell : part_of(plan, "shared caches").cells) asked.insert({cell.reader, cell.owner});
    EXPECT_EQ(asked.size(), cores) << description;
  }
}

TEST(SetUp, IsPaidOnceForEachNodeAndGrowsWithWhatIsAskedFor) {
  Cell cell;
  cell.probe = "latency";
  cell.variant = "matrix";
  cell.home = 0;
  cell.bytes = 1 << 20;
  cell.step_bytes = 128;
  cell.pages = PageKind::huge;
  probe::SetUp made;
  const double first = made.more(cell);
  EXPECT_GT(first, 0);
  made.take(cell);
  EXPECT_DOUBLE_EQ(made.seconds(), first);
  EXPECT_DOUBLE_EQ(made.more(cell), 0);
  Cell other = cell;
  other.home = 1;
  EXPECT_DOUBLE_EQ(made.more(other), first);
  Cell larger = cell;
  larger.bytes = 2 << 20;
  EXPECT_NEAR(made.more(larger), first, 1e-12);
  Cell sweep = cell;
  sweep.variant = "sweep";
  EXPECT_LT(set_up_seconds({sweep}), first) << "each visit links its own";
  Cell arrays = cell;
  arrays.probe = "stream";
  EXPECT_DOUBLE_EQ(set_up_seconds({arrays}), 0) << "each visit makes its own";
}

TEST(Select, SharingPairsReachEveryCoreWhateverFirmwareSays) {
  for (const char* description : {"pack:2 numa:2 l3:2 l2:2 core:3 pu:1", "pack:2 numa:2 core:4 pu:1",
                                  "pack:1 numa:1 l3:1 l2:8 core:1 pu:1"}) {
    const Machine machine = load_machine(description);
    for (int level = 2; level <= std::max(2, cache_levels(machine)); ++level) {
      std::set<Pair> seen;
      for (const Pair& pair : sharing_pairs(machine, level)) {
        EXPECT_LT(pair.first, pair.second);
        EXPECT_TRUE(seen.insert(pair).second) << "once";
        const auto node = [&](int core) { return machine.cores[static_cast<std::size_t>(core)].node; };
        EXPECT_EQ(node(pair.first), node(pair.second));
      }
    }
  }
  // Two caches of level 3 of two of level 2 with three cores each: at level 3 one core stands for three.
  const Machine machine = load_machine("pack:1 numa:1 l3:2 l2:2 core:3 pu:1");
  EXPECT_EQ(sharing_pairs(machine, 3), (std::vector<Pair>{{0, 3}, {3, 6}, {6, 9}, {0, 6}, {3, 9}}));
  EXPECT_EQ(sharing_pairs(machine, 2).size(), 11U + 10U);
  // What firmware calls one cache of eight: its first core with those that are not among its next two.
  EXPECT_EQ(sharing_pairs(load_machine("pack:1 numa:1 l2:1 core:8 pu:1"), 2).size(), 7U + 6U + 5U);
}

}  // namespace
}  // namespace numapack::probe
