// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "base/integer.hpp"
#include "numapack/lapack.hpp"
#include "numapack/qr.hpp"
#include "support/random.hpp"

// Small matrices of whole numbers that are singular: factorisations see a zero where a rounding error would
// be left else, as often as LAPACK's unblocked algorithms do, which are written down here again. Callers go
// by it: NumPy's inv() raises.
namespace numapack {
namespace {

template <class T>
struct Square {
  explicit Square(Index order) : n(order), elements(static_cast<std::size_t>(order * order)) {}
  T& operator()(Index i, Index j) { return elements[static_cast<std::size_t>(i + j * n)]; }
  const T& operator()(Index i, Index j) const { return elements[static_cast<std::size_t>(i + j * n)]; }
  Index n;
  std::vector<T> elements;
};

/// LAPACK's measure of a pivot.
template <class T>
double size_of(const T& x) {
  return std::abs(double(std::real(x))) + std::abs(double(std::imag(x)));
}

/// Products are rounded before they are subtracted, parts one by one.
template <class T>
T product(const T& x, const T& y) {
  if constexpr (std::is_floating_point_v<T>)
    return x * y;
  else
    return {x.real() * y.real() - x.imag() * y.imag(), x.real() * y.imag() + x.imag() * y.real()};
}

/// getf2 meets a pivot of zero.
template <class T>
bool getf2_sees(Square<T> a) {
  bool seen = false;
  for (Index j = 0; j < a.n; ++j) {
    Index pivot = j;
    for (Index i = j + 1; i < a.n; ++i)
      if (size_of(a(i, j)) > size_of(a(pivot, j))) pivot = i;
    if (a(pivot, j) == T{0}) {
      seen = true;
      continue;
    }
    for (Index c = 0; c < a.n; ++c) std::swap(a(j, c), a(pivot, c));
    const T reciprocal = T{1} / a(j, j);
    for (Index i = j + 1; i < a.n; ++i) a(i, j) = product(a(i, j), reciprocal);
    for (Index c = j + 1; c < a.n; ++c)
      for (Index i = j + 1; i < a.n; ++i) a(i, c) -= product(a(i, j), a(j, c));
  }
  return seen;
}

/// potf2 meets a minor that is not positive.
bool potf2_sees(Square<double> a) {
  for (Index j = 0; j < a.n; ++j) {
    double pivot = a(j, j);
    for (Index k = 0; k < j; ++k) pivot -= a(j, k) * a(j, k);
    if (!(pivot > 0)) return true;
    a(j, j) = std::sqrt(pivot);
    for (Index i = j + 1; i < a.n; ++i) {
      for (Index k = 0; k < j; ++k) a(i, j) -= a(i, k) * a(j, k);
      a(i, j) *= 1 / a(j, j);
    }
  }
  return false;
}

/// geqr2 leaves a zero on the diagonal of R, and not of zeros alone, whose solution gels says is zero.
bool geqr2_sees(Square<double> a) {
  if (std::ranges::all_of(a.elements, [](double element) { return element == 0; })) return false;
  bool seen = false;
  for (Index j = 0; j < a.n; ++j) {
    double squares = 0;
    for (Index i = j + 1; i < a.n; ++i) squares += a(i, j) * a(i, j);
    double tau = 0;
    if (squares > 0) {
      const double beta = -std::copysign(std::hypot(a(j, j), std::sqrt(squares)), a(j, j));
      tau = (beta - a(j, j)) / beta;
      const double factor = 1 / (a(j, j) - beta);
      for (Index i = j + 1; i < a.n; ++i) a(i, j) *= factor;
      a(j, j) = beta;
    }
    seen = seen || a(j, j) == 0;
    for (Index c = j + 1; c < a.n; ++c) {
      double sum = a(j, c);
      for (Index i = j + 1; i < a.n; ++i) sum += a(i, j) * a(i, c);
      a(j, c) -= tau * sum;
      for (Index i = j + 1; i < a.n; ++i) a(i, c) -= a(i, j) * (tau * sum);
    }
  }
  return seen;
}

class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : generator_(seed) {}
  template <class T>
  T whole() {
    if constexpr (std::is_floating_point_v<T>)
      return static_cast<T>(digit_(generator_));
    else
      return {static_cast<typename T::value_type>(digit_(generator_)),
              static_cast<typename T::value_type>(digit_(generator_))};
  }
  /// One row is a sum of small multiples of two others, or a multiple of the other.
  template <class T>
  Square<T> singular(Index n) {
    Square<T> a(n);
    for (T& element : a.elements) element = whole<T>();
    const auto row = static_cast<Index>(generator_() % static_cast<std::uint64_t>(n));
    const auto first = static_cast<T>(factor_(generator_)),
               second = static_cast<T>(n > 2 ? factor_(generator_) : 0);
    for (Index j = 0; j < n; ++j)
      a(row, j) = product(first, a((row + 1) % n, j)) + product(second, a((row + 2) % n, j));
    return a;
  }

 private:
  std::mt19937_64 generator_;
  std::uniform_int_distribution<int> digit_{-9, 9}, factor_{-3, 3};
};

constexpr int matrices = 8000;

/// How many matrices a routine sees, and the reference.
class Counts {
 public:
  void add(bool seen, bool reference) {
    of_reference_ += reference ? 1 : 0;
    only_here_ += seen && !reference ? 1 : 0;
    only_there_ += reference && !seen ? 1 : 0;
  }
  /// Equally many, up to chance: sums have another order than in some versions of the reference, so that each
  /// finds cases that the other misses. Both kinds of case are equally likely (McNemar's test).
  void expect_as_many(const char* routine, Index n) const {
    EXPECT_GE(only_here_ - only_there_, -4.5 * std::sqrt(only_here_ + only_there_ + 1))
        << routine << ", of " << matrices << " matrices with n = " << n << ": " << only_here_
        << " seen here only, " << only_there_ << " by the reference only, which sees " << of_reference_;
    EXPECT_GT(of_reference_, 0) << routine << ", " << n;
  }

 private:
  int of_reference_ = 0, only_here_ = 0, only_there_ = 0;
};

template <class T>
class SmallSingular : public ::testing::Test {};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(SmallSingular, Types);

TYPED_TEST(SmallSingular, AreSeenByGetrfAsByTheReference) {
  SCOPED_TRACE("NUMAPACK_TEST_SEED=" + std::to_string(testing::test_seed()));
  Numbers numbers(testing::test_seed());
  for (Index n = 2; n <= 8; ++n) {
    Counts counts;
    for (int i = 0; i < matrices; ++i) {
      Square<TypeParam> a = numbers.singular<TypeParam>(n);
      const bool reference = getf2_sees(a);
      std::vector<Index> pivots(static_cast<std::size_t>(n));
      counts.add(getrf(Layout::column_major, n, n, a.elements.data(), n, pivots.data()) != 0, reference);
    }
    counts.expect_as_many("getrf", n);
  }
}

TEST(SmallSingularReal, AreSeenByPotrfAndGelsAsByTheReference) {
  SCOPED_TRACE("NUMAPACK_TEST_SEED=" + std::to_string(testing::test_seed()));
  Numbers numbers(testing::test_seed());
  for (Index n = 2; n <= 8; ++n) {
    Counts of_potrf, of_gels;
    for (int i = 0; i < matrices; ++i) {
      Square<double> a = numbers.singular<double>(n), gram(n);
      for (Index j = 0; j < n; ++j)
        for (Index r = 0; r < n; ++r)
          for (Index k = 0; k < n; ++k) gram(r, j) += a(k, r) * a(k, j);
      const bool potf2 = potf2_sees(gram), geqr2 = geqr2_sees(a);
      of_potrf.add(potrf(Layout::column_major, Uplo::lower, n, gram.elements.data(), n) != 0, potf2);
      std::vector<double> b(static_cast<std::size_t>(n), 1.0);
      of_gels.add(
          gels(Layout::column_major, Transpose::none, n, n, 1, a.elements.data(), n, b.data(), n) != 0,
          geqr2);
    }
    of_potrf.expect_as_many("potrf", n);
    of_gels.expect_as_many("gels", n);
  }
}

}  // namespace
}  // namespace numapack
