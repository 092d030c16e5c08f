// SPDX-License-Identifier: BSD-3-Clause
#include "probe/whole_machine.hpp"

#include "probe/quantities/barrier_probe.hpp"
#include "probe/quantities/coherence.hpp"
#include "probe/quantities/handover.hpp"
#include "probe/quantities/latency.hpp"
#include "probe/quantities/loaded_latency.hpp"
#include "probe/quantities/stream.hpp"
#include "probe/running/select.hpp"

namespace numapack::probe {

namespace {

/// More pairs than anybody looks at one by one are sampled, of every distance.
constexpr std::size_t most_pairs = 4000;

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

void WholeMachine::add(const char* name, std::unique_ptr<Probe> probe, int rounds, double weight,
                       const Machine& machine) {
  parts_.push_back({name, in_turn(probe->cells(machine), machine), rounds, weight});
  probes_.push_back(std::move(probe));
}

WholeMachine::WholeMachine(const Machine& machine, std::uint64_t seed, std::function<bool()> interrupted) {
  const std::vector<int> cores = usable_cores(machine);

  LatencyOptions matrix;
  matrix.cores = cores.size() <= 16 ? cores : one_core_a_group(machine);
  matrix.seed = seed;
  add("latency", std::make_unique<Latency>(machine, matrix), 3, 3, machine);

  LatencyOptions sweep;
  sweep.cores = {cores.front()};
  sweep.nodes = {machine.home_for(machine.cores[static_cast<std::size_t>(cores.front())].node)};
  sweep.sizes = full_sweep(machine);
  sweep.seed = seed;
  add("levels", std::make_unique<Latency>(machine, sweep), 3, 2, machine);

  HandoverOptions handover;
  handover.pairs = sample_pairs(machine, all_pairs(cores), 2 * most_pairs, static_cast<unsigned>(seed));
  add("core to core", std::make_unique<Handover>(machine, handover), 3, 2, machine);

  // Both ways of every pair, in the state in which no other core has to answer for a change: distances.
  CoherenceOptions distances;
  distances.pairs = handover.pairs;
  distances.states = {"E"};
  distances.levels = {"L1"};
  distances.bandwidth = false;
  distances.visit_seconds = 1e-3;
  distances.seed = seed;
  add("distances", std::make_unique<Coherence>(machine, distances), 3, 2, machine);

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

  add("barriers", std::make_unique<BarrierProbe>(machine, BarrierOptions{}), 3, 2, machine);

  LoadedLatencyOptions loaded;
  loaded.loads = {-1, 4'000, 1'000, 250, 0};
  loaded.seed = seed;
  add("loaded latency", std::make_unique<LoadedLatency>(machine, loaded), 3, 1, machine);
}

}  // namespace numapack::probe
