// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "probe/plans/select.hpp"
#include "probe/quantities/fma_peak.hpp"
#include "probe/quantities/handover.hpp"
#include "probe/quantities/quick_latency.hpp"
#include "probe/quantities/stream.hpp"
#include "probe/whole_machine.hpp"

namespace numapack::probe {

namespace {

/// Of a cell, in the hope that one visit is left alone.
constexpr int many = 30;

/// Of one array of the streams: what is larger is touched for longer than anybody leaves a CPU alone.
constexpr std::size_t most_elements = std::size_t{4} << 20;

}  // namespace

const char* WholeMachine::quick_leaves_out() {
  return "peaks and bandwidth of several threads, levels, distances, shared caches, coherence, barriers, "
         "wake, fresh memory, loaded latency, kernels";
}

WholeMachine WholeMachine::quick(const Machine& machine, std::uint64_t seed,
                                 std::function<bool()> interrupted) {
  WholeMachine whole;
  whole.add("peaks", std::make_unique<FmaPeak>(machine, 1), many, 1, machine);
  LatencyOptions latency = quick_latency(machine, {}, memory_nodes(machine), 3).options;
  latency.seed = seed;
  latency.samples = 20;  // more would come back to lines of the least stretch
  whole.add("latency", std::make_unique<Latency>(machine, latency), many, 3, machine);
  HandoverOptions handover;
  for (const int node : machine.compute_nodes())
    for (const Pair& pair : pairs_by_class(machine, machine.usable_cores(node).front()))
      if (pair.first != pair.second) handover.pairs.push_back(pair);
  // A thread without its CPU costs one short sample of many.
  handover.samples = 20;
  handover.turns = 250;
  whole.add("core to core", std::make_unique<Handover>(machine, handover), many, 2, machine);
  StreamOptions stream;
  stream.elements = std::min(most_elements, stream_elements(machine, stream_cores(machine, -1, 0)));
  stream.threads = {1};
  stream.placements = {"membind"};
  stream.kernels = {"copy", "triad", "read"};
  stream.streaming = false;
  stream.repetitions = 6;
  stream.interrupted = std::move(interrupted);
  whole.add("bandwidth", std::make_unique<Stream>(machine, stream), many, 3, machine);
  return whole;
}

}  // namespace numapack::probe
