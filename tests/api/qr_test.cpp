// SPDX-License-Identifier: BSD-3-Clause
#include "numapack/qr.hpp"

#include <gtest/gtest.h>

#include <complex>
#include <type_traits>
#include <vector>

#include "numapack/numapack.h"
#include "support/random.hpp"

// Compares both interfaces of QR with each other, and checks what shows at once; tests/qr tests the accuracy.
namespace numapack {
namespace {

using namespace testing;  // NOLINT

/// The C functions of a type.
template <class T>
struct InC;
template <>
struct InC<float> {
  static constexpr auto geqrf = numapack_sgeqrf;
  static constexpr auto ormqr = numapack_sormqr;
  static constexpr auto orgqr = numapack_sorgqr;
  static constexpr auto gels = numapack_sgels;
};
template <>
struct InC<double> {
  static constexpr auto geqrf = numapack_dgeqrf;
  static constexpr auto ormqr = numapack_dormqr;
  static constexpr auto orgqr = numapack_dorgqr;
  static constexpr auto gels = numapack_dgels;
};
template <>
struct InC<std::complex<float>> {
  static constexpr auto geqrf = numapack_cgeqrf;
  static constexpr auto ormqr = numapack_cunmqr;
  static constexpr auto orgqr = numapack_cungqr;
  static constexpr auto gels = numapack_cgels;
};
template <>
struct InC<std::complex<double>> {
  static constexpr auto geqrf = numapack_zgeqrf;
  static constexpr auto ormqr = numapack_zunmqr;
  static constexpr auto orgqr = numapack_zungqr;
  static constexpr auto gels = numapack_zgels;
};

template <class T>
class QrInterface : public ::testing::Test {
 protected:
  Generator generator{test_seed()};
  ::testing::ScopedTrace trace{__FILE__, __LINE__, "NUMAPACK_TEST_SEED=" + std::to_string(test_seed())};

  std::vector<T> random(std::int64_t count) {
    std::vector<T> values(static_cast<std::size_t>(count));
    for (T& value : values) value = random_value<T>(generator);
    return values;
  }
  /// Rows become columns; what is between them is left out.
  static std::vector<T> transposed(const std::vector<T>& a, std::int64_t lines, std::int64_t length,
                                   std::int64_t leading) {
    std::vector<T> result(static_cast<std::size_t>(lines * length));
    for (std::int64_t i = 0; i < lines; ++i)
      for (std::int64_t j = 0; j < length; ++j)
        result[static_cast<std::size_t>(j * lines + i)] = a[static_cast<std::size_t>(i * leading + j)];
    return result;
  }
  static void expect_near(const std::vector<T>& x, const std::vector<T>& y) {
    ASSERT_EQ(x.size(), y.size());
    for (std::size_t i = 0; i < x.size(); ++i)
      ASSERT_LE(std::abs(x[i] - y[i]), 1000 * std::numeric_limits<Real<T>>::epsilon()) << i;
  }
};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(QrInterface, Types);

/// A = [3 5; 4 10]: H = I - 1.6 [1; 0.5] [1; 0.5]' takes [3; 4] to [-5; 0] and [5; 10] to [-11; 2]. (LAPACK
/// reflects the last element of a complex column only if it is not real.)
TYPED_TEST(QrInterface, FactorsSmallMatrix) {
  using T = TypeParam;
  for (const numapack_layout layout : {NUMAPACK_ROW_MAJOR, NUMAPACK_COLUMN_MAJOR}) {
    const bool rows = layout == NUMAPACK_ROW_MAJOR;
    std::vector<T> a =
        rows ? std::vector<T>{T(3), T(5), T(4), T(10)} : std::vector<T>{T(3), T(4), T(5), T(10)};
    std::vector<T> tau(2, T(7));
    int64_t info = 99;
    ASSERT_EQ(InC<T>::geqrf(layout, 2, 2, a.data(), 2, tau.data(), &info), NUMAPACK_OK)
        << numapack_error_message();
    EXPECT_EQ(info, 0);
    this->expect_near(
        a, rows ? std::vector<T>{T(-5), T(-11), T(0.5), T(2)} : std::vector<T>{T(-5), T(0.5), T(-11), T(2)});
    this->expect_near(tau, {T(1.6), T(0)});
    // H [1; 1] = [-1.4; -0.2], and back.
    std::vector<T> c{T(1), T(1)};
    const int64_t ldc = rows ? 1 : 2;
    ASSERT_EQ(InC<T>::ormqr(layout, 'L', 'C', 2, 1, 1, a.data(), 2, tau.data(), c.data(), ldc, &info),
              NUMAPACK_OK)
        << numapack_error_message();
    this->expect_near(c, {T(-1.4), T(-0.2)});
    ASSERT_EQ(InC<T>::ormqr(layout, 'l', 'n', 2, 1, 1, a.data(), 2, tau.data(), c.data(), ldc, nullptr),
              NUMAPACK_OK);
    this->expect_near(c, {T(1), T(1)});
    ASSERT_EQ(InC<T>::orgqr(layout, 2, 2, 1, a.data(), 2, tau.data(), &info), NUMAPACK_OK);
    this->expect_near(a, {T(-0.6), T(-0.8), T(-0.8), T(0.6)});  // symmetric
  }
}

/// A line through (0, 1), (1, 3), (2, 5), (3, 7), each lifted or lowered by the same: 1 + 2 t.
TYPED_TEST(QrInterface, FitsLine) {
  using T = TypeParam;
  for (const numapack_layout layout : {NUMAPACK_ROW_MAJOR, NUMAPACK_COLUMN_MAJOR}) {
    const bool rows = layout == NUMAPACK_ROW_MAJOR;
    const std::vector<T> lines{T(1), T(0), T(1), T(1), T(1), T(2), T(1), T(3)};
    std::vector<T> a = rows ? lines : this->transposed(lines, 4, 2, 2);
    std::vector<T> b{T(1.5), T(2.5), T(4.5), T(7.5)};
    int64_t info = 99;
    ASSERT_EQ(InC<T>::gels(layout, 'N', 4, 2, 1, a.data(), rows ? 2 : 4, b.data(), rows ? 1 : 4, &info),
              NUMAPACK_OK)
        << numapack_error_message();
    EXPECT_EQ(info, 0);
    this->expect_near({b[0], b[1]}, {T(1), T(2)});
    EXPECT_NEAR(std::norm(b[2]) + std::norm(b[3]), 1, 1e-4);
  }
}

TYPED_TEST(QrInterface, TakesRowsAsColumns) {
  using T = TypeParam;
  const std::int64_t m = 70, n = 45, lda = 50, columns = 9, ldb = 11;
  const std::vector<T> matrix = this->random(m * lda), sides = this->random(m * ldb);
  std::vector<T> rows = matrix, row_tau(45), by_columns = this->transposed(matrix, m, n, lda), tau(45);
  geqrf(Layout::row_major, m, n, rows.data(), lda, row_tau.data());
  geqrf(Layout::column_major, m, n, by_columns.data(), m, tau.data());
  this->expect_near(this->transposed(rows, m, n, lda), by_columns);
  this->expect_near(row_tau, tau);
  for (std::int64_t i = 0; i < m; ++i)
    for (std::int64_t j = n; j < lda; ++j)
      ASSERT_EQ(rows[static_cast<std::size_t>(i * lda + j)], matrix[static_cast<std::size_t>(i * lda + j)]);

  std::vector<T> c = sides, c_by_columns = this->transposed(sides, m, columns, ldb);
  ormqr(Layout::row_major, Side::left, Transpose::conjugate_transpose, m, columns, n, rows.data(), lda,
        row_tau.data(), c.data(), ldb);
  ormqr(Layout::column_major, Side::left, Transpose::conjugate_transpose, m, columns, n, by_columns.data(), m,
        tau.data(), c_by_columns.data(), m);
  this->expect_near(this->transposed(c, m, columns, ldb), c_by_columns);

  // From the right, C is columns x m.
  std::vector<T> d = this->random(columns * m), d_by_columns = this->transposed(d, columns, m, m);
  ormqr(Layout::row_major, Side::right, Transpose::none, columns, m, n, rows.data(), lda, row_tau.data(),
        d.data(), m);
  ormqr(Layout::column_major, Side::right, Transpose::none, columns, m, n, by_columns.data(), m, tau.data(),
        d_by_columns.data(), columns);
  this->expect_near(this->transposed(d, columns, m, m), d_by_columns);

  orgqr(Layout::row_major, m, n, n, rows.data(), lda, row_tau.data());
  orgqr(Layout::column_major, m, n, n, by_columns.data(), m, tau.data());
  this->expect_near(this->transposed(rows, m, n, lda), by_columns);

  for (const Transpose trans : {Transpose::none, Transpose::conjugate_transpose}) {
    std::vector<T> a = matrix, a_by_columns = this->transposed(matrix, m, n, lda);
    c = sides;
    c_by_columns = this->transposed(sides, m, columns, ldb);
    gels(Layout::row_major, trans, m, n, columns, a.data(), lda, c.data(), ldb);
    gels(Layout::column_major, trans, m, n, columns, a_by_columns.data(), m, c_by_columns.data(), m);
    this->expect_near(this->transposed(c, m, columns, ldb), c_by_columns);
  }
}

TEST(QrInterfaceNames, OfComplexNumbers) {
  using T = std::complex<double>;
  std::vector<T> a{T{3, 4}, T{1, 2}}, tau(1), c{T{1}, T{1}}, same = c;
  geqrf(Layout::column_major, 2, 1, a.data(), 2, tau.data());
  unmqr(Layout::column_major, Side::left, Transpose::none, 2, 1, 1, a.data(), 2, tau.data(), c.data(), 2);
  ormqr(Layout::column_major, Side::left, Transpose::none, 2, 1, 1, a.data(), 2, tau.data(), same.data(), 2);
  EXPECT_EQ(c, same);
  std::vector<T> q = a;
  ungqr(Layout::column_major, 2, 1, 1, q.data(), 2, tau.data());
  orgqr(Layout::column_major, 2, 1, 1, a.data(), 2, tau.data());
  EXPECT_EQ(q, a);
}

TEST(CInterfaceQr, GivesLapacksInfoForSingularTriangles) {
  double a[4] = {1, 1, 0, 0}, b[2] = {5, 6};
  int64_t info = -99;
  EXPECT_EQ(numapack_dgels(NUMAPACK_COLUMN_MAJOR, 'N', 2, 2, 1, a, 2, b, 2, &info), NUMAPACK_OK);
  EXPECT_EQ(info, 2);
  EXPECT_EQ(b[0], 5);  // not touched
  EXPECT_EQ(b[1], 6);
}

TEST(CInterfaceQr, GivesLapacksInfoForWrongArguments) {
  double a[4] = {1, 2, 3, 4}, tau[2] = {5, 6}, c[4] = {7, 8, 9, 10};
  constexpr auto layout = NUMAPACK_COLUMN_MAJOR;
  int64_t info = 99;
  const auto refused = [&](numapack_status status, int64_t wanted) {
    EXPECT_EQ(status, NUMAPACK_INVALID_ARGUMENT);
    EXPECT_STRNE(numapack_error_message(), "");
    EXPECT_EQ(info, wanted) << numapack_error_message();
    info = 99;
  };
  refused(numapack_dgeqrf(layout, -1, 2, a, 2, tau, &info), -1);
  refused(numapack_dgeqrf(layout, 2, -1, a, 2, tau, &info), -2);
  refused(numapack_dgeqrf(layout, 2, 2, nullptr, 2, tau, &info), -3);
  refused(numapack_dgeqrf(layout, 2, 2, a, 1, tau, &info), -4);
  refused(numapack_dgeqrf(layout, 2, 2, a, 2, nullptr, &info), -5);
  refused(numapack_dgeqrf(static_cast<numapack_layout>(7), 2, 2, a, 2, tau, &info), 0);
  refused(numapack_dormqr(layout, 'x', 'N', 2, 2, 2, a, 2, tau, c, 2, &info), -1);
  refused(numapack_dormqr(layout, 'L', 'R', 2, 2, 2, a, 2, tau, c, 2, &info), -2);
  refused(numapack_zunmqr(layout, 'L', 'T', 1, 1, 1, a, 1, tau, c, 1, &info), -2);
  refused(numapack_dormqr(layout, 'L', 'N', -2, 2, 2, a, 2, tau, c, 2, &info), -3);
  refused(numapack_dormqr(layout, 'L', 'N', 2, -2, 2, a, 2, tau, c, 2, &info), -4);
  refused(numapack_dormqr(layout, 'L', 'N', 2, 2, 3, a, 2, tau, c, 2, &info), -5);
  refused(numapack_dormqr(layout, 'L', 'N', 2, 2, 2, nullptr, 2, tau, c, 2, &info), -6);
  refused(numapack_dormqr(layout, 'L', 'N', 2, 2, 2, a, 1, tau, c, 2, &info), -7);
  refused(numapack_dormqr(layout, 'L', 'N', 2, 2, 2, a, 2, nullptr, c, 2, &info), -8);
  refused(numapack_dormqr(layout, 'L', 'N', 2, 2, 2, a, 2, tau, nullptr, 2, &info), -9);
  refused(numapack_dormqr(layout, 'L', 'N', 2, 2, 2, a, 2, tau, c, 1, &info), -10);
  refused(numapack_dorgqr(layout, -2, 2, 2, a, 2, tau, &info), -1);
  refused(numapack_dorgqr(layout, 2, 3, 2, a, 2, tau, &info), -2);
  refused(numapack_dorgqr(layout, 2, 2, 3, a, 2, tau, &info), -3);
  refused(numapack_dorgqr(layout, 2, 2, 2, nullptr, 2, tau, &info), -4);
  refused(numapack_dorgqr(layout, 2, 2, 2, a, 1, tau, &info), -5);
  refused(numapack_dorgqr(layout, 2, 2, 2, a, 2, nullptr, &info), -6);
  refused(numapack_dgels(layout, 'x', 2, 2, 1, a, 2, c, 2, &info), -1);
  refused(numapack_zgels(layout, 'T', 1, 1, 1, a, 1, c, 1, &info), -1);
  refused(numapack_dgels(layout, 'N', -2, 2, 1, a, 2, c, 2, &info), -2);
  refused(numapack_dgels(layout, 'N', 2, -2, 1, a, 2, c, 2, &info), -3);
  refused(numapack_dgels(layout, 'N', 2, 2, -1, a, 2, c, 2, &info), -4);
  refused(numapack_dgels(layout, 'N', 2, 2, 1, nullptr, 2, c, 2, &info), -5);
  refused(numapack_dgels(layout, 'N', 2, 2, 1, a, 1, c, 2, &info), -6);
  refused(numapack_dgels(layout, 'N', 2, 2, 1, a, 2, nullptr, 2, &info), -7);
  refused(numapack_dgels(layout, 'N', 2, 2, 1, a, 2, c, 1, &info), -8);
  EXPECT_EQ(a[0], 1);
  EXPECT_EQ(tau[0], 5);
  EXPECT_EQ(c[0], 7);
}

}  // namespace
}  // namespace numapack
