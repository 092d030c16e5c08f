// SPDX-License-Identifier: BSD-3-Clause
#include "insight/position/firmware.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "machine/text.hpp"

namespace numapack {

namespace {

void add_groups(const LatencyGroup& whole, const ProfiledMachine& machine, std::vector<std::string>& lines) {
  if (whole.parts.empty()) return;
  std::map<int, std::vector<const LatencyGroup*>> groups_of;  // by node
  const std::vector<LatencyGroup> groups = undivided(whole);
  for (const LatencyGroup& group : groups) {
    std::set<int> nodes;
    for (const int cpu : group.cpus) nodes.insert(machine.node_of_pu(cpu));
    nodes.erase(-1);
    for (const int node : nodes) groups_of[node].push_back(&group);
    if (nodes.size() > 1)
      lines.push_back(fmt::format("firmware puts CPUs {} into nodes {}; their latencies are alike",
                                  list_text(group.cpus), list_text({nodes.begin(), nodes.end()})));
  }
  for (const auto& [node, members] : groups_of) {
    if (members.size() < 2) continue;
    std::string parts;
    for (const LatencyGroup* const group : members)
      parts += fmt::format("{}{} ({})", parts.empty() ? "" : " | ", list_text(group->cpus),
                           latencies_text(*group));
    lines.push_back(fmt::format("firmware's node {} holds {} groups: {}", node, members.size(), parts));
  }
}

/// Of CPUs whose own node's memory was compared.
void add_nearer(const NearestMemories& nearest, const ProfiledMachine& machine,
                const GroupingOptions& options, std::vector<std::string>& lines) {
  for (const NearestMemory& group : nearest.groups) {
    std::map<int, std::vector<int>> others;  // by firmware's node
    for (std::size_t i = 0; i < group.cpus.size(); ++i) {
      const int node = machine.node_of_pu(group.cpus[i]);
      const bool compared = std::count(nearest.nodes.begin(), nearest.nodes.end(), node) > 0;
      if (node != group.node && compared && group.gaps_ns[i] > options.least_spread * group.own_ns)
        others[node].push_back(group.cpus[i]);
    }
    for (const auto& [node, cpus] : others)
      lines.push_back(fmt::format("firmware puts CPUs {} into node {}; node {}'s memory is nearer to them",
                                  list_text(cpus), node, group.node));
  }
}

}  // namespace

std::vector<std::string> against_firmware(const LatencyGroup& whole, const NearestMemories& nearest,
                                          const ProfiledMachine& machine, const GroupingOptions& options) {
  std::vector<std::string> lines;
  add_groups(whole, machine, lines);
  add_nearer(nearest, machine, options, lines);
  return lines;
}

}  // namespace numapack
