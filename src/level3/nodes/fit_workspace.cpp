// SPDX-License-Identifier: BSD-3-Clause
#include "level3/nodes/fit_workspace.hpp"

#include <limits>
#include <numeric>

#include "base/split.hpp"
#include "level3/nodes/traffic.hpp"
#include "level3/tasks/workspace_layout.hpp"

namespace numapack {

namespace {

/// Largest multiple of `unit` up to `most`, a multiple, for which `fits`; 0 if none.
template <class Fits>
Index largest_that(Index unit, Index most, Fits fits) {
  if (fits(most)) return most;  // one pass needs no second buffer: more at once can take less
  Index least_units = 0, most_units = divide_up(most, unit) - 1;
  while (least_units < most_units) {
    const Index middle = (least_units + most_units + 1) / 2;
    if (fits(middle * unit)) {
      least_units = middle;
    } else {
      most_units = middle - 1;
    }
  }
  return least_units * unit;
}

Panels& panels_of(NodeTask& task) { return std::get<Panels>(task.algorithm); }

/// Panels of kc by few columns, and of the blocks of A the largest that leaves room; if nothing fits, the
/// least.
template <class Total>
NodeTask with_smaller_blocks(const NodeTask& task, Index columns, Index kc, Index mr, Index nr,
                             std::size_t limit, Total total) {
  const Panels& wanted = *task.panels();
  NodeTask best;
  Index most_rows = 0;
  std::size_t least = std::numeric_limits<std::size_t>::max();
  for (Index parts = divide_up(columns, wanted.jc_block);; parts *= 2) {
    NodeTask candidate = task;
    Panels& algorithm = panels_of(candidate);
    algorithm.jc_block = std::max(nr, round_up(divide_up(columns, parts), nr));
    algorithm.kc_block = kc;
    algorithm.buffered_c = algorithm.streams_c = false;
    const Index mc = largest_that(mr, wanted.blocking.mc, [&](Index rows) {
      algorithm.blocking.mc = rows;
      return total(candidate) <= limit;
    });
    algorithm.blocking.mc = mc > 0 ? mc : mr;
    std::size_t bytes = total(candidate);
    if (mc == 0) {
      // A single block of few rows can take less than two smaller ones.
      NodeTask single = candidate;
      panels_of(single).blocking.mc = wanted.blocking.mc;
      if (const std::size_t of_single = total(single); of_single < bytes) {
        candidate = single;
        bytes = of_single;
      }
    }
    const bool fits = bytes <= limit, larger = algorithm.blocking.mc > most_rows;
    if (least > limit ? bytes < least : fits && larger) {
      least = bytes;
      most_rows = algorithm.blocking.mc;
      best = candidate;
    }
    if (algorithm.jc_block == nr) return best;
  }
}

/// Where threads share K each has buffers of its own: fewer threads, one at least.
template <class Total>
bool fit_split_k(NodeTask& task, std::size_t limit, Total total) {
  while (task.threads > 1 && total(task) > limit) --task.threads;
  task.thread_grid = {task.threads, 1};
  task.workspace_bytes = total(task);
  return task.workspace_bytes <= limit;
}

double sum(const std::vector<double>& bytes) { return std::accumulate(bytes.begin(), bytes.end(), 0.0); }

}  // namespace

bool fit_workspace(const PlanContext& context, const Needs& needs, std::size_t limit, NodeTask& task) {
  const Index steps = context.call.steps(), columns = task.columns.size(), nr = context.kernel.nr,
              mr = context.kernel.mr;
  const auto total = [&](const NodeTask& candidate) {
    return workspace_of(candidate, context.call, context.kernel).total;
  };
  if (task.workspace_bytes <= limit) return true;
  if (task.order.pieces > 1) return fit_split_k(task, limit, total);

  // What is least missed goes first: places for a block of A, of which one is enough.
  Panels& wanted = panels_of(task);
  while (wanted.a_places.count > 1 && task.workspace_bytes > limit) {
    wanted.a_places.count /= 2;
    task.workspace_bytes = total(task);
  }
  if (task.workspace_bytes <= limit) return true;
  // Then copies of triangles: without them some of A or B crosses twice, which smaller kc blocks would do to
  // all of C.
  if (wanted.copies_triangle_a || wanted.copies_triangle_b) {
    wanted.copies_triangle_a = wanted.copies_triangle_b = false;
    task.workspace_bytes = total(task);
    if (task.workspace_bytes <= limit) return true;
  }

  const Index kc = wanted.blocking.kc;
  const double a_bytes = sum(needs.a), b_bytes = sum(needs.b), c_bytes = sum(needs.c);
  // C is finished if it was to be, and more than one kc of K, or all of it, is packed at once.
  const auto take_kc_block = [&](Panels& algorithm, Index kc_block) {
    algorithm.kc_block = kc_block;
    algorithm.buffered_c = wanted.buffered_c && (kc_block > kc || kc_block >= steps);
    algorithm.streams_c = wanted.streams_c && algorithm.buffered_c;
  };
  NodeTask best = task;
  double least = std::numeric_limits<double>::infinity();
  for (Index parts = divide_up(columns, wanted.jc_block);; parts *= 2) {
    NodeTask candidate = task;
    Panels& algorithm = panels_of(candidate);
    algorithm.jc_block = std::max(nr, round_up(divide_up(columns, parts), nr));
    const Index kc_block = largest_that(kc, wanted.kc_block, [&](Index deep) {
      take_kc_block(algorithm, deep);
      return total(candidate) <= limit;
    });
    take_kc_block(algorithm, kc_block);
    if (kc_block > 0) {
      const Passes passes = passes_of(candidate, context.call, context.kernel);
      const double bytes =
          passes.a * a_bytes + (passes.b - 1) * b_bytes + (passes.c_read + passes.c_written) * c_bytes;
      if (bytes < least) {
        least = bytes;
        best = candidate;
      }
    }
    if (algorithm.jc_block == nr) break;
  }
  if (least == std::numeric_limits<double>::infinity())
    best = with_smaller_blocks(task, columns, kc, mr, nr, limit, total);
  // Smaller pieces are more of them, with second buffers: what was wanted can be the least there is.
  if (total(best) >= task.workspace_bytes) return false;
  task = best;
  task.workspace_bytes = total(task);
  return task.workspace_bytes <= limit;
}

}  // namespace numapack
