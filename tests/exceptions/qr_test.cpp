// SPDX-License-Identifier: BSD-3-Clause
#include "numapack/qr.hpp"

#include <algorithm>

#include "exceptions/reach.hpp"

namespace numapack::testing {
namespace {

template <class T>
class Reflectors : public Reach<T> {
 protected:
  using Reach<T>::columns_, Reach<T>::complex;
  static constexpr auto adjoint_ = complex ? Transpose::conjugate_transpose : Transpose::transpose;

  static void make_q(std::int64_t m, std::int64_t n, Full<T>& a, const std::vector<T>& tau) {
    if constexpr (complex)
      ungqr<T>(columns_, m, n, n, a.data.data(), m, tau.data());
    else
      orgqr<T>(columns_, m, n, n, a.data.data(), m, tau.data());
  }
  static void multiply(Side side, Transpose trans, const Full<T>& a, const std::vector<T>& tau, Full<T>& c) {
    const auto call = [&](auto* function) {
      function(columns_, side, trans, c.rows, c.columns, a.columns, a.data.data(), a.rows, tau.data(),
               c.data.data(), c.rows);
    };
    if constexpr (complex)
      call(&unmqr<T>);
    else
      call(&ormqr<T>);
  }
};
TYPED_TEST_SUITE(Reflectors, AllTypes);

/// geqrf: columns before are as they would be, rows before of those behind, too.
TYPED_TEST(Reflectors, KeepToTheirRowsAndColumns) {
  using T = TypeParam;
  for (const std::int64_t n : TestFixture::orders()) {
    const std::int64_t m = n + this->below(40), column = this->below(n);
    Full<T> a = this->dominant(m, n);
    this->taint_nan(a, [&](std::int64_t, std::int64_t j) { return j == column; });
    std::vector<T> tau(static_cast<std::size_t>(n));
    geqrf<T>(TestFixture::columns_, m, n, a.data.data(), m, tau.data());
    Full<Taint> expected(m, n);
    for (std::int64_t j = column; j < n; ++j)
      for (std::int64_t i = j == column ? 0 : column; i < m; ++i) expected.at(i, j).is = true;
    // Of the first column no reflector was before: it is NaN from its diagonal on, as all others are.
    EXPECT_EQ(differs(a, expected), "") << m << " x " << n << ", NaN in column " << column;
  }
}

/// orgqr: columns of Q before the reflector that is not finite.
TYPED_TEST(Reflectors, OfNanLeaveColumnsBefore) {
  using T = TypeParam;
  for (const std::int64_t n : TestFixture::orders())
    for (const bool of_tau : {false, true}) {
      const std::int64_t m = n + 1 + this->below(40), column = this->below(n);
      Full<T> a = this->dominant(m, n);
      std::vector<T> tau(static_cast<std::size_t>(n));
      geqrf<T>(TestFixture::columns_, m, n, a.data.data(), m, tau.data());
      if (of_tau)
        tau[static_cast<std::size_t>(column)] = nothing<T>();
      else
        this->taint_nan(a, [&](std::int64_t i, std::int64_t j) { return j == column && i > j; });
      Full<Taint> expected(m, n);
      for (std::int64_t j = column; j < n; ++j)
        for (std::int64_t i = 0; i < m; ++i) expected.at(i, j).is = true;
      TestFixture::make_q(m, n, a, tau);
      const bool first = column == 0;
      EXPECT_EQ(differs(a, expected, [&](auto, auto j) { return j < column || (!first && j > column); }), "")
          << m << " x " << n << ", column " << column << ", tau " << of_tau;
    }
}

/// ormqr: columns of C (rows, from the right) never meet.
TYPED_TEST(Reflectors, KeepToTheColumnsOfC) {
  using T = TypeParam;
  for (const std::int64_t m : TestFixture::orders())
    for (const Side side : {Side::left, Side::right})
      for (const Transpose trans : {Transpose::none, TestFixture::adjoint_}) {
        Full<T> a = this->dominant(m, m / 2);
        std::vector<T> tau(static_cast<std::size_t>(m / 2));
        geqrf<T>(TestFixture::columns_, m, m / 2, a.data.data(), m, tau.data());
        const bool left = side == Side::left;
        Full<T> c = left ? this->matrix(m, 30) : this->matrix(30, m);
        std::int64_t line = 0;
        this->taint(c, [&](std::int64_t i, std::int64_t j) {
          line = left ? j : i;
          return true;
        });
        Full<Taint> expected(c.rows, c.columns);
        for (std::int64_t j = 0; j < c.columns; ++j)
          for (std::int64_t i = 0; i < c.rows; ++i) expected.at(i, j).is = (left ? j : i) == line;
        TestFixture::multiply(side, trans, a, tau, c);
        EXPECT_EQ(differs(c, expected), "") << "order " << m << ", left " << left;
      }
}

/// geqrf: where a column's norm is too large for a number, that element of R is infinite, and nothing else.
TYPED_TEST(Reflectors, OfAColumnWithoutAFiniteNormAreFinite) {
  using T = TypeParam;
  for (const std::int64_t n : TestFixture::orders()) {
    const std::int64_t m = n + 5;
    Full<T> a = this->matrix(m, n);
    for (std::int64_t i = 0; i < m; ++i)
      a.at(i, 0) = std::numeric_limits<Real<T>>::max() * Real<T>(i % 2 == 0 ? 0.9 : -0.8);
    std::vector<T> tau(static_cast<std::size_t>(n));
    geqrf<T>(TestFixture::columns_, m, n, a.data.data(), m, tau.data());
    EXPECT_TRUE(std::isinf(std::real(a.at(0, 0))));
    Full<Taint> expected(m, n);
    expected.at(0, 0).is = true;
    EXPECT_EQ(differs(a, expected), "") << m << " x " << n;
    EXPECT_TRUE(std::none_of(tau.begin(), tau.end(), is_tainted<T>));
  }
}

/// gels: infinity in A makes zeros of its other elements and NaN of itself, as LAPACK scales. A column of
/// zeros before is info; if there is none, the first one behind all NaN.
TYPED_TEST(Reflectors, OfInfinityHaveNoFullRank) {
  using T = TypeParam;
  for (const std::int64_t n : TestFixture::orders())
    for (const bool high : {false, true})
      for (const bool first : {false, true}) {
        const std::int64_t m = n + 3, last = 1 + this->below(n - 1);
        Full<T> a = high ? this->dominant(m, n) : this->dominant(n, m), b = this->matrix(m, 2);
        const auto make_infinite = [&](std::int64_t column) {
          (high ? a.at(2, column) : a.at(column, 2)) = std::numeric_limits<Real<T>>::infinity();
        };
        make_infinite(last);
        if (first) make_infinite(0);
        const Full<T> before = b;
        const std::int64_t info = gels<T>(TestFixture::columns_, Transpose::none, a.rows, a.columns, 2,
                                          a.data.data(), a.rows, b.data.data(), m);
        EXPECT_EQ(info, !first ? 1 : last + 1 < n ? last + 2 : 0) << n << ", infinity in column " << last;
        if (info > 0) {
          EXPECT_EQ(b.data, before.data);
        }
      }
}

/// gels: NaN in A is no zero; of B its own column only is lost.
TYPED_TEST(Reflectors, SolutionsKeepToTheirColumns) {
  using T = TypeParam;
  for (const std::int64_t n : TestFixture::orders()) {
    const std::int64_t m = n + 3;
    const Full<T> a = this->dominant(m, n);
    Full<T> factors = a, b = this->matrix(m, 4);
    std::int64_t column = 0;
    this->taint(b, [&](std::int64_t, std::int64_t j) {
      column = j;
      return true;
    });
    EXPECT_EQ(
        gels<T>(TestFixture::columns_, Transpose::none, m, n, 4, factors.data.data(), m, b.data.data(), m),
        0);
    Full<Taint> expected(m, 4);
    for (std::int64_t i = 0; i < m; ++i) expected.at(i, column).is = true;
    EXPECT_EQ(differs(b, expected), "") << m << " x " << n;
    factors = a;
    this->taint_nan(factors);
    b = this->matrix(m, 4);
    EXPECT_EQ(
        gels<T>(TestFixture::columns_, Transpose::none, m, n, 4, factors.data.data(), m, b.data.data(), m),
        0);
    EXPECT_TRUE(is_tainted(b.at(0, 0)));
  }
}

}  // namespace
}  // namespace numapack::testing
