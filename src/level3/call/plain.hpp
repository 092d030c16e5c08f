// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "level3/call/plain_product.hpp"
#include "level3/call/problem.hpp"

// Loops that take no memory, no runtime and no kernel: for calls that are denied what everything else takes.
// Their sums are in the order of K, rounded at each step. Leading dimensions may be anything, so that rows of
// a matrix, or a vector with gaps, stand as a matrix of one row.

namespace numapack {

/// An element of a structured operand's stored triangle, and whether its conjugate is meant.
struct StoredAt {
  Index row = 0, column = 0;
  bool conjugated = false, is_zero = false, is_one = false;
};

/// Where op()'s element is stored.
inline StoredAt stored_at(const Pattern& pattern, Transpose op, Index row, Index column) {
  StoredAt at{row, column, conjugates(op)};
  if (transposes(op)) std::swap(at.row, at.column);
  const bool in_triangle = pattern.stored == Triangle::lower ? at.row >= at.column : at.row <= at.column;
  if (pattern.is_triangular()) {
    at.is_zero = !in_triangle;
    at.is_one = pattern.unit_diagonal && at.row == at.column;
  } else if (!pattern.is_general() && !in_triangle) {
    std::swap(at.row, at.column);
    at.conjugated ^= pattern.structure == Structure::hermitian;
  }
  return at;
}

/// C = alpha op(A) op(B) + beta C, in C's region.
template <class T>
void multiply_plainly(const Problem<T>& p) {
  const auto value = [](const T* data, Index leading, const Pattern& pattern, const StoredAt& at) {
    if (at.is_one) return T{1};
    const T element = data[at.row + at.column * leading];
    if (pattern.structure == Structure::hermitian && at.row == at.column) return T{std::real(element)};
    return at.conjugated ? conjugate_of(element) : element;
  };
  const Index depth = p.alpha == T{0} ? 0 : p.k;
  for (Index j = 0; j < p.n; ++j) {
    const Range rows = rows_in(p.region, {0, p.m}, j);
    for (Index i = rows.begin; i < rows.end; ++i) {
      T sum{0};
      for (Index k = 0; k < depth; ++k) {
        const StoredAt of_a = stored_at(p.pattern_a, p.trans_a, i, k),
                       of_b = stored_at(p.pattern_b, p.trans_b, k, j);
        if (of_a.is_zero || of_b.is_zero) continue;
        sum += plain_product(value(p.a, p.lda, p.pattern_a, of_a), value(p.b, p.ldb, p.pattern_b, of_b));
      }
      T& c = p.c[i + j * p.ldc];
      sum = plain_product(p.alpha, sum);
      c = p.beta == T{0} ? sum : sum + plain_product(p.beta, c);
    }
  }
  if (p.twofold && depth > 0) multiply_plainly(p.exchanged());
}

/// Products and solutions with a triangle in place of a line, whose elements are `step` apart.
template <class T>
struct PlainTriangle {
  Triangle stored = Triangle::lower;  ///< before op()
  Transpose op = Transpose::none;
  bool unit_diagonal = false;
  Index order = 0;
  const T* a = nullptr;
  Index lda = 0;

  /// x = alpha op(A) x: an element is used until it is written.
  void multiply(T alpha, T* x, Index step) const {
    for (Index turn = 0; turn < order; ++turn) {
      const Index i = is_lower() ? order - 1 - turn : turn;
      const T own = unit_diagonal ? x[i * step] : plain_product(element(i, i), x[i * step]);
      x[i * step] = plain_product(alpha, own + sum_of_others(i, x, step));
    }
  }

  /// op(A) x = alpha x.
  void solve(T alpha, T* x, Index step) const {
    for (Index turn = 0; turn < order; ++turn) {
      const Index i = is_lower() ? turn : order - 1 - turn;
      x[i * step] = plain_product(alpha, x[i * step]) - sum_of_others(i, x, step);
      if (!unit_diagonal) x[i * step] /= element(i, i);
    }
  }

 private:
  bool is_lower() const { return (stored == Triangle::lower) != transposes(op); }
  T element(Index row, Index column) const {
    const T& stored_element = transposes(op) ? a[column + row * lda] : a[row + column * lda];
    return conjugates(op) ? conjugate_of(stored_element) : stored_element;
  }
  T sum_of_others(Index i, const T* x, Index step) const {
    T sum{0};
    for (Index j = is_lower() ? 0 : i + 1; j < (is_lower() ? i : order); ++j)
      sum += plain_product(element(i, j), x[j * step]);
    return sum;
  }
};

}  // namespace numapack
