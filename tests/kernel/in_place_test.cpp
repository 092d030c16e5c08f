// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "base/integer.hpp"
#include "kernel/in_place/complex_in_place.hpp"
#include "kernel/kernel.hpp"
#include "support/guarded.hpp"
#include "support/random.hpp"

namespace numapack {
namespace {

using testing::Generator;
using testing::Guarded;
using testing::test_seed;

template <class T>
class InPlaceLoops : public ::testing::Test {};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(InPlaceLoops, Types);

/// Bit for bit what packing and one tile after the other give, next to inaccessible pages.
TYPED_TEST(InPlaceLoops, GiveTheBitsOfPackedTiles) {
  using T = TypeParam;
  Generator generator(test_seed());
  SCOPED_TRACE(test_seed());
  const auto value = [](Generator& from) { return testing::random_value<T>(from); };
  std::uniform_int_distribution<Index> size(1, 75), gap(0, 5), coin(0, 1);
  for (const Kernel<T>& kernel : usable_kernels<T>()) {
    if (kernel.in_place == nullptr) continue;
    for (int trial = 0; trial < 240; ++trial) {
      // Every fourth time columns of A that share sets of an L1, with each other or with C's: copies are
      // made.
      const bool sharing = trial % 4 == 3, with_c = trial % 16 == 3;
      // Whole vectors of rows and alpha = 1 have ways of their own.
      const Index vector = coin(generator) == 1 ? 64 / static_cast<Index>(sizeof(T)) : 1;
      const Index m = divide_up(size(generator), vector) * vector;
      const Index n = size(generator), k = size(generator) + (sharing && !with_c ? 53 : 0);
      const bool complex = is_complex(type_of<T>());
      const bool transposed_a = kernel.shape.transposes_a && coin(generator) == 1,
                 transposed = trial % 2 == 1;
      const Index lda = with_c ? 512 : sharing ? 256 : (transposed_a ? k : m) + gap(generator);
      const Index ldc = with_c ? 512 : m + gap(generator);
      const Index ldb = (transposed ? n : k) + gap(generator);
      SCOPED_TRACE(::testing::Message() << kernel.shape.name << " m=" << m << " n=" << n << " k=" << k
                                        << " turned=" << transposed_a << transposed);
      const Guarded<T> a(static_cast<std::size_t>(transposed_a ? lda * (m - 1) + k : lda * (k - 1) + m));
      const Guarded<T> b(static_cast<std::size_t>(ldb * ((transposed ? k : n) - 1) + (transposed ? n : k)));
      const Guarded<T> c(static_cast<std::size_t>(ldc * (n - 1) + m));
      for (std::size_t i = 0; i < a.size(); ++i) a[i] = value(generator);
      for (std::size_t i = 0; i < b.size(); ++i) b[i] = value(generator);
      const T alpha = coin(generator) == 1 ? T{1} : value(generator);
      const T beta = trial % 3 == 0 ? T{0} : trial % 3 == 1 ? T{1} : value(generator);
      for (std::size_t i = 0; i < c.size(); ++i)
        c[i] = beta == T{0} ? T{std::numeric_limits<testing::Real<T>>::quiet_NaN()} : value(generator);
      std::vector<T> expected(c.data(), c.data() + c.size());

      const bool conjugate = complex && coin(generator) == 1;
      const PackSource<T> from_a{a.data(), transposed_a ? lda : Index{1}, transposed_a ? Index{1} : lda,
                                 complex && kernel.shape.transposes_a && coin(generator) == 1};
      const PackSource<T> from_b{b.data(), transposed ? Index{1} : ldb, transposed ? ldb : Index{1},
                                 conjugate};
      const int mr = kernel.shape.mr, nr = kernel.shape.nr;
      const Guarded<T> panel_a(static_cast<std::size_t>(mr * k)), panel_b(static_cast<std::size_t>(nr * k));
      for (Index j = 0; j < n; j += nr) {
        const Index columns = std::min<Index>(nr, n - j);
        kernel.pack_b({from_b.data + j * from_b.along, from_b.along, from_b.step, conjugate}, columns, k,
                      panel_b.data());
        for (Index i = 0; i < m; i += mr) {
          const Index rows = std::min<Index>(mr, m - i);
          kernel.pack_a({from_a.data + i * from_a.along, from_a.along, from_a.step, from_a.conjugate}, rows,
                        k, panel_a.data());
          kernel.tile(k, panel_a.data(), panel_b.data(), alpha, beta, expected.data() + i + j * ldc, ldc,
                      static_cast<int>(rows), static_cast<int>(columns), {});
        }
      }
      // What is asked for meanwhile must not matter, wherever it is.
      const Following<T> following{{{a.data(), lda, gap(generator), size(generator)},
                                    {b.data(), ldb, size(generator), transposed ? k : n}},
                                   coin(generator) == 1,
                                   coin(generator) == 1,
                                   coin(generator) == 1};
      kernel.in_place(m, n, k, alpha, from_a, from_b, beta, c.data(), ldc,
                      coin(generator) == 1 ? &following : nullptr);
      for (Index j = 0; j < n; ++j)
        for (Index i = 0; i < m; ++i)
          ASSERT_EQ(c[static_cast<std::size_t>(i + j * ldc)], expected[static_cast<std::size_t>(i + j * ldc)])
              << "at " << i << ", " << j;
    }
  }
}

/// What the assembly does with its arguments, in plain C++, so that tiles for any instruction set are tried
/// on any machine. Complex elements as reals: each column of C by two of B.
template <class T, Index lanes, InPlaceEdge edge>
void plain_loop(const InPlaceArguments<double>* tile) {
  constexpr Index element = sizeof(double), parts = Parts<T>::count;
  const Index lda = tile->lda / element, ldc = tile->ldc / element, step = tile->b_step / element,
              column = tile->b_column / element;
  if (edge == InPlaceEdge::masked && tile->columns < 3) {
    EXPECT_EQ(tile->groups, 1);
  }
  for (Index i = 0; i < tile->prefetches * (1 + tile->prefetches_twice); ++i)
    EXPECT_NE(tile->prefetched[i], nullptr);
  const auto sums_by = [&](Index row, Index j, Index part) {
    double sum = 0;
    for (Index p = 0; p < tile->k; ++p) sum += tile->a[row + p * lda] * tile->b[p * step + j * column + part];
    return sum;
  };
  const auto sums_at = [&](Index row, Index j) {
    if (parts == 1) return tile->alpha * sums_by(row, j, 0);
    const double by_im = tile->alpha * sums_by(row ^ 1, j, 1);
    return sums_by(row, j, 0) + (row % 2 == 0 ? -by_im : by_im);
  };
  for (Index j = 0; j < tile->columns * tile->groups; ++j) {
    std::vector<std::pair<Index, double>> written;
    const auto take = [&](Index row) {
      const double old = tile->beta == 0 ? 0 : tile->c[row + j * ldc];
      written.emplace_back(row, sums_at(row, j) + tile->beta * old);
    };
    for (Index v = 0; v < std::max<Index>(tile->vectors, 1); ++v) {
      const bool last = v + 1 >= tile->vectors, overlaps = edge == InPlaceEdge::overlapping;
      const Index first = last && overlaps && tile->vectors > 1 ? tile->last_at / element : v * lanes;
      for (Index i = 0; i < lanes; ++i) {
        const bool used =
            overlaps ? tile->vectors > 0 || i < Index(tile->last) : !last || (tile->last >> i & 1) != 0;
        if (used) take(first + i);
      }
    }
    for (const auto& [row, sum] : written) tile->c[row + j * ldc] = sum;
  }
}

/// `transposing`: A also transposed and conjugated, and in columns that share sets of L1.
template <class T, bool transposing>
void expect_each_element_once(InPlace<T> multiply) {
  Generator generator(test_seed());
  SCOPED_TRACE(test_seed());
  std::uniform_int_distribution<Index> size(1, 40), depth(1, 300), coin(0, 1);
  const auto whole_number = [&]() -> T {  // sums of them are exact
    std::uniform_int_distribution<int> digit(-4, 4);
    if constexpr (Parts<T>::count == 2)
      return {double(digit(generator)), double(digit(generator))};
    else
      return double(digit(generator));
  };
  const auto element = [](const PackSource<T>& source, Index i, Index p) {
    T value = source.data[i * source.along + p * source.step];
    if constexpr (Parts<T>::count == 2)
      if (source.conjugate) value = std::conj(value);
    return value;
  };
  for (int trial = 0; trial < 200; ++trial) {
    const Index m = size(generator), n = size(generator), k = coin(generator) == 1 ? depth(generator) : 5;
    const bool transposed = transposing && coin(generator) == 1,
               sharing = transposing && !transposed && coin(generator) == 1;
    SCOPED_TRACE(::testing::Message() << "m=" << m << " n=" << n << " k=" << k << " turned=" << transposed);
    const Index lda = sharing ? 256 : transposed ? k : m;
    std::vector<T> a(std::size_t(lda * (transposed ? m : k))), b(std::size_t(k * n)), c(std::size_t(m * n));
    for (auto* const matrix : {&a, &b, &c})
      for (T& x : *matrix) x = whole_number();
    const PackSource<T> from_a{a.data(), transposed ? lda : 1, transposed ? 1 : lda,
                               transposing && coin(generator) == 1};
    const PackSource<T> from_b{b.data(), k, 1, coin(generator) == 1};
    const T alpha = coin(generator) == 1 ? T{1} : whole_number(), beta = trial % 2 == 0 ? T{1} : T{3};
    std::vector<T> expected = c;
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < m; ++i) {
        T sum{};
        for (Index p = 0; p < k; ++p) sum += element(from_a, i, p) * element(from_b, j, p);
        T& wanted = expected[std::size_t(i + j * m)];
        wanted = alpha * sum + beta * wanted;
      }
    const Following<T> following{{{a.data(), m, m, k}, {c.data(), m, m, n}},
                                 coin(generator) == 1,
                                 coin(generator) == 1,
                                 coin(generator) == 1};
    multiply(m, n, k, alpha, from_a, from_b, beta, c.data(), m, coin(generator) == 1 ? &following : nullptr);
    ASSERT_EQ(c, expected);
  }
}

using Complex = std::complex<double>;
constexpr InPlaceEdge masked = InPlaceEdge::masked, overlapping = InPlaceEdge::overlapping;
constexpr Index strip_lanes = Reals<double>::lanes, strip_vectors = 8 / strip_lanes;

constexpr StripsOfA no = StripsOfA::no, yes = StripsOfA::yes;

TEST(InPlaceTiles, OfMasksTakeEachElementOnce) {
  expect_each_element_once<double, false>(
      in_place<double, 4, 3, 3, masked, no, plain_loop<double, 4, masked>>);
}
TEST(InPlaceTiles, ThatOverlapTakeEachElementOnce) {
  expect_each_element_once<double, false>(
      in_place<double, 4, 3, 3, overlapping, no, plain_loop<double, 4, overlapping>>);
}
TEST(InPlaceTiles, OnStripsTakeEachElementOnce) {
  expect_each_element_once<double, true>(in_place<double, strip_lanes, strip_vectors, 3, overlapping, yes,
                                                  plain_loop<double, strip_lanes, overlapping>>);
  expect_each_element_once<double, true>(
      in_place<double, strip_lanes, 3, 3, masked, yes, plain_loop<double, strip_lanes, masked>>);
}
TEST(InPlaceTiles, OfComplexElementsTakeEachOnce) {
  expect_each_element_once<Complex, true>(
      complex_in_place<double, strip_lanes, strip_vectors, 3, overlapping, yes,
                       plain_loop<Complex, strip_lanes, overlapping>>);
  expect_each_element_once<Complex, true>(
      complex_in_place<double, strip_lanes, 3, 3, masked, yes, plain_loop<Complex, strip_lanes, masked>>);
}

}  // namespace
}  // namespace numapack
