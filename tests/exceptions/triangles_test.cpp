// SPDX-License-Identifier: BSD-3-Clause
#include "exceptions/reach.hpp"

#include <algorithm>

#include "numapack/lapack.hpp"
#include "numapack/level2.hpp"
#include "numapack/level3.hpp"

namespace numapack::testing {
namespace {

template <class T>
class Triangles : public Reach<T> {
 protected:
  using typename Reach<T>::R;
  using Reach<T>::columns_;

  static constexpr Side sides_[] = {Side::left, Side::right};

  /// op(A) X or X op(A).
  static Full<Taint> product(Side side, const Op& op, const Full<Taint>& a, const Full<Taint>& b) {
    Full<Taint> result = op.diag == Diag::unit ? b : Full<Taint>(b.rows, b.columns);
    for (std::int64_t j = 0; j < b.columns; ++j)
      for (std::int64_t i = 0; i < b.rows; ++i)
        for (std::int64_t p = 0; p < a.rows; ++p) {
          if (side == Side::left && op.has(i, p)) result.at(i, j) += op.of(a, i, p) * b.at(p, j);
          if (side == Side::right && op.has(p, j)) result.at(i, j) += b.at(i, p) * op.of(a, p, j);
        }
    return result;
  }
  /// What solves it, by substitution.
  static Full<Taint> solution(Side side, const Op& op, const Full<Taint>& a, Full<Taint> b) {
    const std::int64_t order = a.rows, lines = side == Side::left ? b.columns : b.rows;
    const bool down = op.is_lower() == (side == Side::left);
    for (std::int64_t line = 0; line < lines; ++line)
      for (std::int64_t turn = 0; turn < order; ++turn) {
        const std::int64_t i = down ? turn : order - 1 - turn;
        const auto at = [&](std::int64_t p) -> Taint& {
          return side == Side::left ? b.at(p, line) : b.at(line, p);
        };
        for (std::int64_t p = 0; p < order; ++p) {
          const std::int64_t row = side == Side::left ? i : p, column = side == Side::left ? p : i;
          if (!op.has(row, column)) continue;
          at(i) += p == i ? op.of(a, i, i) : op.of(a, row, column) * at(p);
        }
      }
    return b;
  }

  static void call(bool solves, Side side, const Op& op, const Full<T>& a, Full<T>& b) {
    (solves ? &trsm<T> : &trmm<T>)(columns_, side, op.uplo, op.trans, op.diag, b.rows, b.columns, T{1},
                                   a.data.data(), a.ld(), b.data.data(), b.ld());
  }
};
TYPED_TEST_SUITE(Triangles, AllTypes);

/// trmm, trmv: what is not a number reaches the elements whose sums it is in; zeros of the other triangle are
/// none.
TYPED_TEST(Triangles, ProductsKeepToTheTriangle) {
  using T = TypeParam;
  for (const std::int64_t order : TestFixture::orders())
    for (const Op& op : all_ops())
      for (const Side side : TestFixture::sides_)
        for (const bool of_a : {false, true}) {
          const std::int64_t others = 1 + this->below(60);
          Full<T> a = this->dominant(order, order);
          Full<T> b = side == Side::left ? this->matrix(order, others) : this->matrix(others, order);
          if (of_a)
            this->taint(a);
          else
            this->taint(b);
          const Full<Taint> expected = TestFixture::product(side, op, taints(a), taints(b));
          Full<T> x = b;
          TestFixture::call(false, side, op, a, x);
          EXPECT_EQ(differs(x, expected), "")
              << "order " << order << ", " << op << ", left " << (side == Side::left);
          if (side == Side::right) continue;
          Full<T> column(order, 1);
          std::copy_n(b.data.begin(), order, column.data.begin());
          const Full<Taint> of_column = TestFixture::product(side, op, taints(a), taints(column));
          trmv<T>(TestFixture::columns_, op.uplo, op.trans, op.diag, order, a.data.data(), order,
                  column.data.data(), 1);
          EXPECT_EQ(differs(column, of_column), "") << "trmv, order " << order << ", " << op;
        }
}

/// trsm, trsv: it reaches the unknowns that are found from it, and no right-hand side but its own.
TYPED_TEST(Triangles, SolutionsKeepToTheTriangle) {
  using T = TypeParam;
  for (const std::int64_t order : TestFixture::orders())
    for (const Op& op : all_ops())
      for (const Side side : TestFixture::sides_)
        for (const bool of_a : {false, true}) {
          const std::int64_t others = 1 + this->below(60);
          Full<T> a = this->dominant(order, order);
          Full<T> b = side == Side::left ? this->matrix(order, others) : this->matrix(others, order);
          if (of_a)
            this->taint_nan(a);
          else
            this->taint(b);
          const Full<Taint> expected = TestFixture::solution(side, op, taints(a), taints(b));
          Full<T> x = b;
          TestFixture::call(true, side, op, a, x);
          EXPECT_EQ(differs(x, expected), "")
              << "order " << order << ", " << op << ", left " << (side == Side::left);
          if (side == Side::right) continue;
          Full<T> column(order, 1);
          std::copy_n(b.data.begin(), order, column.data.begin());
          const Full<Taint> of_column = TestFixture::solution(side, op, taints(a), taints(column));
          trsv<T>(TestFixture::columns_, op.uplo, op.trans, op.diag, order, a.data.data(), order,
                  column.data.data(), 1);
          EXPECT_EQ(differs(column, of_column), "") << "trsv, order " << order << ", " << op;
        }
}

/// trtri: element (i, j) of an inverse depends on the triangle between rows and columns i and j.
TYPED_TEST(Triangles, InversesKeepToTheTriangle) {
  using T = TypeParam;
  for (const std::int64_t n : TestFixture::orders())
    for (const Op& op : all_ops()) {
      if (op.trans != Transpose::none) continue;
      Full<T> a = this->dominant(n, n);
      std::int64_t row = -1, column = -1;
      this->taint_nan(a, [&](std::int64_t i, std::int64_t j) {
        row = i, column = j;
        return op.has(i, j);
      });
      Full<Taint> expected(n, n);
      for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < n; ++i)
          expected.at(i, j).is =
              op.is_lower() ? i >= row && column >= j && i >= j : i <= row && column <= j && i <= j;
      EXPECT_EQ(trtri<T>(TestFixture::columns_, op.uplo, op.diag, n, a.data.data(), n), 0);
      EXPECT_EQ(differs(a, expected, [&](auto i, auto j) { return op.has(i, j); }), "")
          << "order " << n << ", " << op << ", NaN at " << row << ", " << column;
    }
}

/// lauum: it reaches the elements in whose sums it is a factor.
TYPED_TEST(Triangles, ProductsByTheAdjointKeepToTheTriangle) {
  using T = TypeParam;
  for (const std::int64_t n : TestFixture::orders())
    for (const Uplo uplo : {Uplo::lower, Uplo::upper}) {
      const auto in_triangle = [&](std::int64_t i, std::int64_t j) { return holds(uplo, i, j); };
      Full<T> a = this->dominant(n, n);
      this->taint(a, in_triangle);
      const Full<Taint> of_a = taints(a);
      Full<Taint> expected(n, n);
      for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < n; ++i)
          for (std::int64_t p = std::max(i, j); p < n; ++p)
            expected.at(i, j) +=
                uplo == Uplo::lower ? of_a.at(p, i) * of_a.at(p, j) : of_a.at(i, p) * of_a.at(j, p);
      lauum<T>(TestFixture::columns_, uplo, n, a.data.data(), n);
      EXPECT_EQ(differs(a, expected, in_triangle), "")
          << "order " << n << (uplo == Uplo::lower ? " lower" : " upper");
    }
}

/// A zero in the right-hand side is divided like all others, and NaN times it is NaN.
TYPED_TEST(Triangles, ZerosAreNotSkipped) {
  using T = TypeParam;
  for (const std::int64_t order : TestFixture::orders())
    for (const Op& op : all_ops())
      for (const bool solves : {false, true}) {
        if (op.diag == Diag::unit) continue;
        const Full<T> a(order, order, nothing<T>());
        Full<T> b(order, 20), x(order, 1);
        TestFixture::call(solves, Side::left, op, a, b);
        EXPECT_EQ(differs(b, Full<Taint>(order, 20, Taint{true})), "") << order << ", " << op;
        (solves ? &trsv<T> : &trmv<T>)(TestFixture::columns_, op.uplo, op.trans, op.diag, order,
                                       a.data.data(), order, x.data.data(), 1);
        EXPECT_EQ(differs(x, Full<Taint>(order, 1, Taint{true})), "") << order << ", " << op;
      }
}

}  // namespace
}  // namespace numapack::testing
