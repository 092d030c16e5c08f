// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "probe/plans/budget.hpp"
#include "probe/running/probe.hpp"

namespace numapack::probe {

/// Everything that a profile of a machine should have: one probe a part, cells in the order of importance.
class WholeMachine {
 public:
  /// `interrupted` is asked between the repetitions of long cells.
  WholeMachine(
      const Machine& machine, std::uint64_t seed, std::function<bool()> interrupted = [] { return false; });
  /// What can be measured on a busy machine, by the least of many short samples: a core's peak, latency, core
  /// to core, the bandwidth of one thread. Visits are short, and no cell has more than two threads.
  static WholeMachine quick(const Machine& machine, std::uint64_t seed, std::function<bool()> interrupted);
  /// The parts that it leaves out, because they need all cores or caches at rest.
  static const char* quick_leaves_out();
  WholeMachine(WholeMachine&&) noexcept;
  ~WholeMachine();

  /// peaks, latency, levels, core to core, distances, shared caches, bandwidth, coherence, barriers, wake,
  /// fresh memory, loaded latency. As plan_within() wants them.
  const std::vector<Part>& parts() const { return parts_; }
  Probe& probe(std::size_t part) { return *probes_[part]; }

  /// Gives back the memory that the probes of earlier parts keep.
  void forget(std::size_t part) { probes_[part].reset(); }

 private:
  WholeMachine() = default;
  void add(Part part, std::unique_ptr<Probe> probe);
  void add(const char* name, std::unique_ptr<Probe> probe, int rounds, double weight, const Machine& machine);
  void add_pairs(const Machine& machine, std::uint64_t seed);
  std::vector<Part> parts_;
  std::vector<std::unique_ptr<Probe>> probes_;
};

}  // namespace numapack::probe
