// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <utility>

#include "base/integer.hpp"
#include "level3/call/plain_product.hpp"

namespace numapack {

/// to = from^T, or its adjoint, for a column-major matrix of m x n. By tiles: two of the largest type stay in
/// L1.
template <bool adjoint, class T>
void turn(const T* from, Index leading_from, Index m, Index n, T* to, Index leading_to) {
  constexpr Index tile = 32;
  for (Index j0 = 0; j0 < n; j0 += tile)
    for (Index i0 = 0; i0 < m; i0 += tile)
      for (Index j = j0; j < std::min(n, j0 + tile); ++j)
        for (Index i = i0; i < std::min(m, i0 + tile); ++i) {
          const T& value = from[i + j * leading_from];
          to[j + i * leading_to] = adjoint ? conjugate_of(value) : value;
        }
}

/// A square one in its place.
template <class T>
void turn_in_place(T* a, Index leading, Index n) {
  constexpr Index tile = 32;
  for (Index j0 = 0; j0 < n; j0 += tile)
    for (Index i0 = j0; i0 < n; i0 += tile)
      for (Index j = j0; j < std::min(n, j0 + tile); ++j)
        for (Index i = std::max(i0, j + 1); i < std::min(n, i0 + tile); ++i)
          std::swap(a[i + j * leading], a[j + i * leading]);
}

}  // namespace numapack
