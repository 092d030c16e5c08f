// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// What a reflector does to a few columns. By the instruction set of the source that includes this (see
// factor.hpp).

#include "kernel/triangle/factor_kernel.hpp"
#include "kernel/vectors.hpp"

namespace numapack {
namespace {

/// Halves are added to each other until one lane is left.
template <class R, int distance = Reals<R>::lanes / 2>
inline R sum_of_lanes(typename Reals<R>::V x) {
  if constexpr (distance == 0) {
    return x[0];
  } else {
    constexpr int lanes = Reals<R>::lanes;
    x += shuffle<lanes>(x, x, [](int i) { return (i + distance) % lanes; });
    return sum_of_lanes<R, distance / 2>(x);
  }
}

/// v^H x for `Columns` columns: products as they lie, and for complex numbers those with the parts of x
/// exchanged. Sums in `sums` vectors, an even number; of what is left at the end in the first half of them.
template <class T, int Columns, int sums>
inline void dot_some(Index rows, const T* v, const T* x, Index leading, T* out) {
  using R = typename Parts<T>::Real;
  using V = typename Reals<R>::V;
  constexpr int lanes = Reals<R>::lanes, parts = Parts<T>::count;
  V same[sums][Columns]{}, crossed[sums][Columns]{};
  const auto add = [&](int sum, V factor, V value, int c) {
    same[sum][c] = multiply_add_vectors<R>(factor, value, same[sum][c]);
    if constexpr (parts == 2)
      crossed[sum][c] = multiply_add_vectors<R>(factor, swap_parts<R>(value), crossed[sum][c]);
  };
  const R *const vs = reinterpret_cast<const R*>(v), *const xs = reinterpret_cast<const R*>(x);
  const Index reals = rows * parts, stride = leading * parts;
  Index i = 0;
  for (; i + sums * lanes <= reals; i += sums * lanes)
#pragma GCC unroll 8
    for (int sum = 0; sum < sums; ++sum) {
      const V factor = load(vs + i + sum * lanes);
      for (int c = 0; c < Columns; ++c) add(sum, factor, load(xs + c * stride + i + sum * lanes), c);
    }
  while (i < reals)
#pragma GCC unroll 4
    for (int sum = 0; sum < sums / 2; ++sum, i += lanes) {
      if (i >= reals) break;
      const int left = static_cast<int>(reals - i < lanes ? reals - i : lanes);
      const V factor = load_first(vs + i, left);
      for (int c = 0; c < Columns; ++c) add(sum, factor, load_first(xs + c * stride + i, left), c);
    }
  for (int c = 0; c < Columns; ++c) {
    const auto all = [c](V(&of)[sums][Columns]) {
#pragma GCC unroll 4
      for (int half = sums / 2; half > 0; half /= 2)
#pragma GCC unroll 4
        for (int sum = 0; sum < half; ++sum) of[sum][c] += of[sum + half][c];
      return of[0][c];
    };
    R* const to = reinterpret_cast<R*>(out + c);
    to[0] = sum_of_lanes<R>(all(same));
    if constexpr (parts == 2) to[1] = -sum_of_lanes<R>(all(crossed) * minus_plus<R>());
  }
}

/// See FactorKernel. Two vectors of sums keep the adders busy; in fixed order all sets have as many sums as
/// two of AVX-512's, and fewer columns at a time where that takes more registers.
template <class T, bool fixed>
void dots(Index rows, const T* v, const T* x, Index leading, Index columns, T* out) {
  constexpr int sums = fixed ? 2 * 64 / vector_bytes : 2;
  constexpr int together = (Parts<T>::count == 2 && vector_registers == 16 ? 2 : 4) / (sums > 2 ? 2 : 1);
  Index c = 0;
  for (; c + together <= columns; c += together)
    dot_some<T, together, sums>(rows, v, x + c * leading, leading, out + c);
  for (; c < columns; ++c) dot_some<T, 1, sums>(rows, v, x + c * leading, leading, out + c);
}

template <class T, int Columns>
inline void subtract_some(Index rows, const T* v, T* x, Index leading, const T* factors) {
  using R = typename Parts<T>::Real;
  using V = typename Reals<R>::V;
  constexpr int lanes = Reals<R>::lanes, parts = Parts<T>::count;
  V same[Columns], crossed[Columns];
  for (int c = 0; c < Columns; ++c) {
    const Multiplier<T> factor(factors[c]);
    same[c] = -factor.same;
    crossed[c] = -factor.crossed;
  }
  const auto added = [&](V to, V value, V swapped, int c) {
    to = multiply_add_vectors<R>(value, same[c], to);
    if constexpr (parts == 2) to = multiply_add_vectors<R>(swapped, crossed[c], to);
    return to;
  };
  const R* const vs = reinterpret_cast<const R*>(v);
  R* const xs = reinterpret_cast<R*>(x);
  const Index reals = rows * parts, stride = leading * parts;
  Index i = 0;
  for (; i + lanes <= reals; i += lanes) {
    const V value = load(vs + i), swapped = parts == 2 ? swap_parts<R>(value) : value;
    for (int c = 0; c < Columns; ++c) {
      R* const to = xs + c * stride + i;
      store(to, added(load(to), value, swapped, c));
    }
  }
  if (i == reals) return;
  const int left = static_cast<int>(reals - i);
  const V value = load_first(vs + i, left), swapped = parts == 2 ? swap_parts<R>(value) : value;
  for (int c = 0; c < Columns; ++c) {
    R* const to = xs + c * stride + i;
    store_first(to, added(load_first(to, left), value, swapped, c), left);
  }
}

/// See FactorKernel.
template <class T>
void subtract(Index rows, const T* v, T* x, Index leading, Index columns, const T* factors) {
  constexpr int together = 4;
  Index c = 0;
  for (; c + together <= columns; c += together)
    subtract_some<T, together>(rows, v, x + c * leading, leading, factors + c);
  for (; c < columns; ++c) subtract_some<T, 1>(rows, v, x + c * leading, leading, factors + c);
}

}  // namespace
}  // namespace numapack
