// SPDX-License-Identifier: BSD-3-Clause
#include "peer/work/reference.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "peer/work/extended.hpp"
#include "peer/work/random.hpp"

namespace numapack {

namespace {

/// An operand of a product, by the routine's definition in BLAS.
struct TermFactor {
  int operand;
  Transpose op;
};

/// factor times the sum of left (row, p) times right (p, column).
struct Term {
  Extended factor;
  TermFactor left, right;
};

/// alpha and beta are what the library was given: rounded to T.
template <class T>
Extended given(std::complex<double> value) {
  if constexpr (!std::is_floating_point_v<T>) {
    return extended(T(value));
  } else {
    return extended(static_cast<T>(value.real()));
  }
}

template <class T>
std::vector<Term> terms_of(const Job& job) {
  const RoutineForm& form = job.form;
  const Extended alpha = given<T>(job.alpha);
  const TermFactor a{0, Transpose::none}, b{1, Transpose::none};
  const Transpose mirror = form.routine->hermitian ? Transpose::conjugate_transpose : Transpose::transpose;
  const auto rank = [&](Extended factor, int left, int right) -> Term {
    if (form.trans() == Transpose::none) return {factor, {left, Transpose::none}, {right, mirror}};
    return {factor, {left, mirror}, {right, Transpose::none}};
  };
  switch (form.routine->id) {
    case BlasName::gemm:
      return {{alpha, {0, job.call.a.op}, {1, job.call.b.op}}};
    case BlasName::gemmt:
      return {{alpha, {0, form.trans('a')}, {1, form.trans('b')}}};
    case BlasName::symm:
    case BlasName::hemm:
      return {form.is_on_the_right() ? Term{alpha, b, a} : Term{alpha, a, b}};
    case BlasName::syrk:
    case BlasName::herk:
      return {rank(alpha, 0, 0)};
    case BlasName::syr2k:
    case BlasName::her2k:
      return {rank(alpha, 0, 1), rank(form.routine->hermitian ? std::conj(alpha) : alpha, 1, 0)};
    case BlasName::trmm:
    case BlasName::trsm: {
      const TermFactor triangle{0, form.trans()};
      return {form.is_on_the_right() ? Term{alpha, b, triangle} : Term{alpha, triangle, b}};
    }
    default:  // LAPACK's are in factors.cpp
      break;
  }
  return {};
}

template <class T>
Extended stored_element(const Job& job, int operand, Index row, Index column) {
  return extended(operand_element<T>(job, operand, row + column * job.rows(operand)));
}

/// Of the first operand, with the structure that its routine gives it.
template <class T>
Extended element_of_a(const Job& job, Index row, Index column) {
  const RoutineForm& form = job.form;
  const bool in_triangle = form.letter('u') == 'L' ? row >= column : row <= column;
  if (form.routine->is_in_place()) {
    if (row == column && form.letter('d') == 'U') return 1;
    return in_triangle ? stored_element<T>(job, 0, row, column) : 0;
  }
  if (!form.routine->has('s')) return stored_element<T>(job, 0, row, column);
  const Extended value =
      in_triangle ? stored_element<T>(job, 0, row, column) : stored_element<T>(job, 0, column, row);
  if (!form.routine->hermitian) return value;
  return row == column ? value.real() : in_triangle ? value : std::conj(value);
}

template <class T>
Extended element_of(const Job& job, const TermFactor& factor, Index row, Index column) {
  if (transposes(factor.op)) std::swap(row, column);
  const Extended value = factor.operand == 0 ? element_of_a<T>(job, row, column)
                                             : stored_element<T>(job, factor.operand, row, column);
  return conjugates(factor.op) ? std::conj(value) : value;
}

template <class T>
Deviation deviation_of_product(const Job& job, T computed, Index row, Index column) {
  Deviation deviation;
  Extended exact = 0;
  for (const Term& term : terms_of<T>(job)) {
    Extended sum = 0;
    long double magnitude = 0;
    for (Index p = 0; p < job.call.k; ++p) {
      const Extended left = element_of<T>(job, term.left, row, p);
      const Extended right = element_of<T>(job, term.right, p, column);
      sum += product(left, right);
      magnitude += std::abs(left) * std::abs(right);
    }
    exact += product(term.factor, sum);
    deviation.magnitude += std::abs(term.factor) * magnitude;
    deviation.steps += job.call.k;
  }
  if (!job.form.routine->is_in_place()) {
    Extended before = stored_element<T>(job, 2, row, column);
    if (job.form.routine->hermitian && job.form.routine->has('t') && row == column) before = before.real();
    const Extended beta = given<T>(job.beta);
    exact += product(beta, before);
    deviation.magnitude += std::abs(beta) * std::abs(before);
  }
  deviation.error = std::abs(extended(computed) - exact);
  return deviation;
}

/// Of the equations: how far op(A) X is from alpha B where X is what was computed.
template <class T>
Deviation deviation_of_solution(const Job& job, const T* x, Index row, Index column) {
  const Term term = terms_of<T>(job).front();
  const bool right = job.form.is_on_the_right();
  const Extended wanted = product(term.factor, stored_element<T>(job, 1, row, column));
  Deviation deviation{0, std::abs(wanted), job.call.k};
  Extended sum = -wanted;
  for (Index p = 0; p < job.call.k; ++p) {
    const Extended a =
        right ? element_of<T>(job, term.right, p, column) : element_of<T>(job, term.left, row, p);
    const Extended solved = extended(right ? x[row + p * job.leading(1)] : x[p + column * job.leading(1)]);
    sum += product(a, solved);
    deviation.magnitude += std::abs(a) * std::abs(solved);
  }
  deviation.error = std::abs(sum);
  return deviation;
}

/// False for elements of C that a routine leaves alone.
bool is_wanted(const Job& job, Index row, Index column) {
  if (job.call.region == MatrixType::general) return true;
  return job.call.region == MatrixType::lower ? row >= column : row <= column;
}

template <class T>
double error_over_bound(const Job& job, const T* written, Index row, Index column) {
  const int operand = job.form.routine->written();
  const T computed = written[row + column * job.leading(operand)];
  if (!is_wanted(job, row, column))
    return extended(computed) == stored_element<T>(job, operand, row, column) ? 0 : kWorstError;
  const Deviation deviation = job.form.routine->id == BlasName::trsm
                                  ? deviation_of_solution(job, written, row, column)
                                  : deviation_of_product(job, computed, row, column);
  return deviation.over_bound<T>();
}

std::vector<std::pair<Index, Index>> elements_to_look_at(const Job& job) {
  const Index m = job.call.m, n = job.call.n;
  std::vector<std::pair<Index, Index>> elements;
  if (static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(job.call.k) <= 4e6) {
    for (Index column = 0; column < n; ++column) {
      for (Index row = 0; row < m; ++row) elements.emplace_back(row, column);
    }
    return elements;
  }
  elements = {{0, 0}, {m - 1, 0}, {0, n - 1}, {m - 1, n - 1}};
  for (std::uint64_t i = 0; i < 500; ++i) {
    const double across = random_number(~job.seed, 2 * i) + 0.5,
                 down = random_number(~job.seed, 2 * i + 1) + 0.5;
    elements.emplace_back(std::min(m - 1, static_cast<Index>(down * static_cast<double>(m))),
                          std::min(n - 1, static_cast<Index>(across * static_cast<double>(n))));
  }
  return elements;
}

}  // namespace

template <class T>
ErrorReport check_against_reference(const Job& asked, const T* written) {
  Job job = asked;
  job.form = asked.form.in_level_3();
  ErrorReport report;
  for (const auto& [row, column] : elements_to_look_at(job)) {
    report.error_over_bound = std::max(report.error_over_bound, error_over_bound(job, written, row, column));
    ++report.elements;
  }
  return report;
}

template ErrorReport check_against_reference(const Job&, const float*);
template ErrorReport check_against_reference(const Job&, const double*);
template ErrorReport check_against_reference(const Job&, const std::complex<float>*);
template ErrorReport check_against_reference(const Job&, const std::complex<double>*);

}  // namespace numapack
