// SPDX-License-Identifier: BSD-3-Clause
#include "numapack/views.hpp"

#include <gtest/gtest.h>

#include <array>
#include <complex>
#include <random>
#include <vector>

namespace numapack {
namespace {

/// What an mdspan shows; C++20 has none.
template <class T>
struct LikeMdspan {
  using element_type = T;
  using reference = T&;
  static constexpr std::size_t rank() { return 2; }
  static constexpr bool is_always_strided() { return true; }
  T* const& data_handle() const { return data; }
  std::size_t extent(std::size_t dimension) const { return extents[dimension]; }
  std::size_t stride(std::size_t dimension) const { return strides[dimension]; }
  T* data;
  std::array<std::size_t, 2> extents, strides;
};

using ViewValue = std::complex<double>;

struct StoredView {
  StoredView(std::int64_t rows, std::int64_t columns, Layout layout, std::mt19937& random)
      : leading((layout == Layout::column_major ? rows : columns) + 3),
        values(static_cast<std::size_t>(leading * (rows + columns))),
        view{values.data(), rows, columns, leading, layout} {
    std::uniform_int_distribution<int> small(-4, 4);
    for (ViewValue& value : values)
      value = {static_cast<double>(small(random)), static_cast<double>(small(random))};
  }
  std::int64_t leading;
  std::vector<ViewValue> values;
  MatrixView<ViewValue> view;
};

ViewValue view_element(const MatrixView<ViewValue>& view, Transpose trans, std::int64_t i, std::int64_t j) {
  const bool turns = trans == Transpose::transpose || trans == Transpose::conjugate_transpose;
  const ViewValue value = turns ? view(j, i) : view(i, j);
  return trans == Transpose::conjugate || trans == Transpose::conjugate_transpose ? std::conj(value) : value;
}

constexpr std::array both_layouts{Layout::row_major, Layout::column_major};

TEST(Views, ProductsOfEveryLayoutAndTranspositionAreExact) {
  std::mt19937 random(52);
  const std::int64_t m = 5, n = 7, k = 4;
  for (const Transpose trans_a :
       {Transpose::none, Transpose::transpose, Transpose::conjugate_transpose, Transpose::conjugate})
    for (const Transpose trans_b :
         {Transpose::none, Transpose::transpose, Transpose::conjugate_transpose, Transpose::conjugate})
      for (const Layout of_a : both_layouts)
        for (const Layout of_b : both_layouts)
          for (const Layout of_c : both_layouts) {
            const bool a_transposed =
                trans_a == Transpose::transpose || trans_a == Transpose::conjugate_transpose;
            const bool b_transposed =
                trans_b == Transpose::transpose || trans_b == Transpose::conjugate_transpose;
            StoredView a(a_transposed ? k : m, a_transposed ? m : k, of_a, random),
                b(b_transposed ? n : k, b_transposed ? k : n, of_b, random);
            StoredView c(m, n, of_c, random);
            StoredView before = c;
            before.view.data = before.values.data();
            gemm(trans_a, trans_b, 2, a.view, b.view, -1, c.view);
            for (std::int64_t i = 0; i < m; ++i)
              for (std::int64_t j = 0; j < n; ++j) {
                ViewValue sum = -before.view(i, j);
                for (std::int64_t l = 0; l < k; ++l)
                  sum += 2. * view_element(a.view, trans_a, i, l) * view_element(b.view, trans_b, l, j);
                ASSERT_EQ(c.view(i, j), sum) << i << ' ' << j;
              }
          }
}

TEST(Views, SymmetricOperandsAndResultsOfEitherLayout) {
  std::mt19937 random(53);
  const std::int64_t n = 6, k = 3;
  for (const Uplo uplo : {Uplo::upper, Uplo::lower})
    for (const Layout of_a : both_layouts)
      for (const Layout of_c : both_layouts) {
        const auto stored = [&](std::int64_t i, std::int64_t j) {
          return uplo == Uplo::upper ? i <= j : i >= j;
        };
        StoredView a(n, n, of_a, random), b(n, k, of_c, random), c(n, k, of_c, random);
        symm(Side::left, uplo, 1, a.view, b.view, 0, c.view);
        for (std::int64_t i = 0; i < n; ++i)
          for (std::int64_t j = 0; j < k; ++j) {
            ViewValue sum = 0;
            for (std::int64_t l = 0; l < n; ++l)
              sum += (stored(i, l) ? a.view(i, l) : a.view(l, i)) * b.view(l, j);
            ASSERT_EQ(c.view(i, j), sum);
          }
        StoredView d(n, k, of_a, random), square(n, n, of_c, random);
        const StoredView kept = square;
        syrk(uplo, Transpose::none, 1, d.view, 0, square.view);
        for (std::int64_t i = 0; i < n; ++i)
          for (std::int64_t j = 0; j < n; ++j) {
            ViewValue sum = 0;
            for (std::int64_t l = 0; l < k; ++l) sum += d.view(i, l) * d.view(j, l);
            const ViewValue was =
                kept.values[static_cast<std::size_t>(&square.view(i, j) - square.values.data())];
            ASSERT_EQ(square.view(i, j), stored(i, j) ? sum : was);
          }
      }
}

TEST(Views, TrianglesOfEitherLayoutMultiplyAndSolve) {
  std::mt19937 random(54);
  const std::int64_t m = 6, n = 4;
  for (const Side side : {Side::left, Side::right})
    for (const Uplo uplo : {Uplo::upper, Uplo::lower})
      for (const Transpose trans : {Transpose::none, Transpose::transpose, Transpose::conjugate_transpose})
        for (const Layout of_a : both_layouts)
          for (const Layout of_b : both_layouts) {
            const bool left = side == Side::left;
            const std::int64_t order = left ? m : n;
            StoredView a(order, order, of_a, random), b(m, n, of_b, random);
            const std::vector<ViewValue> before = b.values;
            const auto was = [&](std::int64_t i, std::int64_t j) {
              return before[static_cast<std::size_t>(&b.view(i, j) - b.values.data())];
            };
            if (trans == Transpose::conjugate_transpose && of_a != of_b) {
              EXPECT_THROW(trmm(side, uplo, trans, Diag::unit, 1, a.view, b.view), Error);
              EXPECT_EQ(b.values, before);
              continue;
            }
            // A one on the diagonal, the triangle that is read, and zeros.
            const auto factor = [&](std::int64_t i, std::int64_t j) -> ViewValue {
              if (i == j) return 1;
              const bool above = trans == Transpose::none ? i < j : j < i;
              return above == (uplo == Uplo::upper) ? view_element(a.view, trans, i, j) : 0;
            };
            trmm(side, uplo, trans, Diag::unit, 2, a.view, b.view);
            for (std::int64_t i = 0; i < m; ++i)
              for (std::int64_t j = 0; j < n; ++j) {
                ViewValue sum = 0;
                for (std::int64_t l = 0; l < order; ++l)
                  sum += 2. * (left ? factor(i, l) * was(l, j) : was(i, l) * factor(l, j));
                ASSERT_EQ(b.view(i, j), sum);
              }
            trsm(side, uplo, trans, Diag::unit, 0.5, a.view, b.view);
            EXPECT_EQ(b.values, before);
          }
}

TEST(Views, AnMdspanIsAView) {
  std::vector<double> a{1, 2, 3, 4}, b{5, 6, 7, 8};
  Matrix<double> c(2, 2);
  const LikeMdspan<const double> rows{a.data(), {2, 2}, {2, 1}};
  gemm(1, rows, LikeMdspan<double>{b.data(), {2, 2}, {2, 1}}, 0, c);
  EXPECT_EQ(c.view()(0, 0), 19);
  EXPECT_EQ(c.view()(0, 1), 22);
  EXPECT_EQ(c.view()(1, 0), 43);
  EXPECT_EQ(view_of(rows).layout, Layout::row_major);
  EXPECT_EQ(view_of(LikeMdspan<double>{b.data(), {4, 1}, {1, 1}}).leading, 4);
  EXPECT_EQ(view_of(LikeMdspan<double>{b.data(), {1, 4}, {1, 1}}).columns, 4);
  EXPECT_EQ(view_of(LikeMdspan<double>{b.data(), {0, 4}, {1, 0}}).leading, 1);
  EXPECT_THROW(view_of(LikeMdspan<double>{b.data(), {2, 2}, {4, 2}}), Error);
}

TEST(Views, SizesThatDoNotFitAreSaidBeforeAnythingIsWritten) {
  Matrix<double> a(3, 4), b(5, 2), c(3, 2);
  c.view()(0, 0) = 7;
  EXPECT_THROW(gemm(1, a, b, 0, c), Error);
  EXPECT_THROW(symm(Side::left, Uplo::upper, 1, a, c, 0, c), Error);
  EXPECT_THROW(syrk(Uplo::upper, Transpose::none, 1, a, 0, c), Error);
  Matrix<double> rows(3, 2, {.layout = Layout::row_major}), square(3, 3);
  EXPECT_THROW(symm(Side::left, Uplo::upper, 1, square, rows, 0, c), Error);
  EXPECT_EQ(c.view()(0, 0), 7);
}

}  // namespace
}  // namespace numapack
