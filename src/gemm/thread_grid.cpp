#include "gemm/thread_grid.hpp"

#include <limits>

#include "gemm/split.hpp"

namespace numapack {

namespace {

// Costs in multiply-adds of one element, for what is not hidden by them: reading an element of A from memory
// and writing it packed; fetching an element of a packed block of A from another core's cache; reading an
// element of packed B from the shared cache into L1. Their ratios matter, not their sizes.
constexpr double pack_cost = 16, share_cost = 8, read_cost = 4;
constexpr double barrier_penalty = 1.02;

/// 32-bit, because this runs for every divisor of every plan and 64-bit division takes three times as long.
constexpr unsigned quotient_up(unsigned value, unsigned by) { return (value + by - 1) / by; }

}  // namespace

Grid choose_thread_grid(Index m, Index n, int threads, const KernelShape& kernel, const Blocking& blocking) {
  Grid best{threads, 1};
  if (threads == 1) return best;
  double least = std::numeric_limits<double>::infinity();
  const auto tiles_down = unsigned(divide_up(m, kernel.mr)), tiles_across = unsigned(divide_up(n, kernel.nr));
  const auto block_tiles = unsigned(std::max<Index>(1, blocking.mc / kernel.mr));
  for (int columns = 1; columns <= threads; ++columns) {
    if (threads % columns != 0) continue;
    const unsigned down = quotient_up(tiles_down, unsigned(threads / columns));
    const unsigned across = quotient_up(tiles_across, unsigned(columns));
    const unsigned blocks = quotient_up(down, block_tiles);
    const double rows = double(down) * kernel.mr, width = double(across) * kernel.nr;
    const double packed =
        double(blocks) * quotient_up(quotient_up(down, blocks), unsigned(columns)) * kernel.mr;
    const double cost = rows * width * (columns > 1 ? barrier_penalty : 1) + read_cost * width * blocks +
                        pack_cost * packed + share_cost * rows * (columns - 1) / columns;
    if (cost < least) {
      least = cost;
      best = {threads / columns, columns};
    }
  }
  return best;
}

Index even_column_chunk(Index columns, const KernelShape& kernel, const Blocking& blocking) {
  return round_up(divide_up(columns, divide_up(columns, blocking.nc)), Index{kernel.nr});
}

bool leaves_room_for_a(const NodeTask& task, const Shape& shape, const KernelShape& kernel, std::size_t l2) {
  const Index width = round_up(std::min(task.columns.size(), task.column_chunk), Index{kernel.nr});
  const auto bytes_b = static_cast<std::size_t>(width * task.blocking.kc) * shape.element_bytes();
  return task.thread_grid.columns == 1 && !transposes(shape.trans_a) && !task.finish_c && bytes_b <= l2 / 4;
}

Index choose_column_chunk(Index thread_rows, Index columns, Index k, std::size_t l2,
                          const KernelShape& kernel, const Blocking& blocking, int threads) {
  const Index nr = kernel.nr, even = even_column_chunk(columns, kernel, blocking);
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
