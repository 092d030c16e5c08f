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

/// Where threads share K: what each needs to go its way, and sums of its own for each piece.
WorkspaceLayout layout_of_pieces(const NodeTask& task, const Call& call, const KernelShape& kernel) {
  WorkspaceLayout layout;
  const std::size_t element = call.element_bytes();
  const Index rows = round_up(task.rows.size(), kernel.mr), columns = task.columns.size();
  if (const Panels* const way = task.panels()) {
    layout.b_bytes_each = pages_for(way->kc_block, round_up(columns, kernel.nr), element);
    layout.a_bytes_each = layout.a_step = layout.a_room = pages_for(rows, way->kc_block, element);
  } else if (const InPlaceWay* const in_place = task.in_place(); in_place != nullptr && in_place->copies_b) {
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
  if (task.order.pieces > 1) return layout_of_pieces(task, call, kernel);
  if (task.panels() == nullptr) return layout;
  const Panels& way = *task.panels();
  const std::size_t element = call.element_bytes();
  const Grid threads = task.thread_grid;

  const Index depth = std::min(way.kc_block, call.steps());
  const Index chunk = round_up(std::min(way.column_chunk, n), kernel.nr);
  const Index passes = call.kc_blocks(way.kc_block) * divide_up(n, way.column_chunk);
  layout.b_bytes_each = pages_for(depth, chunk, element);
  layout.b_buffers = task.threads > 1 && passes > 1 && !packs_own_columns(task, way) ? 2 : 1;

  // A second block of A hides packing behind the barrier of a thread row that shares it: with one block it
  // would idle.
  const Index thread_rows = round_up(split(task.rows, threads.rows, kernel.mr, 0).size(), kernel.mr);
  const Index mc = std::min(round_up(way.blocking.mc, kernel.mr), thread_rows);
  layout.a_bytes_each = pages_for(mc, depth, element);
  layout.a_buffers = (way.shares_a && divide_up(thread_rows, mc) * passes > 1) || way.packs_ahead ? 2 : 1;

  // Places overlap.
  layout.a_places = way.a_places.count;
  const bool tries = layout.a_places > 1;
  layout.a_step = tries ? way.a_places.step : layout.a_bytes_each;
  const std::size_t most_each =
      tries ? multiple(layout.a_bytes_each, tried_places * layout.a_step) : layout.a_bytes_each;
  layout.a_room = most_each + std::size_t(layout.a_buffers * layout.a_places - 1) * layout.a_step;

  layout.b_begin = std::size_t(way.shares_a ? threads.rows : task.threads) * layout.a_room;
  layout.c_begin = layout.b_begin + std::size_t(layout.b_buffers) * layout.b_bytes_each;
  if (way.buffered_c) layout.c_bytes_each = pages_for(mc, std::min(way.blocking.nc, chunk), element);
  const auto half = [&](bool copies, Index lines) {
    return copies ? pages_for(half_leading(lines, call.type), lines, element) : 0;
  };
  layout.half_a_begin = layout.c_begin + std::size_t(task.threads) * layout.c_bytes_each;
  layout.half_b_begin = layout.half_a_begin + half(way.copies_half_a, task.rows.size());
  layout.total = layout.half_b_begin + half(way.copies_half_b, n);
  return layout;
}

Index half_leading(Index lines, Type type) { return round_up(lines, line_of(type)) + line_of(type); }

bool packs_as_it_goes(const Panels& way) { return way.kc_block <= way.blocking.kc && !way.buffered_c; }

bool packs_own_columns(const NodeTask& task, const Panels& way) {
  return task.thread_grid.rows == 1 && packs_as_it_goes(way);
}

bool has_rows_in_panels_of_b(const Panels& way, const Call& call) {
  return call.twofold && way.buffered_c && way.kc_block >= call.steps();
}

Index own_panels_begin(const NodeTask& task, const Panels& way, Index k, const KernelShape& kernel,
                       Index column) {
  return split({0, way.column_chunk}, task.thread_grid.columns, kernel.nr, column).begin *
         std::min(way.kc_block, k);
}

}  // namespace numapack
