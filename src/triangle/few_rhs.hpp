// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <vector>

#include "level3/call/plain_product.hpp"
#include "triangle/triangle.hpp"

namespace numapack {

/// op(A) X = B in place of a few columns: blocks on the diagonal by substitution, the rest column by column,
/// on the calling thread.
template <class T>
class SubstitutionOfFew {
 public:
  /// A solve on the left whose alpha is 1; `trans` may be any.
  explicit SubstitutionOfFew(const TriangularProblem<T>& problem) : p_(problem) {}

  void run() const {
    const Index blocks = divide_up(p_.m, size);
    for (Index turn = 0; turn < blocks; ++turn) {
      const Index begin = (forward() ? turn : blocks - 1 - turn) * size;
      const Index end = std::min(p_.m, begin + size);
      for (Index c = 0; c < p_.n; ++c) substitute(begin, end, p_.b + c * p_.ldb);
      const Range rest = forward() ? Range{end, p_.m} : Range{0, begin};
      if (rest.size() > 0) eliminate({begin, end}, rest);
    }
  }

 private:
  static constexpr Index size = 64;

  bool forward() const { return p_.triangle() == Triangle::lower; }
  const T* stored(Index row, Index column) const { return p_.a + row + column * p_.lda; }
  T conjugated(const T& value) const { return conjugates(p_.trans) ? conjugate_of(value) : value; }
  void substitute(Index begin, Index end, T* x) const {
    for (Index turn = 0; turn < end - begin; ++turn) {
      const Index j = forward() ? begin + turn : end - 1 - turn;
      const Index first = forward() ? j + 1 : begin, last = forward() ? end : j;
      if (transposes(p_.trans)) {
        // The unknowns before j are known: column j of the stored triangle is row j of the transposed one.
        const Index known = forward() ? begin : j + 1, known_end = forward() ? j : end;
        T sum = x[j];
        for (Index i = known; i < known_end; ++i) sum -= plain_product(conjugated(*stored(i, j)), x[i]);
        x[j] = p_.unit_diagonal ? sum : quotient(sum, conjugated(*stored(j, j)));
        continue;
      }
      if (!p_.unit_diagonal) x[j] = quotient(x[j], conjugated(*stored(j, j)));
      const T* const column = stored(0, j);
      for (Index i = first; i < last; ++i) x[i] -= plain_product(conjugated(column[i]), x[j]);
    }
  }

  /// B[rest] -= op(A)[rest, known] X[known].
  void eliminate(Range known, Range rest) const {
    const bool transposed = transposes(p_.trans);
    const T* const a = transposed ? stored(known.begin, rest.begin) : stored(rest.begin, known.begin);
    for (Index c = 0; c < p_.n; ++c) {
      const T* const x = p_.b + known.begin + c * p_.ldb;
      T* const y = p_.b + rest.begin + c * p_.ldb;
      if (transposed)
        subtract_dots(a, rest.size(), known.size(), x, y);
      else
        subtract_columns(a, rest.size(), known.size(), x, y);
    }
  }

  /// Four columns a pass over y.
  void subtract_columns(const T* a, Index rows, Index columns, const T* x, T* y) const {
    Index p = 0;
    for (; p + 4 <= columns; p += 4) {
      const T *const a0 = a + p * p_.lda, *const a1 = a0 + p_.lda, *const a2 = a1 + p_.lda,
                     *const a3 = a2 + p_.lda;
      const T x0 = x[p], x1 = x[p + 1], x2 = x[p + 2], x3 = x[p + 3];
      for (Index i = 0; i < rows; ++i)
        y[i] -= plain_product(conjugated(a0[i]), x0) + plain_product(conjugated(a1[i]), x1) +
                (plain_product(conjugated(a2[i]), x2) + plain_product(conjugated(a3[i]), x3));
    }
    for (; p < columns; ++p)
      for (Index i = 0; i < rows; ++i) y[i] -= plain_product(conjugated(a[i + p * p_.lda]), x[p]);
  }
  void subtract_dots(const T* a, Index rows, Index depth, const T* x, T* y) const {
    for (Index i = 0; i < rows; ++i) {
      T sum{0};
      for (Index p = 0; p < depth; ++p) sum += plain_product(conjugated(a[p + i * p_.lda]), x[p]);
      y[i] -= sum;
    }
  }

  const TriangularProblem<T>& p_;
};

/// A solve with few right-hand sides: X op(A) = B is solved as op(A)^T X^T = B^T, in memory of its own.
template <class T>
void solve_few(TriangularProblem<T> problem) {
  const bool left = problem.side == Side::left;
  std::vector<T> columns(left ? 0 : static_cast<std::size_t>(problem.n * problem.m));
  if (problem.alpha != T{1})
    for (Index j = 0; j < problem.n; ++j)
      for (Index i = 0; i < problem.m; ++i) problem.b[i + j * problem.ldb] *= problem.alpha;
  if (left) {
    problem.interchanges.apply(true, problem.m, problem.n, problem.b, problem.ldb);
    SubstitutionOfFew<T>(problem).run();
    return problem.interchanges.apply(false, problem.m, problem.n, problem.b, problem.ldb);
  }
  const Index order = problem.n, rhs = problem.m;
  T* const b = problem.b;
  const Index ldb = problem.ldb;
  for (Index j = 0; j < order; ++j)
    for (Index i = 0; i < rhs; ++i) columns[static_cast<std::size_t>(j + i * order)] = b[i + j * ldb];
  problem.side = Side::left, problem.trans = transposed(problem.trans);
  problem.m = order, problem.n = rhs, problem.b = columns.data(), problem.ldb = order;
  SubstitutionOfFew<T>(problem).run();
  for (Index j = 0; j < order; ++j)
    for (Index i = 0; i < rhs; ++i) b[i + j * ldb] = columns[static_cast<std::size_t>(j + i * order)];
}

}  // namespace numapack
