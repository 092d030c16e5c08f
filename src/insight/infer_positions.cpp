// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "insight/infer.hpp"
#include "insight/position/nearest.hpp"
#include "insight/position/structure.hpp"
#include "machine/text.hpp"

namespace numapack {

namespace {

/// A line a group under its number, those that are not divided after those that they are in.
void add_groups(const LatencyGroup& group, const std::string& number, std::vector<std::string>& lines) {
  if (!number.empty())
    lines.push_back(fmt::format("{} {}: {}", number, list_text(group.cpus), latencies_text(group)));
  for (std::size_t part = 0; part < group.parts.size(); ++part)
    add_groups(group.parts[part], (number.empty() ? "" : number + ".") + std::to_string(part + 1), lines);
}

Inference groups_of(const LatencyGroup& whole) {
  Inference inference{
      "latency groups",
      fmt::format(
          "latencies to memory put {} CPUs into {} groups, {} at the finest (silhouette {:.2f}; chance "
          "of noise {:.3f})",
          whole.cpus.size(), whole.parts.size(), undivided(whole).size(), whole.silhouette,
          std::min(whole.chance_of_groups, whole.chance_of_order)),
      {}};
  add_groups(whole, "", inference.evidence);
  return inference;
}

bool holds(const LatencyGroup& group, const std::vector<int>& cpus) {
  return group.cpus == cpus || std::any_of(group.parts.begin(), group.parts.end(),
                                           [&](const LatencyGroup& part) { return holds(part, cpus); });
}

/// Whether groups by the nearest memory are those that latencies form anyway.
bool known(const NearestMemories& nearest, const LatencyGroup& whole) {
  return std::all_of(nearest.groups.begin(), nearest.groups.end(),
                     [&](const NearestMemory& group) { return holds(whole, group.cpus); });
}

Inference nearest_of(const NearestMemories& nearest) {
  Inference inference{
      "nearest memories",
      fmt::format("the nearest memory puts CPUs into {} groups (silhouette {:.2f}; chance of noise {:.3f})",
                  nearest.groups.size(), nearest.silhouette, nearest.chance),
      {}};
  for (const NearestMemory& group : nearest.groups)
    inference.evidence.push_back(fmt::format("node {}: {}: {}, the next {}", group.node,
                                             list_text(group.cpus), ns(group.own_ns), ns(group.next_ns)));
  return inference;
}

std::string range_text(const LatencyGroup& whole) {
  return fmt::format("CPUs {}: {:.4g} to {:.4g} ns", list_text(whole.cpus), whole.least_ns,
                     whole.greatest_ns);
}

}  // namespace

void infer_positions(const Reading& reading, Inferences& found) {
  const LatencyTable table = memory_table(reading.profile);
  if (table.cpus.empty()) {
    const LatencyGroup printed = find_structure(reading.profile.reported);
    if (!printed.because.empty())
      found.statements.push_back(
          {"no structure", "latencies to memory have no structure", {printed.because}});
    return;
  }
  const LatencyGroup whole = find_structure(table);
  switch (whole.structure) {
    case LatencyStructure::none:
      if (table.cpus.size() >= least_rows)
        found.statements.push_back(
            {"no structure", "latencies to memory have no structure: " + whole.because, {range_text(whole)}});
      return;
    case LatencyStructure::gradient:
      found.statements.push_back(
          {"latency order",
           fmt::format("latencies to memory order {} CPUs, but {}", whole.cpus.size(), whole.because),
           {range_text(whole)}});
      break;
    case LatencyStructure::groups:
      found.statements.push_back(groups_of(whole));
      break;
  }
  const NearestMemories nearest = nearest_memories(table, reading.profile.machine);
  if (!nearest.groups.empty() && !known(nearest, whole)) found.statements.push_back(nearest_of(nearest));
}

}  // namespace numapack
