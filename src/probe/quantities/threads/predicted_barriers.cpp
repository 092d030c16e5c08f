// SPDX-License-Identifier: BSD-3-Clause
#include "probe/quantities/threads/predicted_barriers.hpp"

#include "base/statistics.hpp"
#include "probe/quantities/handover.hpp"
#include "probe/quantities/threads/barrier_probe.hpp"

namespace numapack::probe {

void predict_barriers(std::vector<Cell>& cells, const RunResult& handover, const Machine& machine) {
  std::map<Pair, double> measured;
  for (const CellResult& pair : handover.cells)
    if (const Series* const ns = pair.find(by_store))
      measured[{pair.cell.reader, pair.cell.owner}] = median(ns->samples);
  const PairClasses classes(machine);
  for (Cell& cell : cells) {
    const Latencies latencies = handover_matrix(measured, barrier_cores(machine, cell), classes);
    if (latencies.empty()) continue;
    cell.reduction = reduction_of(cell, latencies);
    cell.predicted_ns = predicted_ns(machine, cell, latencies);
  }
}

}  // namespace numapack::probe
