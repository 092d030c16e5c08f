// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <complex>
#include <limits>
#include <optional>
#include <ostream>
#include <vector>

#include "level3/call/problem.hpp"
#include "support/guarded.hpp"
#include "support/random.hpp"
#include "support/reference.hpp"
#include "support/values.hpp"

namespace numapack::testing {

/// What the sizes and structures of a random structured problem may be.
struct StructuredSizes {
  Index m, n, k;
  Transpose trans_a = Transpose::none, trans_b = Transpose::none;
  Pattern a = {}, b = {};
  MatrixType region = MatrixType::general;
  Index slack = 0;  ///< leading dimensions beyond the stored rows
  bool twofold = false;
};

/// Operands of which everything that must not be read is not a number, and C beyond its region must not be
/// written either. All end at inaccessible pages.
template <class T>
class StructuredOperands {
 public:
  StructuredOperands(const StructuredSizes& s, T alpha, T beta, Generator& generator)
      : a_(transposes(s.trans_a) ? stored(s.k, s.m, s.slack) : stored(s.m, s.k, s.slack)),
        b_(transposes(s.trans_b) ? stored(s.n, s.k, s.slack) : stored(s.k, s.n, s.slack)),
        c_(stored(s.m, s.n, s.slack)) {
    for (Guarded<T>* const memory : {&a_, &b_, &c_})
      for (std::size_t i = 0; i < memory->size(); ++i) (*memory)[i] = random_value<T>(generator);
    problem.trans_a = s.trans_a, problem.trans_b = s.trans_b;
    problem.m = s.m, problem.n = s.n, problem.k = s.k;
    problem.alpha = alpha, problem.beta = beta;
    problem.a = a_.data(), problem.b = b_.data(), problem.c = c_.data();
    problem.lda = (transposes(s.trans_a) ? s.k : s.m) + s.slack;
    problem.ldb = (transposes(s.trans_b) ? s.n : s.k) + s.slack;
    problem.ldc = s.m + s.slack;
    problem.pattern_a = s.a, problem.pattern_b = s.b;
    problem.region = s.region;
    problem.twofold = s.twofold;
    if (s.twofold) problem.alpha = T{std::real(alpha)};  // the reference has one for both products
    dense_a_ = expand(a_, problem.lda, s.trans_a, s.a, s.m, s.k);
    dense_b_ = expand(b_, problem.ldb, s.trans_b, s.b, s.k, s.n);
    if (s.twofold) {  // [op(A) op(B)'] [op(B); op(A)']
      const std::vector<T> more_a = expand(b_, problem.ldb, s.trans_a, {}, s.m, s.k),
                           more_b = expand(a_, problem.lda, s.trans_b, {}, s.k, s.n);
      dense_a_.insert(dense_a_.end(), more_a.begin(), more_a.end());
      for (Index j = s.n; j-- > 0;) {
        const auto column = more_b.begin() + static_cast<std::ptrdiff_t>(j * s.k);
        dense_b_.insert(dense_b_.begin() + static_cast<std::ptrdiff_t>((j + 1) * s.k), column, column + s.k);
      }
    }
    spoil(a_, problem.lda, s.a, s.m);
    spoil(b_, problem.ldb, s.b, s.n);
    for (Index j = 0; j < s.n; ++j)
      for (Index i = 0; i < s.m; ++i)
        if (!holds(s.region, i, j)) c_[at(i, j, problem.ldc)] = nothing<T>();
    before.assign(c_.data(), c_.data() + c_.size());
  }

  void restore() { std::copy(before.begin(), before.end(), c_.data()); }

  /// "" if C is right in its region and as it was elsewhere.
  std::string check() {
    for (Index j = 0; j < problem.n; ++j)
      for (Index i = 0; i < std::min(problem.ldc, j + 1 < problem.n ? problem.ldc : problem.m); ++i) {
        const bool inside = i < problem.m && holds(problem.region, i, j);
        if (!inside && !same(c_[at(i, j, problem.ldc)], before[at(i, j, problem.ldc)]))
          return "written outside the region: " + std::to_string(i) + ", " + std::to_string(j);
      }
    Problem<T> dense = problem;
    dense.trans_a = dense.trans_b = Transpose::none;
    dense.pattern_a = dense.pattern_b = {};
    dense.a = dense_a_.data(), dense.b = dense_b_.data();
    dense.twofold = false;
    dense.k = problem.call().steps();
    dense.lda = problem.m, dense.ldb = dense.k;
    if (!reference_) reference_.emplace(dense);
    return reference_->compare(dense, before.data());
  }

  std::vector<T> result() const { return {c_.data(), c_.data() + c_.size()}; }

 private:
  static std::size_t at(Index row, Index column, Index leading) {
    return static_cast<std::size_t>(row + column * leading);
  }
  static bool same(const T& left, const T& right) {
    return left == right || (std::isnan(std::abs(left)) && std::isnan(std::abs(right)));
  }
  static bool holds(MatrixType region, Index row, Index column) {
    return region == MatrixType::general || row == column || (row > column) == (region == MatrixType::lower);
  }
  static bool is_stored(const Pattern& pattern, Index row, Index column) {
    return holds(pattern.stored == Triangle::lower ? MatrixType::lower : MatrixType::upper, row, column);
  }

  static std::size_t stored(Index rows, Index columns, Index slack) {
    return static_cast<std::size_t>((rows + slack) * (columns - 1) + rows);
  }

  /// op(X) without any structure, by the definitions, element by element.
  static std::vector<T> expand(const Guarded<T>& x, Index leading, Transpose op, const Pattern& pattern,
                               Index rows, Index columns) {
    std::vector<T> dense(static_cast<std::size_t>(rows * columns));
    for (Index j = 0; j < columns; ++j)
      for (Index i = 0; i < rows; ++i) {
        const Index row = transposes(op) ? j : i, column = transposes(op) ? i : j;
        T value = element(x, leading, pattern, row, column);
        if constexpr (!std::is_same_v<T, Real<T>>)
          if (conjugates(op)) value = std::conj(value);
        dense[at(i, j, rows)] = value;
      }
    return dense;
  }
  static T element(const Guarded<T>& x, Index leading, const Pattern& pattern, Index row, Index column) {
    if (pattern.is_general() || (is_stored(pattern, row, column) && row != column))
      return x[at(row, column, leading)];
    if (row == column) {
      if (pattern.unit_diagonal) return T{1};
      const T diagonal = x[at(row, row, leading)];
      return pattern.structure == Structure::hermitian ? T{std::real(diagonal)} : diagonal;
    }
    if (pattern.is_triangular()) return T{0};
    const T mirrored = x[at(column, row, leading)];
    if constexpr (!std::is_same_v<T, Real<T>>)
      if (pattern.structure == Structure::hermitian) return std::conj(mirrored);
    return mirrored;
  }

  static void spoil(Guarded<T>& x, Index leading, const Pattern& pattern, Index side) {
    if (pattern.is_general()) return;
    for (Index j = 0; j < side; ++j)
      for (Index i = 0; i < side; ++i) {
        T& value = x[at(i, j, leading)];
        if (!is_stored(pattern, i, j) || (i == j && pattern.unit_diagonal)) value = nothing<T>();
        if constexpr (!std::is_same_v<T, Real<T>>)
          if (i == j && pattern.structure == Structure::hermitian)
            value = {std::real(value), std::numeric_limits<Real<T>>::quiet_NaN()};
      }
  }

  Guarded<T> a_, b_, c_;
  std::vector<T> dense_a_, dense_b_;
  std::optional<Reference<T>> reference_;

 public:
  Problem<T> problem;
  std::vector<T> before;
};

template <class T>
std::ostream& operator<<(std::ostream& out, const StructuredOperands<T>& operands) {
  const Problem<T>& p = operands.problem;
  const auto pattern = [](const Pattern& x) {
    return std::string(name(x.structure)) + "-" + name(x.stored) + (x.unit_diagonal ? "-unit" : "");
  };
  return out << letter(type_of<T>()) << " " << letter(p.trans_a) << letter(p.trans_b) << " m=" << p.m
             << " n=" << p.n << " k=" << p.k << " A " << pattern(p.pattern_a) << " B " << pattern(p.pattern_b)
             << " C " << name(p.region) << (p.twofold ? " twofold" : "") << " lda=" << p.lda
             << " ldb=" << p.ldb << " ldc=" << p.ldc << " alpha=" << p.alpha << " beta=" << p.beta;
}

}  // namespace numapack::testing
