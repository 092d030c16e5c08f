// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "probe/plans/cell.hpp"

namespace numapack::probe {

/// A measurement: its cells on a machine, and how to measure one cell.
///
/// The runner does the rest: order, repetition, budget, progress, the watch for drift and noise.
class Probe {
 public:
  virtual ~Probe() = default;
  virtual const char* name() const = 0;

  /// Everything worth measuring, with the time each takes. Pure: works for captured machines.
  virtual std::vector<Cell> cells(const Machine& machine) const = 0;

  /// One visit. Throws Error with the reason where the cell cannot be measured. Only on the machine that this
  /// runs on. The calling thread is neither bound nor given a policy.
  virtual Outcome measure(const Cell& cell) = 0;
};

}  // namespace numapack::probe
