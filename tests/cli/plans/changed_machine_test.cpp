// SPDX-License-Identifier: BSD-3-Clause
#include "cli/predict/changes/changed_machine.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "base/error.hpp"
#include "cli/outcome.hpp"

namespace numapack {
namespace {

using ::testing::HasSubstr;

const std::string kPublishedMachine = std::string(NUMAPACK_DATA) + "/kunpeng920.json";

ChangedMachine changed_by(const Machine& machine, const ChosenProfile& chosen, std::string text) {
  const MachineChange change = take_machine_change(text);
  EXPECT_EQ(text, "");
  return changed(machine, chosen, change);
}

ChosenProfile estimated(const Machine& machine) {
  ChosenProfile chosen;
  chosen.figures = estimate_profile(machine);
  return chosen;
}

/// What any machine must be.
void expect_whole(const Machine& machine) {
  std::set<int> pus, nodes;
  for (std::size_t i = 0; i < machine.cores.size(); ++i) {
    const Core& core = machine.cores[i];
    for (const int pu : core.pus) EXPECT_TRUE(pus.insert(pu).second) << pu;
    const std::vector<int>& of_node = machine.nodes.at(std::size_t(core.node)).cores;
    EXPECT_NE(std::ranges::find(of_node, int(i)), of_node.end());
    EXPECT_EQ(core.package, machine.nodes[std::size_t(core.node)].package);
    EXPECT_LT(core.package, int(machine.packages.size()));
    for (int level = 1; level <= 3; ++level) EXPECT_NE(machine.cache(level, int(i)), nullptr) << level;
  }
  for (const Node& node : machine.nodes) EXPECT_TRUE(nodes.insert(node.os_index).second);
  ASSERT_EQ(machine.distances.size(), machine.nodes.size());
}

TEST(ChangedMachine, TakesItsWordsOutOfOthers) {
  std::string text = "peak=2,cores=48,lines=0.5,nodes=x2,l3=64M";
  const MachineChange change = take_machine_change(text);
  EXPECT_EQ(text, "peak=2,lines=0.5");
  EXPECT_EQ(change.cores->of(4), 48);
  EXPECT_EQ(change.nodes->of(4), 8);
  EXPECT_EQ(change.l3->of(1), 64 << 20);
}

TEST(ChangedMachine, HasAsManyNodesAsAskedFor) {
  const Machine machine = load_machine(kKunpeng);
  const ChosenProfile chosen = estimated(machine);
  const ChangedMachine more = changed_by(machine, chosen, "nodes=6");
  expect_whole(more.machine);
  ASSERT_EQ(more.machine.nodes.size(), 6U);
  EXPECT_EQ(more.machine.cores.size(), machine.cores.size() * 6 / 4);
  EXPECT_EQ(more.machine.reach(0, 1), Reach::cross_die);
  EXPECT_EQ(more.machine.reach(4, 5), Reach::cross_die);
  EXPECT_EQ(more.machine.reach(1, 4), Reach::cross_chip);
  EXPECT_THAT(more.note, HasSubstr("2 nodes more are like the first ones"));
  const ChangedMachine fewer = changed_by(machine, chosen, "nodes=1");
  expect_whole(fewer.machine);
  EXPECT_EQ(fewer.machine.nodes.size(), 1U);
  EXPECT_EQ(fewer.chosen.figures.latency_ns.size(), 1U);
}

TEST(ChangedMachine, TakesFiguresOfPairsThatWereNotThereFromLikeOnes) {
  const Machine machine = machine_or_profile(kPublishedMachine);
  const ChosenProfile chosen = choose_profile("", kPublishedMachine, machine);
  const Profile& own = chosen.figures;
  const ChangedMachine more = changed_by(machine, chosen, "nodes=x2");
  const Profile& figures = more.chosen.figures;
  ASSERT_EQ(figures.latency_ns.size(), 8U);
  for (int from = 0; from < 4; ++from)
    for (int home = 0; home < 4; ++home) {
      EXPECT_EQ(figures.latency(from, home), own.latency(from, home));
      EXPECT_EQ(figures.latency(from + 4, home + 4), own.latency(from, home));
      EXPECT_EQ(figures.bandwidth(from + 4, home + 4), own.bandwidth(from, home));
      // As between the two packages that there are.
      EXPECT_GE(figures.latency(from, home + 4), own.latency(0, 1));
      EXPECT_LE(figures.latency(from, home + 4),
                std::max({own.latency(0, 2), own.latency(0, 3), own.latency(1, 2)}));
      EXPECT_GT(figures.bandwidth(from + 4, home), 0);
    }
}

TEST(ChangedMachine, OfOnePackageTakesTheEstimatesRatio) {
  const Machine machine =
      load_machine("numa:1(memory=8GiB) l3:1(size=8MiB) core:4 l2:1(size=1MiB) l1:1(size=32KiB) pu:1");
  ChosenProfile chosen = estimated(machine);
  chosen.measured.emplace();
  chosen.figures.latency_ns = {{60}};
  chosen.figures.bandwidth_gb_per_s = {{30}};
  const ChangedMachine two = changed_by(machine, chosen, "nodes=2");
  const Profile estimate = estimate_profile(two.machine);
  EXPECT_EQ(two.chosen.figures.latency(1, 1), 60);
  EXPECT_NEAR(two.chosen.figures.latency(0, 1), 60 * estimate.latency(0, 1) / estimate.latency(0, 0), 1e-9);
  EXPECT_NEAR(two.chosen.figures.bandwidth(0, 1), 30 * estimate.bandwidth(0, 1) / estimate.bandwidth(0, 0),
              1e-9);
  EXPECT_GT(two.chosen.figures.latency(0, 1), 60);
  EXPECT_LT(two.chosen.figures.bandwidth(0, 1), 30);
}

TEST(ChangedMachine, HasAsManyCoresOfANodeAsAskedFor) {
  const Machine machine =
      load_machine("pack:2 numa:1(memory=8GiB) l3:1(size=8MiB) core:4 l2:1(size=1MiB) l1:1(size=32KiB) pu:2");
  for (const char* const text : {"cores=10", "cores=x0.5", "cores=1"}) {
    const ChangedMachine other = changed_by(machine, estimated(machine), text);
    expect_whole(other.machine);
    const int count = std::string(text) == "cores=10" ? 10 : std::string(text) == "cores=1" ? 1 : 2;
    for (const Node& node : other.machine.nodes) EXPECT_EQ(int(node.cores.size()), count) << text;
    // One L3 a node, one L2 a core.
    EXPECT_EQ(int(other.machine.cache(3, 0)->cores.size()), count) << text;
    EXPECT_EQ(other.machine.cache(2, count - 1)->cores.size(), 1U) << text;
    EXPECT_EQ(other.machine.usable_threads(), 2 * count);
  }
}

TEST(ChangedMachine, MoreOfItIsFaster) {
  const auto seconds = [&](const std::string& change) {
    std::vector<std::string> words{"predict", "-n", "6000", "--from", kPublishedMachine, "--json"};
    if (!change.empty()) words.insert(words.end() - 1, {"--what-if", change});
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    return nlohmann::json::parse(outcome.out).at("cases")[0].at("total_s").get<double>();
  };
  const double as_it_is = seconds("");
  EXPECT_NEAR(seconds("cores=x1,nodes=4,l3=x1"), as_it_is, 1e-12 * as_it_is);
  EXPECT_NEAR(seconds("cores=x2") / as_it_is, 0.5, 0.15);
  EXPECT_NEAR(seconds("nodes=x2") / as_it_is, 0.5, 0.15);
  EXPECT_NEAR(seconds("nodes=2") / as_it_is, 2, 0.2);
  // Own and other memory at once.
  EXPECT_NEAR(seconds("bandwidth=0.5"), seconds("local-bandwidth=0.5,remote-bandwidth=0.5"),
              1e-12 * as_it_is);
  EXPECT_GT(seconds("bandwidth=0.01"), 1.2 * as_it_is);
}

TEST(ChangedMachine, AnotherL3IsAnotherPlan) {
  const Machine machine = load_machine(kKunpeng);
  const ChangedMachine other = changed_by(machine, estimated(machine), "l3=x0.25");
  EXPECT_EQ(other.machine.cache(3, 0)->bytes, machine.cache(3, 0)->bytes / 4);
  EXPECT_EQ(other.machine.cache(2, 0)->bytes, machine.cache(2, 0)->bytes);
  EXPECT_THAT(other.note, HasSubstr("other L3 caches"));
  // Less of B fits at a time, so A is packed more often.
  const auto seconds = [](const std::string& l3) {
    const Outcome outcome =
        run({"predict", "-n", "9000", "--from", kKunpeng, "--what-if", "l3=" + l3, "--json"});
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    return nlohmann::json::parse(outcome.out).at("cases")[0].at("total_s").get<double>();
  };
  EXPECT_GT(seconds("1M"), 1.01 * seconds("x1"));
}

TEST(PublishedMachine, ComputesAtItsClockTimesItsFlopsOfACycle) {
  const ChosenProfile chosen = choose_profile("", kPublishedMachine, machine_or_profile(kPublishedMachine));
  EXPECT_DOUBLE_EQ(chosen.figures.core_gflops, 2.6 * 4);
  EXPECT_TRUE(chosen.figures.known.contains("peak"));
}

TEST(ChangedMachine, ImpossibleOnesAreOneLine) {
  const std::string without_l3 = "pack:2 numa:1(memory=1GiB) core:4 pu:1";
  for (const char* const text :
       {"cores=0", "cores=2.5", "cores=-4", "cores=1e9", "cores=x", "nodes=0", "nodes=65",
        "nodes=64,cores=1000", "nodes=", "l3=1", "l3=nonsense", "l3=64M"}) {
    const Outcome outcome = run({"predict", "-n", "64", "--from", without_l3, "--what-if", text});
    EXPECT_EQ(outcome.status, 2) << text << outcome.out;
    EXPECT_TRUE(one_line(outcome.error)) << text << ": " << outcome.error;
    EXPECT_THAT(outcome.error, HasSubstr("--what-if")) << text;
  }
}

}  // namespace
}  // namespace numapack
