// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "probe/clock/core_clock.hpp"
#include "probe/running/probe.hpp"

namespace numapack::probe {

/// Cell::variant: how the node's threads were when they were called.
inline constexpr const char *called_at_once = "at once", *called_asleep = "asleep";

/// What it takes from a call until all threads of the caller's node have begun, by the teams that every call
/// of the library runs on: with one region right after the other, and after threads have fallen asleep.
class Wake : public Probe {
 public:
  explicit Wake(const Machine& machine) : machine_(machine) {}
  const char* name() const override { return "wake"; }
  std::vector<Cell> cells(const Machine& machine) const override;
  Outcome measure(const Cell& cell) override;

 private:
  const Machine& machine_;
  CoreClocks clocks_;
};

}  // namespace numapack::probe
