// SPDX-License-Identifier: BSD-3-Clause
#include "probe/whole_machine.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

#include "probe/plans/select.hpp"
#include "probe/quantities/coherence.hpp"
#include "probe/quantities/fma_peak.hpp"
#include "probe/quantities/fresh_memory.hpp"
#include "probe/quantities/handover.hpp"
#include "probe/quantities/latency.hpp"
#include "probe/quantities/loaded_latency.hpp"
#include "probe/quantities/stream.hpp"
#include "probe/quantities/threads/barrier_probe.hpp"
#include "probe/quantities/threads/wake.hpp"

namespace numapack::probe {

namespace {

/// More pairs than anybody looks at one by one are sampled, of every distance.
constexpr std::size_t most_pairs = 4000;

/// Enough for pushing lines out of the caches above; longer stretches show the same, later.
constexpr std::size_t sharing_stretch = std::size_t{64} << 10;
constexpr double sharing_seconds = 2.5e-3;

using PairAt = std::pair<Pair, std::string>;  ///< and the level that it is about

/// Who shares the caches of each level but the first, and what one of them pays alone: the most important
/// first, all levels in step.
std::vector<PairAt> pairs_that_may_share(const Machine& machine) {
  std::vector<std::pair<double, PairAt>> order;
  for (int level = 2; level <= cache_levels(machine); ++level) {
    const std::string name = "L" + std::to_string(level);
    const std::vector<Pair> pairs = sharing_pairs(machine, level);
    for (std::size_t at = 0; at < pairs.size(); ++at) {
      const double place = static_cast<double>(at) / static_cast<double>(pairs.size());
      order.emplace_back(place, PairAt{pairs[at], name});
    }
    for (const int node : machine.compute_nodes()) {
      const int core = machine.usable_cores(node).front();
      order.emplace_back(-1, PairAt{{core, core}, name});
    }
  }
  std::ranges::stable_sort(order, {}, &std::pair<double, PairAt>::first);
  std::vector<PairAt> pairs;
  for (auto& [place, pair] : order) pairs.push_back(std::move(pair));
  return pairs;
}

std::string thousands(std::size_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

/// Cores to read from when not every pair of lines matters: the first of each node.
std::vector<Pair> pairs_from_each_node(const Machine& machine) {
  std::vector<Pair> pairs;
  for (const int node : machine.compute_nodes()) {
    for (const Pair& pair : pairs_by_class(machine, machine.usable_cores(node).front()))
      pairs.push_back(pair);
  }
  return pairs;
}

}  // namespace

WholeMachine::~WholeMachine() = default;
WholeMachine::WholeMachine(WholeMachine&&) noexcept = default;

void WholeMachine::add(Part part, std::unique_ptr<Probe> probe) {
  parts_.push_back(std::move(part));
  probes_.push_back(std::move(probe));
}

void WholeMachine::add(const char* name, std::unique_ptr<Probe> probe, int rounds, double weight,
                       const Machine& machine) {
  Part part{name, in_turn(probe->cells(machine), machine), rounds, weight, ""};
  add(std::move(part), std::move(probe));
}

void WholeMachine::add_pairs(const Machine& machine, std::uint64_t seed) {
  const std::vector<Pair> all = all_pairs(usable_cores(machine));
  const std::vector<PairAt> sharing = pairs_that_may_share(machine);

  HandoverOptions handover;
  handover.pairs = sample_pairs(machine, all, 2 * most_pairs, static_cast<unsigned>(seed));
  const bool all_are = handover.pairs.size() == all.size();
  add("core to core", std::make_unique<Handover>(machine, handover), 3, 2, machine);
  if (!all_are) {
    parts_.back().sampled =
        fmt::format("some of {} of {} pairs of cores, dealt from every distance and pair of nodes",
                    thousands(handover.pairs.size() / 2), thousands(all.size() / 2));
  }

  // Both ways of every pair, in the state in which no other core has to answer for a change: distances. First
  // those that show which cores are near each other.
  CoherenceOptions distances;
  std::set<Pair> first;
  for (const auto& [pair, level] : sharing) {
    if (pair.first != pair.second && first.insert(pair).second) distances.pairs.push_back(pair);
  }
  for (const Pair& pair : handover.pairs) {
    if (!first.contains(pair)) distances.pairs.push_back(pair);
  }
  distances.states = {"E"};
  distances.levels = {"L1"};
  distances.bandwidth = false;
  distances.visit_seconds = 1e-3;
  distances.seed = seed;
  auto probe = std::make_unique<Coherence>(machine, distances);
  std::vector<Cell> cells = probe->cells(machine);
  const auto rest = cells.begin() + static_cast<std::ptrdiff_t>(first.size());
  std::vector<Cell> ordered(cells.begin(), rest);
  for (Cell& cell : in_turn({rest, cells.end()}, machine)) ordered.push_back(std::move(cell));
  add({"distances", std::move(ordered), 3, 3,
       all_are ? "" : "every core with its neighbours, then both ways of the same pairs"},
      std::move(probe));

  // Who shares a cache shows only lines that are in it, and a core that no firmware names as a neighbour may
  // be one.
  CoherenceOptions caches;
  std::map<PairAt, std::size_t> place_of;
  std::set<Pair> seen;
  for (const PairAt& one : sharing) {
    place_of.emplace(one, place_of.size());
    if (seen.insert(one.first).second) caches.pairs.push_back(one.first);
    if (std::ranges::find(caches.levels, one.second) == caches.levels.end())
      caches.levels.push_back(one.second);
  }
  caches.states = {"E"};
  caches.most_stretch = sharing_stretch;
  caches.bandwidth = false;
  caches.visit_seconds = sharing_seconds;
  caches.seed = seed;
  auto sharers = std::make_unique<Coherence>(machine, caches);
  ordered.assign(sharing.size(), {});
  if (!sharing.empty()) {
    for (Cell& cell : sharers->cells(machine)) {
      const auto place = place_of.find({{cell.reader, cell.owner}, cell.level});
      if (place != place_of.end()) ordered[place->second] = std::move(cell);
    }
  }
  add({"shared caches", std::move(ordered), 3, 3,
       all_are ? ""
               : "in each node every core with the next two, and with the first of what firmware calls one "
                 "cache"},
      std::move(sharers));
}

WholeMachine::WholeMachine(const Machine& machine, std::uint64_t seed, std::function<bool()> interrupted) {
  const std::vector<int> cores = usable_cores(machine);

  // First, for plans read nothing that decides more, and in little time.
  auto peak = std::make_unique<FmaPeak>(machine);
  std::vector<Cell> precisions = peak->cells(machine);
  const int least = precisions.front().least_visits;
  add({"peaks", std::move(precisions), 3, 1, "", least}, std::move(peak));

  LatencyOptions matrix;
  matrix.cores = cores.size() <= 16 ? cores : one_core_a_group(machine);
  matrix.seed = seed;
  add("latency", std::make_unique<Latency>(machine, matrix), 3, 3, machine);
  if (matrix.cores.size() < cores.size()) {
    parts_.back().sampled = fmt::format("{} of {} cores, one of each group that shares the last cache",
                                        matrix.cores.size(), cores.size());
  }

  LatencyOptions sweep;
  sweep.cores = {cores.front()};
  sweep.nodes = {machine.home_for(machine.cores[static_cast<std::size_t>(cores.front())].node)};
  sweep.sizes = full_sweep(machine);
  sweep.seed = seed;
  add("levels", std::make_unique<Latency>(machine, sweep), 3, 2, machine);

  add_pairs(machine, seed);

  StreamOptions stream;
  for (const int node : machine.compute_nodes()) {
    const int count = static_cast<int>(machine.usable_cores(node).size());
    if (stream.threads.empty() || stream.threads.back() < count) stream.threads.push_back(count);
  }
  const int all = static_cast<int>(stream_cores(machine, -1, 0).size());
  if (stream.threads.back() < all) stream.threads.push_back(all);
  stream.placements = {"default", "membind", "interleave"};
  stream.kernels = {"copy", "triad", "read"};
  stream.repetitions = 4;
  stream.interrupted = std::move(interrupted);
  add("bandwidth", std::make_unique<Stream>(machine, stream), 2, 5, machine);

  CoherenceOptions coherence;
  coherence.pairs = pairs_from_each_node(machine);
  coherence.seed = seed;
  add("coherence", std::make_unique<Coherence>(machine, coherence), 3, 4, machine);
  if (cores.size() > 2) {
    parts_.back().sampled =
        fmt::format("from the first core of each of {} nodes, one core of each distance and node",
                    machine.compute_nodes().size());
  }

  add("barriers", std::make_unique<BarrierProbe>(machine, BarrierOptions{}), 3, 2, machine);

  // One node tells of the others.
  add("wake", std::make_unique<Wake>(machine), 2, 0.25, machine);
  add("fresh memory", std::make_unique<FreshMemory>(machine), 2, 0.25, machine);

  // Curve by curve: half of many curves is no curve.
  LoadedLatencyOptions loaded;
  loaded.points = 6;
  loaded.seed = seed;
  auto curves = std::make_unique<LoadedLatency>(machine, loaded);
  std::vector<Cell> points = curves->cells(machine);
  add({"loaded latency", std::move(points), 3, 2, ""}, std::move(curves));
}

}  // namespace numapack::probe
