// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "insight/infer.hpp"
#include "insight/node_latencies.hpp"
#include "machine/text.hpp"

namespace numapack {

namespace {

bool holds(const std::vector<int>& pus, int pu) { return std::find(pus.begin(), pus.end(), pu) != pus.end(); }

/// Pairs that firmware puts into one cache and measurements do not, or the other way.
void caches(const Reading& reading, Inferences& found) {
  for (int level = 2; level <= found.last_level_cache; ++level) {
    std::size_t apart = 0, together = 0, all = 0;
    std::string example_apart, example_together;
    for (const auto& [reader, owner] : reading.table.pairs()) {
      const auto there = reading.table.latency(reader, owner, LineState::exclusive, level);
      const ProfiledCache* const said = firmware_cache(reading.profile.machine, level, reader);
      if (!there || said == nullptr) continue;
      ++all;
      const bool measured = behind_one(found, level, reader, owner);
      const std::string text = fmt::format("{}: {}; firmware: L{} of {}", pair_text(reader, owner),
                                           ns(*there), level, list_text(said->pus));
      if (holds(said->pus, owner) && !measured && apart++ == 0) example_apart = text;
      if (!holds(said->pus, owner) && measured && together++ == 0) example_together = text;
    }
    if (apart > 0) {
      found.statements.push_back(
          {"firmware",
           fmt::format("firmware puts into one L{} cores that do not reach it equally fast", level),
           {example_apart, fmt::format("{} of {} pairs", apart, all)}});
    }
    if (together > 0) {
      found.statements.push_back({"firmware",
                                  fmt::format("cores share an L{} that firmware does not call common", level),
                                  {example_together, fmt::format("{} of {} pairs", together, all)}});
    }
  }
}

/// Distances that order nodes otherwise than latencies do.
void distances(const Reading& reading, Inferences& found) {
  const ProfiledMachine& machine = reading.profile.machine;
  if (machine.distances.empty()) return;
  const std::map<std::pair<int, int>, double> latencies = node_latencies(reading.profile);
  std::vector<std::string> examples;
  std::size_t count = 0;
  for (std::size_t from = 0; from < machine.nodes.size(); ++from) {
    for (std::size_t one = 0; one < machine.nodes.size(); ++one) {
      for (std::size_t other = 0; other < machine.nodes.size(); ++other) {
        const int reader = machine.nodes[from].os_index, near = machine.nodes[one].os_index,
                  far = machine.nodes[other].os_index;
        const auto left = latencies.find({reader, near}), right = latencies.find({reader, far});
        if (one == other || left == latencies.end() || right == latencies.end()) continue;
        const double said_near = machine.distances[from][one], said_far = machine.distances[from][other];
        const double is_near = left->second, is_far = right->second;
        const bool reversed = said_near < said_far && is_near > is_far * (1 + reading.memory_differs);
        const bool equal =
            said_near == said_far && one < other &&
            std::max(is_near, is_far) > std::min(is_near, is_far) * (1 + reading.memory_differs);
        if (!reversed && !equal) continue;
        ++count;
        if (examples.size() < 3) {
          examples.push_back(fmt::format("from node {}: node {} at {} says {:g}, node {} at {} says {:g}",
                                         reader, near, ns(is_near), said_near, far, ns(is_far), said_far));
        }
      }
    }
  }
  if (count == 0) return;
  examples.push_back(fmt::format("{} such pairs of nodes", count));
  found.statements.push_back(
      {"firmware", "firmware's distances do not order the nodes as their latencies do", examples});
}

}  // namespace

void infer_firmware(const Reading& reading, Inferences& found) {
  caches(reading, found);
  distances(reading, found);
}

}  // namespace numapack
