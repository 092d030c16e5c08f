// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <memory>

#include "probe/clock/core_clock.hpp"
#include "probe/plans/select.hpp"
#include "probe/running/homed_memory.hpp"
#include "probe/running/probe.hpp"
#include "probe/running/runner.hpp"

namespace numapack::probe {

struct HandoverOptions {
  std::vector<Pair> pairs;  ///< both directions are one measurement: (b, a) after (a, b) is left out
  int home = -1;            ///< node of the line; -1: the first core's
  int samples = 5;          ///< a visit
  int turns = 1000;         ///< there and back, a sample
};

/// How long it takes until another core sees what this one has written: two cores hand a line to each other,
/// and half of there and back is one handover. Once with one line that both change by compare-and-swap, once
/// with a line for each direction that one writes and the other reads.
class Handover : public Probe {
 public:
  Handover(const Machine& machine, HandoverOptions options)
      : machine_(machine), options_(std::move(options)) {}
  const char* name() const override { return "handover"; }
  std::vector<Cell> cells(const Machine& machine) const override;
  Outcome measure(const Cell& cell) override;

 private:
  const Machine& machine_;
  HandoverOptions options_;
  CoreClocks clocks_;
  std::map<int, std::unique_ptr<HomedMemory>> memory_;
};

inline const char* const by_swap = "handover by compare-and-swap";
inline const char* const by_store = "handover by store";

/// Cores by cores, ns: what was measured of a pair, either way; for pairs that were not, the median of their
/// distance class (and of both nodes, where there is such a pair), else of all; 0 on the diagonal. Indices
/// are those of `cores`. Empty if nothing was measured. Pure.
std::vector<std::vector<double>> handover_matrix(const std::map<Pair, double>& measured,
                                                 const std::vector<int>& cores, const PairClasses& classes);

}  // namespace numapack::probe
