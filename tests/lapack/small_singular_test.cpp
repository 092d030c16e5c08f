// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "base/integer.hpp"
#include "numapack/lapack.hpp"
#include "numapack/numapack.hpp"
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

/// geqr2 leaves a zero on the diagonal of R.
bool geqr2_sees(Square<double> a) {
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

/// As many as the reference, but for chance: sums have another order than some of its versions have, so that
/// of a matrix that one sees the other may know nothing, and both counts vary by their roots.
void expect_as_many(const char* routine, int seen, int reference, Index n) {
  EXPECT_GE(seen, reference - 4.5 * std::sqrt(2.0 * (reference + 1)))
      << routine << ", of " << matrices << " matrices with n = " << n;
  EXPECT_GT(reference, 0) << routine << ", " << n;
}

template <class T>
class SmallSingular : public ::testing::Test {};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(SmallSingular, Types);

TYPED_TEST(SmallSingular, AreSeenByGetrfAsByTheReference) {
  SCOPED_TRACE("NUMAPACK_TEST_SEED=" + std::to_string(testing::test_seed()));
  Numbers numbers(testing::test_seed());
  for (Index n = 2; n <= 8; ++n) {
    int seen = 0, reference = 0;
    for (int i = 0; i < matrices; ++i) {
      Square<TypeParam> a = numbers.singular<TypeParam>(n);
      reference += getf2_sees(a) ? 1 : 0;
      std::vector<Index> pivots(static_cast<std::size_t>(n));
      seen += getrf(Layout::column_major, n, n, a.elements.data(), n, pivots.data()) != 0 ? 1 : 0;
    }
    expect_as_many("getrf", seen, reference, n);
  }
}

TEST(SmallSingularReal, AreSeenByPotrfAndGelsAsByTheReference) {
  SCOPED_TRACE("NUMAPACK_TEST_SEED=" + std::to_string(testing::test_seed()));
  Numbers numbers(testing::test_seed());
  for (Index n = 2; n <= 8; ++n) {
    int potrf_sees = 0, potf2 = 0, gels_sees = 0, geqr2 = 0;
    for (int i = 0; i < matrices; ++i) {
      Square<double> a = numbers.singular<double>(n), gram(n);
      for (Index j = 0; j < n; ++j)
        for (Index r = 0; r < n; ++r)
          for (Index k = 0; k < n; ++k) gram(r, j) += a(k, r) * a(k, j);
      potf2 += potf2_sees(gram) ? 1 : 0;
      geqr2 += geqr2_sees(a) ? 1 : 0;
      potrf_sees += potrf(Layout::column_major, Uplo::lower, n, gram.elements.data(), n) != 0 ? 1 : 0;
      std::vector<double> b(static_cast<std::size_t>(n), 1.0);
      gels_sees +=
          gels(Layout::column_major, Transpose::none, n, n, 1, a.elements.data(), n, b.data(), n) != 0 ? 1
                                                                                                       : 0;
    }
    expect_as_many("potrf", potrf_sees, potf2, n);
    expect_as_many("gels", gels_sees, geqr2, n);
  }
}

}  // namespace
}  // namespace numapack
