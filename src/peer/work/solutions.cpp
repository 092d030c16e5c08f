// SPDX-License-Identifier: BSD-3-Clause
#include "peer/work/solutions.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "peer/work/extended.hpp"
#include "peer/work/factors.hpp"
#include "peer/work/random.hpp"
#include "peer/work/triangle_sums.hpp"

namespace numapack {

namespace {

using Line = std::vector<Extended>;
using Magnitudes = std::vector<long double>;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

Magnitudes sizes_of(const Line& x) {
  Magnitudes sizes;
  for (const Extended& value : x) sizes.push_back(std::abs(value));
  return sizes;
}

long double norm_of(const Line& x) {
  long double squares = 0;
  for (const Extended& value : x) squares += std::norm(value);
  return std::sqrt(squares);
}

Line conjugated(Line x) {
  for (Extended& value : x) value = std::conj(value);
  return x;
}

Line minus(Line x, const Line& y) {
  for (std::size_t i = 0; i < x.size(); ++i) x[i] -= y[i];
  return x;
}

template <class T>
class SolutionCheck {
 public:
  SolutionCheck(const Job& job, const LapackProblem<T>& problem)
      : job_(job),
        problem_(problem),
        order_(job.rows(0)),
        written_(job.form.routine->written()),
        by_rows_(job.form.routine->id == BlasName::ormqr && job.form.is_on_the_right()) {}

  ErrorReport run() {
    const BlasName routine = job_.form.routine->id;
    if (routine == BlasName::getrs) exchange_rows();
    if (routine == BlasName::gels)
      for (Index j = 0; j < job_.columns(0); ++j) norm_of_a_ = std::hypot(norm_of_a_, norm_of(column(0, j)));
    const Index lines = by_rows_ ? job_.rows(written_) : job_.columns(written_);
    for (const Index line : lines_to_check(job_, lines, job_.flops() / 2)) {
      switch (routine) {
        case BlasName::getrs:
          by_lu(line);
          break;
        case BlasName::gels:
          least_squares(line);
          break;
        case BlasName::ormqr:
        case BlasName::orgqr:
          by_q(line);
          break;
        default:
          by_cholesky(line);
      }
    }
    return report_;
  }

 private:
  Extended was(int operand, Index i, Index j) const {
    return extended(operand_element<T>(job_, operand, i + j * job_.rows(operand)));
  }
  Line column(int operand, Index j) const {
    Line x;
    for (Index i = 0; i < job_.rows(operand); ++i) x.push_back(was(operand, i, j));
    return x;
  }
  /// So many elements of a column of what was written, or of a row.
  Line is(Index line, Index elements) const {
    const T* const written = written_ == 0 ? problem_.a : problem_.b;
    const Index leading = job_.leading(written_);
    Line x;
    for (Index i = 0; i < elements; ++i)
      x.push_back(extended(by_rows_ ? written[line + i * leading] : written[i + line * leading]));
    return x;
  }
  bool is_lower() const { return job_.form.uplo() == Uplo::lower; }

  void add(const Deviation& deviation) {
    report_.error_over_bound = std::max(report_.error_over_bound, deviation.over_bound<T>());
    ++report_.elements;
  }
  void add(const Line& difference, const Magnitudes& sizes, Index steps) {
    for (std::size_t i = 0; i < sizes.size(); ++i) add({std::abs(difference[i]), sizes[i], steps});
  }

  /// Where the rows of P A are in A.
  void exchange_rows() {
    rows_.resize(at(order_));
    std::iota(rows_.begin(), rows_.end(), Index{0});
    for (Index step = 0; step < order_; ++step)
      std::swap(rows_[at(step)], rows_[at(exchanged_row(job_, step) - 1)]);
  }
  Line exchanged(const Line& x) const {
    Line y;
    for (const Index row : rows_) y.push_back(x[at(row)]);
    return y;
  }

  void by_lu(Index line) {
    // P A = L U; of A^T its conjugates are solved with, by A^H.
    const bool plain = job_.form.trans() == Transpose::none;
    const bool conjugates = job_.form.trans() == Transpose::transpose;
    const LowerTriangle lower{order_, [&](Index i, Index k) { return i == k ? Extended{1} : was(0, i, k); }};
    const LowerTriangle upper{order_, [&](Index i, Index k) { return std::conj(was(0, k, i)); }};
    Line x = is(line, order_), b = column(1, line);
    if (conjugates) x = conjugated(x), b = conjugated(b);
    if (plain)
      return add(minus(lower.times(upper.adjoint_times(x)), exchanged(b)),
                 lower.sizes_times(upper.adjoint_sizes_times(sizes_of(x))), 3 * order_);
    x = exchanged(x);
    add(minus(upper.times(lower.adjoint_times(x)), b),
        upper.sizes_times(lower.adjoint_sizes_times(sizes_of(x))), 3 * order_);
  }

  void by_cholesky(Index line) {
    const bool factored = job_.form.routine->id == BlasName::potrs;
    const auto before = [&](Index i, Index k) { return is_lower() ? was(0, i, k) : std::conj(was(0, k, i)); };
    const auto factor = [&](Index i, Index k) {
      if (factored) return before(i, k);
      const Extended left = extended(problem_.a[is_lower() ? i + k * problem_.lda : k + i * problem_.lda]);
      return is_lower() ? left : std::conj(left);
    };
    const LowerTriangle l{order_, factor};
    const Line x = is(line, order_), b = column(1, line);
    const Magnitudes sizes = l.sizes_times(l.adjoint_sizes_times(sizes_of(x)));
    if (factored) return add(minus(l.times(l.adjoint_times(x)), b), sizes, 3 * order_);
    // A's triangle, what mirrors it, and the diagonal once.
    const LowerTriangle a{order_, before};
    Line product_of_a = a.times(x);
    const Line mirrored = a.adjoint_times(x);
    for (Index i = 0; i < order_; ++i)
      product_of_a[at(i)] += mirrored[at(i)] - product(before(i, i), x[at(i)]);
    add(minus(product_of_a, b), sizes, 3 * order_ + 1);
  }

  /// H x, where H is the reflector r, which is Hermitian: its factor is real.
  void reflect(Line& x, Index r) const {
    Extended sum = x[at(r)];
    for (Index i = r + 1; i < order_; ++i) sum += product(std::conj(was(0, i, r)), x[at(i)]);
    sum = product(sum, extended(problem_.tau[at(r)]));
    x[at(r)] -= sum;
    for (Index i = r + 1; i < order_; ++i) x[at(i)] -= product(was(0, i, r), sum);
  }

  void by_q(Index line) {
    Line x;
    if (job_.form.routine->id == BlasName::orgqr) {
      x.resize(at(order_));
      x[at(line)] = 1;
    } else if (by_rows_) {
      // A row of C Q is the adjoint of Q^H times that of C's row.
      for (Index i = 0; i < order_; ++i) x.push_back(std::conj(was(2, line, i)));
    } else {
      x = column(2, line);
    }
    const long double before = norm_of(x);
    const bool last_first = (job_.form.trans() == Transpose::none) != by_rows_;
    for (Index r = 0; r < job_.call.k; ++r) reflect(x, last_first ? job_.call.k - 1 - r : r);
    const Line left = is(line, order_);
    add({norm_of(minus(x, by_rows_ ? conjugated(left) : left)), before, 3 * order_ * job_.call.k});
  }

  /// op(A) x, or with `adjoint` op(A)^H x.
  Line times_a(const Line& x, bool adjoint) const {
    const bool down = adjoint == (job_.form.trans() == Transpose::none);  // A^H
    Line y(at(down ? job_.columns(0) : job_.rows(0)));
    for (Index j = 0; j < job_.columns(0); ++j)
      for (Index i = 0; i < job_.rows(0); ++i) {
        const Extended a = was(0, i, j);
        if (down)
          y[at(j)] += product(std::conj(a), x[at(i)]);
        else
          y[at(i)] += product(a, x[at(j)]);
      }
    return y;
  }

  void least_squares(Index line) {
    const bool plain = job_.form.trans() == Transpose::none;
    const Index equations = plain ? job_.rows(0) : job_.columns(0),
                unknowns = plain ? job_.columns(0) : job_.rows(0);
    const Line x = is(line, unknowns);
    Line b = column(1, line);
    b.resize(at(equations));
    const Line residual = minus(b, times_a(x, false));
    const long double of_x = norm_of_a_ * norm_of(x);
    const Index steps = 3 * equations * unknowns;
    if (equations >= unknowns)
      add({norm_of(times_a(residual, true)), norm_of_a_ * (norm_of(residual) + norm_of(b) + of_x), steps});
    else
      add({norm_of(residual), of_x, steps});
  }

  const Job& job_;
  const LapackProblem<T>& problem_;
  const Index order_;  ///< of the triangles, or of Q
  const int written_;
  const bool by_rows_;
  long double norm_of_a_ = 0;
  std::vector<Index> rows_;
  ErrorReport report_;
};

}  // namespace

template <class T>
ErrorReport check_solution(const Job& job, const LapackProblem<T>& problem) {
  return SolutionCheck<T>(job, problem).run();
}

template ErrorReport check_solution(const Job&, const LapackProblem<float>&);
template ErrorReport check_solution(const Job&, const LapackProblem<double>&);
template ErrorReport check_solution(const Job&, const LapackProblem<std::complex<float>>&);
template ErrorReport check_solution(const Job&, const LapackProblem<std::complex<double>>&);

}  // namespace numapack
