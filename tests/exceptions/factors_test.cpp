// SPDX-License-Identifier: BSD-3-Clause
#include "exceptions/reach.hpp"

#include <algorithm>

#include "numapack/lapack.hpp"

namespace numapack::testing {
namespace {

template <class T>
class Factors : public Reach<T> {
 protected:
  using Reach<T>::columns_;
  static auto in_triangle(Uplo uplo) {
    return [uplo](std::int64_t i, std::int64_t j) { return holds(uplo, i, j); };
  }
  static constexpr Uplo triangles_[] = {Uplo::lower, Uplo::upper};
};
TYPED_TEST_SUITE(Factors, AllTypes);

/// potrf: a minor that NaN or infinity comes up in is not positive definite; the factor of what is before it
/// is there.
TYPED_TEST(Factors, CholeskyStopsAtTheFirstMinorThatHasNan) {
  using T = TypeParam;
  for (const std::int64_t n : TestFixture::orders())
    for (const Uplo uplo : TestFixture::triangles_)
      for (int turn = 0; turn < 4; ++turn) {
        Full<T> a = this->definite(n);
        std::int64_t minor = 0;
        this->taint_nan(a, [&](std::int64_t i, std::int64_t j) {
          minor = std::max(i, j);
          return holds(uplo, i, j);
        });
        EXPECT_EQ(potrf<T>(TestFixture::columns_, uplo, n, a.data.data(), n), minor + 1) << "order " << n;
        EXPECT_EQ(differs(a, Full<Taint>(n, n),
                          [&](auto i, auto j) { return holds(uplo, i, j) && i < minor && j < minor; }),
                  "")
            << "order " << n << ", NaN in minor " << minor;
      }
}

TYPED_TEST(Factors, CholeskyOfInfinityStops) {
  using T = TypeParam;
  for (const std::int64_t n : TestFixture::orders())
    for (const Uplo uplo : TestFixture::triangles_) {
      Full<T> a = this->definite(n);
      const std::int64_t minor = 1 + this->below(n - 1), other = this->below(minor);
      (uplo == Uplo::lower ? a.at(minor, other) : a.at(other, minor)) =
          std::numeric_limits<Real<T>>::infinity();
      EXPECT_EQ(potrf<T>(TestFixture::columns_, uplo, n, a.data.data(), n), minor + 1) << "order " << n;
    }
}

/// trtri, potri, getri: the number of the first zero on the diagonal, and nothing is written. NaN is no zero.
TYPED_TEST(Factors, InversesOfASingularMatrixAreNotWritten) {
  using T = TypeParam;
  for (const std::int64_t n : TestFixture::orders()) {
    Full<T> a = this->definite(n);
    const std::int64_t zero = this->below(n);
    a.at(zero, zero) = T{0};
    const Full<T> before = a;
    std::vector<std::int64_t> pivots;
    for (std::int64_t i = 0; i < n; ++i) pivots.push_back(i + 1);
    EXPECT_EQ(trtri<T>(TestFixture::columns_, Uplo::lower, Diag::non_unit, n, a.data.data(), n), zero + 1);
    EXPECT_EQ(potri<T>(TestFixture::columns_, Uplo::upper, n, a.data.data(), n), zero + 1);
    EXPECT_EQ(getri<T>(TestFixture::columns_, n, a.data.data(), n, pivots.data()), zero + 1);
    EXPECT_EQ(a.data, before.data) << "order " << n;
    a.at(zero, zero) = nothing<T>();
    EXPECT_EQ(trtri<T>(TestFixture::columns_, Uplo::lower, Diag::non_unit, n, a.data.data(), n), 0);
  }
}

/// potri: a triangle's inverse, then its product by its own adjoint.
TYPED_TEST(Factors, InversesFromCholeskyAreWhatTheirFormulaSays) {
  using T = TypeParam;
  for (const std::int64_t n : TestFixture::orders())
    for (const Uplo uplo : TestFixture::triangles_) {
      const auto triangle = TestFixture::in_triangle(uplo);
      Full<T> a = this->definite(n);
      std::int64_t row = 0, column = 0;
      this->taint_nan(a, [&](std::int64_t i, std::int64_t j) {
        row = std::max(i, j), column = std::min(i, j);
        return triangle(i, j);
      });
      // Of the lower triangle: the inverse has NaN at rows from `row` on in columns up to `column`; an
      // element of X^H X is a sum over the rows below both its columns.
      Full<Taint> expected(n, n);
      for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < n; ++i)
          for (std::int64_t p = std::max(i, j); p < n; ++p)
            expected.at(i, j).is |= p >= row && std::min(i, j) <= column;
      EXPECT_EQ(potri<T>(TestFixture::columns_, uplo, n, a.data.data(), n), 0);
      EXPECT_EQ(differs(a, expected, triangle), "") << "order " << n << ", NaN at " << row << ", " << column;
    }
}

/// getrf: a zero pivot is its number, and all other columns are factored; NaN is a pivot on the diagonal
/// only, where it is nobody's zero.
TYPED_TEST(Factors, WithAZeroPivotAreWhole) {
  using T = TypeParam;
  for (const std::int64_t n : TestFixture::orders()) {
    Full<T> a = this->dominant(n, n);
    const std::int64_t zero = this->below(n), row = this->below(n);
    for (std::int64_t i = 0; i < n; ++i) a.at(i, zero) = T{0};
    std::vector<std::int64_t> pivots(static_cast<std::size_t>(n));
    EXPECT_EQ(getrf<T>(TestFixture::columns_, n, n, a.data.data(), n, pivots.data()), zero + 1);
    EXPECT_EQ(differs(a, Full<Taint>(n, n)), "") << "order " << n << ", zero column " << zero;
    for (std::int64_t j = zero + 1; j < n; ++j) EXPECT_NE(a.at(j, j), T{0}) << "order " << n;
    a = this->dominant(n, n);
    a.at(row, 0) = nothing<T>();
    EXPECT_EQ(getrf<T>(TestFixture::columns_, n, n, a.data.data(), n, pivots.data()), 0);
    EXPECT_EQ(pivots[0], 1) << "order " << n << ", NaN in row " << row;
    EXPECT_EQ(is_tainted(a.at(0, 0)), row == 0);
  }
}

/// getrs: right-hand sides never meet, and NaN reaches all of the solution that substitution finds from it.
TYPED_TEST(Factors, SolutionsKeepToTheirColumns) {
  using T = TypeParam;
  for (const std::int64_t n : TestFixture::orders())
    for (const Transpose trans : {Transpose::none, Transpose::transpose, Transpose::conjugate_transpose}) {
      const Full<T> lu = this->dominant(n, n);
      Full<T> b = this->matrix(n, 9);
      std::vector<std::int64_t> pivots;
      for (std::int64_t i = 0; i < n; ++i) pivots.push_back(i + 1);
      std::int64_t column = 0;
      this->taint(b, [&](std::int64_t, std::int64_t j) {
        column = j;
        return true;
      });
      getrs<T>(TestFixture::columns_, trans, n, 9, lu.data.data(), n, pivots.data(), b.data.data(), n);
      Full<Taint> expected(n, 9);
      // Forward to the last element, and back from it.
      for (std::int64_t i = 0; i < n; ++i) expected.at(i, column).is = true;
      EXPECT_EQ(differs(b, expected), "") << "order " << n;
    }
}

/// getri: NaN in L at column c reaches columns up to c of the inverse, NaN in U at row r rows up to r.
TYPED_TEST(Factors, InversesFromLuAreWhatTheirFormulaSays) {
  using T = TypeParam;
  for (const std::int64_t n : TestFixture::orders())
    for (int turn = 0; turn < 6; ++turn) {
      Full<T> lu = this->dominant(n, n);
      std::int64_t row = 0, column = 0;
      this->taint_nan(lu, [&](std::int64_t i, std::int64_t j) {
        row = i, column = j;
        return true;
      });
      std::vector<std::int64_t> pivots;
      for (std::int64_t i = 0; i < n; ++i) pivots.push_back(i + 1);
      Full<Taint> expected(n, n);
      for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < n; ++i) expected.at(i, j).is = row > column ? j <= column : i <= row;
      EXPECT_EQ(getri<T>(TestFixture::columns_, n, lu.data.data(), n, pivots.data()), 0);
      EXPECT_EQ(differs(lu, expected), "") << "order " << n << ", NaN at " << row << ", " << column;
    }
}

/// gesv: a zero pivot is its number, and leaves B alone; NaN is no zero, and comes out of the solution.
TYPED_TEST(Factors, SolutionsOfASingularMatrixAreNotWritten) {
  using T = TypeParam;
  for (const std::int64_t n : TestFixture::orders()) {
    Full<T> a = this->dominant(n, n), b = this->matrix(n, 3);
    const std::int64_t zero = this->below(n);
    for (std::int64_t i = 0; i < n; ++i) a.at(i, zero) = T{0};
    std::vector<std::int64_t> pivots(static_cast<std::size_t>(n));
    Full<T> lu = a, x = b;
    EXPECT_EQ(gesv<T>(TestFixture::columns_, n, 3, lu.data.data(), n, pivots.data(), x.data.data(), n),
              zero + 1);
    EXPECT_EQ(x.data, b.data);
    lu = this->dominant(n, n);
    this->taint_nan(lu);
    EXPECT_EQ(gesv<T>(TestFixture::columns_, n, 3, lu.data.data(), n, pivots.data(), x.data.data(), n), 0);
    EXPECT_TRUE(std::any_of(x.data.begin(), x.data.end(), is_tainted<T>)) << "order " << n;
  }
}

}  // namespace
}  // namespace numapack::testing
