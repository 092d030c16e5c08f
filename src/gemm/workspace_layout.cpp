#include "gemm/workspace_layout.hpp"

#include <algorithm>

#include "gemm/split.hpp"
#include "kernel/choices.hpp"

namespace numapack {

namespace {

constexpr std::size_t page = 4096;

/// The next multiple.
std::size_t multiple(std::size_t bytes, std::size_t of) { return (bytes + of - 1) / of * of; }

std::size_t pages_for(Index rows, Index columns, std::size_t element_bytes) {
  return multiple(std::size_t(rows) * std::size_t(columns) * element_bytes, page);
}

}  // namespace

WorkspaceLayout workspace_of(const NodeTask& task, const Shape& shape, const KernelShape& kernel) {
  WorkspaceLayout layout;
  const Index m = task.rows.size(), n = task.columns.size(), k = shape.k;
  if (m <= 0 || n <= 0 || k <= 0) return layout;
  if (task.thin.is_thin() && task.k_pieces == 1) return layout;
  const std::size_t element = shape.element_bytes();
  const Grid threads = task.thread_grid;

  if (task.k_pieces > 1) {
    // Panels of its own for each thread, sums of its own for each piece. A line between B's columns.
    const Index rows = round_up(m, kernel.mr), line = 64 / Index(element);
    layout.b_buffers = task.threads;
    layout.a_buffers = 1;
    layout.b_bytes_each = pages_for(task.slab + line, round_up(n, kernel.nr), element);
    layout.a_bytes_each = layout.a_step = layout.a_room = pages_for(rows, task.slab, element);
    layout.c_bytes_each = pages_for(rows, n, element);
    layout.a_begin = std::size_t(task.threads) * layout.b_bytes_each;
    layout.c_begin = layout.a_begin + std::size_t(task.threads) * layout.a_bytes_each;
    layout.total = layout.c_begin + std::size_t(task.k_pieces) * layout.c_bytes_each;
    return layout;
  }
  const Index depth = std::min(task.slab, k);
  const Index chunk = round_up(std::min(task.column_chunk, n), kernel.nr);
  const Index passes = divide_up(k, task.slab) * divide_up(n, task.column_chunk);
  layout.b_bytes_each = pages_for(depth, chunk, element);
  layout.b_buffers = task.threads > 1 && passes > 1 && !packs_own_columns(task) ? 2 : 1;

  // A second block of A hides packing behind the barrier of a thread row that shares it: with one block it
  // would idle.
  const Index thread_rows = round_up(split(task.rows, threads.rows, kernel.mr, 0).size(), kernel.mr);
  const Index mc = std::min(round_up(task.blocking.mc, kernel.mr), thread_rows);
  layout.a_bytes_each = pages_for(mc, depth, element);
  layout.a_buffers =
      (task.shares_a && divide_up(thread_rows, mc) * passes > 1) || task.packs_meanwhile ? 2 : 1;

  // Places overlap.
  layout.a_places = task.a_places.count;
  const bool tries = layout.a_places > 1;
  layout.a_step = tries ? task.a_places.step : layout.a_bytes_each;
  const std::size_t most_each =
      tries ? multiple(layout.a_bytes_each, tried_places * layout.a_step) : layout.a_bytes_each;
  layout.a_room = most_each + std::size_t(layout.a_buffers * layout.a_places - 1) * layout.a_step;

  layout.b_begin = std::size_t(task.shares_a ? threads.rows : task.threads) * layout.a_room;
  layout.c_begin = layout.b_begin + std::size_t(layout.b_buffers) * layout.b_bytes_each;
  if (task.finish_c) layout.c_bytes_each = pages_for(mc, std::min(task.blocking.nc, chunk), element);
  layout.total = layout.c_begin + std::size_t(task.threads) * layout.c_bytes_each;
  return layout;
}

bool packs_as_it_goes(const NodeTask& task) { return task.slab <= task.blocking.kc && !task.finish_c; }

bool packs_own_columns(const NodeTask& task) { return task.thread_grid.rows == 1 && packs_as_it_goes(task); }

Index own_panels_begin(const NodeTask& task, Index k, const KernelShape& kernel, Index column) {
  return split({0, task.column_chunk}, task.thread_grid.columns, kernel.nr, column).begin *
         std::min(task.slab, k);
}

}  // namespace numapack
