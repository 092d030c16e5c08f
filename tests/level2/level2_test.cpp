// SPDX-License-Identifier: BSD-3-Clause
#include "numapack/level2.hpp"

#include "kernel/skinny/skinny_product.hpp"
#include "level2/fixture.hpp"
#include "numapack/error.hpp"
#include "numapack/level3.hpp"
#include "numapack/numapack.h"

namespace numapack {
namespace {

using namespace testing;  // NOLINT

using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(Level2, Types);

TYPED_TEST(Level2, MatrixTimesVector) {
  using T = TypeParam;
  for (int turn = 0; turn < 80 && !this->HasFatalFailure(); ++turn) {
    const bool by_rows = this->below(2) == 0;
    const std::int64_t m = this->size(), n = this->size(), lda = (by_rows ? n : m) + this->below(3);
    const auto trans = static_cast<Transpose>(this->below(4));
    const bool transposed = trans == Transpose::transpose || trans == Transpose::conjugate_transpose;
    const bool conjugated = trans == Transpose::conjugate || trans == Transpose::conjugate_transpose;
    std::vector<T> a(static_cast<std::size_t>(lda * (by_rows ? m : n)));
    for (T& element : a) element = random_value<T>(this->generator_);
    const Strided<T> x(transposed ? m : n, this->step(), this->generator_);
    Strided<T> y(transposed ? n : m, this->step(), this->generator_);
    const T alpha = this->scalar(), beta = this->scalar();
    Strided<T> before = y;
    if (beta == T{0})
      for (std::int64_t i = 0; i < y.size; ++i) y.data[y.place(i)] = nothing<T>();
    gemv(by_rows ? Layout::row_major : Layout::column_major, trans, m, n, alpha, a.data(), lda, x.data.data(),
         x.step, beta, y.data.data(), y.step);
    this->expect(y, before, alpha, beta, x, [&](std::int64_t i, std::int64_t j) {
      const std::int64_t row = transposed ? j : i, column = transposed ? i : j;
      const T value = a[static_cast<std::size_t>(by_rows ? row * lda + column : row + column * lda)];
      return conjugated ? conj_of(value) : value;
    });
  }
}

/// What LAPACK's eigenvalue routines rely on: a product's column, or row, has the same bits if it is computed
/// alone, be it as a product with a vector.
TYPED_TEST(Level2, ShallowProductsAreColumnsAndRowsOfProducts) {
  using T = TypeParam;
  for (int turn = 0; turn < 60 && !this->HasFatalFailure(); ++turn) {
    const std::int64_t m = this->size(), n = this->size(), k = 1 + this->below(most_steps_in_order);
    const auto matrix = [&](std::int64_t elements) {
      std::vector<T> values(static_cast<std::size_t>(elements));
      for (T& value : values) value = random_value<T>(this->generator_);
      return values;
    };
    // op(A) of m x k with A as stored, B of k x n.
    const bool transposed = this->below(2) == 0;
    const Transpose op = transposed ? Transpose::conjugate_transpose : Transpose::none;
    const std::int64_t lda = transposed ? k : m;
    const std::vector<T> a = matrix(m * k), b = matrix(k * n);
    std::vector<T> whole(static_cast<std::size_t>(m * n)), column(static_cast<std::size_t>(m)),
        row(static_cast<std::size_t>(n));
    const T alpha = random_value<T>(this->generator_);
    gemm(Layout::column_major, op, Transpose::none, m, n, k, alpha, a.data(), lda, b.data(), k, T{0},
         whole.data(), m);
    const std::int64_t j = this->below(n), i = this->below(m);
    gemv(Layout::column_major, op, transposed ? k : m, transposed ? m : k, alpha, a.data(), lda,
         b.data() + j * k, 1, T{0}, column.data(), 1);
    for (std::int64_t at = 0; at < m; ++at)
      ASSERT_EQ(column[static_cast<std::size_t>(at)], whole[static_cast<std::size_t>(at + j * m)])
          << "row " << at << " of " << m << ", k = " << k << ", column " << j << " of " << n;
    if (transposed && this->complex) continue;  // the vector would be its conjugate
    gemv(Layout::column_major, Transpose::transpose, k, n, alpha, b.data(), k,
         transposed ? a.data() + i * k : a.data() + i, transposed ? 1 : m, T{0}, row.data(), 1);
    for (std::int64_t at = 0; at < n; ++at)
      ASSERT_EQ(row[static_cast<std::size_t>(at)], whole[static_cast<std::size_t>(i + at * m)])
          << "column " << at << " of " << n << ", k = " << k << ", row " << i << " of " << m;
  }
}

TYPED_TEST(Level2, OuterProducts) {
  using T = TypeParam;
  for (int turn = 0; turn < 60; ++turn) {
    const bool by_rows = this->below(2) == 0, conjugated = this->complex && this->below(2) == 0;
    const Layout layout = by_rows ? Layout::row_major : Layout::column_major;
    const std::int64_t m = this->size(), n = this->size(), lda = (by_rows ? n : m) + this->below(3);
    std::vector<T> a(static_cast<std::size_t>(lda * (by_rows ? m : n)));
    for (T& element : a) element = random_value<T>(this->generator_);
    const std::vector<T> before = a;
    const Strided<T> x(m, this->step(), this->generator_), y(n, this->step(), this->generator_);
    const T alpha = this->scalar();
    if constexpr (TestFixture::complex) {
      if (conjugated) gerc(layout, m, n, alpha, x.data.data(), x.step, y.data.data(), y.step, a.data(), lda);
    }
    if (!conjugated) ger(layout, m, n, alpha, x.data.data(), x.step, y.data.data(), y.step, a.data(), lda);
    std::vector<bool> is_element(a.size());
    for (std::int64_t i = 0; i < m; ++i)
      for (std::int64_t j = 0; j < n; ++j) {
        const auto place = static_cast<std::size_t>(by_rows ? i * lda + j : i + j * lda);
        is_element[place] = true;
        const Wide<T> term =
            Wide<T>(alpha) * Wide<T>(x.at(i)) * Wide<T>(conjugated ? conj_of(y.at(j)) : y.at(j));
        ASSERT_LE(std::abs(Wide<T>(a[place]) - Wide<T>(before[place]) - term),
                  4 * testing::gamma<T>(6) * (std::abs(term) + std::abs(Wide<T>(before[place]))));
      }
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (!is_element[i]) {
        ASSERT_EQ(a[i], before[i]);
      }
    }
  }
}

TYPED_TEST(Level2, SymmetricAndHermitian) {
  using T = TypeParam;
  for (int turn = 0; turn < 60 && !this->HasFatalFailure(); ++turn) {
    const bool by_rows = this->below(2) == 0, hermitian = this->complex && this->below(2) == 0;
    const Layout layout = by_rows ? Layout::row_major : Layout::column_major;
    const Uplo uplo = this->below(2) == 0 ? Uplo::upper : Uplo::lower;
    // Large ones are summed in pieces.
    const std::int64_t n = turn % 30 == 7 ? 768 + this->below(200) : this->size(), lda = n + this->below(3);
    std::vector<T> whole(static_cast<std::size_t>(n * n)), a(static_cast<std::size_t>(lda * n), nothing<T>());
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j <= i; ++j) {
        T value = random_value<T>(this->generator_);
        if (hermitian && i == j) value = T{std::real(value)};
        whole[static_cast<std::size_t>(i * n + j)] = value;
        whole[static_cast<std::size_t>(j * n + i)] = hermitian ? conj_of(value) : value;
      }
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j < n; ++j) {
        if (uplo == Uplo::lower ? i < j : i > j) continue;
        T& stored = a[static_cast<std::size_t>(by_rows ? i * lda + j : i + j * lda)];
        stored = whole[static_cast<std::size_t>(i * n + j)];
        if constexpr (TestFixture::complex)
          if (hermitian && i == j) stored.imag(std::numeric_limits<Real<T>>::quiet_NaN());
      }
    const Strided<T> x(n, this->step(), this->generator_);
    Strided<T> y(n, this->step(), this->generator_);
    const Strided<T> before = y;
    const T alpha = this->scalar(), beta = this->scalar();
    if constexpr (TestFixture::complex) {
      if (hermitian)
        hemv(layout, uplo, n, alpha, a.data(), lda, x.data.data(), x.step, beta, y.data.data(), y.step);
    }
    if (!hermitian)
      symv(layout, uplo, n, alpha, a.data(), lda, x.data.data(), x.step, beta, y.data.data(), y.step);
    this->expect(y, before, alpha, beta, x,
                 [&](std::int64_t i, std::int64_t j) { return whole[static_cast<std::size_t>(i * n + j)]; });
  }
}

TEST(Level2InC, RefusesInOneLine) {
  const std::vector<double> a(16, 1);
  std::vector<double> y(16, 2);
  const auto refused = [&](numapack_status status, const std::string& text) {
    expect_refused(status, text, y);
  };
  constexpr auto columns = NUMAPACK_COLUMN_MAJOR, rows = NUMAPACK_ROW_MAJOR;
  const double* const x = a.data();
  double* const out = y.data();
  refused(numapack_dgemv(columns, 'X', 4, 4, 1, x, 4, x, 1, 0, out, 1), "transposition 'X'");
  refused(numapack_dgemv(columns, 'N', -4, 4, 1, x, 4, x, 1, 0, out, 1), "gemv: m is -4");
  refused(numapack_dgemv(rows, 'N', 4, -3, 1, x, 4, x, 1, 0, out, 1), "gemv: n is -3");
  refused(numapack_dgemv(columns, 'N', 4, 4, 1, x, 3, x, 1, 0, out, 1), "gemv: lda is 3");
  refused(numapack_dgemv(columns, 'N', 4, 4, 1, x, 4, x, 0, 0, out, 1), "gemv: incx is 0");
  refused(numapack_dgemv(columns, 'N', 4, 4, 1, x, 4, nullptr, 1, 0, out, 1), "gemv: x is a null pointer");
  refused(numapack_dger(columns, 4, 4, 1, x, 1, x, 0, out, 4), "ger: incy is 0");
  refused(numapack_dger(rows, 4, 4, 1, x, 1, x, 1, out, 3), "ger: lda is 3");
  refused(numapack_dsymv(columns, 'X', 4, 1, x, 4, x, 1, 0, out, 1), "symv: uplo 'X'");
  refused(numapack_dsymv(columns, 'U', -1, 1, x, 4, x, 1, 0, out, 1), "symv: n is -1");
  refused(numapack_dsymv(static_cast<numapack_layout>(5), 'U', 4, 1, x, 4, x, 1, 0, out, 1),
          "symv: layout 5");
  EXPECT_EQ(numapack_dsymv(columns, 'U', 0, 1, nullptr, 1, nullptr, 1, 0, nullptr, 1), NUMAPACK_OK);
}

}  // namespace
}  // namespace numapack
