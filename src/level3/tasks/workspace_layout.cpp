// SPDX-License-Identifier: BSD-3-Clause
#include "level3/tasks/workspace_layout.hpp"

#include <algorithm>

#include "base/split.hpp"
#include "kernel/choices.hpp"

namespace numapack {

namespace {

constexpr std::size_t page = 4096;

/// The next multiple.
std::size_t multiple(std::size_t bytes, std::size_t of) { return (bytes + of - 1) / of * of; }

std::size_t pages_for(Index rows, Index columns, std::size_t element_bytes) {
  return multiple(std::size_t(rows) * std::size_t(columns) * element_bytes, page);
}

/// Where threads share K: what each needs for its algorithm, and sums of its own for each piece.
WorkspaceLayout layout_of_split_k(const NodeTask& task, const Call& call, const KernelShape& kernel) {
  WorkspaceLayout layout;
  const std::size_t element = call.element_bytes();
  const Index rows = round_up(task.rows.size(), kernel.mr), columns = task.columns.size();
  if (const Panels* const algorithm = task.panels()) {
    layout.b_bytes_each = pages_for(algorithm->kc_block, round_up(columns, kernel.nr), element);
    layout.a_bytes_each = layout.a_step = layout.a_room = pages_for(rows, algorithm->kc_block, element);
  } else if (const InPlaceAlgorithm* const in_place = task.in_place();
             in_place != nullptr && in_place->copies_b) {
    const Index line = 64 / Index(element);  // between B's columns
    layout.b_bytes_each = pages_for(in_place->depth + line, in_place->columns, element);
  }
  layout.b_buffers = task.threads;
  layout.a_buffers = 1;
  layout.c_bytes_each = pages_for(rows, columns, element);
  layout.a_begin = std::size_t(task.threads) * layout.b_bytes_each;
  layout.c_begin = layout.a_begin + std::size_t(task.threads) * layout.a_bytes_each;
  layout.total = layout.c_begin + std::size_t(task.order.pieces) * layout.c_bytes_each;
  return layout;
}

}  // namespace

WorkspaceLayout workspace_of(const NodeTask& task, const Call& call, const KernelShape& kernel) {
  WorkspaceLayout layout;
  const Index n = task.columns.size();
  if (task.rows.size() <= 0 || n <= 0 || call.k <= 0) return layout;
  if (task.order.pieces > 1) return layout_of_split_k(task, call, kernel);
  if (task.panels() == nullptr) return layout;
  const Panels& algorithm = *task.panels();
  const std::size_t element = call.element_bytes();
  const Grid threads = task.thread_grid;

  const Index depth = std::min(algorithm.kc_block, call.steps());
  const Index jc_block = round_up(std::min(algorithm.jc_block, n), kernel.nr);
  const Index passes = call.kc_blocks(algorithm.kc_block) * divide_up(n, algorithm.jc_block);
  layout.b_bytes_each = pages_for(depth, jc_block, element);
  layout.b_buffers = task.threads > 1 && passes > 1 && !packs_own_columns(task, algorithm) ? 2 : 1;

  // A second block of A hides packing behind the barrier of a thread row that shares it: with one block it
  // would idle.
  const Index thread_rows = round_up(split(task.rows, threads.rows, kernel.mr, 0).size(), kernel.mr);
  const Index mc = std::min(round_up(algorithm.blocking.mc, kernel.mr), thread_rows);
  layout.a_bytes_each = pages_for(mc, depth, element);
  layout.a_buffers =
      (algorithm.shares_a && divide_up(thread_rows, mc) * passes > 1) || algorithm.packs_ahead ? 2 : 1;

  // Places overlap.
  layout.a_places = algorithm.a_places.count;
  const bool tries = layout.a_places > 1;
  layout.a_step = tries ? algorithm.a_places.step : layout.a_bytes_each;
  const std::size_t most_each =
      tries ? multiple(layout.a_bytes_each, tried_places * layout.a_step) : layout.a_bytes_each;
  layout.a_room = most_each + std::size_t(layout.a_buffers * layout.a_places - 1) * layout.a_step;

  layout.b_begin = std::size_t(algorithm.shares_a ? threads.rows : task.threads) * layout.a_room;
  layout.c_begin = layout.b_begin + std::size_t(layout.b_buffers) * layout.b_bytes_each;
  if (algorithm.buffered_c)
    layout.c_bytes_each = pages_for(mc, std::min(algorithm.blocking.nc, jc_block), element);
  const auto triangle = [&](bool copies, Index lines) {
    return copies ? pages_for(triangle_leading(lines, call.type), lines, element) : 0;
  };
  layout.triangle_a_begin = layout.c_begin + std::size_t(task.threads) * layout.c_bytes_each;
  layout.triangle_b_begin = layout.triangle_a_begin + triangle(algorithm.copies_triangle_a, task.rows.size());
  layout.total = layout.triangle_b_begin + triangle(algorithm.copies_triangle_b, n);
  return layout;
}

Index triangle_leading(Index lines, Type type) { return round_up(lines, line_of(type)) + line_of(type); }

bool packs_as_it_goes(const Panels& algorithm) {
  return algorithm.kc_block <= algorithm.blocking.kc && !algorithm.buffered_c;
}

bool packs_own_columns(const NodeTask& task, const Panels& algorithm) {
  return task.thread_grid.rows == 1 && packs_as_it_goes(algorithm);
}

bool has_rows_in_panels_of_b(const Panels& algorithm, const Call& call) {
  return call.twofold && algorithm.buffered_c && algorithm.kc_block >= call.steps();
}

Index own_panels_begin(const NodeTask& task, const Panels& algorithm, Index k, const KernelShape& kernel,
                       Index column) {
  return split({0, algorithm.jc_block}, task.thread_grid.columns, kernel.nr, column).begin *
         std::min(algorithm.kc_block, k);
}

}  // namespace numapack
