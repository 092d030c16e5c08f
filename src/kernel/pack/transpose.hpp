// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Squares transposed in registers, by the instruction set of the source that includes this (internal linkage,
// see tile.hpp).

#include <cstring>

#include "kernel/pack/pack_source.hpp"
#include "kernel/vectors.hpp"

namespace numapack {
namespace {

/// Elements side by side in a vector of so many bytes. Their bits are moved, as integers' are.
template <class T, int Bytes>
struct Square {
  static constexpr int side = Bytes / static_cast<int>(sizeof(T));
  static constexpr int parts = sizeof(T) > 8 ? 2 : 1;  ///< integers that make an element
  using Integer = typename IntegerOf<static_cast<int>(sizeof(T)) / parts>::type;
  typedef Integer V __attribute__((vector_size(Bytes)));
  typedef Integer Loose __attribute__((vector_size(Bytes), aligned(alignof(Integer)), may_alias));

  /// Elements of x and y in turn: the first halves (half = 0) or the second ones (half = 1).
  template <int half>
  static V interleave(V x, V y) {
    return shuffle<side * parts>(x, y, [](int i) {
      const int element = i / parts;
      return (half * side / 2 + element / 2 + element % 2 * side) * parts + i % parts;
    });
  }
};

/// to[j * leading + i] = from[i * along + j] for i and j below the side of such a square: log2(side) rounds
/// of perfect shuffles.
template <class T, int Bytes>
inline void transpose_square(const T* from, Index along, T* to, Index leading) {
  using S = Square<T, Bytes>;
  constexpr int side = S::side;
  typename S::V rows[side];
#pragma GCC unroll 16
  for (int i = 0; i < side; ++i) rows[i] = *reinterpret_cast<const typename S::Loose*>(from + i * along);
  for (int round = 1; round < side; round *= 2) {
    typename S::V next[side];
#pragma GCC unroll 16
    for (int i = 0; i < side / 2; ++i) {
      next[2 * i] = S::template interleave<0>(rows[i], rows[i + side / 2]);
      next[2 * i + 1] = S::template interleave<1>(rows[i], rows[i + side / 2]);
    }
#pragma GCC unroll 16
    for (int i = 0; i < side; ++i) rows[i] = next[i];
  }
#pragma GCC unroll 16
  for (int j = 0; j < side; ++j) *reinterpret_cast<typename S::Loose*>(to + j * leading) = rows[j];
}

/// to[j * leading + i] = from[i * along + j] for i below rows, j below columns: in squares as large as the
/// vectors, then in smaller ones, then one by one.
template <class T, int Bytes = vector_bytes>
void transpose(const T* from, Index along, Index rows, Index columns, T* to, Index leading) {
  constexpr Index side = Square<T, Bytes>::side;
  if constexpr (side > 2) {
    if (rows < side || columns < side)
      return transpose<T, Bytes / 2>(from, along, rows, columns, to, leading);
    const Index rest_rows = rows % side, rest_columns = columns % side;
    rows -= rest_rows, columns -= rest_columns;
    for (Index i = 0; i < rows; i += side)
      for (Index j = 0; j < columns; j += side)
        transpose_square<T, Bytes>(from + i * along + j, along, to + j * leading + i, leading);
    if (rest_columns > 0)
      transpose<T, Bytes / 2>(from + columns, along, rows, rest_columns, to + columns * leading, leading);
    if (rest_rows > 0)
      transpose<T, Bytes / 2>(from + rows * along, along, rest_rows, columns + rest_columns, to + rows,
                              leading);
  } else {
    for (Index i = 0; i < rows; ++i)
      for (Index j = 0; j < columns; ++j)
        std::memcpy(static_cast<void*>(to + j * leading + i), from + i * along + j, sizeof(T));
  }
}

}  // namespace
}  // namespace numapack
