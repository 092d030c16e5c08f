#include "gemm/few_columns.hpp"

#include "gemm/k_pieces.hpp"
#include "gemm/thin_choice.hpp"
#include "gemm/thread_grid.hpp"
#include "gemm/workspace_layout.hpp"
#include "kernel/choices.hpp"

namespace numapack {

namespace {

/// kc of such a product.
Index steps_of_slab(const KernelShape& kernel, Index k) {
  const Index kc = choose_blocking(kernel, {}, k).kc, most = most_steps_meanwhile(kernel);
  return kc <= most ? kc : round_up(divide_up(k, divide_up(k, most)), 8);
}

/// True if the tiles of as many rows, and so many columns, pack a line for each of `steps` together.
bool have_time(Index columns, Index steps, const KernelShape& kernel) {
  return columns > 0 && divide_up(steps, divide_up(columns, kernel.nr)) <= lines_meanwhile(kernel, steps);
}

/// A product that may be multiplied in place, without a plan and so without its kc, is none.
bool reads_a_for_few_columns(const Shape& shape, const KernelShape& kernel) {
  if (!kernel.packs_meanwhile() || !is_plain(shape.type, shape.trans_a)) return false;
  if (shape.n > most_columns_meanwhile || shape.k < least_steps_meanwhile ||
      !have_time(shape.n, steps_of_slab(kernel, shape.k), kernel))
    return false;
  const InPlaceChoice& in_place = in_place_choice(kernel);
  const std::size_t bytes_of_a = static_cast<std::size_t>(shape.m * shape.k) * shape.element_bytes();
  return is_tall(shape.m, shape.n, shape.k) &&
         bytes_of_a > std::max(in_place.most_bytes, in_place.most_flat_bytes) &&
         !choose_thin(shape, kernel).is_thin();
}

}  // namespace

bool packs_meanwhile(const NodeTask& task, const Shape& shape, const KernelShape& kernel) {
  return !task.shares_a && packs_as_it_goes(task) &&
         have_time(divide_up(task.columns.size(), task.thread_grid.columns), std::min(shape.k, task.slab),
                   kernel) &&
         reads_a_for_few_columns(shape, kernel);
}

Blocking blocking_of(const Shape& shape, const KernelShape& kernel, const CacheSizes& caches,
                     const Blocking& wanted) {
  Blocking blocking = choose_blocking(kernel, caches, shape.k, wanted);
  if (wanted.kc > 0 || blocking.kc <= most_steps_meanwhile(kernel) ||
      !reads_a_for_few_columns(shape, kernel) || k_pieces(shape, blocking.kc) > 1)
    return blocking;
  blocking.kc = steps_of_slab(kernel, shape.k);
  return blocking;
}

}  // namespace numapack
