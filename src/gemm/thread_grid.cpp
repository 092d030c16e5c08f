#include "gemm/thread_grid.hpp"

#include <limits>

#include "gemm/split.hpp"

namespace numapack {

namespace {

// Costs in multiply-adds of one element: an element of A read from memory and written packed; an element of
// packed B read from the shared cache into L1. Both are mostly hidden, so their ratio matters more than their
// size.
constexpr double pack_cost = 16, read_cost = 4;
constexpr double sharing_penalty = 1.02;

}  // namespace

Grid choose_thread_grid(Index m, Index n, int threads, const KernelShape& kernel, const Blocking& blocking) {
  Grid best{threads, 1};
  double least = std::numeric_limits<double>::infinity();
  for (int columns = 1; columns <= threads; ++columns) {
    if (threads % columns != 0) continue;
    const int rows = threads / columns;
    const Index thread_rows = divide_up(divide_up(m, kernel.mr), rows) * kernel.mr;
    const Index thread_columns = divide_up(divide_up(n, kernel.nr), columns) * kernel.nr;
    const auto blocks = double(divide_up(thread_rows, blocking.mc));
    const double compute = double(thread_rows) * double(thread_columns) * (columns > 1 ? sharing_penalty : 1);
    const double cost =
        compute + read_cost * double(thread_columns) * blocks + pack_cost * double(thread_rows) / columns;
    if (cost < least) {
      least = cost;
      best = {rows, columns};
    }
  }
  return best;
}

Index balanced_mc(Index thread_rows, Index mc, Index mr) {
  if (thread_rows <= 0) return mr;
  const Index blocks = divide_up(thread_rows, std::max(mc, mr));
  return divide_up(divide_up(thread_rows, mr), blocks) * mr;
}

}  // namespace numapack
