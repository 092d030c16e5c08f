// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <utility>

#include "base/integer.hpp"
#include "base/range.hpp"
#include "kernel/write_out.hpp"
#include "level3/call/plain_product.hpp"

namespace numapack {

/// Elements of a cache line: so many columns are walked along together, so that each line of what lies along
/// them, and of what lies across, is met once.
template <class T>
inline constexpr Index in_a_line = 64 / static_cast<Index>(sizeof(T));

/// to = from^T, or its adjoint, for a column-major matrix of m x n.
template <bool adjoint, class T>
void copy_transposed(const T* from, Index leading_from, Index m, Index n, T* to, Index leading_to) {
  constexpr Index line = in_a_line<T>, wide = 32;
  const auto value = [](const T& element) { return adjoint ? conjugate_of(element) : element; };
  for (Index i = 0; i < m; i += line)
    for (Index j0 = 0; j0 < n; j0 += wide) {
      const Index rows = std::min(line, m - i), end = std::min(n, j0 + wide);
      for (Index j = j0; j < end; ++j) {
        const T* const x = from + i + j * leading_from;
        T* const y = to + j + i * leading_to;
        if (rows == line)
          for (Index r = 0; r < line; ++r) y[r * leading_to] = value(x[r]);
        else
          for (Index r = 0; r < rows; ++r) y[r * leading_to] = value(x[r]);
      }
    }
}

/// The transpose of m x n to where it will not be needed soon, as write_out() has it.
template <class T>
void transpose_streaming(const T* from, Index leading_from, Index m, Index n, T* to, Index leading_to) {
  constexpr Index line = in_a_line<T>, wide = 64;
  alignas(64) T rows[line * wide];
  for (Index i = 0; i < m; i += line)
    for (Index j = 0; j < n; j += wide) {
      const Index count = std::min(line, m - i), width = std::min(wide, n - j);
      copy_transposed<false>(from + i + j * leading_from, leading_from, count, width, rows, wide);
      write_out(width, count, rows, wide, to + j + i * leading_to, leading_to);
    }
}

/// x (m x n) and y (n x m), which do not overlap, become each other's transpose: by tiles so small that their
/// lines stay in L1 where columns are a power of 2 apart.
template <class T>
void exchange_transposed(T* x, T* y, Index leading, Index m, Index n) {
  constexpr Index tile = 4;
  const auto exchange = [&](Range down, Range across) {
    for (Index j = across.begin; j < across.end; ++j)
      for (Index i = down.begin; i < down.end; ++i) std::swap(x[i + j * leading], y[j + i * leading]);
  };
  for (Index j = 0; j < n; j += tile)
    for (Index i = 0; i < m; i += tile) {
      if (m - i >= tile && n - j >= tile)
        exchange({i, i + tile}, {j, j + tile});
      else
        exchange({i, std::min(m, i + tile)}, {j, std::min(n, j + tile)});
    }
}

/// A square of order n, likewise.
template <class T>
void transpose_in_place(T* a, Index leading, Index n) {
  constexpr Index tile = 4;
  for (Index j = 0; j < n; j += tile) {
    const Index end = std::min(n, j + tile);
    for (Index c = j; c < end; ++c)
      for (Index r = c + 1; r < end; ++r) std::swap(a[r + c * leading], a[c + r * leading]);
    exchange_transposed(a + end + j * leading, a + j + end * leading, leading, n - end, end - j);
  }
}

}  // namespace numapack
