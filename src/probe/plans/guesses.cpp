// SPDX-License-Identifier: BSD-3-Clause
#include "probe/plans/guesses.hpp"

#include <algorithm>

namespace numapack::probe {

namespace {

// Of the server processors of 2019 to 2025: what one core draws alone, and what a node's memory gives for
// each of its cores (their makers add channels about as they add cores).
constexpr double core_gb_per_s = 10, gb_per_s_a_core_of_the_node = 4.5, least_node_gb_per_s = 15;

double node_gb_per_s(const Machine& machine, int node) {
  std::size_t cores = machine.nodes[static_cast<std::size_t>(node)].cores.size();
  if (cores == 0) {  // memory alone: as much as a node with cores has
    const std::vector<int> others = machine.compute_nodes();
    if (!others.empty()) cores = machine.usable_cores(others.front()).size();
  }
  return std::max(least_node_gb_per_s, gb_per_s_a_core_of_the_node * static_cast<double>(cores));
}

}  // namespace

double guess_distance(const Machine& machine, int from_node, int home) {
  if (from_node == home || from_node < 0 || home < 0) return 1;
  const bool near = machine.reach(from_node, home) == Reach::cross_die;
  const double usual = near ? 1.45 : 2.2;
  if (!machine.distances_known) return usual;
  const auto from = static_cast<std::size_t>(from_node), to = static_cast<std::size_t>(home);
  const double said = machine.distances[from][to] / machine.distances[from][from];
  // Firmware also calls memory far that is to be taken last, such as MCDRAM on the same die.
  return (usual + (near ? std::clamp(said, 1.2, 1.6) : std::clamp(said, 1.8, 2.7))) / 2;
}

double guess_handover_ns(const Machine& machine, int a, int b, PairClass pair) {
  if (pair.kind == Neighbourhood::itself) return 0;
  if (pair.kind == Neighbourhood::shares_cache) return pair.level < 3 ? 30 : 50;
  const auto node = [&](int core) { return machine.cores[static_cast<std::size_t>(core)].node; };
  return 80 * guess_distance(machine, node(a), node(b));
}

double guess_gb_per_s(const Machine& machine, int threads, int cpus_of, int home) {
  const double cores = core_gb_per_s * threads;
  if (cpus_of >= 0 && home >= 0) {
    return std::min(cores, node_gb_per_s(machine, home)) / guess_distance(machine, cpus_of, home);
  }
  if (home >= 0) return std::min(cores, node_gb_per_s(machine, home));
  const std::vector<int> homes = memory_nodes(machine);
  double memory = 0, distance = 0;
  for (const int node : homes) memory += node_gb_per_s(machine, node);
  if (cpus_of < 0) return std::min(cores, memory);
  // From one node to all: the way there is the limit.
  for (const int node : homes) distance += guess_distance(machine, cpus_of, node);
  distance /= static_cast<double>(std::max<std::size_t>(1, homes.size()));
  return std::min({cores, memory, 1.5 * node_gb_per_s(machine, cpus_of)}) / distance;
}

}  // namespace numapack::probe
