// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// What rows of A an in-place tile has, copied where they do not lie well. Internal linkage, see tile.hpp.

#include "kernel/choices.hpp"
#include "kernel/pack/transpose.hpp"

namespace numapack {
namespace {

/// The largest power of two in it.
constexpr Index power_of_two_in(Index bytes) { return bytes & -bytes; }

/// True if so many columns, so many bytes apart, meet in sets of L1, each driving out another.
constexpr bool shares_sets(Index column_bytes, Index columns) {
  constexpr Index line = 64, way = 4096, ways = 8;
  const Index apart = power_of_two_in(column_bytes);
  return apart > line && columns > (apart < way ? way / apart : 1) * ways;
}

/// True if a tile's rows of A are gone from L1 before the next of so many columns of C come, by their own
/// number (Z3-003) or, in the same sets, by C's (Z3-008). Vectors of 64 bytes do as well from L2 (Z4-038),
/// except for C's sake (Z4-039).
constexpr bool drives_out_a(Index column_of_a_bytes, Index column_of_c_bytes, Index k, Index columns) {
  constexpr bool wide = vector_bytes == 64;
  constexpr Index most_wide_depth = 4;
  return (!wide && shares_sets(column_of_a_bytes, k)) ||
         (k > 1 && (!wide || k <= most_wide_depth) && shares_sets(column_of_c_bytes, columns) &&
          power_of_two_in(column_of_a_bytes) >= power_of_two_in(column_of_c_bytes));
}

/// A tile's rows of A side by side, a step in `leading`. T: the elements; a, rows and leading in reals.
template <class T, class R>
void copy_strip(const PackSource<R>& a, Index rows, Index depth, R* strip, Index leading) {
  constexpr Index parts = Parts<T>::count, lanes = Reals<R>::lanes;
  if (a.along != parts) {
    transpose(reinterpret_cast<const T*>(a.data), a.along / parts, rows / parts, depth,
              reinterpret_cast<T*>(strip), leading / parts);
  } else if (rows < lanes) {
    for (Index p = 0; p < depth; ++p)
      for (Index i = 0; i < rows; ++i) strip[p * leading + i] = a.data[p * a.step + i];
  } else {
    for (Index p = 0; p < depth; ++p) {
      const R* const from = a.data + p * a.step;
      for (Index i = 0; i < rows - lanes; i += lanes) store(strip + p * leading + i, load(from + i));
      store(strip + p * leading + rows - lanes, load(from + rows - lanes));
    }
  }
  if (parts == 1 || !a.conjugate) return;
  for (Index p = 0; p < depth; ++p)
    for (Index i = 1; i < rows; i += 2) strip[p * leading + i] = -strip[p * leading + i];
}

}  // namespace
}  // namespace numapack
