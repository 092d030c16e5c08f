// SPDX-License-Identifier: BSD-3-Clause
#include "level3/nodes/cost_model.hpp"

#include <algorithm>

#include "base/split.hpp"
#include "kernel/choices.hpp"

namespace numapack {

namespace {

double core_flops_per_second(const Profile& profile, Type type) {
  const bool single = type == Type::s || type == Type::c;
  return profile.core_gflops * 1e9 * (single ? 2 : 1);
}

/// What one core multiplies and adds in this time.
double flops_in(double us, const Profile& profile) { return us * 1e-6 * profile.core_gflops * 1e9; }

/// Times that a thread of a node waits for the others.
Index waits_of(const NodeTask& task, const Call& call) {
  constexpr Index begin_and_end = 2;
  const Panels* const algorithm = task.panels();
  if (algorithm == nullptr) return begin_and_end;
  const Index rounds = call.kc_blocks(algorithm->kc_block) *
                       divide_up(task.columns.size(), std::max<Index>(algorithm->jc_block, 1));
  if (task.thread_grid.columns == 1) return begin_and_end * rounds;
  return begin_and_end * rounds +
         rounds * divide_up(divide_up(task.rows.size(), task.thread_grid.rows), algorithm->blocking.mc);
}

}  // namespace

double busiest_flops(const Call& call, const KernelShape& kernel, const NodeTask& task) {
  if (call.is_structured())
    return flops_each(call.type) * call.multiply_adds(task.rows, task.columns) / task.threads;
  const double tile_flops = flops_each(call.type) * kernel.mr * kernel.nr * double(call.k);
  const Index down = divide_up(task.rows.size(), kernel.mr),
              across = divide_up(task.columns.size(), kernel.nr);
  if (task.order.pieces > 1)
    return double(down) * double(across) * tile_flops * double(divide_up(task.order.pieces, task.threads)) /
           double(task.order.pieces);
  return double(divide_up(down, task.thread_grid.rows)) *
         double(divide_up(across, task.thread_grid.columns)) * tile_flops;
}

double elements_moved(const NodeTask& task, const Call& call) {
  const double rows = double(task.rows.size()), columns = double(task.columns.size()),
               k = double(call.steps());
  const Index depth = task.order.kc > 0 ? task.order.kc : std::max<Index>(1, call.steps());
  const double of_c = rows * columns * double(divide_up(std::max<Index>(1, call.steps()), depth));
  const Panels* const panels = task.panels();
  if (panels == nullptr) {
    const InPlaceAlgorithm* const in_place = task.in_place();
    return of_c + (in_place != nullptr && in_place->copies_b ? columns * k : 0);
  }
  // Blocks of A that threads do not share are packed by each thread that multiplies with them.
  const double times_a = double(divide_up(task.columns.size(), std::max<Index>(1, panels->jc_block))) *
                         double(panels->shares_a ? 1 : task.thread_grid.columns);
  return of_c + rows * k * times_a + columns * k;
}

bool hides_loads(const NodeTask& task, const Call& call) {
  constexpr Index few_steps = 32;
  constexpr double near_bytes = 1 << 20;
  if (task.panels() != nullptr && call.steps() > few_steps) return true;
  const double rows = double(task.rows.size()), columns = double(task.columns.size()),
               k = double(call.steps());
  return (rows * k + k * columns + rows * columns) * double(call.element_bytes()) <= near_bytes;
}

TaskCost cost_of(const PlanContext& context, const NodeTeam& worker, const NodeTask& task,
                 const Needs& needs) {
  TaskCost cost;
  const Call& call = context.call;
  const double rate = core_flops_per_second(context.profile, call.type);
  cost.compute = busiest_flops(call, context.kernel, task) / rate;
  const bool in_turn = !hides_loads(task, call);
  if (in_turn)
    cost.compute += elements_moved(task, call) / task.threads * context.profile.flops_an_element / rate;

  const Passes& passes = task.passes;
  for (std::size_t home = 0; home < context.nodes; ++home) {
    const double bytes = bytes_moved(passes, needs, home);
    if (bytes <= 0) continue;
    // Few threads draw what their cores do; all of a node draw all that it can.
    const double all = context.profile.bandwidth(worker.node, int(home)),
                 one = std::max(context.profile.core_bandwidth(worker.node, int(home)), all / worker.cores);
    if (in_turn && int(home) == worker.node) cost.compute += bytes / (one * task.threads * 1e9);
    (int(home) == worker.node ? cost.local : cost.remote) +=
        bytes / (std::min(all, one * task.threads) * 1e9);
  }

  if (task.threads > 1 && task.order.pieces > 1) {
    cost.barriers = context.profile.barrier_us * 1e-6;
  } else if (task.threads > 1 && !task.skinny()) {
    cost.barriers = double(waits_of(task, call)) * context.profile.barrier_us * 1e-6;
  }
  return cost;
}

void HomeLoad::add(const NodeTask& task, const Needs& needs) {
  const Passes& passes = task.passes;
  for (std::size_t home = 0; home < bytes_.size(); ++home) {
    bytes_[home] += bytes_moved(passes, needs, home);
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

double wake_seconds(const Profile& profile, const std::vector<NodeTeam>& workers) {
  const int caller = workers[0].node;
  double longest = 0;
  for (const NodeTeam& worker : workers) longest = std::max(longest, profile.wake_s(caller, worker.node));
  return longest;
}

double least_parallel_flops(const Profile& profile) {
  // Two threads save half the time, and must save more than waking and two barriers cost.
  const double overhead_us = profile.wake_us + 2 * profile.barrier_us;
  return std::max(least_planned_flops, flops_in(2 * overhead_us, profile));
}

bool may_be_shared(double flops, double us, const Profile& profile) {
  return flops >= std::max(flops_in(us, profile), least_parallel_flops(profile));
}

double threads_on_columns(double flops, Index columns, const Profile& profile) {
  return flops / (double(std::max<Index>(1, columns)) * flops_in(profile.barrier_us / 2, profile));
}

bool is_small(const Call& call, const Profile& profile, const Options& options) {
  return options.nodes.empty() && !options.grid && options.collapse &&
         call.flops() < least_parallel_flops(profile);
}

}  // namespace numapack
