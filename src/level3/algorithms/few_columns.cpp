// SPDX-License-Identifier: BSD-3-Clause
#include "level3/algorithms/few_columns.hpp"

#include "kernel/choices.hpp"
#include "level3/algorithms/skinny_choice.hpp"
#include "level3/call/split_k.hpp"

namespace numapack {

namespace {

/// kc of such a product.
Index shorter_kc_block(const KernelShape& kernel, Index k) {
  const Index kc = choose_blocking(kernel, {}, k).kc, most = most_steps_packing_ahead(kernel);
  return in_fixed_order(kernel) || kc <= most ? kc : round_up(divide_up(k, divide_up(k, most)), 8);
}

/// True if the tiles of as many rows, and so many columns, pack a line for each of `steps` together.
bool have_time(Index columns, Index steps, const KernelShape& kernel) {
  return columns > 0 && divide_up(steps, divide_up(columns, kernel.nr)) <= lines_packed_ahead(kernel, steps);
}

/// A product that may be multiplied in place, and so with another kc, is none.
bool reads_a_for_few_columns(const Call& call, const KernelShape& kernel) {
  if (call.is_structured() || !kernel.packs_ahead() || !is_plain(call.type, call.a.op)) return false;
  if (call.n > most_columns_packing_ahead || call.k < least_steps_packing_ahead ||
      !have_time(call.n, shorter_kc_block(kernel, call.k), kernel))
    return false;
  const InPlaceChoice& in_place = in_place_choice(kernel);
  const std::size_t bytes_of_a = static_cast<std::size_t>(call.m * call.k) * call.element_bytes();
  return is_tall(call.m, call.n, call.k) &&
         bytes_of_a > std::max(in_place.most_bytes, in_place.most_flat_bytes) &&
         !choose_skinny(call.without_gaps(), kernel, false).is_skinny();
}

}  // namespace

bool is_tall(Index m, Index n, Index k) { return m >= std::min(n, k) * least_rows_of_tall; }

bool packs_ahead(const Call& call, const KernelShape& kernel, Index columns, Index steps) {
  return have_time(columns, steps, kernel) && reads_a_for_few_columns(call, kernel);
}

Blocking blocking_of(const Call& call, const KernelShape& kernel, const CacheSizes& caches,
                     const Blocking& wanted) {
  Blocking blocking = choose_blocking(kernel, caches, call.k, wanted);
  if (wanted.kc > 0 || in_fixed_order(kernel) || blocking.kc <= most_steps_packing_ahead(kernel) ||
      !reads_a_for_few_columns(call, kernel) || split_k(call, blocking.kc) > 1)
    return blocking;
  blocking.kc = shorter_kc_block(kernel, call.k);
  return blocking;
}

}  // namespace numapack
