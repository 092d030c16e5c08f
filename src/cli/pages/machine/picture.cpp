// SPDX-License-Identifier: BSD-3-Clause
#include "cli/pages/machine/picture.hpp"

#include <algorithm>
#include <tuple>

#include "insight/node_latencies.hpp"
#include "machine/text.hpp"

namespace numapack {

namespace {

std::string memory_of(const Node& node) {
  if (!node.has_memory()) return "no memory";
  const std::string size = node.memory_bytes ? size_text(*node.memory_bytes) : "unknown size";
  return node.kind == "DRAM" ? size : size + " of " + node.kind;
}

std::vector<PicturedCaches> caches_of(const Machine& machine, const std::vector<int>& cores) {
  std::vector<PicturedCaches> caches;
  for (const Cache& cache : machine.caches) {
    std::vector<int> here;
    for (const int core : cache.cores)
      if (std::find(cores.begin(), cores.end(), core) != cores.end()) here.push_back(core);
    if (here.empty()) continue;
    const auto same = std::find_if(caches.begin(), caches.end(), [&](const PicturedCaches& one) {
      return one.level == cache.level && one.bytes == cache.bytes;
    });
    if (same == caches.end())
      caches.push_back({cache.level, cache.bytes, {here}});
    else
      same->groups.push_back(here);
  }
  std::stable_sort(caches.begin(), caches.end(), [](const PicturedCaches& left, const PicturedCaches& right) {
    return std::tie(left.level, left.bytes) > std::tie(right.level, right.bytes);
  });
  return caches;
}

/// "read" where it was measured, else the first kernel there is.
std::string kernel_of(const MeasuredProfile& measured) {
  std::string first;
  for (const NodeBandwidth& cell : measured.node_bandwidth) {
    if (!cell.gb_per_s.valid()) continue;
    if (cell.kernel == "read") return cell.kernel;
    if (first.empty()) first = cell.kernel;
  }
  return first;
}

}  // namespace

MachinePicture picture_of(const Machine& machine, const std::optional<MeasuredProfile>& measured) {
  MachinePicture picture;
  picture.name = measured && !machine.is_this_machine ? measured->machine.name : machine.source;
  for (const Node& node : machine.nodes) {
    PicturedNode one;
    one.number = node.os_index;
    if (node.package >= 0) one.package = machine.packages[static_cast<std::size_t>(node.package)].os_index;
    one.die = node.die;
    one.memory = memory_of(node);
    one.cores = node.cores;
    one.caches = caches_of(machine, node.cores);
    picture.nodes.push_back(std::move(one));
  }
  if (machine.distances_known)
    for (std::size_t from = 0; from < machine.nodes.size(); ++from)
      for (std::size_t to = 0; to < machine.nodes.size(); ++to)
        picture.distances[{machine.nodes[from].os_index, machine.nodes[to].os_index}] =
            machine.distances[from][to];
  if (!measured) return picture;
  picture.latency_ns = node_latencies(*measured);
  picture.kernel = kernel_of(*measured);
  for (const NodeBandwidth& cell : measured->node_bandwidth) {
    if (cell.kernel != picture.kernel || !cell.gb_per_s.valid()) continue;
    double& most = picture.gb_per_s[{cell.cpu_node, cell.memory_node}];
    most = std::max(most, cell.gb_per_s.value());
  }
  return picture;
}

}  // namespace numapack
