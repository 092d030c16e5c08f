// SPDX-License-Identifier: BSD-3-Clause
#include "probe/quantities/threads/predicted_barriers.hpp"

#include "probe/quantities/handover.hpp"
#include "probe/quantities/threads/barrier_probe.hpp"

namespace numapack::probe {

void predict_barriers(std::vector<Cell>& cells, const RunResult& handover, const Machine& machine) {
  for (Cell& cell : cells) {
    const Latencies latencies = handover_matrix(handover, barrier_cores(machine, cell), machine, by_store);
    if (latencies.empty()) continue;
    cell.reduction = reduction_of(cell, latencies);
    cell.predicted_ns = predicted_ns(machine, cell, latencies);
  }
}

}  // namespace numapack::probe
