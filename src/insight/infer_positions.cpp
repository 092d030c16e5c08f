// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "insight/infer.hpp"
#include "insight/position/structure.hpp"
#include "machine/text.hpp"

namespace numapack {

void infer_positions(const Reading& reading, Inferences& found) {
  const LatencyGroup whole = find_structure(memory_table(reading.profile));
  if (whole.structure != LatencyStructure::groups) return;
  const std::vector<LatencyGroup> groups = undivided(whole);
  Inference inference{
      "latency groups",
      fmt::format(
          "latencies to memory put {} CPUs into {} groups, {} at the finest (silhouette {:.2f}; chance "
          "of noise {:.3f})",
          whole.cpus.size(), whole.parts.size(), groups.size(), whole.silhouette,
          std::min(whole.chance_of_groups, whole.chance_of_order)),
      {}};
  for (const LatencyGroup& group : groups)
    inference.evidence.push_back(fmt::format("{}: {}", list_text(group.cpus), ns(group.median_ns)));
  found.statements.push_back(std::move(inference));
}

}  // namespace numapack
