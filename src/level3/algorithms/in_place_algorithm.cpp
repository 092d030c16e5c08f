// SPDX-License-Identifier: BSD-3-Clause
#include "level3/algorithms/in_place_algorithm.hpp"

#include <algorithm>

#include "base/integer.hpp"
#include "kernel/choices.hpp"
#include "level3/call/split_k.hpp"

namespace numapack {

InPlaceAlgorithm columns_in_place(const KernelShape& kernel, Index columns, Index column_of_b,
                                  Index column_of_c, bool strips, Index depth) {
  constexpr Index few_bytes = 256 << 10, near_bytes = 16 << 10, c_bytes = 128 << 10;
  const auto fit = [&](Index bytes, Index column) {
    return std::max<Index>(1, divide(bytes, column * kernel.nr)) * kernel.nr;
  };
  const bool few = columns * column_of_b <= few_bytes;
  if (!few && !strips) return {depth, fit(near_bytes, column_of_b)};
  const LargeC& large = in_place_choice(kernel).large_c;
  const Index bytes_of_c = columns * column_of_c;
  if (bytes_of_c <= (few ? std::max(c_bytes, large.near_bytes) : c_bytes)) return {depth, columns};
  if (!few || column_of_c < large.least_bytes_of_column) return {depth, fit(c_bytes, column_of_c)};
  if (bytes_of_c <= 2 * large.near_bytes) return {depth, round_up(large.most_columns, kernel.nr), true};
  return {depth, round_up(std::max(large.least_columns, large.columns_a_step * depth), kernel.nr), true};
}

bool fits_in_place(const Call& call, const KernelShape& kernel, Index kc) {
  const bool plain = is_plain(call.type, call.a.op);
  if (!kernel.in_place || !(plain || kernel.transposes_a)) return false;
  const auto bytes = [&](Index elements) {
    return static_cast<std::size_t>(elements) * call.element_bytes();
  };
  const Index lda = call.lda(), depth = std::min(kc, call.k);
  const InPlaceChoice& choice = in_place_choice(kernel);
  const bool near =
      bytes(lda * call.columns_of_a()) + bytes(call.ldb() * call.columns_of_b()) <= choice.most_bytes;
  const auto is_flat = [&] {
    return plain && may_be_flat(call, kernel) && call.m <= choice.most_flat_tiles * kernel.mr &&
           bytes(lda * (choice.takes_long_k ? depth : call.k)) <= choice.most_flat_bytes;
  };
  if (!near && !is_flat() && !goes_by_strips(call, kernel)) return false;
  if (!plain && !may_have_strips(kernel, bytes(call.m), bytes(call.m * call.n), depth)) return false;
  if (kc < call.k) return (near || choice.takes_long_k) && split_k(call, kc) == 1;
  // More than one kc block of K would be summed kc block by kc block, with other bits.
  return call.k <= least_kc_in_place || choose_blocking(kernel, CacheSizes{}, call.k).kc >= call.k;
}

bool can_go_in_place(const Call& call, const KernelShape& kernel, Index kc) {
  if (!kernel.in_place) return false;
  if (is_plain(call.type, call.a.op)) return true;
  return kernel.transposes_a && std::min(kc, call.k) <= most_strip_depth(kernel);
}

bool split_k_lies_well(const Call& call, const KernelShape& kernel) {
  return kernel.in_place && is_plain(call.type, call.a.op) && !transposes(call.b.op) &&
         call.lda() * static_cast<Index>(call.element_bytes()) <= most_split_k_leading_bytes;
}

bool goes_dense(const Call& call, const KernelShape& kernel) {
  if (call.a.pattern.is_triangular() || call.b.pattern.is_triangular()) return false;
  if (std::max({call.m, call.n, call.k}) > most_tiny) return false;
  const Transpose op = call.a.pattern.is_general() ? call.a.op : Transpose::none;
  return prefers_in_place(call.m, call.n, call.k, op, kernel);
}

InPlaceAlgorithm in_place_algorithm(const Call& call, const KernelShape& kernel, Index rows, Index columns,
                                    Index kc) {
  constexpr Index near_bytes = 128 << 10;
  const auto element = static_cast<Index>(call.element_bytes());
  const Index depth = std::min(kc, call.k);
  const bool strips = transposes(call.b.op) || !is_plain(call.type, call.a.op);
  const bool near = columns * rows * element <= near_bytes &&
                    (strips || columns * depth * element <= near_bytes) && depth >= call.k;
  if (near) return {depth, columns};
  return columns_in_place(kernel, columns, depth * element, rows * element, strips, depth);
}

InPlaceAlgorithm in_place_split_k(const Call& call, const KernelShape& kernel, Index kc) {
  const InPlaceChoice& choice = in_place_choice(kernel);
  const std::size_t step_bytes = static_cast<std::size_t>(call.m) * call.element_bytes();
  const Index depth =
      std::max(least_split_k_depth, static_cast<Index>(choice.split_k_block_bytes / step_bytes) / 8 * 8);
  return {in_fixed_order(kernel) ? kc : std::min(depth, kc), kernel.nr, false, choice.split_k_copies_b};
}

}  // namespace numapack
