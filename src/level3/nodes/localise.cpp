// SPDX-License-Identifier: BSD-3-Clause
#include "level3/nodes/localise.hpp"

#include <algorithm>

namespace numapack {

namespace {

/// A core's L2 against its share of local memory, in bandwidth and latency: least of usual servers (PR-008).
constexpr double cache_over_memory = 10;
/// Less than this share elsewhere is not worth a copy's memory (PR-012).
constexpr double negligible_share = 0.02;

}  // namespace

LocaliseFigures weigh_copy(const PlanContext& context, const NodeTeam& worker,
                           const std::vector<double>& part, const Crossings& crossings) {
  LocaliseFigures figures;
  const double reads = crossings.reads;
  figures.reads = reads;
  figures.written_only = crossings.copied_transfers < crossings.transfers;
  double transfer = 0, delay = 0;  // seconds: the remote part over its links, the longest latency among them
  for (std::size_t home = 0; home < part.size(); ++home) {
    figures.bytes += part[home];
    if (part[home] <= 0 || int(home) == worker.node) continue;
    figures.remote_bytes += part[home];
    transfer += part[home] / (context.profile.bandwidth(worker.node, int(home)) * 1e9);
    delay = std::max(delay, context.profile.latency(worker.node, int(home)) * 1e-9);
  }
  // Both terms of the paper's sums over N stand under the sum: its formula (3) factors N out of latencies,
  // too.
  const double cached =
      crossings.transfers * figures.remote_bytes /
          (cache_over_memory * context.profile.bandwidth(worker.node, worker.memory_node) * 1e9) +
      context.profile.latency(worker.node, worker.memory_node) * 1e-9 / cache_over_memory;
  figures.in_place_seconds = reads * (crossings.transfers * transfer + delay);
  figures.copied_seconds = crossings.copied_transfers * transfer + delay + reads * cached;
  figures.copy = (reads > 1 || figures.written_only) && figures.remote_share() > negligible_share &&
                 figures.in_place_seconds > figures.copied_seconds;
  return figures;
}

LocaliseFigures weigh_triangle(const PlanContext& context, const NodeTeam& worker,
                               const std::vector<double>& part, double times) {
  LocaliseFigures figures = weigh_copy(context, worker, part, {times, 1, 1});
  const double written =
      (times - 1) * figures.bytes / (context.profile.bandwidth(worker.node, worker.memory_node) * 1e9);
  figures.copied_seconds += std::max(0.0, written - figures.in_place_seconds / figures.reads);
  figures.copy = figures.copy && figures.in_place_seconds > figures.copied_seconds;
  return figures;
}

}  // namespace numapack
