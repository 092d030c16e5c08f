// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Dot products of a few columns with one vector, by the instruction set of the source that includes this
// (internal linkage, see tile.hpp).

#include "kernel/fold_lanes.hpp"

namespace numapack {
namespace {

/// Vectors lie along the columns. Sums of a x and, if complex, of a times x with its parts exchanged.
template <class T, int Columns>
class ColumnDots {
  using R = typename Parts<T>::Real;
  using V = typename Reals<R>::V;
  static constexpr int lanes = Reals<R>::lanes, parts = Parts<T>::count;

 public:
  static constexpr int reals = Columns * parts;                    ///< that the sums are
  static constexpr int in_vector = reals < lanes ? reals : lanes;  ///< of these

  /// of_a(column): as much of it as of x.
  template <class OfA>
  [[gnu::always_inline]] void add(V of_x, const OfA& of_a) {
    const V swapped = parts == 2 ? swap_parts<R>(of_x) : of_x;
#pragma GCC unroll 8
    for (int c = 0; c < Columns; ++c) {
      const V value = of_a(c);
      sums_[0][c] = multiply_add_vectors<R>(value, of_x, sums_[0][c]);
      if constexpr (parts == 2) sums_[1][c] = multiply_add_vectors<R>(value, swapped, sums_[1][c]);
    }
  }

  /// each(first real, in_vector sums or more lanes) for all of them.
  template <class Each>
  [[gnu::always_inline]] void finish(bool conjugate_a, const Each& each) {
    for (int part = 0; part < parts; ++part) fold_lanes<R, parts, lanes, Columns>(sums_[part]);
#pragma GCC unroll 8
    for (int v = 0; v * in_vector < reals; ++v)
      each(v * in_vector, whole_products<T>(sums_[0][v], sums_[parts - 1][v], conjugate_a));
  }

 private:
  V sums_[parts][Columns] = {};
};

}  // namespace
}  // namespace numapack
