// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include <gtest/gtest.h>

#include "qr/qr.hpp"
#include "support/qr_check.hpp"

namespace numapack {
namespace {

using namespace testing;  // NOLINT

template <class T>
class Gels : public ::testing::Test {
 protected:
  using R = WideReal<T>;
  using W = WideMatrix<T>;
  static constexpr bool complex = !std::is_same_v<T, Real<T>>;
  Generator generator{test_seed()};
  ::testing::ScopedTrace trace{__FILE__, __LINE__, "NUMAPACK_TEST_SEED=" + std::to_string(test_seed())};

  Index below(Index most) { return static_cast<Index>(generator() % static_cast<std::uint64_t>(most)); }
  Index size() { return 1 + below(90); }
  Transpose transposed() {
    return complex || below(2) == 0 ? Transpose::conjugate_transpose : Transpose::transpose;
  }

  /// Solves with random matrices of elements of these sizes and looks at the answer in wider arithmetic.
  void check(Index m, Index n, Index columns, bool turn, Real<T> size_of_a, Real<T> size_of_b) {
    SCOPED_TRACE(std::to_string(m) + " x " + std::to_string(n) + " for " + std::to_string(columns) +
                 (turn ? " turned" : "") + " sizes " + std::to_string(size_of_a) + " " +
                 std::to_string(size_of_b));
    Rectangle<T> a(m, n, below(3)), b(std::max(m, n), columns, below(3));
    a.fill([&](Index, Index) { return random_value<T>(generator) * size_of_a; });
    const Index rows = turn ? n : m, unknowns = turn ? m : n;
    // Rows that are only for the answer are not read.
    b.fill([&](Index i, Index) {
      return i < rows ? random_value<T>(generator) * size_of_b : T{std::numeric_limits<Real<T>>::quiet_NaN()};
    });
    const W whole(a), op = turn ? whole.adjoint() : whole;
    const W right = part(W(b), rows);
    ASSERT_EQ(solve(LeastSquares<T>{turn ? transposed() : Transpose::none, m, n, columns, a.data(), a.ld,
                                    b.data(), b.ld}),
              0);
    const W answer(b), x = part(answer, unknowns);
    const W residual = right - op * x;
    if (rows >= unknowns)
      expect_least_squares(op, right, x, residual, answer);
    else
      expect_least_norm(op, x, residual);
    ASSERT_TRUE(a.gaps_are_whole() && b.gaps_are_whole());
  }

  static W part(const W& from, Index rows) {
    W some(rows, from.n);
    for (Index j = 0; j < from.n; ++j)
      for (Index i = 0; i < rows; ++i) some.at(i, j) = from.at(i, j);
    return some;
  }

  /// X is that of matrices nearby, A + dA and B + dB (Higham, Accuracy and Stability of Numerical Algorithms,
  /// 2nd ed. 2002, theorem 20.3), whose residual is orthogonal to A + dA, hence to A up to |dA| |r| + |A|
  /// (|dB| + |dA| |x|). The part below X is as long as the residual.
  void expect_least_squares(const W& op, const W& right, const W& x, const W& residual, const W& answer) {
    const R gamma = 2 * allowed<T>(op.m, op.n), size = op.norm();
    const W along = op.adjoint() * residual;
    for (Index j = 0; j < x.n; ++j) {
      const R r = residual.norm_of_column(j), b = right.norm_of_column(j), s = size * x.norm_of_column(j);
      ASSERT_LE(along.norm_of_column(j), gamma * size * (r + b + s)) << "not orthogonal, column " << j;
      ASSERT_LE(std::abs(answer.norm(j, op.n, op.m) - r), gamma * (b + s) + lost_below<T>(op.m, 1))
          << "column " << j;
    }
  }

  /// Theorem 21.4: X is the least solution of A + dA nearby, so (A + dA) x = b and x = (A + dA)^H y: its part
  /// outside the range of A^H is |dA| |y|.
  void expect_least_norm(const W& op, const W& x, const W& residual) {
    const R gamma = 2 * allowed<T>(op.n, op.m), size = op.norm();
    const UnblockedQr<T> qr(op.adjoint());
    const W transposed = qr.times_adjoint(x);
    for (Index j = 0; j < x.n; ++j) {
      ASSERT_LE(residual.norm_of_column(j), gamma * size * x.norm_of_column(j)) << "column " << j;
      std::vector<Wide<T>> y(static_cast<std::size_t>(op.m));  // R y = the first elements
      R squares = 0;
      for (Index i = op.m - 1; i >= 0; --i) {
        Wide<T> sum = transposed.at(i, j);
        for (Index p = i + 1; p < op.m; ++p) sum -= qr.factors.at(i, p) * y[static_cast<std::size_t>(p)];
        y[static_cast<std::size_t>(i)] = sum / qr.factors.at(i, i);
        squares += std::norm(y[static_cast<std::size_t>(i)]);
      }
      ASSERT_LE(transposed.norm(j, op.m, op.n), gamma * size * std::sqrt(squares))
          << "not the least, column " << j;
    }
  }
};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(Gels, Types);

TYPED_TEST(Gels, SolvesSystemsOfAllShapes) {
  for (int turn = 0; turn < 40; ++turn)
    this->check(this->size(), this->size(), 1 + this->below(12), turn % 2 == 1, 1, 1);
}

TYPED_TEST(Gels, SolvesWhereElementsAreNearTheLimits) {
  using Limits = std::numeric_limits<Real<TypeParam>>;
  const auto tiny = Limits::min() * std::sqrt(Limits::epsilon()), huge = Limits::max() / 4;
  for (const auto& [m, n] : {std::pair<Index, Index>{50, 20}, {20, 50}}) {
    for (const bool turn : {false, true}) {
      this->check(m, n, 3, turn, tiny, tiny);
      this->check(m, n, 3, turn, huge, huge / 1000);
      this->check(m, n, 3, turn, 1, huge / 1000);
      this->check(m, n, 3, turn, huge, 1);
    }
  }
}

TYPED_TEST(Gels, SaysWhereTheTriangleIsSingular) {
  using T = TypeParam;
  for (const bool high : {true, false}) {
    for (const Transpose trans : {Transpose::none, Transpose::conjugate_transpose}) {
      Rectangle<T> a(high ? 60 : 40, high ? 40 : 60), b(60, 2);
      a.randomise(this->generator);
      for (Index i = 0; i < 60; ++i) (high ? a.at(i, 25) : a.at(25, i)) = T{0};
      b.randomise(this->generator);
      const std::vector<T> before = b.all();
      EXPECT_EQ(solve(LeastSquares<T>{trans, a.m, a.n, 2, a.data(), a.ld, b.data(), b.ld}), 26);
      EXPECT_EQ(b.all(), before);
    }
  }
}

TYPED_TEST(Gels, AnswersZeroToNothing) {
  using T = TypeParam;
  const T zero{0};
  for (const auto& [m, n] : {std::pair<Index, Index>{4, 3}, {3, 4}, {0, 5}, {5, 0}}) {
    Rectangle<T> a(m, n), b(std::max(m, n), 2);
    a.fill([&](Index, Index) { return zero; });
    b.randomise(this->generator);
    EXPECT_EQ(solve(LeastSquares<T>{Transpose::none, m, n, 2, a.data(), a.ld, b.data(), b.ld}), 0);
    for (const T& element : b.all()) EXPECT_EQ(element, zero);
  }
  EXPECT_EQ(solve(LeastSquares<T>{Transpose::none, 3, 3, 0, nullptr, 3, nullptr, 3}), 0);
  EXPECT_EQ(solve(LeastSquares<T>{Transpose::none, 0, 0, 3, nullptr, 1, nullptr, 1}), 0);
}

/// As LAPACK leaves it: the factors of A, or the adjoint of those of its adjoint.
TYPED_TEST(Gels, LeavesTheFactors) {
  using T = TypeParam;
  Rectangle<T> a(30, 50), transposed(50, 30), b(50, 1);
  a.randomise(this->generator);
  transposed.fill([&](Index i, Index j) { return conj_of(a.at(j, i)); });
  b.randomise(this->generator);
  std::vector<T> tau(30);
  const WideMatrix<T> before(transposed);
  ASSERT_EQ(solve(LeastSquares<T>{Transpose::none, 30, 50, 1, a.data(), a.ld, b.data(), b.ld}), 0);
  factor(QrProblem<T>{50, 30, transposed.data(), transposed.ld, tau.data()});
  const WideMatrix<T> error = WideMatrix<T>(a).adjoint() - WideMatrix<T>(transposed);
  EXPECT_LE(error.norm(), allowed<T>(50, 30) * before.norm());
}

}  // namespace
}  // namespace numapack
