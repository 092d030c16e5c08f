// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernel/pack/pack_source.hpp"

namespace numapack {

/// Depths up to which every element of a product is summed over k in order, so that it does not depend on
/// what else is computed: LAPACK's eigenvalues with and without vectors come from products of the same
/// numbers in other shapes (Z3-071).
inline constexpr Index most_steps_in_order = 16;

/// How a skinny product is summed.
enum class SkinnyForm {
  by_rows,  ///< vectors lie along the rows of the long operand: sums over k in order, as the tiles round them
  by_depth,     ///< vectors lie along K: a sum for each lane, which are added up in the end
  in_kc_blocks  ///< by the kernel's in-place loop, see level3/run/tall.hpp; no loop for SkinnyProduct
};

/// C = alpha L S^T + beta C with a long operand L (rows x k) that is read once, without packing, and a skinny
/// one S (few x k), of which blocks stay in L1: a matrix times a few vectors, or the other way round with the
/// roles exchanged; also updates of a small rank, whatever `few` is. Reading and adding several columns of L
/// at a time is BLIS's axpyf, several dot products at a time its dotxf (Van Zee & van de Geijn, TOMS 41(3),
/// 2015, on fused level-1 operations), here with more than one vector.
template <class T>
struct SkinnyProduct {
  SkinnyForm form = SkinnyForm::by_rows;
  Index rows = 0, few = 0, k = 0;
  Index whole_few = 0;       ///< of the product that this is a part of
  Index together = 16;       ///< columns of L at a time, for a real vector; see columns_by_vector()
  bool from_memory = false;  ///< where L is, for a real vector; see streams_from_bytes()
  PackSource<T> longer;      ///< one of its strides is 1; by_depth: `step`
  PackSource<T> skinny;
  T alpha{1}, beta{0};
  T* c = nullptr;                   ///< beta == 0 does not read C
  Index c_along = 0, c_across = 0;  ///< from one row of L, or of S, to the next
};

/// By rows and in columns, products go straight into C if K is so short or L, with its gaps, so small that it
/// stays in the caches next to the core; an L that lies across is gathered, so many steps of K at once.
inline constexpr Index most_shallow_skinny = 16, most_near_skinny_bytes = 128 << 10,
                       skinny_gathered_depth = 64;

/// Needs 64 KiB of stack and nothing else. The value of an element depends on k, `whole_few` and the form,
/// not on which part this is or where the element is.
template <class T>
using SkinnyFunction = void (*)(const SkinnyProduct<T>& product);

}  // namespace numapack
