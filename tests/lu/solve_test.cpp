// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "lu/lu.hpp"
#include "support/lu_check.hpp"

namespace numapack {
namespace {

using testing::Factorable;
using testing::Generator;
using testing::random_value;
using testing::Real;
using testing::test_seed;

template <class T>
class Getrs : public ::testing::Test {
 protected:
  Generator generator{test_seed()};
  ::testing::ScopedTrace trace{__FILE__, __LINE__, "NUMAPACK_TEST_SEED=" + std::to_string(test_seed())};
};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(Getrs, Types);

/// |op(A) x - b| against (|op(A)| + n |op(A)| growth) |x|: three triangular solves with |L| <= 1 (Higham,
/// Accuracy and Stability of Numerical Algorithms, 2nd ed. 2002, theorem 9.4), with the growth of small
/// random matrices, below n.
template <class T>
void expect_solved(Factorable<T>& matrix, Transpose trans, Factorable<T>& right, const char* what) {
  const Index n = matrix.problem.m;
  const auto was = [&](Index i, Index j) {
    const T value = matrix.before[static_cast<std::size_t>(i + j * matrix.problem.lda)];
    if constexpr (!std::is_same_v<T, Real<T>>)
      if (conjugates(trans)) return std::conj(value);
    return value;
  };
  const long double unit = static_cast<long double>(std::numeric_limits<Real<T>>::epsilon());
  for (Index c = 0; c < right.problem.n; ++c) {
    long double size = 0;
    for (Index i = 0; i < n; ++i) size += std::abs(right.at(i, c));
    for (Index i = 0; i < n; ++i) {
      T sum{0};
      for (Index j = 0; j < n; ++j) sum += (transposes(trans) ? was(j, i) : was(i, j)) * right.at(j, c);
      const T b = right.before[static_cast<std::size_t>(i + c * right.problem.lda)];
      ASSERT_LE(std::abs(sum - b), static_cast<long double>(n * 10) * unit * size * 4)
          << what << " row " << i << " column " << c << " of n " << n;
    }
  }
}

TYPED_TEST(Getrs, SolvesWithEveryOperation) {
  using T = TypeParam;
  for (const Index n : {1, 2, 31, 63, 64, 65, 131}) {
    Factorable<T> matrix(n, n, 2);
    matrix.fill([&](Index, Index) { return random_value<T>(this->generator); });
    ASSERT_EQ(factor(matrix.problem), 0);
    for (const Index columns : {1, 3, 8, 17}) {
      for (const Transpose trans : {Transpose::none, Transpose::transpose, Transpose::conjugate_transpose}) {
        Factorable<T> right(n, columns, 3);
        right.fill([&](Index, Index) { return random_value<T>(this->generator); });
        solve(LuSolution<T>{trans, n, columns, matrix.problem.a, matrix.problem.lda, Layout::column_major,
                            matrix.problem.pivots, right.problem.a, right.problem.lda});
        expect_solved(matrix, trans, right, "column major");
        // The same factors in row-major order give the same answer.
        Factorable<T> rows(n, n, 1);
        rows.fill([&](Index j, Index i) { return matrix.at(i, j); });
        right.restore();
        solve(LuSolution<T>{trans, n, columns, rows.problem.a, rows.problem.lda, Layout::row_major,
                            matrix.problem.pivots, right.problem.a, right.problem.lda});
        expect_solved(matrix, trans, right, "row major");
      }
    }
  }
}

TYPED_TEST(Getrs, RefusesWhatCannotBe) {
  using T = TypeParam;
  T element{1};
  std::int64_t pivot = 1;
  const LuSolution<T> right{Transpose::none, 1, 1, &element, 1, Layout::column_major, &pivot, &element, 1};
  const auto refused = [](const LuSolution<T>& solution, const std::string& word) {
    try {
      solve(solution);
      ADD_FAILURE() << word << " was accepted";
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
    }
  };
  LuSolution<T> wrong = right;
  wrong.trans = Transpose::conjugate;
  refused(wrong, "transposition 3");
  wrong = right;
  wrong.n = -1;
  refused(wrong, "n is -1");
  wrong = right;
  wrong.columns = -3;
  refused(wrong, "nrhs is -3");
  wrong = right;
  wrong.ldlu = 0;
  refused(wrong, "lda is 0");
  wrong = right;
  wrong.ldb = 0;
  refused(wrong, "ldb is 0");
  wrong = right;
  wrong.b = nullptr;
  refused(wrong, "b is a null pointer");
  pivot = 2;
  refused(right, "ipiv[0] is 2");
}

}  // namespace
}  // namespace numapack
