// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Skinny products by dot products: vectors lie along K. By the instruction set of the source that includes
// this (internal linkage, no inline functions of the standard library, see tile.hpp).

#include "kernel/fold_lanes.hpp"
#include "kernel/skinny/skinny_product.hpp"

namespace numapack {
namespace {

/// L[i, p] = data[i * leading + p] times skinny[j][p]: leading and k in reals, complex ones take two each.
template <class R>
struct DotBlock {
  const R* data;
  Index leading;
  Index rows, k;
  const R* const* skinny;
  int few;
};

constexpr int dot_rows = 4;

/// dot_rows x Elements dot products at a time; rows behind the last one repeat it. Complex: also with re and
/// im of S swapped.
template <class R, int Parts, int Elements>
inline void add_dots(const DotBlock<R>& block, Index row, int first, R* kept, Index kept_leading) {
  using V = typename Reals<R>::V;
  constexpr int lanes = Reals<R>::lanes, Columns = Elements * Parts, count = dot_rows * Columns;
  const R* x[dot_rows];
  for (int i = 0; i < dot_rows; ++i)
    x[i] = block.data + (row + i < block.rows ? row + i : block.rows - 1) * block.leading;
  const R* const* const y = block.skinny + first;
  V sums[count] = {};
  const auto add = [&](const V(&a)[dot_rows], const V(&b)[Columns]) {
#pragma GCC unroll 4
    for (int j = 0; j < Columns; ++j)
#pragma GCC unroll 4
      for (int i = 0; i < dot_rows; ++i)
        sums[j * dot_rows + i] = multiply_add_vectors<R>(a[i], b[j], sums[j * dot_rows + i]);
  };
  Index p = 0;
  V a[dot_rows], b[Columns];
  const auto set = [&](int j, V y_j) {
    b[j * Parts] = y_j;
    if constexpr (Parts == 2) b[2 * j + 1] = swap_parts<R>(y_j);
  };
  for (; p + lanes <= block.k; p += lanes) {
#pragma GCC unroll 4
    for (int i = 0; i < dot_rows; ++i) a[i] = load(x[i] + p);
#pragma GCC unroll 4
    for (int j = 0; j < Elements; ++j) set(j, load(y[j] + p));
    add(a, b);
  }
  if (p < block.k) {
    const int left = static_cast<int>(block.k - p);
#pragma GCC unroll 4
    for (int i = 0; i < dot_rows; ++i) a[i] = load_first(x[i] + p, left);
#pragma GCC unroll 4
    for (int j = 0; j < Elements; ++j) set(j, load_first(y[j] + p, left));
    add(a, b);
  }
  R totals[count * Parts];
  add_lanes<R, Parts, count>(sums, totals);
  const int rows = block.rows - row < dot_rows ? static_cast<int>(block.rows - row) : dot_rows;
  for (int j = 0; j < Columns; ++j)
    for (int i = 0; i < rows; ++i)
      for (int part = 0; part < Parts; ++part) {
        // Complex: (re re, im im) and, with the parts of S swapped, (re im, im re) of L and S; by_rows has
        // (re re, im re) and (re im, im im), so the odd ones change places.
        const int column = first * Parts + j, to = part == 1 ? column ^ 1 : column;
        kept[to * kept_leading + (row + i) * Parts + part] += totals[(j * dot_rows + i) * Parts + part];
      }
}

template <class R, int Parts>
void add_by_depth(const DotBlock<R>& block, R* kept, Index kept_leading) {
  constexpr int most = (vector_bytes == 64 ? 4 : 2) / Parts;
  for (Index row = 0; row < block.rows; row += dot_rows) {
    int j = 0;
    for (; j + most <= block.few; j += most) add_dots<R, Parts, most>(block, row, j, kept, kept_leading);
    if constexpr (most > 2)
      if (j + 2 <= block.few) add_dots<R, Parts, 2>(block, row, j, kept, kept_leading), j += 2;
    if (j < block.few) add_dots<R, Parts, 1>(block, row, j, kept, kept_leading);
  }
}

}  // namespace
}  // namespace numapack
