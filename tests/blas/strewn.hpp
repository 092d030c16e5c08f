// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "support/values.hpp"

namespace numapack::testing {

/// What the numbers of a call are like.
enum class Numbers : std::uint8_t {
  ordinary,
  strewn,  ///< some are NaN or infinite
  graded,  ///< rows and columns scaled over all that the type has, such that nothing need overflow
  edges    ///< rows (or columns) are subnormal, or nearly too large
};
inline constexpr const char* numbers_names[] = {"ordinary", "strewn", "graded", "edges"};

/// Powers of two, by which rows or columns are scaled.
using Exponents = std::vector<int>;

template <class T>
struct Matrix {
  std::vector<T> data;
  int ld = 1;
  const T& at(int row, int column) const {
    return data[static_cast<std::size_t>(row + std::int64_t{ld} * column)];
  }
  T& at(int row, int column) { return data[static_cast<std::size_t>(row + std::int64_t{ld} * column)]; }
};

/// Draws operands. No element is zero: a zero is not looked for here, and skipped by some of the reference.
template <class T>
class Draw {
  using R = Real<T>;

 public:
  Draw(Numbers like, std::uint64_t seed) : numbers(like), generator_(seed) {}

  const Numbers numbers;

  int below(int end) { return std::uniform_int_distribution<int>(0, end - 1)(generator_); }
  /// Mostly small; some reach over all block sizes.
  int size() {
    const int kind = below(10);
    return 1 + below(kind < 6 ? 12 : kind < 9 ? 70 : 260);
  }
  const char* letter(std::string_view of) { return of.data() + below(static_cast<int>(of.size())); }
  int padding() { return below(3); }

  /// Neither large nor small, or seldom something else that scalars may be.
  T scalar() {
    const int kind = below(12);
    if (kind < 3) return T(R(kind - 1));
    if (kind == 3 && numbers == Numbers::strewn) return special();
    return unit();
  }
  R real_scalar() { return std::real(scalar()); }

  Exponents level(int n) const { return Exponents(static_cast<std::size_t>(n)); }
  /// For `shares` that are multiplied.
  Exponents grade(int n, int shares) {
    Exponents exponents = level(n);
    const int most = (std::numeric_limits<R>::max_exponent - 24) / shares;
    if (numbers == Numbers::graded)
      for (int& exponent : exponents) exponent = below(2 * most + 1) - most;
    return exponents;
  }
  /// Subnormal numbers, where `with_inverses` the least normal ones, and the largest.
  Exponents edge(int n, bool with_inverses = false) {
    Exponents exponents = level(n);
    constexpr int tiny = std::numeric_limits<R>::min_exponent, bits = std::numeric_limits<R>::digits;
    constexpr int huge = std::numeric_limits<R>::max_exponent - 10;
    if (numbers == Numbers::edges)
      for (int& exponent : exponents)
        exponent = below(2) == 0 ? huge - below(bits)
                                 : (with_inverses ? tiny + below(bits) : tiny - 1 - below(bits - 8));
    return exponents;
  }

  /// Of op(A) with these rows and columns what is stored.
  Matrix<T> matrix(const Exponents& rows, const Exponents& columns, bool transposed = false) {
    return fill(rows, columns, transposed, [&](int, int) { return unit(); });
  }
  /// Likewise, far from singular: of either triangle, or both.
  Matrix<T> dominant(const Exponents& rows, const Exponents& columns, bool transposed = false) {
    const R less = R(1) / R(2 * rows.size());
    return fill(rows, columns, transposed, [&](int i, int j) { return unit() * (i == j ? R(2) : less); });
  }
  /// Hermitian, positive definite; imaginary parts of its diagonal are not numbers.
  Matrix<T> definite(const Exponents& both) {
    Matrix<T> a = dominant(both, both);
    for (int i = 0; i < static_cast<int>(both.size()); ++i) {
      T& diagonal = a.at(i, i);
      diagonal = T(std::abs(std::real(diagonal)));
      if constexpr (!std::is_same_v<T, R>) diagonal.imag(std::real(nothing<T>()));
    }
    return a;
  }

  /// NaN and infinity somewhere, or nowhere.
  void strew(std::vector<T>& values) {
    if (numbers != Numbers::strewn || below(2) == 0) return;
    for (int count = 1 + below(3); count > 0; --count)
      values[static_cast<std::size_t>(below(static_cast<int>(values.size())))] = special();
  }
  /// One NaN.
  void strew_nan(std::vector<T>& values) {
    if (numbers == Numbers::strewn && below(2) == 0)
      values[static_cast<std::size_t>(below(static_cast<int>(values.size())))] = nothing<T>();
  }
  /// The same of a triangle that divides: what is divided by infinity is zero, which some of the reference
  /// skips, so that there is nothing else then.
  void strew_divisors(Matrix<T>& a) {
    const int n = static_cast<int>(a.data.size()) / a.ld, kind = below(3);
    if (kind == 0) return strew_nan(a.data);
    if (numbers != Numbers::strewn) return;
    const int place = below(n);
    if (kind == 1) {
      a.at(place, place) = special();
    } else {
      const Matrix<T> before = a;
      strew(a.data);
      for (int i = 0; i < n; ++i) a.at(i, i) = before.at(i, i);
    }
  }

  T unit() {
    const auto part = [&] {
      const R size = std::uniform_real_distribution<R>(R(0.5), R(1))(generator_);
      return below(2) == 0 ? size : -size;
    };
    if constexpr (std::is_same_v<T, R>) {
      return part();
    } else {
      const R real = part();
      return {real, part()};
    }
  }

 private:
  T special() {
    constexpr R infinity = std::numeric_limits<R>::infinity();
    const R values[] = {std::numeric_limits<R>::quiet_NaN(), infinity, -infinity};
    T value = unit();
    R* const parts = reinterpret_cast<R*>(&value);
    constexpr int count = sizeof(T) / sizeof(R);
    parts[below(count)] = values[below(3)];
    return value;
  }

  template <class Element>
  Matrix<T> fill(const Exponents& rows, const Exponents& columns, bool transposed, const Element& element) {
    const auto m = static_cast<int>(rows.size()), n = static_cast<int>(columns.size());
    Matrix<T> matrix;
    matrix.ld = (transposed ? n : m) + padding();
    matrix.data.assign(static_cast<std::size_t>(matrix.ld) * static_cast<std::size_t>(transposed ? m : n),
                       nothing<T>());
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < m; ++i) {
        T value = element(i, j);
        R* const parts = reinterpret_cast<R*>(&value);
        const int exponent = rows[static_cast<std::size_t>(i)] + columns[static_cast<std::size_t>(j)];
        for (std::size_t part = 0; part < sizeof(T) / sizeof(R); ++part)
          parts[part] = std::ldexp(parts[part], exponent);
        (transposed ? matrix.at(j, i) : matrix.at(i, j)) = value;
      }
    return matrix;
  }

  Generator generator_;
};

inline Exponents negated(Exponents exponents) {
  for (int& exponent : exponents) exponent = -exponent;
  return exponents;
}

}  // namespace numapack::testing
