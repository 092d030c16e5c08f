// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <random>

#include "insight/advice.hpp"
#include "insight/node_latencies.hpp"
#include "probe/plans/select.hpp"
#include "probe/to_profile.hpp"
#include "probe/whole_machine.hpp"
#include "profile/document/fingerprint.hpp"
#include "support/random.hpp"

namespace numapack::probe {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

using Lists = std::vector<std::vector<int>>;

/// What such a machine hides; firmware says what the Machine says.
struct Hidden {
  int cores_a_die = 0;  ///< that share a last-level cache, in the order of their numbers
  std::optional<numapack::Pair> slow_link;
  int far_node = -1;  ///< whose memory is farther than any other
  double noise = 0.10;
};

/// Answers for every cell of a plan what such a machine would, each sample with its noise.
class HiddenMachine {
 public:
  HiddenMachine(const Machine& machine, const Hidden& hidden, std::uint64_t seed)
      : machine_(machine), hidden_(hidden), classes_(machine), random_(seed) {}

  MeasuredProfile profile(const std::vector<PlannedPart>& plan) {
    MeasuredProfile profile;
    profile.made_by = "test";
    profile.machine = profiled_machine(machine_);
    for (const PlannedPart& part : plan) {
      RunResult result;
      for (const Cell& cell : part.cells) {
        CellResult one;
        one.cell = cell;
        one.visits = part.rounds;
        if (cell.probe == "coherence") {
          one.series.push_back(
              {"latency", "ns", samples(line_ns(cell), part.rounds * samples_of(cell, part.name))});
        } else if (part.name == "latency") {
          one.series.push_back(
              {"latency", "ns", samples(memory_ns(node(cell.reader), cell.home), part.rounds * 10)});
        } else {
          continue;
        }
        result.cells.push_back(std::move(one));
      }
      add_to_profile(profile, machine_, result);
    }
    return profile;
  }

  double memory_ns(int from, int home) const {
    if (home == hidden_.far_node) return 420;
    if (from == home) return 95;
    return (machine_.reach(from, home) == Reach::cross_die ? 140 : 230) * slowness(from, home);
  }

 private:
  int node(int core) const { return machine_.cores[static_cast<std::size_t>(core)].node; }

  /// As many as fit a visit's time, 3 to 30: few of long stretches.
  static int samples_of(const Cell& cell, const std::string& part) {
    const double visit = part == "distances" ? 1e-3 : part == "shared caches" ? 2.5e-3 : 0.03;
    return std::clamp(static_cast<int>(visit / (2e-5 + 3e-9 * static_cast<double>(cell.bytes))), 3, 30);
  }

  double slowness(int from, int to) const {
    const bool slow = hidden_.slow_link && (numapack::Pair{from, to} == *hidden_.slow_link ||
                                            numapack::Pair{to, from} == *hidden_.slow_link);
    return slow ? 1.6 : 1;
  }

  double line_ns(const Cell& cell) const {
    const int reader = cell.reader, owner = cell.owner;
    if (cell.level == "memory") return memory_ns(node(reader), cell.home);
    const int level = cell.level[1] - '0';
    if (reader == owner) return level == 1 ? 1.5 : level == 2 ? 4.5 : 22;
    const PairClass pair = classes_(reader, owner);
    if (pair.kind == Neighbourhood::shares_cache && pair.level == 2)
      return level == 1 ? 14 : level == 2 ? 4.5 : 22;
    if (node(reader) == node(owner)) {
      const bool die = reader / hidden_.cores_a_die == owner / hidden_.cores_a_die;
      if (die) return level == 3 ? 22 : 32;
      return 60;
    }
    const bool near = machine_.reach(node(reader), node(owner)) == Reach::cross_die;
    return (near ? 95 : 160) * slowness(node(reader), node(owner));
  }

  std::vector<double> samples(double ns, int count) {
    std::normal_distribution<double> noise(0, hidden_.noise);
    std::vector<double> values;
    for (int at = 0; at < count; ++at) values.push_back(ns * std::max(0.5, 1 + noise(random_)));
    return values;
  }

  const Machine& machine_;
  const Hidden hidden_;
  PairClasses classes_;
  std::mt19937_64 random_;
};

Lists blocks(std::size_t count, int size) {
  Lists lists;
  for (int first = 0; first < static_cast<int>(count); first += size) {
    lists.emplace_back();
    for (int pu = first; pu < first + size; ++pu) lists.back().push_back(pu);
  }
  return lists;
}

Lists shared(const Inferences& found, int level) {
  Lists lists;
  for (const SharedCache& cache : found.shared_caches) {
    if (cache.level == level) lists.push_back(cache.pus);
  }
  return lists;
}

std::vector<std::string> statements(const Inferences& found, const std::string& kind) {
  std::vector<std::string> texts;
  for (const Inference& one : found.statements) {
    if (one.kind == kind) texts.push_back(one.statement);
  }
  return texts;
}

/// 576 cores with two dies in each of twelve nodes, or one in each of sixteen.
struct Layout {
  const char* description;
  int cores_a_l2, cores_a_die, cores_a_node, cores_a_package;
};
constexpr Layout layouts[] = {{"pack:2 numa:6 l3:2(size=32MB) l2:8(size=1MB) core:3 pu:1", 3, 24, 48, 288},
                              {"pack:8 numa:2 l3:1(size=32MB) l2:9(size=1MB) core:4 pu:1", 4, 36, 36, 72}};

class LargeInference : public ::testing::TestWithParam<Layout> {};

TEST_P(LargeInference, FindsCachesDiesAndASlowLink) {
  const Layout& layout = GetParam();
  const Machine machine = load_machine(layout.description);
  const std::uint64_t first = ::numapack::testing::test_seed();
  for (std::uint64_t seed = first; seed < first + 3; ++seed) {
    SCOPED_TRACE(std::string(layout.description) + ", seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    Hidden hidden;
    hidden.cores_a_die = layout.cores_a_die;
    const int nodes = static_cast<int>(machine.nodes.size());
    if (seed != first) hidden.slow_link = numapack::Pair{int(random() % 2), nodes - 1 - int(random() % 2)};
    const std::vector<PlannedPart> plan = plan_within(WholeMachine(machine, seed).parts(), 60);
    const Inferences found = infer(HiddenMachine(machine, hidden, seed).profile(plan));

    const std::size_t cores = machine.cores.size();
    EXPECT_EQ(shared(found, 2), blocks(cores, layout.cores_a_l2));
    EXPECT_EQ(shared(found, 3), blocks(cores, layout.cores_a_die));
    Lists of_distance;
    std::map<std::size_t, Lists> by_size;
    for (const DistanceClass& distance : found.distances) by_size[distance.groups.size()] = distance.groups;
    EXPECT_EQ(by_size[cores / static_cast<std::size_t>(layout.cores_a_die)],
              blocks(cores, layout.cores_a_die));
    EXPECT_EQ(by_size[cores / static_cast<std::size_t>(layout.cores_a_node)],
              blocks(cores, layout.cores_a_node));
    EXPECT_EQ(by_size[cores / static_cast<std::size_t>(layout.cores_a_package)],
              blocks(cores, layout.cores_a_package));
    EXPECT_EQ(found.symmetry, Symmetry::symmetric);
    EXPECT_TRUE(found.asymmetric_pairs.empty());
    EXPECT_TRUE(found.asymmetric_links.empty());
    if (hidden.slow_link)
      EXPECT_THAT(found.slow_links, ElementsAre(*hidden.slow_link));
    else
      EXPECT_TRUE(found.slow_links.empty());
    EXPECT_TRUE(statements(found, "firmware").empty());
  }
}

INSTANTIATE_TEST_SUITE_P(Layouts, LargeInference, ::testing::ValuesIn(layouts));

TEST(LargeInferenceOfFirmware, FindsDiesThatFirmwareCallsOneCache) {
  // Firmware: one L3 of 48 cores a node. There are two.
  const Machine machine = load_machine("pack:2 numa:6 l3:1(size=64MB) l2:16(size=1MB) core:3 pu:1");
  const std::uint64_t first = ::numapack::testing::test_seed();
  for (std::uint64_t seed = first; seed < first + 2; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Hidden hidden;
    hidden.cores_a_die = 24;
    const std::vector<PlannedPart> plan = plan_within(WholeMachine(machine, seed).parts(), 60);
    const Inferences found = infer(HiddenMachine(machine, hidden, seed).profile(plan));
    EXPECT_EQ(shared(found, 3), blocks(576, 24));
    EXPECT_TRUE(found.affinity);
    EXPECT_THAT(statements(found, "firmware"), ElementsAre(HasSubstr("one L3")));
  }
}

TEST(LargeInferenceOfFirmware, FindsFarMemoryAndSwappedDistances) {
  // Two packages of six nodes with their cores; firmware's table says that node 1 is as far from node 0 as
  // the other package, and node 6 as near as the own.
  Machine machine = load_machine("pack:2 numa:6 l3:2(size=32MB) l2:8(size=1MB) core:3 pu:1");
  machine.distances_known = true;
  for (std::size_t from = 0; from < 12; ++from) {
    for (std::size_t to = 0; to < 12; ++to)
      machine.distances[from][to] = from == to ? 10 : from / 6 == to / 6 ? 15 : 24;
  }
  // Memory without cores, of which firmware says the truth.
  Node memory;
  memory.os_index = 12;
  memory.package = 1;
  memory.kind = "CXL";
  memory.memory_bytes = std::uint64_t{1} << 38;
  machine.nodes.push_back(memory);
  for (auto& row : machine.distances) row.push_back(44);
  machine.distances.emplace_back(13, 44).back() = 10;
  const std::uint64_t first = ::numapack::testing::test_seed();
  for (std::uint64_t seed = first; seed < first + 2; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const bool swapped = seed % 2 != first % 2;
    if (swapped) std::swap(machine.distances[0][1], machine.distances[0][6]);
    Hidden hidden;
    hidden.cores_a_die = 24;
    hidden.far_node = 12;
    const std::vector<PlannedPart> plan = plan_within(WholeMachine(machine, seed).parts(), 60);
    HiddenMachine measured(machine, hidden, seed);
    const MeasuredProfile profile = measured.profile(plan);
    const Advice advice = advise(profile, {0, 1, 300, 301});
    // Five standard errors of the median of what was sampled, ten a round.
    const double far_error = 5 * 1.2533 * hidden.noise / std::sqrt(10.0 * plan.front().rounds);
    EXPECT_EQ(statements(advice.inferences, "firmware").size(), swapped ? 1U : 0U);
    EXPECT_TRUE(advice.inferences.slow_links.empty());
    ASSERT_EQ(advice.nodes.size(), 12U);
    for (const NodeOrder& order : advice.nodes) {
      ASSERT_EQ(order.choices.size(), 13U) << "every memory was measured from every node";
      EXPECT_EQ(order.choices.back().node, 12);
      EXPECT_NEAR(order.choices.back().latency_ns, 420, 420 * far_error);
    }
    if (swapped) std::swap(machine.distances[0][1], machine.distances[0][6]);
  }
}

}  // namespace
}  // namespace numapack::probe
