// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "support/values.hpp"

// How far what is not a number reaches: each test calls a routine with one NaN or infinity somewhere, and
// compares where the result has such with what the plain formula says, in which every operand counts.
namespace numapack::testing {

/// Of a number whether it is none, NaN or infinite: any operation with such an operand gives such a result.
struct Taint {
  bool is = false;
  friend Taint operator+(Taint x, Taint y) { return {x.is || y.is}; }
  Taint& operator+=(Taint x) { return *this = *this + x; }
};
inline Taint operator*(Taint x, Taint y) { return x + y; }

/// A column-major matrix without a gap.
template <class E>
struct Full {
  std::int64_t rows, columns;
  std::vector<E> data;
  Full(std::int64_t m, std::int64_t n, E value = E{})
      : rows(m), columns(n), data(static_cast<std::size_t>(m * n), value) {}
  E& at(std::int64_t i, std::int64_t j) { return data[static_cast<std::size_t>(i + j * rows)]; }
  const E& at(std::int64_t i, std::int64_t j) const { return data[static_cast<std::size_t>(i + j * rows)]; }
  std::int64_t ld() const { return rows; }
};

template <class T>
bool is_tainted(const T& x) {
  return !std::isfinite(std::real(x)) || !std::isfinite(std::imag(x));
}
template <class T>
Full<Taint> taints(const Full<T>& matrix) {
  Full<Taint> result(matrix.rows, matrix.columns);
  for (std::size_t i = 0; i < matrix.data.size(); ++i) result.data[i].is = is_tainted(matrix.data[i]);
  return result;
}

/// "" if the result is no number exactly where `expected` says so; else the first other element. Elements for
/// which `counts` is false are passed over.
template <class T>
std::string differs(const Full<T>& result, const Full<Taint>& expected,
                    const std::function<bool(std::int64_t, std::int64_t)>& counts = {}) {
  for (std::int64_t j = 0; j < result.columns; ++j)
    for (std::int64_t i = 0; i < result.rows; ++i)
      if ((!counts || counts(i, j)) && is_tainted(result.at(i, j)) != expected.at(i, j).is)
        return "element " + std::to_string(i) + ", " + std::to_string(j) + " is " +
               (expected.at(i, j).is ? "a number" : "not a number");
  return "";
}

/// A stored triangle, and the elements of op(triangle) by position; null: an implicit zero or one.
struct Op {
  Uplo uplo;
  Transpose trans;
  Diag diag;
  /// Whether op(A) stores an element there, apart from a unit diagonal.
  bool has(std::int64_t row, std::int64_t column) const {
    if (trans != Transpose::none) std::swap(row, column);
    return holds(uplo, row, column) && !(diag == Diag::unit && row == column);
  }
  template <class E>
  const E& of(const Full<E>& a, std::int64_t row, std::int64_t column) const {
    return trans == Transpose::none ? a.at(row, column) : a.at(column, row);
  }
  bool is_lower() const { return (uplo == Uplo::lower) == (trans == Transpose::none); }
};

inline std::vector<Op> all_ops() {
  std::vector<Op> ops;
  for (const Uplo uplo : {Uplo::lower, Uplo::upper})
    for (const Transpose trans : {Transpose::none, Transpose::transpose, Transpose::conjugate_transpose})
      for (const Diag diag : {Diag::non_unit, Diag::unit}) ops.push_back({uplo, trans, diag});
  return ops;
}

inline std::ostream& operator<<(std::ostream& out, const Op& op) {
  return out << (op.uplo == Uplo::lower ? "lower" : "upper") << ", op " << static_cast<int>(op.trans)
             << (op.diag == Diag::unit ? ", ones" : "");
}

template <class T>
class Reach : public ::testing::Test {
 protected:
  using R = Real<T>;
  static constexpr bool complex = !std::is_same_v<T, R>;
  static constexpr auto columns_ = Layout::column_major;
  Generator generator_{test_seed()};
  ::testing::ScopedTrace trace_{__FILE__, __LINE__, "NUMAPACK_TEST_SEED=" + std::to_string(test_seed())};

  /// Orders below and above each size of a block.
  static std::vector<std::int64_t> orders() { return {5, 37, 70, 210}; }

  std::int64_t below(std::int64_t end) {
    return static_cast<std::int64_t>(generator_() % static_cast<std::uint64_t>(end));
  }
  /// No element is zero.
  T element() {
    const T value = random_value<T>(generator_);
    return value + (std::real(value) < 0 ? T{-1} : T{1});
  }
  Full<T> matrix(std::int64_t m, std::int64_t n) {
    Full<T> result(m, n);
    for (T& value : result.data) value = element();
    return result;
  }
  /// Far from singular.
  Full<T> dominant(std::int64_t m, std::int64_t n) {
    Full<T> result = matrix(m, n);
    for (std::int64_t j = 0; j < n; ++j)
      for (std::int64_t i = 0; i < m; ++i)
        if (i != j) result.at(i, j) /= R(4 * (m + n));
    return result;
  }
  Full<T> definite(std::int64_t n) {
    Full<T> result = dominant(n, n);
    for (std::int64_t i = 0; i < n; ++i) result.at(i, i) = T(std::abs(std::real(result.at(i, i))));
    return result;
  }
  /// NaN, infinity or minus infinity somewhere; in a triangle, if one is named.
  void taint(Full<T>& matrix, const std::function<bool(std::int64_t, std::int64_t)>& where = {}) {
    std::int64_t i = 0, j = 0;
    do i = below(matrix.rows), j = below(matrix.columns);
    while (where && !where(i, j));
    matrix.at(i, j) = nothing<T>();
    if (const auto kind = below(3); kind > 0)
      matrix.at(i, j) = T((kind == 1 ? 1 : -1) * std::numeric_limits<R>::infinity());
  }
  void taint_nan(Full<T>& matrix, const std::function<bool(std::int64_t, std::int64_t)>& where = {}) {
    std::int64_t i = 0, j = 0;
    do i = below(matrix.rows), j = below(matrix.columns);
    while (where && !where(i, j));
    matrix.at(i, j) = nothing<T>();
  }
};
using AllTypes = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;

}  // namespace numapack::testing
