// SPDX-License-Identifier: BSD-3-Clause
#include "exceptions/reach.hpp"

#include <algorithm>

#include "numapack/lapack.hpp"
#include "numapack/level2.hpp"

namespace numapack::testing {
namespace {

/// Triangles whose diagonals are as small, or as large, as numbers can be, and solutions that are neither.
template <class T>
class Division : public Reach<T> {
 protected:
  using typename Reach<T>::R;
  using Reach<T>::columns_;
  static constexpr int least_ = std::numeric_limits<R>::min_exponent - std::numeric_limits<R>::digits + 16;
  static constexpr int most_ = std::numeric_limits<R>::max_exponent - 6;

  static T scaled(T value, int exponent) {
    R* const parts = reinterpret_cast<R*>(&value);
    for (std::size_t part = 0; part < sizeof(T) / sizeof(R); ++part)
      parts[part] = std::ldexp(parts[part], exponent);
    return value;
  }
  std::vector<int> exponents(std::int64_t n) {
    std::vector<int> all;
    for (std::int64_t i = 0; i < n; ++i) {
      const int kind = static_cast<int>(this->below(3));
      all.push_back(kind == 0   ? least_ + static_cast<int>(this->below(10))
                    : kind == 1 ? most_ - static_cast<int>(this->below(10))
                                : static_cast<int>(this->below(most_ - least_)) + least_);
    }
    return all;
  }
  /// Of a solution near 1, with few digits of the smallest numbers.
  static void expect_near(const T& x, const T& wanted, const char* what, std::int64_t order) {
    EXPECT_LE(std::abs(x - wanted), R(0.004))
        << what << ", order " << order << ": " << x << ", not " << wanted;
  }
};
TYPED_TEST_SUITE(Division, AllTypes);

/// trsv, trsm, from either side: op(A) X = B with rows (columns) of any scale.
TYPED_TEST(Division, OverflowsWithTheQuotientOnly) {
  using T = TypeParam;
  for (const std::int64_t order : TestFixture::orders())
    for (const Op& op : all_ops()) {
      if (op.diag == Diag::unit) continue;
      const std::vector<int> scale = this->exponents(order);
      for (const Side side : {Side::left, Side::right})
        for (const std::int64_t lines : {1, 3, 20}) {
          const bool left = side == Side::left;
          // Zeros off the diagonal: each unknown is a quotient, known beforehand.
          Full<T> a(order, order), b = left ? Full<T>(order, lines) : Full<T>(lines, order), wanted = b;
          for (std::int64_t i = 0; i < order; ++i) {
            const int exponent = scale[static_cast<std::size_t>(i)];
            const T diagonal = this->element();
            a.at(i, i) = TestFixture::scaled(
                op.trans == Transpose::conjugate_transpose ? conj_of(diagonal) : diagonal, exponent);
            for (std::int64_t line = 0; line < lines; ++line) {
              const T x = this->element();
              (left ? wanted.at(i, line) : wanted.at(line, i)) = x;
              (left ? b.at(i, line) : b.at(line, i)) = TestFixture::scaled(x * diagonal, exponent);
            }
          }
          Full<T> x = b;
          trsm<T>(TestFixture::columns_, side, op.uplo, op.trans, op.diag, b.rows, b.columns, T{1},
                  a.data.data(), order, x.data.data(), x.rows);
          for (std::size_t i = 0; i < x.data.size(); ++i)
            TestFixture::expect_near(x.data[i], wanted.data[i], "trsm", order);
          if (!left || lines > 1) continue;
          x = b;
          trsv<T>(TestFixture::columns_, op.uplo, op.trans, op.diag, order, a.data.data(), order,
                  x.data.data(), 1);
          for (std::size_t i = 0; i < x.data.size(); ++i)
            TestFixture::expect_near(x.data[i], wanted.data[i], "trsv", order);
        }
    }
}

/// trsv where one equation has huge numbers: the solution is that of the same equation with ordinary ones.
TYPED_TEST(Division, ByOneHugeElementIsNobodyElsesAffair) {
  using T = TypeParam;
  constexpr int huge = std::numeric_limits<Real<T>>::max_exponent - 4;
  for (const std::int64_t order : TestFixture::orders())
    for (const Op& op : all_ops()) {
      if (op.diag == Diag::unit) continue;
      Full<T> a = this->dominant(order, order), x = this->matrix(order, 1), scaled = x;
      const auto call = [&](Full<T>& of_x) {
        trsv<T>(TestFixture::columns_, op.uplo, op.trans, op.diag, order, a.data.data(), order,
                of_x.data.data(), 1);
      };
      call(x);
      const std::int64_t row = this->below(order);
      const auto scale = [&](T& value) { value = TestFixture::scaled(value, huge); };
      scale(scaled.at(row, 0));
      for (std::int64_t j = 0; j < order; ++j)
        scale(op.trans == Transpose::none ? a.at(row, j) : a.at(j, row));
      call(scaled);
      for (std::int64_t i = 0; i < order; ++i)
        EXPECT_LE(std::abs(scaled.at(i, 0) - x.at(i, 0)), 1e3 * std::numeric_limits<Real<T>>::epsilon())
            << "order " << order << ", " << op << ", row " << row << ", unknown " << i;
    }
}

/// getrs, and trtri of what has an inverse: likewise.
TYPED_TEST(Division, InSolutionsAndInverses) {
  using T = TypeParam;
  for (const std::int64_t order : TestFixture::orders()) {
    const std::vector<int> scale = this->exponents(order);
    Full<T> a(order, order), b(order, 9), wanted(order, 9);
    std::vector<std::int64_t> pivots;
    for (std::int64_t i = 0; i < order; ++i) {
      pivots.push_back(i + 1);
      const T diagonal = this->element();
      a.at(i, i) = TestFixture::scaled(diagonal, scale[static_cast<std::size_t>(i)]);
      for (std::int64_t j = 0; j < 9; ++j) {
        wanted.at(i, j) = this->element();
        b.at(i, j) = TestFixture::scaled(wanted.at(i, j) * diagonal, scale[static_cast<std::size_t>(i)]);
      }
    }
    getrs<T>(TestFixture::columns_, Transpose::none, order, 9, a.data.data(), order, pivots.data(),
             b.data.data(), order);
    for (std::size_t i = 0; i < b.data.size(); ++i)
      TestFixture::expect_near(b.data[i], wanted.data[i], "getrs", order);
    // What is not subnormal has an inverse that is a number.
    for (std::int64_t i = 0; i < order; ++i)
      a.at(i, i) = TestFixture::scaled(this->element(), std::max(scale[static_cast<std::size_t>(i)],
                                                                 std::numeric_limits<Real<T>>::min_exponent));
    Full<T> x = a;
    for (const bool lu : {false, true}) {
      x = a;
      EXPECT_EQ(
          lu ? getri<T>(TestFixture::columns_, order, x.data.data(), order, pivots.data())
             : trtri<T>(TestFixture::columns_, Uplo::upper, Diag::non_unit, order, x.data.data(), order),
          0);
      for (std::int64_t i = 0; i < order; ++i) {
        const int exponent = scale[static_cast<std::size_t>(i)] / 2;
        const T product =
            TestFixture::scaled(x.at(i, i), exponent) * TestFixture::scaled(a.at(i, i), -exponent);
        TestFixture::expect_near(product, T{1}, lu ? "getri" : "trtri", order);
      }
    }
  }
}

/// By zero: infinite or NaN, and looked for by nobody. By infinity: zero.
TYPED_TEST(Division, ByZeroOrInfinity) {
  using T = TypeParam;
  for (const std::int64_t order : TestFixture::orders())
    for (const Real<T> diagonal : {Real<T>(0), std::numeric_limits<Real<T>>::infinity()}) {
      Full<T> a(order, order), b = this->matrix(order, 20), x = this->matrix(order, 1);
      const std::int64_t special = this->below(order);
      for (std::int64_t i = 0; i < order; ++i) a.at(i, i) = i == special ? diagonal : Real<T>(1);
      trsm<T>(TestFixture::columns_, Side::left, Uplo::upper, Transpose::none, Diag::non_unit, order, 20,
              T{1}, a.data.data(), order, b.data.data(), order);
      trsv<T>(TestFixture::columns_, Uplo::lower, Transpose::transpose, Diag::non_unit, order, a.data.data(),
              order, x.data.data(), 1);
      const bool zero = diagonal == Real<T>(0);
      EXPECT_EQ(is_tainted(x.at(special, 0)), zero);
      for (std::int64_t j = 0; j < 20; ++j) EXPECT_EQ(is_tainted(b.at(special, j)), zero);
      if (zero) continue;
      EXPECT_EQ(x.at(special, 0), T{0});
      EXPECT_EQ(b.at(special, 0), T{0});
    }
}

}  // namespace
}  // namespace numapack::testing
