// SPDX-License-Identifier: BSD-3-Clause
#include "peer/work/factors.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "peer/work/extended.hpp"
#include "peer/work/random.hpp"
#include "peer/work/triangle_sums.hpp"

namespace numapack {

namespace {

template <class T>
class FactorsCheck {
 public:
  FactorsCheck(const Job& job, const Factors<T>& factors)
      : job_(job),
        factors_(factors),
        m_(job.call.m),
        n_(job.call.n),
        least_(std::min(m_, n_)),
        before_(static_cast<std::size_t>(m_ * n_)) {
    for (std::size_t i = 0; i < before_.size(); ++i)
      before_[i] = operand_element<T>(job, 0, static_cast<Index>(i));
  }

  ErrorReport run() {
    const BlasName routine = job_.form.routine->id;
    const bool has_pivots = routine == BlasName::getrf || routine == BlasName::getri;
    if (has_pivots && !permute()) return {kWorstError, 1};
    // Columns, or getri's rows.
    const double cube = static_cast<double>(m_) * static_cast<double>(n_) * static_cast<double>(least_);
    for (const Index line : lines_to_check(job_, n_, cube)) {
      if (routine == BlasName::potrf) cholesky(line);
      if (routine == BlasName::getrf) lu(line);
      if (routine == BlasName::geqrf) qr(line);
      if (routine == BlasName::potri) inverse_from_cholesky(line);
      if (routine == BlasName::getri) inverse_from_lu(line);
    }
    return report_;
  }

 private:
  using Line = std::vector<Extended>;
  using Magnitudes = std::vector<long double>;

  Extended is(Index i, Index j) const { return extended(factors_.a[i + j * job_.leading(0)]); }
  Extended was(Index i, Index j) const { return extended(before_[static_cast<std::size_t>(i + j * m_)]); }
  bool lower() const { return job_.form.uplo() == Uplo::lower; }

  void add(const Deviation& deviation) { add(deviation.over_bound<T>()); }
  void add(double error_over_bound) {
    report_.error_over_bound = std::max(report_.error_over_bound, error_over_bound);
    ++report_.elements;
  }

  /// Where the rows of P A are in A. False for pivots that are none.
  bool permute() {
    rows_.resize(static_cast<std::size_t>(m_));
    std::iota(rows_.begin(), rows_.end(), Index{0});
    for (Index step = 0; step < least_; ++step) {
      const std::int64_t row = factors_.pivots[static_cast<std::size_t>(step)] - 1;
      if (row < step || row >= m_) return false;
      std::swap(rows_[static_cast<std::size_t>(step)], rows_[static_cast<std::size_t>(row)]);
    }
    return true;
  }
  Index row_before(Index i) const { return rows_[static_cast<std::size_t>(i)]; }

  /// Of the triangle that is not named, what lies across the line.
  void check_other_triangle(Index line) {
    for (Index i = line + 1; i < n_; ++i) {
      const Index row = lower() ? line : i, column = lower() ? i : line;
      add(is(row, column) == was(row, column) ? 0 : kWorstError);
    }
  }

  /// From the diagonal on; the upper triangle's factor is L^H.
  void cholesky(Index column) {
    const auto factor = [&](Index i, Index k) { return lower() ? is(i, k) : std::conj(is(k, i)); };
    for (Index i = column; i < n_; ++i) {
      Deviation deviation{0, 0, n_};
      Extended sum = lower() ? -was(i, column) : -std::conj(was(column, i));
      for (Index k = 0; k <= column; ++k) {
        const Extended left = factor(i, k), right = std::conj(factor(column, k));
        sum += product(left, right);
        deviation.magnitude += std::abs(left) * std::abs(right);
      }
      deviation.error = std::abs(sum);
      add(deviation);
    }
    check_other_triangle(column);
  }

  void lu(Index column) {
    const long double largest = std::is_floating_point_v<T> ? 1.0L : std::sqrt(2.0L);
    for (Index i = 0; i < m_; ++i) {
      Deviation deviation{0, 0, least_};
      Extended sum = -was(row_before(i), column);
      const auto plus = [&](Extended left, Extended right) {
        sum += product(left, right);
        deviation.magnitude += std::abs(left) * std::abs(right);
      };
      for (Index k = 0; k < std::min({i, column + 1, least_}); ++k) plus(is(i, k), is(k, column));
      if (i <= column) plus(1, is(i, column));
      deviation.error = std::abs(sum);
      add(deviation);
      if (i > column && !(std::abs(is(i, column)) <= largest * (1 + 1e-6L))) add(kWorstError);
    }
  }

  /// Q x, one reflector after the other.
  void reflect(Line& x, Index reflectors) const {
    for (Index r = reflectors - 1; r >= 0; --r) {
      Extended sum = x[static_cast<std::size_t>(r)];
      for (Index i = r + 1; i < m_; ++i) sum += product(std::conj(is(i, r)), x[static_cast<std::size_t>(i)]);
      sum = product(sum, extended(factors_.tau[static_cast<std::size_t>(r)]));
      x[static_cast<std::size_t>(r)] -= sum;
      for (Index i = r + 1; i < m_; ++i) x[static_cast<std::size_t>(i)] -= product(is(i, r), sum);
    }
  }
  static long double norm_of(const Line& x) {
    long double squares = 0;
    for (const Extended& value : x) squares += std::norm(value);
    return std::sqrt(squares);
  }

  void qr(Index column) {
    Line x(static_cast<std::size_t>(m_)), before = x;
    for (Index i = 0; i < m_; ++i) {
      x[static_cast<std::size_t>(i)] = i <= column ? is(i, column) : 0;
      before[static_cast<std::size_t>(i)] = was(i, column);
    }
    const Index reflectors = std::min(column + 1, least_);
    reflect(x, least_);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] -= before[i];
    add(Deviation{norm_of(x), norm_of(before), 3 * m_ * reflectors});
    if (column >= least_) return;
    Line q(static_cast<std::size_t>(m_));
    q[static_cast<std::size_t>(column)] = 1;
    reflect(q, least_);
    for (const Line& other : columns_of_q_) add({std::abs(inner_product(other, q)), 2, 3 * m_ * least_});
    add({std::abs(inner_product(q, q) - Extended{1}), 2, 3 * m_ * least_});
    columns_of_q_.push_back(std::move(q));
  }
  static Extended inner_product(const Line& x, const Line& y) {
    Extended sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += product(std::conj(x[i]), y[i]);
    return sum;
  }

  void inverse_from_cholesky(Index column) {
    const auto factor = [&](Index i, Index k) { return lower() ? was(i, k) : std::conj(was(k, i)); };
    const LowerTriangle l{n_, factor};
    Line x(static_cast<std::size_t>(n_));
    for (Index i = 0; i < n_; ++i)
      x[static_cast<std::size_t>(i)] =
          (i >= column) == lower() || i == column ? is(i, column) : std::conj(is(column, i));
    const Line ax = l.times(l.adjoint_times(x));
    Magnitudes unit(x.size());
    unit[static_cast<std::size_t>(column)] = 1;
    const Magnitudes r = l.bound_of_inverse_times(unit);
    const Magnitudes one = l.sizes_times(l.bound_of_inverse_times(l.sizes_times(r)));
    const Magnitudes other = l.sizes_times(l.adjoint_sizes_times(l.bound_of_adjoint_inverse_times(r)));
    for (Index i = 0; i < n_; ++i) {
      const auto at = static_cast<std::size_t>(i);
      add({std::abs(ax[at] - Extended{i == column ? 1.0L : 0.0L}), one[at] + 2 * other[at], 3 * n_});
    }
    check_other_triangle(column);
  }

  /// As columns: the row's transpose is U^T L^T P x, and U^T is lower.
  void inverse_from_lu(Index row) {
    const LowerTriangle u{n_, [&](Index i, Index k) { return was(k, i); }};
    const LowerTriangle l{n_, [&](Index i, Index k) { return i == k ? Extended{1} : std::conj(was(i, k)); }};
    Line x(static_cast<std::size_t>(n_));
    Magnitudes sizes(x.size()), unit(x.size());
    for (Index i = 0; i < n_; ++i) {
      x[static_cast<std::size_t>(i)] = is(row, row_before(i));
      sizes[static_cast<std::size_t>(i)] = std::abs(is(row, row_before(i)));
    }
    unit[static_cast<std::size_t>(row)] = 1;
    const Line xa = u.times(l.adjoint_times(x));
    const Magnitudes one =
        u.sizes_times(u.bound_of_inverse_times(u.sizes_times(u.bound_of_inverse_times(unit))));
    const Magnitudes other = u.sizes_times(l.adjoint_sizes_times(sizes));
    for (Index i = 0; i < n_; ++i) {
      const auto at = static_cast<std::size_t>(i);
      add({std::abs(xa[at] - Extended{i == row ? 1.0L : 0.0L}), one[at] + other[at], 3 * n_});
    }
  }

  const Job& job_;
  const Factors<T>& factors_;
  const Index m_, n_, least_;
  std::vector<T> before_;  ///< without gaps
  std::vector<Index> rows_;
  std::vector<Line> columns_of_q_;
  ErrorReport report_;
};

}  // namespace

std::vector<Index> lines_to_check(const Job& job, Index lines, double multiply_adds) {
  constexpr double most_of_small = 4e6;
  if (multiply_adds <= most_of_small) {
    std::vector<Index> all(static_cast<std::size_t>(lines));
    std::iota(all.begin(), all.end(), Index{0});
    return all;
  }
  std::vector<Index> some{0, lines - 1};
  for (std::uint64_t i = 0; i < 6; ++i) {
    const double place = random_number(~job.seed, i) + 0.5;
    some.push_back(std::min(lines - 1, static_cast<Index>(place * static_cast<double>(lines))));
  }
  return some;
}

template <class T>
ErrorReport check_factors(const Job& job, const Factors<T>& factors) {
  return FactorsCheck<T>(job, factors).run();
}

template ErrorReport check_factors(const Job&, const Factors<float>&);
template ErrorReport check_factors(const Job&, const Factors<double>&);
template ErrorReport check_factors(const Job&, const Factors<std::complex<float>>&);
template ErrorReport check_factors(const Job&, const Factors<std::complex<double>>&);

}  // namespace numapack
