// SPDX-License-Identifier: BSD-3-Clause
#include "peer/work/reference.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "peer/work/random.hpp"

namespace numapack {

namespace {

using Extended = std::complex<long double>;

/// std::complex's own product goes through the library's handling of infinities: ten times slower, and of no
/// use here.
Extended product(Extended x, Extended y) {
  return {x.real() * y.real() - x.imag() * y.imag(), x.real() * y.imag() + x.imag() * y.real()};
}

template <class T>
Extended extended(T value) {
  if constexpr (!std::is_floating_point_v<T>) {
    return {value.real(), value.imag()};
  } else {
    return {static_cast<long double>(value), 0};
  }
}

/// Element (row, column) of op(X) for operand A or B.
template <class T>
Extended element_of(const Job& job, int operand, Transpose op, Index row, Index column) {
  if (transposes(op)) std::swap(row, column);
  const Extended value = extended(random_element<T>(job.seed, operand, row + column * job.rows(operand)));
  return conjugates(op) ? std::conj(value) : value;
}

template <class T>
double error_over_bound(const Job& job, const T* c, Index row, Index column) {
  // alpha and beta are what the library was given: rounded to T.
  const auto given = [](std::complex<double> value) {
    if constexpr (!std::is_floating_point_v<T>) {
      return extended(T(value));
    } else {
      return extended(static_cast<T>(value.real()));
    }
  };
  const Extended alpha = given(job.alpha), beta = given(job.beta);
  Extended sum = 0;
  long double magnitude = 0;
  for (Index p = 0; p < job.call.k; ++p) {
    const Extended a = element_of<T>(job, 0, job.call.a.op, row, p);
    const Extended b = element_of<T>(job, 1, job.call.b.op, p, column);
    sum += product(a, b);
    magnitude += std::abs(a) * std::abs(b);
  }
  const Index position = row + column * job.call.m;
  const Extended before = extended(random_element<T>(job.seed, 2, position));
  const Extended exact = product(alpha, sum) + product(beta, before);
  magnitude = std::abs(alpha) * magnitude + std::abs(beta) * std::abs(before);

  using Real = decltype(std::abs(T{}));
  long double unit = std::numeric_limits<Real>::epsilon() / 2;
  if (is_complex(type_of<T>())) unit *= 2 * std::sqrt(2.0L);
  const long double steps = static_cast<long double>(job.call.k + 2) * unit;
  const long double error = std::abs(extended(c[row + column * job.leading(2)]) - exact);
  if (error == 0 || steps >= 1) return 0;  // beyond 1 / u terms the bound says nothing
  const long double ratio = error / (steps / (1 - steps) * magnitude);
  constexpr double worst = std::numeric_limits<double>::max();  // JSON has no infinity
  return ratio < static_cast<long double>(worst) ? static_cast<double>(ratio)
                                                 : worst;  // NaN is the worst, too
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
ErrorReport check_against_reference(const Job& job, const T* c) {
  ErrorReport report;
  for (const auto& [row, column] : elements_to_look_at(job)) {
    report.error_over_bound = std::max(report.error_over_bound, error_over_bound(job, c, row, column));
    ++report.elements;
  }
  return report;
}

template ErrorReport check_against_reference(const Job&, const float*);
template ErrorReport check_against_reference(const Job&, const double*);
template ErrorReport check_against_reference(const Job&, const std::complex<float>*);
template ErrorReport check_against_reference(const Job&, const std::complex<double>*);

}  // namespace numapack
