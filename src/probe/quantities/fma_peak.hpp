// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "probe/running/probe.hpp"

namespace numapack::probe {

/// How many multiply-adds all cores, or the first `threads`, make at once, registers only: the machine's
/// peak, and what plans take a core's rate from. Whatever else runs makes it smaller: a figure takes two
/// visits that agree.
class FmaPeak : public Probe {
 public:
  explicit FmaPeak(const Machine& machine, std::size_t threads = 0) : machine_(machine), threads_(threads) {}
  const char* name() const override { return "fma peak"; }
  /// One a precision: the variant.
  std::vector<Cell> cells(const Machine& machine) const override;
  Outcome measure(const Cell& cell) override;

 private:
  std::vector<int> cores() const;
  const Machine& machine_;
  std::size_t threads_;
};

}  // namespace numapack::probe
