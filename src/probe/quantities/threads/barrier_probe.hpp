// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "probe/clock/core_clock.hpp"
#include "probe/loops/barriers.hpp"
#include "probe/running/probe.hpp"

namespace numapack::probe {

struct BarrierOptions {
  std::vector<std::string> kinds;  ///< of barrier_kinds() or reduction_kinds(); empty: all barriers
  int samples = 5;                 ///< a visit
  int episodes = 2000;             ///< a sample
};

/// "reduction-by-number" and "reduction-by-distance": sums that all threads know in the end.
const std::vector<std::string>& reduction_kinds();

/// What the barriers of all cores of a node, of one core of each node, and of all cores take, of every kind.
class BarrierProbe : public Probe {
 public:
  BarrierProbe(const Machine& machine, BarrierOptions options)
      : machine_(machine), options_(std::move(options)) {}
  const char* name() const override { return "barrier"; }
  std::vector<Cell> cells(const Machine& machine) const override;
  Outcome measure(const Cell& cell) override;

 private:
  const Machine& machine_;
  BarrierOptions options_;
  CoreClocks clocks_;
};

/// Cell::cpus_of for one core of each node.
inline constexpr int one_of_each_node = -2;

/// The cores that meet, in the order of the threads: node by node; of a reduction by the numbers of their
/// first hardware threads. Pure.
std::vector<int> barrier_cores(const Machine& machine, const Cell& cell);

/// The tree of a cell whose variant is one of reduction_kinds(), else none: by number, or by `latencies`
/// there and back. `latencies` as handover_matrix() gives for barrier_cores(). Pure.
ReductionTree reduction_of(const Cell& cell, const Latencies& latencies);

/// ns by the kind's model, or that of the cell's reduction. `latencies` as for reduction_of(). Pure.
double predicted_ns(const Machine& machine, const Cell& cell, const Latencies& latencies);

}  // namespace numapack::probe
