// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "probe/running/probe.hpp"

namespace numapack::probe {

/// How fast threads of a node touch memory of their own node for the first time: the kernel finds a page,
/// clears it and maps it. By one thread and by all, in small pages and in huge ones.
class FreshMemory : public Probe {
 public:
  explicit FreshMemory(const Machine& machine) : machine_(machine) {}
  const char* name() const override { return "fresh memory"; }
  std::vector<Cell> cells(const Machine& machine) const override;
  /// Throws Error(out_of_memory) where the memory is not there.
  Outcome measure(const Cell& cell) override;

 private:
  const Machine& machine_;
};

}  // namespace numapack::probe
