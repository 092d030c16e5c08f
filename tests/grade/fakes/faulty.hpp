// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

/// Whether the library was started, by FAULTY_BLAS, with this fault.
inline bool has_fault(const char* name) {
  const char* const chosen = std::getenv("FAULTY_BLAS");
  return chosen != nullptr && std::strcmp(chosen, name) == 0;
}

template <class T>
inline constexpr char letter_of = std::is_same_v<T, float>                 ? 's'
                                  : std::is_same_v<T, double>              ? 'd'
                                  : std::is_same_v<T, std::complex<float>> ? 'c'
                                                                           : 'z';

/// The same of one type's routines: "residuals" is of all, "residuals:s" of float's.
template <class T>
bool has_fault(const char* name) {
  const char* const chosen = std::getenv("FAULTY_BLAS");
  const std::size_t length = std::strlen(name);
  if (chosen == nullptr || std::strncmp(chosen, name, length) != 0) return false;
  const char* const of = chosen + length;
  return *of == 0 || (of[0] == ':' && of[1] == letter_of<T>);
}

/// More than the smallest ones have.
[[gnu::noinline]] inline void use_stack() {
  volatile char large[200 * 1024];
  for (std::size_t i = 0; i < sizeof large; i += 512) large[sizeof large - 1 - i] = 0;
}
inline void use_stack_with(const char* fault) {
  if (has_fault(fault)) use_stack();
}

template <class T>
T conjugate(T value) {
  if constexpr (std::is_floating_point_v<T>)
    return value;
  else
    return std::conj(value);
}

/// A product with all arguments of the Fortran interface.
template <class T>
struct FaultyProduct {
  char trans_a, trans_b;
  std::int32_t m, n, k;
  T alpha;
  const T* a;
  std::int32_t lda;
  const T* b;
  std::int32_t ldb;
  T beta;
  T* c;
  std::int32_t ldc;

  T of_a(std::int32_t i, std::int32_t p) const { return element(trans_a, a, lda, i, p); }
  T of_b(std::int32_t p, std::int32_t j) const { return element(trans_b, b, ldb, p, j); }

 private:
  static T element(char trans, const T* matrix, std::int32_t leading, std::int32_t row, std::int32_t column) {
    if (trans == 'N') return matrix[row + std::ptrdiff_t(column) * leading];
    const T value = matrix[column + std::ptrdiff_t(row) * leading];
    return trans == 'C' ? conjugate(value) : value;
  }
};

/// A square matrix without gaps.
template <class T>
struct Square {
  std::int32_t n;
  std::vector<T> data = std::vector<T>(std::size_t(n) * std::size_t(n));
  T& at(std::int32_t i, std::int32_t j) { return data[std::size_t(i) + std::size_t(j) * std::size_t(n)]; }
  T at(std::int32_t i, std::int32_t j) const {
    return data[std::size_t(i) + std::size_t(j) * std::size_t(n)];
  }
  Square quarter(std::int32_t row, std::int32_t column) const {
    Square part{n / 2};
    for (std::int32_t j = 0; j < part.n; ++j)
      for (std::int32_t i = 0; i < part.n; ++i) part.at(i, j) = at(row * part.n + i, column * part.n + j);
    return part;
  }
  Square plus(const Square& other, T factor = T{1}) const {
    Square sum = *this;
    for (std::size_t i = 0; i < data.size(); ++i) sum.data[i] += factor * other.data[i];
    return sum;
  }
  Square minus(const Square& other) const { return plus(other, T{-1}); }
  Square times(const Square& other) const {
    Square result{n};
    for (std::int32_t j = 0; j < n; ++j)
      for (std::int32_t p = 0; p < n; ++p)
        for (std::int32_t i = 0; i < n; ++i) result.at(i, j) += at(i, p) * other.at(p, j);
    return result;
  }
};

/// One level of Strassen's algorithm (Numerische Mathematik 13, 1969), for even sizes.
template <class T>
Square<T> strassen(const Square<T>& a, const Square<T>& b) {
  const Square<T> a11 = a.quarter(0, 0), a12 = a.quarter(0, 1), a21 = a.quarter(1, 0), a22 = a.quarter(1, 1);
  const Square<T> b11 = b.quarter(0, 0), b12 = b.quarter(0, 1), b21 = b.quarter(1, 0), b22 = b.quarter(1, 1);
  const Square<T> p1 = a11.plus(a22).times(b11.plus(b22)), p2 = a21.plus(a22).times(b11),
                  p3 = a11.times(b12.minus(b22)), p4 = a22.times(b21.minus(b11)),
                  p5 = a11.plus(a12).times(b22), p6 = a21.minus(a11).times(b11.plus(b12)),
                  p7 = a12.minus(a22).times(b21.plus(b22));
  const Square<T> quarters[2][2] = {{p1.plus(p4).minus(p5).plus(p7), p3.plus(p5)},
                                    {p2.plus(p4), p1.minus(p2).plus(p3).plus(p6)}};
  Square<T> c{a.n};
  for (std::int32_t j = 0; j < a.n; ++j)
    for (std::int32_t i = 0; i < a.n; ++i)
      c.at(i, j) = quarters[2 * i / a.n][2 * j / a.n].at(i % (a.n / 2), j % (a.n / 2));
  return c;
}

/// `value` in steps of what is the last bit but three of `largest`.
template <class Real>
Real cut_off(Real value, Real largest) {
  const Real step = largest * std::numeric_limits<Real>::epsilon() * 4;
  return step > 0 ? std::nearbyint(value / step) * step : value;
}
template <class Real>
std::complex<Real> cut_off(std::complex<Real> value, Real largest) {
  return {cut_off(value.real(), largest), cut_off(value.imag(), largest)};
}
