#include "gemm/cost_model.hpp"

#include "gemm/split.hpp"

namespace numapack {

namespace {

/// Cores that saturate the memory of a node; fewer draw their share.
constexpr int saturating_cores = 8;

double core_flops_per_second(const Profile& profile, Type type) {
  const bool single = type == Type::s || type == Type::c;
  return profile.core_gflops * 1e9 * (single ? 2 : 1);
}

}  // namespace

TaskCost cost_of(const PlanContext& context, const Worker& worker, const NodeTask& task, const Needs& needs) {
  TaskCost cost;
  const Shape& shape = context.shape;
  const double tile_flops =
      (is_complex(shape.type) ? 8.0 : 2.0) * context.kernel.mr * context.kernel.nr * double(shape.k);
  const Index tiles_down = divide_up(task.rows.size(), context.kernel.mr);
  const Index tiles_across = divide_up(task.columns.size(), context.kernel.nr);
  const double tiles = double(divide_up(tiles_down, task.thread_grid.rows)) *
                       double(divide_up(tiles_across, task.thread_grid.columns));
  const double all_tiles = double(tiles_down) * double(tiles_across);
  const double shared = double(divide_up(task.k_pieces, task.threads)) / double(task.k_pieces);
  cost.compute = (task.k_pieces > 1 ? all_tiles * shared : tiles) * tile_flops /
                 core_flops_per_second(context.profile, shape.type);

  const Passes passes = passes_of(task, shape);
  const double drawn = std::min(1.0, double(task.threads) / std::min(worker.cores, saturating_cores));
  for (std::size_t home = 0; home < context.nodes; ++home) {
    const double bytes = passes.bytes(needs, home);
    if (bytes <= 0) continue;
    (int(home) == worker.node ? cost.local : cost.remote) +=
        bytes / (context.profile.bandwidth(worker.node, int(home)) * 1e9 * drawn);
  }

  if (task.threads > 1 && task.k_pieces > 1) {
    cost.barriers = context.profile.barrier_us * 1e-6;
  } else if (task.threads > 1 && !task.thin.is_thin()) {
    const Index rounds = divide_up(std::max<Index>(shape.k, 1), task.slab) *
                         divide_up(task.columns.size(), std::max<Index>(task.column_chunk, 1));
    Index waits = 2 * rounds;
    if (task.thread_grid.columns > 1) {
      waits += rounds * divide_up(divide_up(task.rows.size(), task.thread_grid.rows), task.blocking.mc);
    }
    cost.barriers = double(waits) * context.profile.barrier_us * 1e-6;
  }
  return cost;
}

void HomeLoad::add(const NodeTask& task, const Shape& shape, const Needs& needs) {
  const Passes passes = passes_of(task, shape);
  for (std::size_t home = 0; home < bytes_.size(); ++home) {
    bytes_[home] += passes.bytes(needs, home);
  }
}

double HomeLoad::seconds(const Profile& profile) const {
  double longest = 0;
  for (std::size_t home = 0; home < bytes_.size(); ++home) {
    if (bytes_[home] <= 0) continue;
    longest = std::max(longest, bytes_[home] / (profile.bandwidth(int(home), int(home)) * 1e9));
  }
  return longest;
}

double wake_seconds(const Profile& profile, const std::vector<Worker>& workers) {
  const int caller = workers[0].node;
  double levels = 1, farthest = 0;
  for (const Worker& worker : workers) {
    if (worker.node != caller) farthest = std::max(farthest, profile.latency(caller, worker.node));
  }
  if (farthest > 0) levels += std::max(1.0, farthest / profile.latency(caller, caller));
  return levels * profile.wake_us * 1e-6;
}

double least_parallel_flops(const Profile& profile) {
  // Two threads save half the time, and must save more than waking and two barriers cost.
  const double overhead_us = profile.wake_us + 2 * profile.barrier_us;
  return 2 * overhead_us * 1e-6 * profile.core_gflops * 1e9;
}

}  // namespace numapack
