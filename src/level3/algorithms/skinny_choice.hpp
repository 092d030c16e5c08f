// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <vector>

#include "kernel/choices.hpp"
#include "level3/call/problem.hpp"

namespace numapack {

/// The long operand of a skinny product; none: the product is not skinny.
enum class SkinnyOperand { none, a, b };

struct SkinnyChoice {
  SkinnyOperand longer = SkinnyOperand::none;
  SkinnyForm form = SkinnyForm::by_rows;
  bool is_skinny() const { return longer != SkinnyOperand::none; }
  bool operator==(const SkinnyChoice&) const = default;
};

/// Sides up to which a product is tiny.
inline constexpr Index most_tiny = 32;

/// True for shapes for which an in-place loop, if the kernel has one and it takes them, is the fastest by
/// far. Among them all tiny ones whose A goes by strips: no other algorithm is much faster for any, and the
/// choice takes longer than most of them (Z4-007).
[[gnu::always_inline]] inline bool prefers_in_place(Index m, Index n, Index k, Transpose trans_a,
                                                    const KernelShape& kernel) {
  constexpr Index least_rows = 8, least_shallow_rows = 5, shallow = 100, least = 2;
  constexpr Index tiny = 2000, tiny_row = 64;  // multiplications, which take less time than the choice
  if (!kernel.in_place) return false;
  if (!is_plain(kernel.type, trans_a))
    return kernel.transposes_a && std::min({m, n, k}) >= least && std::max({m, n, k}) <= most_tiny;
  const bool high = m >= least_rows || (m >= least_shallow_rows && k <= shallow);
  return (high && n >= least && k >= least) || m * n * k <= (m > 1 ? tiny : tiny_row);
}

/// True for sizes and leading dimensions of a product that may be tiny: one call of the in-place loop is then
/// what choose() has for it, if prefers_in_place() says so, too.
template <class T>
inline bool is_tiny(const Problem<T>& problem) {
  constexpr Index most_leading = 256;
  static_assert((most_tiny & (most_tiny - 1)) == 0);
  return ((problem.m - 1) | (problem.n - 1) | (problem.k - 1)) < most_tiny &&
         (problem.lda | problem.ldb) < most_leading;
}

/// True unless B is transposed and too large, or rows too many, to be read where it lies for a flat product.
inline bool may_be_flat(const Call& call, const KernelShape& kernel) {
  const InPlaceChoice& choice = in_place_choice(kernel);
  const Index bytes = static_cast<Index>(call.element_bytes());
  return !transposes(call.b.op) ||
         (!is_complex(call.type) && call.m <= choice.most_flat_rows_of_transposed_b &&
          call.n * call.k * bytes <= choice.most_flat_bytes_of_transposed_b);
}

/// True if a transposed A of reals, however long, goes in place by strips for few columns.
inline bool goes_by_strips(const Call& call, const KernelShape& kernel) {
  const InPlaceChoice& choice = in_place_choice(kernel);
  return kernel.in_place && kernel.transposes_a && transposes(call.a.op) && !transposes(call.b.op) &&
         !is_complex(call.type) && call.n >= choice.least_columns_of_transposed_a &&
         call.n <= choice.most_columns_of_transposed_a && call.k <= least_kc_in_place;
}

/// How to multiply small and skinny shapes, for which packing takes longer than it saves, see SkinnyProduct:
/// the cheapest algorithm by a count of cycles, of which packed panels and an in-place loop (if the kernel
/// has one) are one, too. Pure, by sizes, transposes and the kernel's shape alone, so that an answer has the
/// same bits on any machine with the same kernel and maker of its cores and on any number of threads. Takes
/// some tens of nanoseconds. `fits_in_place`: whether the in-place loop is one of the algorithms, see the
/// function of that name.
SkinnyChoice choose_skinny(const Call& call, const KernelShape& kernel, bool fits_in_place);

/// All that it could say for the call but that packing is as good, whatever the kernel's row. Pure.
std::vector<SkinnyChoice> skinny_choices(const Call& call, const KernelShape& kernel);

/// The choice that remains for split-K with so many parts, and for a kc that is not the kernel's own:
/// in_kc_blocks needs all of K.
inline SkinnyChoice in_pieces(const SkinnyChoice& choice, Index pieces) {
  return pieces > 1 && choice.form == SkinnyForm::in_kc_blocks ? SkinnyChoice{} : choice;
}

}  // namespace numapack
