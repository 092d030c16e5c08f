// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "probe/clock/core_clock.hpp"
#include "probe/loops/barriers.hpp"
#include "probe/running/probe.hpp"

namespace numapack::probe {

struct BarrierOptions {
  std::vector<std::string> kinds;  ///< of barrier_kinds(); empty: all
  int samples = 5;                 ///< a visit
  int episodes = 2000;             ///< a sample
};

/// What the barriers of all cores of a node, of one core of each node, and of all cores take, of every kind.
class BarrierProbe : public Probe {
 public:
  BarrierProbe(const Machine& machine, BarrierOptions options)
      : machine_(machine), options_(std::move(options)) {}
  const char* name() const override { return "barrier"; }
  const char* help() const override {
    return "time of a barrier of a node's cores, of one a node and of all cores, by algorithm";
  }
  std::vector<Cell> cells(const Machine& machine) const override;
  Outcome measure(const Cell& cell) override;

 private:
  const Machine& machine_;
  BarrierOptions options_;
  CoreClocks clocks_;
};

/// Cell::cpus_of for one core of each node.
inline constexpr int one_of_each_node = -2;

/// The cores that meet, in the order of the threads: node by node. Pure.
std::vector<int> barrier_cores(const Machine& machine, const Cell& cell);

/// ns by the kind's model. `latencies` as handover_matrix()
/// gives for barrier_cores(). Pure.
double predicted_ns(const Machine& machine, const Cell& cell, const Latencies& latencies);

}  // namespace numapack::probe
