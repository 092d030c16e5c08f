// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "lu/lu_problem.hpp"
#include "support/guarded.hpp"
#include "support/reference.hpp"

namespace numapack::testing {

/// A matrix that ends at an inaccessible page, with room for its pivots, and what it was before.
template <class T>
class Factorable {
 public:
  Factorable(Index m, Index n, Index slack = 0)
      : m_(m),
        n_(n),
        a_(m == 0 || n == 0 ? 0 : static_cast<std::size_t>((m + slack) * (n - 1) + m)),
        pivots_(static_cast<std::size_t>(std::min(m, n))),
        problem{m, n, a_.data(), std::max<Index>(1, m + slack), pivots_.data()} {
    std::fill(a_.data(), a_.data() + a_.size(), T{-77});
  }

  T& at(Index i, Index j) { return problem.a[i + j * problem.lda]; }
  template <class Value>
  Factorable& fill(Value value) {
    for (Index j = 0; j < n_; ++j)
      for (Index i = 0; i < m_; ++i) at(i, j) = value(i, j);
    before.assign(a_.data(), a_.data() + a_.size());
    return *this;
  }
  void restore() { std::copy(before.begin(), before.end(), a_.data()); }
  std::vector<T> result() const { return {a_.data(), a_.data() + a_.size()}; }

 private:
  Index m_, n_;
  Guarded<T> a_;
  Guarded<std::int64_t> pivots_;

 public:
  LuProblem<T> problem;
  std::vector<T> before;
};

/// "" if the factors are right, from nothing but the matrix before and after: pivots are rows at or below the
/// diagonal, |l| <= 1, nothing between the columns was written, and |P A - L U| <= gamma |L| |U| element by
/// element (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed. 2002, theorem 9.3; one rounding
/// more for the reciprocal of the pivot, complex operations as in lemma 3.5). Columns whose pivot is zero may
/// have anything finite below it only if that is zero, too.
template <class T>
std::string check_factors(const Factorable<T>& matrix) {
  using R = WideReal<T>;
  const LuProblem<T>& p = matrix.problem;
  const Index steps = std::min(p.m, p.n);
  std::ostringstream said;
  std::vector<T> original = matrix.before;
  const auto was = [&](Index i, Index j) -> T& { return original[static_cast<std::size_t>(i + j * p.lda)]; };
  const auto is = [&](Index i, Index j) { return p.a[i + j * p.lda]; };
  for (Index j = 0; p.m > 0 && j + 1 < p.n; ++j)
    for (Index i = p.m; i < p.lda; ++i)
      if (was(i, j) != is(i, j)) return "written below column " + std::to_string(j);
  for (Index k = 0; k < steps; ++k) {
    const Index row = p.pivots[k] - 1;
    if (row < k || row >= p.m) {
      said << "pivot " << k << " is row " << row;
      return said.str();
    }
    for (Index j = 0; j < p.n; ++j) std::swap(was(k, j), was(row, j));
  }
  const R unit =
      static_cast<R>(std::numeric_limits<Real<T>>::epsilon()) * (std::is_same_v<T, Real<T>> ? 0.5 : 1.5);
  for (Index j = 0; j < p.n; ++j) {
    for (Index i = 0; i < p.m; ++i) {
      Wide<T> sum{0};
      R size = 0;
      const Index depth = std::min({i, j + 1, steps});
      for (Index k = 0; k < depth; ++k) {
        sum += Wide<T>(is(i, k)) * Wide<T>(is(k, j));
        size += std::abs(Wide<T>(is(i, k))) * std::abs(Wide<T>(is(k, j)));
      }
      if (i <= j) {
        sum += Wide<T>(is(i, j));
        size += std::abs(Wide<T>(is(i, j)));
      } else if (j < steps) {
        // |re| + |im| is what pivots are chosen by.
        const R largest = std::is_same_v<T, Real<T>> ? R{1} : std::sqrt(R{2});
        const bool eliminated = is(j, j) != T{0};
        if (std::abs(Wide<T>(is(i, j))) > (eliminated ? largest * (1 + 8 * unit) : R{0})) {
          said << "l(" << i << ", " << j << ") is " << is(i, j);
          return said.str();
        }
      }
      const auto count = static_cast<R>(std::min({i, j, steps}) + 4);
      const R bound =
          2 * count * unit / (1 - count * unit) * size + 4 * std::numeric_limits<Real<T>>::denorm_min();
      const R error = std::abs(sum - Wide<T>(was(i, j)));
      if (!(error <= bound)) {
        said << "element (" << i << ", " << j << ") of " << p.m << " x " << p.n << " is off by "
             << static_cast<double>(error) << ", allowed " << static_cast<double>(bound);
        return said.str();
      }
    }
  }
  return {};
}

/// LAPACK's unblocked getf2, step by step, in the type itself: for pivots, info and where NaN goes.
template <class T>
struct UnblockedFactors {
  std::vector<T> a;  ///< m x n, without gaps
  std::vector<Index> pivots;
  Index info = 0;
  /// How clear the choice of each pivot was: the largest candidate over the second largest.
  std::vector<double> clearness;

  UnblockedFactors(const std::vector<T>& matrix, Index m, Index n, Index leading) {
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < m; ++i) a.push_back(matrix[static_cast<std::size_t>(i + j * leading)]);
    const auto at = [&](Index i, Index j) -> T& { return a[static_cast<std::size_t>(i + j * m)]; };
    const auto size = [](const T& x) {
      if constexpr (std::is_same_v<T, Real<T>>)
        return std::abs(x);
      else
        return std::abs(x.real()) + std::abs(x.imag());
    };
    for (Index k = 0; k < std::min(m, n); ++k) {
      Index row = k;
      Real<T> largest = size(at(k, k)), second = 0;
      for (Index i = k + 1; i < m; ++i) {
        const Real<T> here = size(at(i, k));
        if (here > largest) {
          second = largest;
          largest = here;
          row = i;
        } else if (here > second) {
          second = here;
        }
      }
      pivots.push_back(row + 1);
      clearness.push_back(second > 0 ? static_cast<double>(largest) / static_cast<double>(second) : 1e9);
      if (at(row, k) == T{0}) {
        if (info == 0) info = k + 1;
      } else {
        for (Index j = 0; j < n; ++j) std::swap(at(k, j), at(row, j));
        for (Index i = k + 1; i < m; ++i) at(i, k) /= at(k, k);
      }
      for (Index j = k + 1; j < n; ++j)
        for (Index i = k + 1; i < m; ++i) at(i, j) -= at(i, k) * at(k, j);
    }
  }
};

}  // namespace numapack::testing
