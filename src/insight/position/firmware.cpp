// SPDX-License-Identifier: BSD-3-Clause
#include "insight/position/firmware.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "machine/text.hpp"

namespace numapack {

std::vector<std::string> against_firmware(const LatencyGroup& whole, const ProfiledMachine& machine) {
  std::vector<std::string> lines;
  if (whole.parts.empty()) return lines;
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
      parts += fmt::format("{}{} ({:.4g} ns)", parts.empty() ? "" : " | ", list_text(group->cpus),
                           group->median_ns);
    lines.push_back(fmt::format("firmware's node {} holds {} groups: {}", node, members.size(), parts));
  }
  return lines;
}

}  // namespace numapack
