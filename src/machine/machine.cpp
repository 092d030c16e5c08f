// SPDX-License-Identifier: BSD-3-Clause
#include "machine/machine.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace numapack {
namespace {

template <class T>
const T& at(const std::vector<T>& list, int index) {
  return list.at(static_cast<std::size_t>(index));
}

}  // namespace

const char* name(Reach reach) {
  switch (reach) {
    case Reach::local:
      return "local";
    case Reach::cross_die:
      return "cross-die";
    case Reach::cross_chip:
      break;
  }
  return "cross-chip";
}

Reach Machine::reach(int from_node, int to_node) const {
  if (from_node == to_node) return Reach::local;
  const int from = at(nodes, from_node).package;
  return from >= 0 && from == at(nodes, to_node).package ? Reach::cross_die : Reach::cross_chip;
}

std::vector<int> Machine::compute_nodes() const {
  std::vector<int> list;
  for (int node = 0; node < static_cast<int>(nodes.size()); ++node) {
    if (!usable_cores(node).empty()) list.push_back(node);
  }
  return list;
}

std::vector<int> Machine::usable_cores(int node) const {
  std::vector<int> list;
  for (const int core : at(nodes, node).cores) {
    if (at(cores, core).usable()) list.push_back(core);
  }
  return list;
}

int Machine::home_for(int node) const {
  if (at(nodes, node).usable_memory) return node;
  int best = -1;
  std::tuple<bool, double, Reach> best_cost;
  for (int other = 0; other < static_cast<int>(nodes.size()); ++other) {
    const Node& candidate = at(nodes, other);
    if (!candidate.usable_memory) continue;
    const std::tuple cost(candidate.kind != "DRAM", at(at(distances, node), other), reach(node, other));
    if (best < 0 || cost < best_cost) {
      best = other;
      best_cost = cost;
    }
  }
  return best;
}

int Machine::usable_threads() const {
  auto count = static_cast<double>(
      std::count_if(cores.begin(), cores.end(), [](const Core& core) { return core.usable(); }));
  if (allowance.quota_cpus) count = std::min(count, std::ceil(*allowance.quota_cpus));
  return std::max(1, static_cast<int>(count));
}

const Cache* Machine::cache(int level, int core) const {
  for (const Cache& candidate : caches) {
    if (candidate.level != level) continue;
    if (std::find(candidate.cores.begin(), candidate.cores.end(), core) != candidate.cores.end())
      return &candidate;
  }
  return nullptr;
}

std::vector<int> Machine::nodes_of_unknown_memory() const {
  std::vector<int> list;
  for (const Node& node : nodes) {
    if (!node.memory_bytes) list.push_back(node.os_index);
  }
  return list;
}

int Machine::node_by_os_index(int os_index) const {
  // A node that the kernel does not number cannot be asked for.
  if (os_index < 0) return -1;
  const auto found =
      std::find_if(nodes.begin(), nodes.end(), [&](const Node& node) { return node.os_index == os_index; });
  return found == nodes.end() ? -1 : static_cast<int>(found - nodes.begin());
}

int Machine::core_of_pu(int pu) const {
  const auto found = std::find_if(cores.begin(), cores.end(), [&](const Core& core) {
    return std::find(core.pus.begin(), core.pus.end(), pu) != core.pus.end();
  });
  return found == cores.end() ? -1 : static_cast<int>(found - cores.begin());
}

int Machine::node_of_pu(int pu) const {
  const int core = core_of_pu(pu);
  return core < 0 ? -1 : at(cores, core).node;
}

}  // namespace numapack
