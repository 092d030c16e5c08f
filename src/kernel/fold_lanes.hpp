// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Lanes of several vectors added up, by the instruction set of the source that includes this (internal
// linkage, see tile.hpp).

#include "kernel/vectors.hpp"

namespace numapack {
namespace {

/// Each of Count vectors holds lanes / Width stretches, each the rest of one sum; two vectors become one,
/// until a stretch is of Parts lanes.
template <class R, int Parts, int Width, int Count>
inline void fold_lanes(typename Reals<R>::V* x) {
  if constexpr (Width > Parts) {
    using V = typename Reals<R>::V;
    constexpr int lanes = Reals<R>::lanes, half = Width / 2, left = Count > 1 ? Count / 2 : 1;
    const auto lower = [](int t) {
      const int place = t % (lanes / 2);
      return (t < lanes / 2 ? 0 : lanes) + place / half * Width + place % half;
    };
    const auto upper = [lower](int t) { return lower(t) + half; };
#pragma GCC unroll 16
    for (int i = 0; i < left; ++i) {
      const V a = x[2 * i < Count ? 2 * i : 0], b = x[2 * i + 1 < Count ? 2 * i + 1 : 0];
      x[i] = shuffle<lanes>(a, b, lower) + shuffle<lanes>(a, b, upper);
    }
    fold_lanes<R, Parts, half, left>(x);
  }
}

/// The lanes of each of Count vectors added up, those of even and odd number apart if Parts is 2.
template <class R, int Parts, int Count>
inline void add_lanes(const typename Reals<R>::V (&sums)[Count], R (&totals)[Count * Parts]) {
  using V = typename Reals<R>::V;
  constexpr int lanes = Reals<R>::lanes;
  V x[Count];
  for (int i = 0; i < Count; ++i) x[i] = sums[i];
  fold_lanes<R, Parts, lanes, Count>(x);
  constexpr int in_one = lanes / Parts;
#pragma GCC unroll 16
  for (int i = 0; i < Count * Parts; ++i) totals[i] = x[i / Parts / in_one][i % lanes];
}

/// Products of a and x by (re re, im im) and, with the parts of x exchanged, (re im, im re); of reals they
/// are `straight` as it is.
template <class T>
inline typename Reals<typename Parts<T>::Real>::V whole_products(
    typename Reals<typename Parts<T>::Real>::V straight, typename Reals<typename Parts<T>::Real>::V swapped,
    bool conjugate_a) {
  using R = typename Parts<T>::Real;
  if constexpr (Parts<T>::count == 1) {
    return straight;
  } else {
    const R sign = conjugate_a ? R{-1} : R{1};
    const auto re = straight - swap_parts<R>(straight) * sign, im = swap_parts<R>(swapped) + swapped * sign;
    constexpr int lanes = Reals<R>::lanes;
    return shuffle<lanes>(re, im, [](int i) { return i % 2 == 0 ? i : lanes + i; });
  }
}

}  // namespace
}  // namespace numapack
