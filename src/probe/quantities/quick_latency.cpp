// SPDX-License-Identifier: BSD-3-Clause
#include "probe/quantities/quick_latency.hpp"

#include <cstddef>

#include "probe/plans/select.hpp"
#include "probe/plans/set_up.hpp"
#include "probe/running/runner.hpp"

namespace numapack::probe {

namespace {

constexpr std::size_t most_cores = 16;

std::vector<std::vector<int>> core_sets(const Machine& machine, const std::vector<int>& asked) {
  if (!asked.empty()) return {asked};
  std::vector<std::vector<int>> sets;
  if (const std::vector<int> all = usable_cores(machine); all.size() <= most_cores) sets.push_back(all);
  sets.push_back(one_core_a_group(machine));
  std::vector<int> firsts;
  for (const int node : machine.compute_nodes()) firsts.push_back(machine.usable_cores(node).front());
  sets.push_back(firsts);
  return sets;
}

/// Of one node's stretch: nothing stops it once it has begun, and where eight threads want a CPU it takes
/// eight times as long.
constexpr double most_set_up_seconds = 0.35;

/// Nothing that fits a cache, and fewer lines than a visit loads would not do.
constexpr std::size_t flushed_sizes[] = {std::size_t{64} << 20, std::size_t{32} << 20};

bool fits(const Machine& machine, std::size_t bytes, bool cold, double seconds, QuickLatency& quick) {
  quick.options.sizes = {bytes};
  quick.options.cold = cold;
  const std::vector<Cell> cells = Latency(machine, quick.options).cells(machine);
  if (cells.empty()) return true;
  if (set_up_seconds({cells.front()}) > most_set_up_seconds) return false;
  for (quick.rounds = 3; quick.rounds >= 1; --quick.rounds)
    if (expected_seconds(cells, quick.rounds) <= seconds) return true;
  return false;
}

}  // namespace

QuickLatency quick_latency(const Machine& machine, const std::vector<int>& cores,
                           const std::vector<int>& nodes, double seconds) {
  QuickLatency quick;
  quick.options.nodes = nodes;
  for (const std::vector<int>& set : core_sets(machine, cores)) {
    for (const std::size_t times : {4, 2}) {
      quick.options.cores = set;
      if (fits(machine, times * last_level_bytes(machine), false, seconds, quick)) return quick;
    }
    for (const std::size_t bytes : flushed_sizes)
      if (fits(machine, bytes, true, seconds, quick)) return quick;
  }
  quick.rounds = 1;
  return quick;
}

}  // namespace numapack::probe
