#pragma once

#include <memory>
#include <string>
#include <vector>

namespace numapack::probe {

/// A barrier for a fixed number of threads that only spin.
class SpinBarrier {
 public:
  virtual ~SpinBarrier() = default;
  /// Returns when all threads have called; what they wrote before is visible after.
  virtual void wait(int thread) = 0;
};

using Latencies =
    std::vector<std::vector<double>>;  ///< [from][to] in ns, until `to` sees what `from` has written

/// One algorithm: how it is made and what it should take.
struct BarrierKind {
  const char* name;
  const char* help;
  /// `nodes`: the node of each thread.
  std::unique_ptr<SpinBarrier> (*make)(const std::vector<int>& nodes);
  /// ns from the last arrival until the last one knows, all arriving at once. Pure.
  double (*predict)(const std::vector<int>& nodes, const Latencies& latencies);
};

/// central, tree, tournament, dissemination (Mellor-Crummey & Scott, ACM TOCS 9(1), 1991) and node-aware:
/// central within each node, dissemination between the nodes.
const std::vector<BarrierKind>& barrier_kinds();

/// By name, or null.
const BarrierKind* barrier_kind(const std::string& name);

}  // namespace numapack::probe
