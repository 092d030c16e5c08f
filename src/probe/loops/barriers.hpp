// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "profile/barrier_models.hpp"
#include "team/barriers/barrier.hpp"

namespace numapack::probe {

/// A barrier for a fixed number of threads.
class AnyBarrier {
 public:
  virtual ~AnyBarrier() = default;
  /// Returns when all threads have called; what they wrote before is visible after.
  virtual void wait(int thread) = 0;
};

/// One algorithm: how it is made and what it should take.
struct BarrierKind {
  const char* name;
  const char* help;
  /// `nodes`: the node of each thread. `patience` is that of the kinds that the teams use; the others spin
  /// on.
  std::unique_ptr<AnyBarrier> (*make)(const std::vector<int>& nodes, Patience patience);
  /// ns from the last arrival until the last one knows, all arriving at once. Pure.
  double (*predict)(const std::vector<int>& nodes, const Latencies& latencies);
};

/// central, tree, tournament, dissemination (Mellor-Crummey & Scott, ACM TOCS 9(1), 1991) and node-aware:
/// central within each node, dissemination between the nodes. Central and dissemination are the teams' own.
const std::vector<BarrierKind>& barrier_kinds();

/// By name, or null.
const BarrierKind* barrier_kind(const std::string& name);

}  // namespace numapack::probe
