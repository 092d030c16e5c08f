// SPDX-License-Identifier: BSD-3-Clause
#include "level3/tasks/thread_grid.hpp"

#include <limits>

#include "base/split.hpp"
#include "kernel/choices.hpp"
#include "level3/algorithms/few_columns.hpp"
#include "level3/tasks/workspace_layout.hpp"

namespace numapack {

namespace {

// Costs in multiply-adds of one element, for what is not hidden by them. Reading an element of A and writing
// it packed, from caches and from memory; fetching a packed element of A or B from the core that packed it,
// which takes longer than reading it unpacked from the shared cache; reading an element of packed B from the
// shared cache into L1. Their ratios matter, not their sizes: they are such that two threads share a product
// as they are fastest, by each packing all of an A that is in the caches (CL-176, CL-177).
constexpr double cached_pack_cost = 4, pack_cost = 64, share_cost = 16, read_cost = 4;
/// Several rows and columns: fixed parts, and a barrier a kc block (PR-015).
constexpr double barrier_penalty = 1.03;

/// Of packing A, for each of a thread row's `columns` threads.
double pack_cost_of(SourceOfA source, int columns) {
  if (source == SourceOfA::caches) return cached_pack_cost;
  if (source == SourceOfA::memory) return pack_cost;
  return (pack_cost + share_cost * (columns - 1)) / columns;
}

/// 32-bit, because this runs for every divisor of every plan and 64-bit division takes three times as long.
constexpr unsigned quotient_up(unsigned value, unsigned by) { return (value + by - 1) / by; }

}  // namespace

Grid choose_thread_grid(Index m, Index n, int threads, const KernelShape& kernel, const Blocking& blocking,
                        SourceOfA source) {
  Grid best{threads, 1};
  if (threads == 1) return best;
  double least = std::numeric_limits<double>::infinity();
  const auto tiles_down = unsigned(divide_up(m, kernel.mr)), tiles_across = unsigned(divide_up(n, kernel.nr));
  const auto block_tiles = unsigned(std::max<Index>(1, blocking.mc / kernel.mr));
  for (int columns = 1; columns <= threads; ++columns) {
    if (threads % columns != 0) continue;
    const int grid_rows = threads / columns;
    const unsigned down = quotient_up(tiles_down, unsigned(grid_rows));
    const unsigned across = quotient_up(tiles_across, unsigned(columns));
    const double rows = double(down) * kernel.mr, width = double(across) * kernel.nr;
    const double cost =
        (rows * width + read_cost * width * quotient_up(down, block_tiles) +
         pack_cost_of(source, columns) * rows + share_cost * width * (grid_rows - 1) / grid_rows) *
        (columns > 1 && (grid_rows > 1 || source == SourceOfA::elsewhere) ? barrier_penalty : 1);
    if (cost < least) {
      least = cost;
      best = {grid_rows, columns};
    }
  }
  return best;
}

Index even_jc_block(Index columns, const KernelShape& kernel, const Blocking& blocking) {
  return round_up(divide_up(columns, divide_up(columns, blocking.nc)), Index{kernel.nr});
}

Index tall_mc(Index mc, Index rows, Index columns, const Call& call, Index thread_rows,
              const KernelShape& kernel) {
  if (transposes(call.a.op) || !is_tall(rows, columns, call.k)) return mc;
  const Index stretch = least_stretch_of_tall / static_cast<Index>(bytes_of(kernel.type));
  return std::max(mc, balanced_mc(thread_rows, stretch, kernel.mr));
}

bool leaves_room_for_a(const NodeTask& task, const Panels& algorithm, const Call& call,
                       const KernelShape& kernel, std::size_t l2) {
  const Index width = round_up(std::min(task.columns.size(), algorithm.jc_block), Index{kernel.nr});
  const auto bytes_b = static_cast<std::size_t>(width * algorithm.blocking.kc) * call.element_bytes();
  return prefetches_next_block(kernel) && !algorithm.packs_ahead && task.thread_grid.columns == 1 &&
         !transposes(call.a.op) && call.a.pattern.is_general() && !algorithm.buffered_c && bytes_b <= l2 / 4;
}

Index shallow_mc(Index thread_rows, Index mc, Index kc, const KernelShape& kernel) {
  if (kc > most_shallow_depth) return mc;
  const Index most = most_shallow_bytes / (kc * static_cast<Index>(bytes_of(kernel.type)));
  return std::min(mc, balanced_mc(thread_rows, most / kernel.mr * kernel.mr, kernel.mr));
}

PlacesOfA places_of_a(const Panels& algorithm, Index thread_rows, const Call& call, std::size_t l2) {
  constexpr std::size_t page = 4096;
  if (algorithm.shares_a || algorithm.buffered_c || algorithm.packs_ahead || call.is_structured()) return {};
  const Index elements = std::min(algorithm.blocking.mc, thread_rows) * std::min(algorithm.kc_block, call.k);
  const auto bytes = static_cast<std::size_t>(elements) * call.element_bytes();
  if (bytes < l2 / least_tried_parts) return {};
  return {tried_places, std::max(page, l2 / tried_places / page * page)};
}

Index choose_jc_block(Index thread_rows, Index columns, Index k, std::size_t l2, const KernelShape& kernel,
                      const Blocking& blocking, int threads) {
  const Index nr = kernel.nr, even = even_jc_block(columns, kernel, blocking);
  if (k > blocking.kc || thread_rows > blocking.mc) return even;
  const auto column_bytes = static_cast<std::size_t>(k) * bytes_of(kernel.type);
  const auto near = static_cast<Index>(l2 / 4 / column_bytes);
  return std::min(even, std::max(round_up(near, nr), 8 * nr * threads));
}

Index balanced_mc(Index thread_rows, Index mc, Index mr) {
  if (thread_rows <= 0) return mr;
  const Index blocks = divide_up(thread_rows, std::max(mc, mr));
  return divide_up(divide_up(thread_rows, mr), blocks) * mr;
}

}  // namespace numapack
