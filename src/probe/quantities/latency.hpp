// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <memory>
#include <tuple>

#include "probe/clock/core_clock.hpp"
#include "probe/running/chase_memory.hpp"
#include "probe/running/probe.hpp"

namespace numapack::probe {

struct LatencyOptions {
  std::vector<int> cores;          ///< indices; empty: all usable ones
  std::vector<int> nodes;          ///< homes, indices; empty: all with usable memory
  std::vector<std::size_t> sizes;  ///< bytes; empty: four times the last level of cache
  std::size_t step_lines = 2;      ///< distance of neighbouring elements; 2 defeats adjacent-line prefetch
  std::vector<PageKind> pages{PageKind::huge};  ///< the first are for the latencies, others next to them
  std::vector<ChaseOrder> orders{ChaseOrder::random};  ///< others than random are no latencies of memory
  std::uint64_t seed = 1;
  int samples = 10;   ///< a visit
  bool cold = false;  ///< a visit begins with the stretch in no cache: short ones wait for memory, too
};

/// How long a core waits for a load from the memory of a node: a chain of dependent loads, each of a line not
/// loaded before, at least 100,000 a visit, on a core whose clock has come to a steady rate.
class Latency : public Probe {
 public:
  Latency(const Machine& machine, LatencyOptions options);
  const char* name() const override { return "latency"; }
  std::vector<Cell> cells(const Machine& machine) const override;
  Outcome measure(const Cell& cell) override;

 private:
  /// What may fit a cache, wholly or in part, depends on where its pages lie.
  bool depends_on_place(std::size_t bytes) const;
  double load_ns(std::size_t bytes) const;
  std::size_t steps_a_sample(std::size_t bytes) const;
  std::size_t warm_up_steps(std::size_t bytes, std::size_t elements) const;
  /// Of a node: room for places, and for a huge page.
  std::size_t memory_for(std::size_t most) const;

  const Machine& machine_;
  LatencyOptions options_;
  std::map<PageKind, ChaseMemory> memory_;
  CoreClocks clocks_;
  std::map<std::tuple<PageKind, int, int, std::size_t>, int> visits_;  ///< by reader, home and bytes: so far
};

/// The sizes of a full sweep on this machine: from half of L1 to four times the last level, four a doubling.
std::vector<std::size_t> full_sweep(const Machine& machine);

/// A guess of the time of a load in a stretch so long, for estimates of running time only.
double guess_latency_ns(const Machine& machine, std::size_t bytes);

}  // namespace numapack::probe
