// SPDX-License-Identifier: BSD-3-Clause
#include "lapack/inverse/inverse.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "lapack/cholesky.hpp"
#include "lu/lu.hpp"
#include "support/stored_triangles.hpp"

namespace numapack {
namespace {

using namespace testing;  // NOLINT

template <class T>
class Inverse : public ::testing::Test {
 protected:
  using Operand = TriangleOperand<T>;
  Generator generator{test_seed()};
  ::testing::ScopedTrace trace{__FILE__, __LINE__, "NUMAPACK_TEST_SEED=" + std::to_string(test_seed())};

  Index below(Index most) {
    return most > 0 ? static_cast<Index>(generator() % static_cast<std::uint64_t>(most)) : 0;
  }
  T value() { return random_value<T>(generator); }
  /// A triangle: at least 1 on the diagonal and `size` off it, rows scaled by up to 2^`grade`.
  void fill_triangle(Operand& operand, double size, int grade) {
    std::vector<Real<T>> rows;
    for (Index i = 0; i < operand.matrix.n; ++i)
      rows.push_back(std::ldexp(Real<T>{1}, static_cast<int>(below(grade + 1))));
    operand.fill([&](Index i, Index j) {
      T element = value();
      if (i == j)
        element += std::real(element) > 0 ? T{1} : T{-1};
      else
        element *= Real<T>(size);
      return element * rows[static_cast<std::size_t>(i)];
    });
  }
};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(Inverse, Types);

/// |X A - I| <= gamma |X| |A| on the one side (Higham, Accuracy and Stability of Numerical Algorithms, 2nd
/// ed. 2002, section 14.2: each element of X is a sum of at most n products divided once), whatever the
/// condition. Hence A X - I = A (X A - I) A^-1 on the other side, where the inverse is X up to terms of
/// second order.
TYPED_TEST(Inverse, OfTrianglesIsCloseFromEitherSide) {
  using T = TypeParam;
  for (const Index n : orders())
    for (const Triangle stored : {Triangle::lower, Triangle::upper})
      for (const Side close : {Side::left, Side::right})
        for (const bool unit : {false, true}) {
          TriangleOperand<T> operand(
              stored, n, n % 4,
              unit ? TriangleOperand<T>::Diagonal::ones : TriangleOperand<T>::Diagonal::read);
          this->fill_triangle(operand, 1 / double(n + 1), unit ? 0 : 6);
          const Dense<T> a = operand.triangle();
          ASSERT_EQ(invert_triangle(operand.matrix, unit, close), 0);
          ASSERT_EQ(operand.strayed(), "") << n;
          const Dense<T> x = operand.triangle(), one = identity<T>(n);
          const Dense<Real<T>> xs = x.sizes(), as = a.sizes();
          const bool left = close == Side::left;
          ASSERT_EQ(beyond((left ? x * a : a * x) - one, roundings<T>(n + 4), left ? xs * as : as * xs), "")
              << "unit " << unit << " left " << left << " lower " << operand.matrix.is_lower();
          const Dense<Real<T>> far = left ? as * xs : xs * as;
          ASSERT_EQ(beyond((left ? a * x : x * a) - one, 2 * roundings<T>(n + 4), far * far), "");
        }
}

/// Lower triangles whose last row is a sum of those above: its inverse has a small last row, but a product of
/// the row with the ill-conditioned inverse above has large terms, of which an inverse consists that is close
/// only from the other side. Transposed and mirrored for the other triangle and side.
TYPED_TEST(Inverse, OfIllConditionedTrianglesIsCloseFromItsSide) {
  using T = TypeParam;
  for (const Index n : {20, 32, 33, 60})
    for (const Triangle stored : {Triangle::lower, Triangle::upper})
      for (const Side close : {Side::left, Side::right}) {
        Dense<T> lower(n, [&](Index i, Index j) {
          return i < j    ? Wide<T>(0)
                 : i == j ? Wide<T>(1)
                          : WideReal<T>(n < 40 ? 2 : 1) * Wide<T>(this->value());
        });
        for (Index j = 0; j + 1 < n; ++j) lower.at(n - 1, j) = 0;
        for (Index i = 0; i + 1 < n; ++i) {
          const Wide<T> part = this->value();
          for (Index j = 0; j <= i; ++j) lower.at(n - 1, j) += part * lower.at(i, j);
        }
        const bool left = close == Side::left, transposed = left != (stored == Triangle::lower);
        TriangleOperand<T> operand(stored, n, 0, TriangleOperand<T>::Diagonal::read);
        operand.fill([&](Index i, Index j) {
          const Index row = left ? i : j, column = left ? j : i;
          return transposed ? lower.at(n - 1 - row, n - 1 - column) : lower.at(row, column);
        });
        const Dense<T> a = operand.triangle();
        ASSERT_EQ(invert_triangle(operand.matrix, false, close), 0);
        const Dense<T> x = operand.triangle();
        ASSERT_EQ(beyond((left ? x * a : a * x) - identity<T>(n), roundings<T>(n + 4),
                         left ? x.sizes() * a.sizes() : a.sizes() * x.sizes()),
                  "");
      }
}

TYPED_TEST(Inverse, StopsAtTheFirstZeroAndHasWrittenNothing) {
  using T = TypeParam;
  for (const Index n : {1, 40, 90})
    for (const Triangle stored : {Triangle::lower, Triangle::upper}) {
      const Index zero = this->below(n);
      TriangleOperand<T> operand(stored, n, 1, TriangleOperand<T>::Diagonal::read);
      operand.fill([&](Index i, Index j) {
        return i == j && (i == zero || (i > zero && i % 2 == 0)) ? T{0} : this->value();
      });
      EXPECT_EQ(invert_triangle(operand.matrix, false, Side::left), zero + 1);
      EXPECT_EQ(invert_from_cholesky(operand.matrix), zero + 1);
      EXPECT_TRUE(operand.is_untouched());
    }
}

TYPED_TEST(Inverse, MultipliesTrianglesByTheirAdjoints) {
  using T = TypeParam;
  for (const Index n : orders())
    for (const Triangle stored : {Triangle::lower, Triangle::upper}) {
      TriangleOperand<T> operand(stored, n, n % 3, TriangleOperand<T>::Diagonal::read);
      this->fill_triangle(operand, 1, 10);
      const Dense<T> f = operand.matrix.is_lower() ? operand.triangle().adjoint() : operand.triangle();
      multiply_by_adjoint(operand.matrix);
      ASSERT_EQ(operand.strayed(), "") << n;
      ASSERT_EQ(
          beyond(operand.hermitian() - f * f.adjoint(), roundings<T>(n + 2), f.sizes() * f.adjoint().sizes()),
          "");
      for (Index i = 0; i < n; ++i) ASSERT_EQ(std::imag(operand.at(i, i)), 0);
    }
}

/// With X the inverse of L, X L = I + E, |E| <= gamma_n |X| |L|: A X^H X - I = L E X + L E^H X, and gamma_n
/// |L| |L^H| |X^H| |X| each from the factor and from the product (Higham, theorem 10.3 and section 3.5).
/// Every other matrix has rows that differ little.
TYPED_TEST(Inverse, OfDefiniteMatricesIsAsCloseAsTheirFactor) {
  using T = TypeParam;
  for (const Index n : orders())
    for (const Triangle stored : {Triangle::lower, Triangle::upper}) {
      TriangleOperand<T> operand(stored, n, n % 3, TriangleOperand<T>::Diagonal::real);
      const bool alike = n % 2 == 1;
      const WideReal<T> small = std::ldexp(WideReal<T>{1}, std::is_same_v<Real<T>, float> ? -6 : -20);
      const Dense<T> own(n, [&](Index, Index) { return Wide<T>(this->value()); });
      const Dense<T> g(
          n, [&](Index i, Index j) { return alike ? own.at(0, j) + small * own.at(i, j) : own.at(i, j); });
      const Dense<T> product = g * g.adjoint();
      const WideReal<T> shift = alike ? small * small * WideReal<T>(n) : WideReal<T>(n) / 4 + 1;
      operand.fill(
          [&](Index i, Index j) { return product.at(i, j) + Wide<T>(i == j ? shift : WideReal<T>(0)); });
      const Dense<T> a = operand.hermitian();
      ASSERT_EQ(factor_cholesky(operand.matrix), 0);
      const Dense<T> l = stored == Triangle::lower ? operand.triangle() : operand.triangle().adjoint();
      TriangleOperand<T> triangle(Triangle::lower, n, 0, TriangleOperand<T>::Diagonal::read);
      triangle.fill([&](Index i, Index j) { return l.at(i, j); });
      ASSERT_EQ(invert_triangle(triangle.matrix, false, Side::left), 0);
      ASSERT_EQ(invert_from_cholesky(operand.matrix), 0);
      ASSERT_EQ(operand.strayed(), "") << n;
      const Dense<Real<T>> ls = l.sizes(), xs = triangle.triangle().sizes();
      const Dense<Real<T>> once = ls * xs, both = ls * (ls.adjoint() * (xs.adjoint() * xs));
      ASSERT_EQ(beyond(a * operand.hermitian() - identity<T>(n), roundings<T>(n + 4),
                       once * once + both + both + both),
                "");
    }
}

/// The product L E X of the test before needs X L close to the identity with L, and U X with U: with the
/// other side the error would be A E A^-1.
TYPED_TEST(Inverse, OfDefiniteMatricesTakesTheSideThatSuitsTheTriangle) {
  using T = TypeParam;
  for (const Index n : {20, 90})
    for (const Triangle stored : {Triangle::lower, Triangle::upper}) {
      TriangleOperand<T> operand(stored, n, 0, TriangleOperand<T>::Diagonal::read);
      this->fill_triangle(operand, 0.5, 0);
      ASSERT_EQ(invert_from_cholesky(operand.matrix), 0);
      const std::vector<T> inverse = operand.result();
      for (const Side close : {Side::left, Side::right}) {
        operand.restore();
        invert_triangle(operand.matrix, false, close);
        multiply_by_adjoint(operand.matrix);
        const std::vector<T> stepwise = operand.result();
        const bool same = std::memcmp(stepwise.data(), inverse.data(), inverse.size() * sizeof(T)) == 0;
        EXPECT_EQ(same, (close == Side::left) == (stored == Triangle::lower)) << n;
      }
    }
}

/// |X A - I| <= gamma |X| |L| |U| from U's inverse, the solve and the factors (Higham, section 14.3.2, and
/// theorem 9.3). A matrix by rows is the transpose by columns.
TYPED_TEST(Inverse, OfGeneralMatricesFromTheirFactors) {
  using T = TypeParam;
  for (const Index n : {0, 1, 2, 31, 33, 70, 100, 290})
    for (const Layout layout : {Layout::column_major, Layout::row_major}) {
      const bool by_rows = layout == Layout::row_major;
      const Index lda = n + 1 + n % 3;
      Guarded<T> memory(n == 0 ? 0 : static_cast<std::size_t>(lda * (n - 1) + n));
      for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = this->value();
      std::vector<std::int64_t> pivots(static_cast<std::size_t>(n));
      const auto dense = [&] {
        return Dense<T>(n, [&](Index i, Index j) {
          return Wide<T>(memory[static_cast<std::size_t>(by_rows ? i * lda + j : i + j * lda)]);
        });
      };
      const Dense<T> a = dense();
      const std::vector<T> before(memory.data(), memory.data() + memory.size());
      ASSERT_EQ(factor(LuProblem<T>{n, n, memory.data(), lda, pivots.data(), layout}), 0);
      const Dense<T> factors = dense();
      const Dense<T> l(n,
                       [&](Index i, Index j) { return i > j ? factors.at(i, j) : Wide<T>(i == j ? 1 : 0); });
      const Dense<T> u(n, [&](Index i, Index j) { return i > j ? Wide<T>(0) : factors.at(i, j); });
      const Index block = n > 200 ? 512 : 1 + this->below(n);
      ASSERT_EQ(invert(LuInverse<T>{layout, n, memory.data(), lda, pivots.data(), block}), 0);
      const Dense<T> x = dense();
      // Columns of X in the order of the rows of L.
      Dense<T> swapped = x;
      for (Index i = 0; i < n; ++i)
        for (Index row = 0; row < n; ++row)
          std::swap(swapped.at(row, i), swapped.at(row, pivots[static_cast<std::size_t>(i)] - 1));
      ASSERT_EQ(
          beyond(x * a - identity<T>(n), 3 * roundings<T>(n + 5), swapped.sizes() * (l.sizes() * u.sizes())),
          "")
          << n << " block " << block << (by_rows ? " by rows" : "");
      for (Index j = 0; j + 1 < n; ++j)
        for (Index i = n; i < lda; ++i)
          ASSERT_EQ(memory[static_cast<std::size_t>(i + j * lda)],
                    before[static_cast<std::size_t>(i + j * lda)]);
    }
}

TYPED_TEST(Inverse, OfSingularFactorsIsRefused) {
  using T = TypeParam;
  for (const Layout layout : {Layout::column_major, Layout::row_major}) {
    T a[9] = {T{2}, T{1}, T{1}, T{1}, T{0}, T{3}, T{1}, T{1}, T{0}};
    const std::vector<T> before(a, a + 9);
    const std::int64_t pivots[3] = {1, 3, 3};
    EXPECT_EQ(invert(LuInverse<T>{layout, 3, a, 3, pivots}), 2);
    EXPECT_EQ(std::vector<T>(a, a + 9), before);
  }
}

TYPED_TEST(Inverse, RefusesWhatCannotBe) {
  using T = TypeParam;
  T a{4};
  std::int64_t pivot = 1;
  const auto refused = [&](Index n, T* matrix, Index lda, const std::int64_t* pivots,
                           const std::string& word) {
    try {
      invert(LuInverse<T>{Layout::column_major, n, matrix, lda, pivots});
      ADD_FAILURE() << word << " was accepted";
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
    }
    if (word.find("ipiv") != std::string::npos) return;
    const StoredTriangle<T> stored{"trtri", Triangle::lower, n, matrix, lda};
    EXPECT_THROW(invert_triangle(stored, false, Side::left), Error);
    EXPECT_THROW(invert_from_cholesky(stored), Error);
    EXPECT_THROW(multiply_by_adjoint(stored), Error);
  };
  refused(-1, &a, 1, &pivot, "n is -1");
  refused(1, &a, 0, &pivot, "lda is 0");
  refused(1, nullptr, 1, &pivot, "a is a null pointer");
  refused(Index{1} << 40, &a, Index{1} << 40, &pivot, "address space");
  refused(1, &a, 1, nullptr, "ipiv is a null pointer");
  pivot = 2;
  refused(1, &a, 1, &pivot, "ipiv[0] is 2");
  EXPECT_EQ(a, T{4});
}

}  // namespace
}  // namespace numapack
