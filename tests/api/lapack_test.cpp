// SPDX-License-Identifier: BSD-3-Clause
#include "numapack/lapack.hpp"

#include <gtest/gtest.h>

#include <complex>
#include <vector>

#include "numapack/error.hpp"
#include "numapack/numapack.h"
#include "support/dense.hpp"
#include "support/values.hpp"

// Both layouts and triangles by their definitions; tests/lapack/ has the bounds, sizes and infos.
namespace numapack {
namespace {

using namespace testing;  // NOLINT

constexpr std::int64_t n = 45, nrhs = 7, lda = n + 2;

template <class T>
class Lapack : public ::testing::Test {
 protected:
  Generator generator{test_seed()};
  ::testing::ScopedTrace trace{__FILE__, __LINE__, "NUMAPACK_TEST_SEED=" + std::to_string(test_seed())};

  /// An element as people count, in a layout.
  static std::size_t at(Layout layout, std::int64_t i, std::int64_t j, std::int64_t leading = lda) {
    return static_cast<std::size_t>(layout == Layout::row_major ? i * leading + j : i + j * leading);
  }
  Dense<T> random() {
    return Dense<T>(n, [&](Index, Index) { return Wide<T>(random_value<T>(generator)); });
  }
  Dense<T> definite() {
    const Dense<T> g = random();
    const Dense<T> product = g * g.adjoint();
    // As it is stored, and Hermitian.
    return Dense<T>(n, [&](Index i, Index j) {
      return Wide<T>(static_cast<T>(product.at(i, j) + Wide<T>(i == j ? 9 : 0)));
    });
  }
  /// A triangle in a layout, NaN elsewhere; imaginary parts on the diagonal, too, if they are not read.
  static std::vector<T> store(const Dense<T>& a, Layout layout, Uplo uplo, bool hermitian) {
    std::vector<T> stored(static_cast<std::size_t>(lda * n), nothing<T>());
    for (std::int64_t j = 0; j < n; ++j)
      for (std::int64_t i = 0; i < n; ++i)
        if (holds(uplo, i, j)) {
          T& element = stored[at(layout, i, j)] = static_cast<T>(a.at(i, j));
          if constexpr (!std::is_same_v<T, Real<T>>)
            if (hermitian && i == j) element.imag(std::numeric_limits<Real<T>>::quiet_NaN());
        }
    return stored;
  }
  static Dense<T> triangle(const std::vector<T>& stored, Layout layout, Uplo uplo) {
    return Dense<T>(n, [&](Index i, Index j) {
      return holds(uplo, i, j) ? Wide<T>(stored[at(layout, i, j)]) : Wide<T>(0);
    });
  }
  static Dense<T> hermitian(const std::vector<T>& stored, Layout layout, Uplo uplo) {
    const Dense<T> one_triangle = triangle(stored, layout, uplo), mirrored = one_triangle.adjoint();
    return Dense<T>(
        n, [&](Index i, Index j) { return holds(uplo, i, j) ? one_triangle.at(i, j) : mirrored.at(i, j); });
  }
  /// The other triangle is as NaN as before.
  static bool kept_to(const std::vector<T>& stored, Layout layout, Uplo uplo) {
    for (std::int64_t j = 0; j < n; ++j)
      for (std::int64_t i = 0; i < n; ++i)
        if (std::isnan(std::real(stored[at(layout, i, j)])) == holds(uplo, i, j)) return false;
    return true;
  }
  template <class Body>
  static void everywhere(const Body& body) {
    for (const Layout layout : {Layout::row_major, Layout::column_major})
      for (const Uplo uplo : {Uplo::lower, Uplo::upper}) {
        SCOPED_TRACE((layout == Layout::row_major ? "by rows, " : "by columns, ") +
                     std::string(uplo == Uplo::lower ? "lower" : "upper"));
        body(layout, uplo);
      }
  }
  /// |difference| against what so many roundings make of a product of such sizes.
  static void expect_small(const Dense<T>& difference, const Dense<Real<T>>& sizes, Index count) {
    EXPECT_EQ(beyond(difference, roundings<T>(count), sizes), "");
  }
};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(Lapack, Types);

TYPED_TEST(Lapack, FactorsSolvesAndInvertsDefiniteMatrices) {
  using T = TypeParam;
  const Dense<T> a = this->definite();
  TestFixture::everywhere([&](Layout layout, Uplo uplo) {
    std::vector<T> stored = this->store(a, layout, uplo, true);
    ASSERT_EQ(potrf(layout, uplo, n, stored.data(), lda), 0);
    EXPECT_TRUE(this->kept_to(stored, layout, uplo));
    const Dense<T> factor = this->triangle(stored, layout, uplo);
    const Dense<T> l = uplo == Uplo::lower ? factor : factor.adjoint();
    const Dense<Real<T>> sizes = l.sizes() * l.adjoint().sizes();
    this->expect_small(l * l.adjoint() - a, sizes, n + 2);

    const std::int64_t ldb = (layout == Layout::row_major ? nrhs : n) + 1;
    std::vector<T> b(static_cast<std::size_t>(ldb * (layout == Layout::row_major ? n : nrhs)));
    for (T& element : b) element = random_value<T>(this->generator);
    const std::vector<T> right = b;
    potrs(layout, uplo, n, nrhs, static_cast<const T*>(stored.data()), lda, b.data(), ldb);
    std::vector<T> again = this->store(a, layout, uplo, true), together = right;
    ASSERT_EQ(posv(layout, uplo, n, nrhs, again.data(), lda, together.data(), ldb), 0);
    EXPECT_EQ(together, b);
    for (std::int64_t c = 0; c < nrhs; ++c)
      for (std::int64_t i = 0; i < n; ++i) {
        Wide<T> sum = -Wide<T>(right[this->at(layout, i, c, ldb)]);
        WideReal<T> size = 0;
        for (std::int64_t k = 0; k < n; ++k) {
          const Wide<T> x = b[this->at(layout, k, c, ldb)];
          sum += a.at(i, k) * x;
          size += sizes.at(i, k) * std::abs(x);
        }
        EXPECT_LE(std::abs(sum), roundings<T>(3 * n + 3) * size) << i << "," << c;
      }

    ASSERT_EQ(potri(layout, uplo, n, stored.data(), lda), 0);
    EXPECT_TRUE(this->kept_to(stored, layout, uplo));
    const Dense<T> x = this->hermitian(stored, layout, uplo);
    // Of the first order in the condition, which is moderate.
    this->expect_small(a * x - identity<T>(n), sizes * x.sizes() + (x.sizes() * sizes) * (x.sizes() * sizes),
                       4 * n);
  });
}

TYPED_TEST(Lapack, InvertsAndMultipliesTriangles) {
  using T = TypeParam;
  const Dense<T> g = this->random();
  const Dense<T> whole(n, [&](Index i, Index j) {
    return Wide<T>(static_cast<T>(i == j ? Wide<T>(2) + g.at(i, j) : g.at(i, j) / WideReal<T>(n)));
  });
  TestFixture::everywhere([&](Layout layout, Uplo uplo) {
    const Dense<T> a = this->triangle(this->store(whole, layout, uplo, false), layout, uplo);
    std::vector<T> stored = this->store(a, layout, uplo, false);
    lauum(layout, uplo, n, stored.data(), lda);
    EXPECT_TRUE(this->kept_to(stored, layout, uplo));
    const Dense<T> u = uplo == Uplo::upper ? a : a.adjoint();
    this->expect_small(this->hermitian(stored, layout, uplo) - u * u.adjoint(),
                       u.sizes() * u.adjoint().sizes(), n + 2);
    for (const Diag diag : {Diag::non_unit, Diag::unit}) {
      Dense<T> wanted = a;
      stored = this->store(a, layout, uplo, false);
      for (Index i = 0; i < n && diag == Diag::unit; ++i) {
        wanted.at(i, i) = 1;
        stored[this->at(layout, i, i)] = nothing<T>();
      }
      ASSERT_EQ(trtri(layout, uplo, diag, n, stored.data(), lda), 0);
      for (Index i = 0; i < n && diag == Diag::unit; ++i) {
        EXPECT_TRUE(std::isnan(std::real(stored[this->at(layout, i, i)])));
        stored[this->at(layout, i, i)] = T{1};
      }
      EXPECT_TRUE(this->kept_to(stored, layout, uplo));
      const Dense<T> x = this->triangle(stored, layout, uplo);
      this->expect_small(x * wanted - identity<T>(n), x.sizes() * wanted.sizes(), n + 4);
    }
  });
}

TYPED_TEST(Lapack, InvertsFromFactorsWithPivots) {
  using T = TypeParam;
  const Dense<T> a = this->random();
  for (const Layout layout : {Layout::row_major, Layout::column_major}) {
    std::vector<T> stored(static_cast<std::size_t>(lda * n));
    const auto dense = [&] {
      return Dense<T>(n, [&](Index i, Index j) { return Wide<T>(stored[this->at(layout, i, j)]); });
    };
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < n; ++i) stored[this->at(layout, i, j)] = static_cast<T>(a.at(i, j));
    std::vector<std::int64_t> pivots(n);
    ASSERT_EQ(getrf(layout, n, n, stored.data(), lda, pivots.data()), 0);
    const Dense<T> factors = dense();
    // |P L| |U|, with rows where they were.
    Dense<T> l(n, [&](Index i, Index j) { return i > j ? factors.at(i, j) : Wide<T>(i == j ? 1 : 0); });
    for (Index i = n - 1; i >= 0; --i)
      for (Index j = 0; j < n; ++j) std::swap(l.at(i, j), l.at(pivots[static_cast<std::size_t>(i)] - 1, j));
    const Dense<T> u(n, [&](Index i, Index j) { return i > j ? Wide<T>(0) : factors.at(i, j); });
    ASSERT_EQ(getri(layout, n, stored.data(), lda, pivots.data()), 0);
    const Dense<T> x = dense();
    this->expect_small(x * a - identity<T>(n), x.sizes() * (l.sizes() * u.sizes()), 3 * n + 15);
  }
}

TYPED_TEST(Lapack, RefusesWhatDoesNotExist) {
  using T = TypeParam;
  T a{4}, b{2};
  const std::int64_t pivot = 1;
  const auto no_layout = static_cast<Layout>(7);
  const auto no_uplo = static_cast<Uplo>(9);
  const Layout columns = Layout::column_major;
  EXPECT_THROW(potrf(no_layout, Uplo::lower, 1, &a, 1), Error);
  EXPECT_THROW(potrf(columns, no_uplo, 1, &a, 1), Error);
  EXPECT_THROW(potrs(no_layout, Uplo::lower, 1, 1, static_cast<const T*>(&a), 1, &b, 1), Error);
  EXPECT_THROW(potrs(columns, no_uplo, 1, 1, static_cast<const T*>(&a), 1, &b, 1), Error);
  EXPECT_THROW(potrs(Layout::row_major, Uplo::lower, 1, 2, static_cast<const T*>(&a), 1, &b, 1), Error);
  EXPECT_THROW(posv(no_layout, Uplo::lower, 1, 1, &a, 1, &b, 1), Error);
  EXPECT_THROW(posv(columns, no_uplo, 1, 1, &a, 1, &b, 1), Error);
  EXPECT_THROW(potri(columns, no_uplo, 1, &a, 1), Error);
  EXPECT_THROW(lauum(columns, no_uplo, 1, &a, 1), Error);
  EXPECT_THROW(trtri(columns, no_uplo, Diag::unit, 1, &a, 1), Error);
  EXPECT_THROW(trtri(columns, Uplo::lower, static_cast<Diag>(5), 1, &a, 1), Error);
  EXPECT_THROW(getri(no_layout, 1, &a, 1, &pivot), Error);
  EXPECT_EQ(a, T{4});
  EXPECT_EQ(b, T{2});
}

}  // namespace
}  // namespace numapack
