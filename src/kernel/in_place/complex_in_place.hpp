// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Small complex products straight from the caller's operands, by loops on reals. Internal linkage, see
// tile.hpp.

#include "kernel/in_place/in_place.hpp"
#include "kernel/tile/complex_update.hpp"

namespace numapack {
namespace {

template <class R>
const R* reals_of(const std::complex<R>* data) {
  return reinterpret_cast<const R*>(data);
}

template <class R>
PackSource<R> reals_of(const PackSource<std::complex<R>>& source) {
  return {reals_of(source.data), 2 * source.along, 2 * source.step, source.conjugate};
}

/// Blocks of complex elements as the reals that they are made of.
template <class R>
Following<R> reals_of(const Following<std::complex<R>>& following) {
  Following<R> reals{{}, following.in_haste, following.rows_below, following.c_below};
  for (int i = 0; i < Following<R>::count; ++i) {
    const NextBlock<std::complex<R>>& block = following.blocks[i];
    reals.blocks[i] = {reals_of(block.data), 2 * block.leading, 2 * block.rows, block.columns};
  }
  return reals;
}

/// Complex products by an in-place loop that takes A as reals (re, im, re, im …) and makes C of the sums by
/// re and by im of B, as complex_tile() does. Sizes of a tile: vectors and `Lanes` of reals, `Columns` of
/// complex elements. Other factors than 1, and beta = 0, use a product in L1, some rows and columns at a
/// time.
template <class R, int Lanes, int Vectors, int Columns, InPlaceEdge edge, StripsOfA strips,
          InPlaceLoop<R> loop>
void complex_in_place(Index m, Index n, Index k, std::complex<R> alpha, const PackSource<std::complex<R>>& a,
                      const PackSource<std::complex<R>>& b, std::complex<R> beta, std::complex<R>* c,
                      Index ldc, const Following<std::complex<R>>* following) {
  constexpr auto multiply = in_reals<std::complex<R>, Lanes, Vectors, Columns, edge, strips, loop>;
  const ComplexFactors<R> factors(alpha, beta);
  const R sign = b.conjugate ? R{-1} : R{1};  // of B's imaginary parts, see avx2_in_place.S
  const PackSource<R> reals_of_a = reals_of(a), reals_of_b = reals_of(b);
  R* const reals_of_c = reinterpret_cast<R*>(c);
  if (factors.are_plain()) {
    Following<R> next;
    if (following != nullptr) next = reals_of(*following);
    return multiply(2 * m, n, k, sign, reals_of_a, reals_of_b, factors.adds_c ? R{1} : R{0}, reals_of_c,
                    2 * ldc, following != nullptr ? &next : nullptr);
  }
  constexpr Index tile = Vectors * Lanes, most_bytes = 1024;  // of a column
  constexpr Index rows = most_bytes / Index{sizeof(R)} / tile * tile, columns = 4 * Columns;
  const Scratch<R, rows * columns> scratch;
  R* const product = scratch.data();
  const ComplexUpdate<R> update(factors, alpha, beta);
  for (Index i = 0; i < 2 * m; i += rows) {
    const Index high = 2 * m - i < rows ? 2 * m - i : rows;
    for (Index j = 0; j < n; j += columns) {
      const Index wide = n - j < columns ? n - j : columns;
      PackSource<R> from_a = reals_of_a, from_b = reals_of_b;
      from_a.data += i / 2 * from_a.along;
      from_b.data += j * from_b.along;
      multiply(high, wide, k, sign, from_a, from_b, R{0}, product, rows, nullptr);
      for (Index column = 0; column < wide; ++column) {
        const R* const sums = product + column * rows;
        update.column(reals_of_c + i + (j + column) * 2 * ldc, static_cast<int>(high), [sums, high](int at) {
          const Index left = high - at;  // behind which nothing was written
          return left >= Reals<R>::lanes ? load(sums + at) : load_first(sums + at, static_cast<int>(left));
        });
      }
    }
  }
}

}  // namespace
}  // namespace numapack
