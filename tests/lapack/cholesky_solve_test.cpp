// SPDX-License-Identifier: BSD-3-Clause
#include "lapack/cholesky.hpp"

#include <gtest/gtest.h>

#include <complex>

#include "base/error.hpp"
#include "lapack/definite.hpp"
#include "support/stored_triangles.hpp"

// What is done with the factors, and what is refused.
namespace numapack {
namespace {

using namespace testing;  // NOLINT

using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(Cholesky, Types);

/// (A + E) x = b with |E| <= gamma_{3n+1} |L| |L^H| (Higham, theorem 10.4).
TYPED_TEST(Cholesky, Solves) {
  using T = TypeParam;
  for (const Index n : {1, 2, 31, 33, 130})
    for (const Triangle triangle : {Triangle::lower, Triangle::upper})
      for (const Side side : {Side::left, Side::right})
        for (const Index columns : {Index{1}, 1 + this->below(40)}) {
          const Dense<T> wanted = this->definite(n, 1, 4);
          TriangleOperand<T> operand(triangle, n, 1, TriangleOperand<T>::Diagonal::real);
          operand.fill([&](Index i, Index j) { return wanted.at(i, j); });
          const Dense<T> a = operand.hermitian();
          const bool left = side == Side::left;
          const Index rows = left ? n : columns, leading = rows + 3;
          Guarded<T> b(static_cast<std::size_t>(leading * ((left ? columns : n) - 1) + rows));
          for (std::size_t i = 0; i < b.size(); ++i) b[i] = random_value<T>(this->generator);
          const std::vector<T> before(b.data(), b.data() + b.size());
          if (columns == 1) {
            ASSERT_EQ(factor_and_solve(operand.matrix, side, columns, b.data(), leading), 0);
          } else {
            ASSERT_EQ(factor_cholesky(operand.matrix), 0);
            solve(CholeskySolution<T>{"potrs", triangle, side, n, columns, operand.matrix.a,
                                      operand.matrix.lda, b.data(), leading});
          }
          const Dense<T> l = this->lower_factor(operand);
          const Dense<Real<T>> sizes = l.sizes() * l.adjoint().sizes();
          for (Index c = 0; c < columns; ++c)
            for (Index i = 0; i < n; ++i) {
              const auto at = [&](Index k) {
                return static_cast<std::size_t>(left ? k + c * leading : c + k * leading);
              };
              Wide<T> sum = -Wide<T>(before[at(i)]);
              WideReal<T> bound = 0;
              for (Index k = 0; k < n; ++k) {
                sum += (left ? a.at(i, k) : a.at(k, i)) * Wide<T>(b[at(k)]);
                bound += (left ? sizes.at(i, k) : sizes.at(k, i)) * std::abs(Wide<T>(b[at(k)]));
              }
              ASSERT_LE(std::abs(sum), roundings<T>(3 * n + 3) * bound) << n << " row " << i;
            }
        }
}

TYPED_TEST(Cholesky, LeavesTheRightSidesAloneWithoutAFactor) {
  using T = TypeParam;
  T a[4] = {T{1}, T{2}, nothing<T>(), T{4}}, b[2] = {T{5}, T{6}};
  EXPECT_EQ(factor_and_solve(StoredTriangle<T>{"posv", Triangle::lower, 2, a, 2}, Side::left, 1, b, 2), 2);
  EXPECT_EQ(b[0], T{5});
  EXPECT_EQ(b[1], T{6});
}

TYPED_TEST(Cholesky, RefusesWhatCannotBe) {
  using T = TypeParam;
  T a{4}, b{2};
  const auto refused = [&](const CholeskySolution<T>& s, const std::string& word) {
    try {
      solve(s);
      ADD_FAILURE() << word << " was accepted";
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
    }
    if (word.find("b") == std::string::npos && word.find("nrhs") == std::string::npos) {
      EXPECT_THROW(factor_cholesky(StoredTriangle<T>{"potrf", s.stored, s.n, const_cast<T*>(s.a), s.lda}),
                   Error);
    }
    EXPECT_THROW(factor_and_solve(StoredTriangle<T>{"posv", s.stored, s.n, const_cast<T*>(s.a), s.lda},
                                  s.side, s.columns, s.b, s.ldb),
                 Error);
  };
  const CholeskySolution<T> right{"potrs", Triangle::lower, Side::left, 1, 1, &a, 1, &b, 1};
  CholeskySolution<T> wrong = right;
  wrong.n = -1;
  refused(wrong, "n is -1");
  wrong = right, wrong.columns = -3;
  refused(wrong, "nrhs is -3");
  wrong = right, wrong.lda = 0;
  refused(wrong, "lda is 0");
  wrong = right, wrong.ldb = 0;
  refused(wrong, "ldb is 0");
  wrong = right, wrong.side = Side::right, wrong.columns = 2;
  refused(wrong, "ldb is 1");
  wrong = right, wrong.a = nullptr;
  refused(wrong, "a is a null pointer");
  wrong = right, wrong.b = nullptr;
  refused(wrong, "b is a null pointer");
  EXPECT_EQ(a, T{4});
  EXPECT_EQ(b, T{2});
  // Nothing to do needs nothing.
  EXPECT_EQ(factor_cholesky(StoredTriangle<T>{"potrf", Triangle::upper, 0, nullptr, 1}), 0);
  wrong = right, wrong.columns = 0, wrong.b = nullptr;
  solve(wrong);
}

}  // namespace
}  // namespace numapack
