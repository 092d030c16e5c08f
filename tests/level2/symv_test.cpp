// SPDX-License-Identifier: BSD-3-Clause
#include "level2/fixture.hpp"
#include "numapack/level2.hpp"
#include "numapack/numapack.h"
#include "support/symv_reference.hpp"

// Level 2 of matrices of which one triangle is read or written.
namespace numapack {
namespace {

using namespace testing;  // NOLINT

template <class T>
class TriangleOfLevel2 : public Level2<T> {
 protected:
  bool coin() { return this->below(2) == 0; }

  /// A call's layout, triangle and sizes; A without numbers.
  struct Call {
    bool by_rows;
    Uplo uplo;
    std::int64_t n, lda;
    std::vector<T> a;

    Layout layout() const { return by_rows ? Layout::row_major : Layout::column_major; }
    std::size_t place(std::int64_t i, std::int64_t j) const {
      return static_cast<std::size_t>(by_rows ? i * lda + j : i + j * lda);
    }
  };
  /// Every now and then one that is worked on in pieces, and in level 3.
  Call call(int turn) {
    const std::int64_t n = turn % 30 == 7 ? 768 + this->below(200) : this->size(), lda = n + this->below(3);
    return {coin(), coin() ? Uplo::upper : Uplo::lower, n, lda,
            std::vector<T>(static_cast<std::size_t>(n * lda), nothing<T>())};
  }
  /// What lies between a vector's elements.
  static void expect_gaps(const Strided<T>& vector, const Strided<T>& before) {
    std::vector<bool> is_element(vector.data.size());
    for (std::int64_t i = 0; i < vector.size; ++i) is_element[vector.place(i)] = true;
    for (std::size_t i = 0; i < is_element.size(); ++i) {
      if (!is_element[i]) {
        ASSERT_EQ(vector.data[i], before.data[i]);
      }
    }
  }
};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(TriangleOfLevel2, Types);

TYPED_TEST(TriangleOfLevel2, TrianglesTimesVectorsAndTheirSolutions) {
  using T = TypeParam;
  for (int turn = 0; turn < 120 && !this->HasFatalFailure(); ++turn) {
    auto call = this->call(turn);
    const auto trans = static_cast<Transpose>(this->below(4));
    const bool transposed = trans == Transpose::transpose || trans == Transpose::conjugate_transpose;
    const bool conjugated = trans == Transpose::conjugate || trans == Transpose::conjugate_transpose;
    const bool unit = this->coin(), solve = this->coin();
    for (std::int64_t i = 0; i < call.n; ++i)
      for (std::int64_t j = 0; j < call.n; ++j)
        if (holds(call.uplo, i, j) && !(unit && i == j))
          call.a[call.place(i, j)] = triangle_value<T>(i, j, call.n, this->generator_);
    Strided<T> x(call.n, this->step(), this->generator_);
    const Strided<T> before = x;
    (solve ? trsv<T> : trmv<T>)(call.layout(), call.uplo, trans, unit ? Diag::unit : Diag::non_unit, call.n,
                                call.a.data(), call.lda, x.data.data(), x.step);
    const Matrix<T> a = [&](Index i, Index j) {
      if (transposed) std::swap(i, j);
      if (!holds(call.uplo, i, j)) return T{0};
      if (unit && i == j) return T{1};
      const T value = call.a[call.place(i, j)];
      return conjugated ? conj_of(value) : value;
    };
    const Elements<T> was = [&](Index i) { return before.at(i); }, is = [&](Index i) { return x.at(i); };
    ASSERT_EQ(solve ? product_error(call.n, a, is, was) : product_error(call.n, a, was, is), "")
        << (solve ? "trsv" : "trmv") << ", trans " << static_cast<int>(trans) << ", step " << x.step;
    this->expect_gaps(x, before);
  }
}

TYPED_TEST(TriangleOfLevel2, UpdatesOfOneRankAndOfTwo) {
  using T = TypeParam;
  for (int turn = 0; turn < 90 && !this->HasFatalFailure(); ++turn) {
    auto call = this->call(turn);
    for (T& value : call.a) value = random_value<T>(this->generator_);
    if constexpr (TestFixture::complex)
      for (std::int64_t i = 0; i < call.n; ++i)
        call.a[call.place(i, i)].imag(std::numeric_limits<Real<T>>::quiet_NaN());
    const std::vector<T> before = call.a;
    const Strided<T> x(call.n, this->step(), this->generator_), y(call.n, this->step(), this->generator_);
    const bool two = this->coin();
    const T alpha = two ? this->scalar() : T{std::real(this->scalar())};
    const auto& [layout, uplo, n, lda] = std::tuple(call.layout(), call.uplo, call.n, call.lda);
    const T *const of_x = x.data.data(), *const of_y = y.data.data();
    T* const a = call.a.data();
    if constexpr (TestFixture::complex)
      two ? her2(layout, uplo, n, alpha, of_x, x.step, of_y, y.step, a, lda)
          : her(layout, uplo, n, std::real(alpha), of_x, x.step, a, lda);
    else
      two ? syr2(layout, uplo, n, alpha, of_x, x.step, of_y, y.step, a, lda)
          : syr(layout, uplo, n, alpha, of_x, x.step, a, lda);
    Update<T> update{TestFixture::complex, alpha, conj_of(alpha), [&](Index i) { return x.at(i); }, {}};
    if (two) update.y = [&](Index i) { return y.at(i); };
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j < n; ++j) {
        const std::size_t place = call.place(i, j);
        if (alpha != T{0} && holds(uplo, i, j)) {
          ASSERT_EQ(update.error(i, j, before[place], a[place]), "") << (two ? "rank 2" : "rank 1");
        } else if (i != j) {
          ASSERT_EQ(a[place], before[place]) << i << ", " << j;
        }
      }
  }
}

/// As BLAS says: nobody looks whether a diagonal element is 0.
TEST(Trsv, DividesByWhatIsOnTheDiagonal) {
  const double a[] = {0, 1, 0, 49}, other[] = {49};
  double x[] = {1, 98};
  trsv(Layout::column_major, Uplo::upper, Transpose::none, Diag::non_unit, 2, a, 2, x, 1);
  EXPECT_EQ(x[1], 2);
  EXPECT_TRUE(std::isinf(x[0]));
  double y = 49;
  trsv(Layout::column_major, Uplo::lower, Transpose::none, Diag::non_unit, 1, other, 1, &y, 1);
  EXPECT_EQ(y, 1);
}

TEST(TriangleOfLevel2InC, RefusesInOneLine) {
  const std::vector<double> a(16, 1);
  std::vector<double> y(16, 2);
  const auto refused = [&](numapack_status status, const std::string& text) {
    expect_refused(status, text, y);
  };
  constexpr auto columns = NUMAPACK_COLUMN_MAJOR, rows = NUMAPACK_ROW_MAJOR;
  const double* const x = a.data();
  double* const out = y.data();
  refused(numapack_dtrmv(columns, 'X', 'N', 'N', 4, x, 4, out, 1), "trmv: uplo 'X'");
  refused(numapack_dtrmv(columns, 'U', 'X', 'N', 4, x, 4, out, 1), "transposition 'X'");
  refused(numapack_dtrmv(rows, 'U', 'N', 'X', 4, x, 4, out, 1), "trmv: diag 'X'");
  refused(numapack_dtrsv(columns, 'U', 'N', 'N', -1, x, 4, out, 1), "trsv: n is -1");
  refused(numapack_dtrsv(columns, 'U', 'N', 'N', 4, x, 3, out, 1), "trsv: lda is 3");
  refused(numapack_dtrsv(columns, 'U', 'N', 'N', 4, x, 4, out, 0), "trsv: incx is 0");
  refused(numapack_dtrsv(columns, 'U', 'N', 'N', 4, nullptr, 4, out, 1), "trsv: a is a null pointer");
  refused(numapack_dtrsv(columns, 'U', 'N', 'N', 4, out, 4, out + 4, 1), "share");
  refused(numapack_dsyr(columns, 'X', 4, 1, x, 1, out, 4), "syr: uplo 'X'");
  refused(numapack_dsyr(rows, 'L', 4, 1, x, 1, out, 3), "syr: lda is 3");
  refused(numapack_dsyr(rows, 'L', 4, 1, out, 1, out, 4), "share");
  refused(numapack_dsyr2(columns, 'U', 4, 1, x, 1, x, 0, out, 4), "syr2: incy is 0");
  refused(numapack_dsyr2(columns, 'U', 4, 1, nullptr, 1, x, 1, out, 4), "syr2: x is a null pointer");
  refused(numapack_zher2(columns, 'U', 4, nullptr, x, 1, x, 1, out, 4), "her2: alpha is a null pointer");
  EXPECT_EQ(numapack_dtrsv(columns, 'U', 'N', 'N', 0, nullptr, 1, nullptr, 1), NUMAPACK_OK);
  EXPECT_EQ(numapack_dsyr(columns, 'U', 0, 1, nullptr, 1, nullptr, 1), NUMAPACK_OK);
}

}  // namespace
}  // namespace numapack
