// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "kernel/kernel.hpp"
#include "kernel/types.hpp"
#include "support/guarded.hpp"
#include "support/random.hpp"
#include "support/reference.hpp"

namespace numapack {
namespace {

using testing::Generator;
using testing::Guarded;
using testing::random_value;
using testing::Real;
using testing::test_seed;
using testing::Wide;
using testing::WideReal;

template <class T>
class Tile : public ::testing::Test {};
TYPED_TEST_SUITE(Tile, Types);

template <class T>
struct Product {
  Wide<T> sum = 0;
  WideReal<T> size = 0;  ///< the sum of the absolute values
};

/// A * B of two panels, column-major.
template <class T>
std::vector<Product<T>> reference(Index k, const T* a, const T* b, int mr, int nr) {
  std::vector<Product<T>> products(static_cast<std::size_t>(mr * nr));
  for (int j = 0; j < nr; ++j) {
    for (int i = 0; i < mr; ++i) {
      Product<T>& product = products[static_cast<std::size_t>(i + j * mr)];
      for (Index p = 0; p < k; ++p) {
        const Wide<T> x = a[p * mr + i], y = b[p * nr + j];
        product.sum += x * y;
        product.size += std::abs(x) * std::abs(y);
      }
    }
  }
  return products;
}

/// Kernels have ways of their own for alpha = 1 and for beta = 0 and 1.
template <class T>
std::vector<std::pair<T, T>> factors(Generator& generator) {
  std::vector<std::pair<T, T>> pairs;
  for (const T alpha : {T{1}, random_value<T>(generator)})
    for (const T beta : {T{0}, T{1}, random_value<T>(generator)}) pairs.emplace_back(alpha, beta);
  return pairs;
}

/// Rows of a tile: in steps of five, and whole vectors of any length.
std::vector<int> heights(int mr) {
  std::vector<int> rows;
  for (int count = 1; count <= mr; ++count)
    if (count % 5 == 1 || count % 4 == 0 || count >= mr - 1) rows.push_back(count);
  return rows;
}

/// Panels end flush with a guard page, not with a cache line: B's follow each other at any multiple of nr.
TYPED_TEST(Tile, EqualsTheReferenceForEveryKernelDepthAndEdge) {
  using T = TypeParam;
  Generator generator(test_seed());
  SCOPED_TRACE(::testing::Message() << "NUMAPACK_TEST_SEED=" << test_seed());
  for (const Kernel<T>& kernel : usable_kernels<T>()) {
    SCOPED_TRACE(kernel.shape.name);
    const int mr = kernel.shape.mr, nr = kernel.shape.nr;
    for (const Index k : {0, 1, 2, 3, 4, 5, 7, 8, 9, 31, 33, 64, 97, 124, 125, 130, 193, 320}) {
      const std::size_t a_size = static_cast<std::size_t>(k * mr), b_size = static_cast<std::size_t>(k * nr);
      const Guarded<T> a_memory(a_size), b_memory(b_size);
      T* const a = a_memory.data();
      T* const b = b_memory.data();
      for (std::size_t i = 0; i < a_size; ++i) a[i] = random_value<T>(generator);
      for (std::size_t i = 0; i < b_size; ++i) b[i] = random_value<T>(generator);
      const std::vector<Product<T>> products = reference(k, a, b, mr, nr);
      for (const auto& [alpha, beta] : factors<T>(generator)) {
        for (const int rows : heights(mr)) {
          for (int columns = 1; columns <= nr;
               columns = columns < nr && columns + 2 > nr ? nr : columns + 2) {
            const Index ldc = rows + 3;
            const Guarded<T> c(static_cast<std::size_t>(ldc * (columns - 1) + rows));
            std::vector<T> before(c.size());
            for (std::size_t i = 0; i < c.size(); ++i) {
              before[i] = random_value<T>(generator);
              c[i] = beta == T{0} ? T{std::numeric_limits<Real<T>>::quiet_NaN()} : before[i];
            }
            kernel.tile(k, a, b, alpha, beta, c.data(), ldc, rows, columns, {});
            for (int j = 0; j < columns; ++j) {
              for (int i = 0; i < rows; ++i) {
                const auto& [sum, size] = products[static_cast<std::size_t>(i + j * mr)];
                const Wide<T> old = beta == T{0} ? T{0} : before[static_cast<std::size_t>(i + j * ldc)];
                const Wide<T> wanted = Wide<T>(alpha) * sum + Wide<T>(beta) * old;
                const WideReal<T> bound = 4 * static_cast<WideReal<T>>(k + 4) *
                                          std::numeric_limits<Real<T>>::epsilon() *
                                          (std::abs(Wide<T>(alpha)) * size + std::abs(old));
                const Wide<T> got = c[static_cast<std::size_t>(i + j * ldc)];
                ASSERT_LE(std::abs(got - wanted), bound)
                    << "k=" << k << " rows=" << rows << " columns=" << columns << " at " << i << "," << j;
              }
            }
            for (int j = 0; beta != T{0} && j + 1 < columns; ++j) {
              for (Index i = rows; i < ldc; ++i) {
                ASSERT_EQ(c[static_cast<std::size_t>(i + j * ldc)],
                          before[static_cast<std::size_t>(i + j * ldc)])
                    << "written outside of the tile";
              }
            }
          }
        }
      }
    }
  }
}

TYPED_TEST(Tile, RoundsAnElementAlikeInFullAndPartialTiles) {
  using T = TypeParam;
  Generator generator(test_seed());
  SCOPED_TRACE(::testing::Message() << "NUMAPACK_TEST_SEED=" << test_seed());
  for (const Kernel<T>& kernel : usable_kernels<T>()) {
    const int mr = kernel.shape.mr, nr = kernel.shape.nr;
    for (const Index k : {77, 80, 192}) {
      const Guarded<T> a(static_cast<std::size_t>(k * mr)), b(static_cast<std::size_t>(k * nr));
      for (std::size_t i = 0; i < a.size(); ++i) a[i] = random_value<T>(generator);
      for (std::size_t i = 0; i < b.size(); ++i) b[i] = random_value<T>(generator);
      for (const auto& [alpha, beta] : factors<T>(generator)) {
        std::vector<T> start(static_cast<std::size_t>(mr * nr));
        for (T& value : start) value = random_value<T>(generator);
        std::vector<T> full = start, part = start;
        kernel.tile(k, a.data(), b.data(), alpha, beta, full.data(), mr, mr, nr, {});
        kernel.tile(k, a.data(), b.data(), alpha, beta, part.data(), mr, mr - 1, nr, {});
        for (int j = 0; j < nr; ++j)
          for (int i = 0; i + 1 < mr; ++i)
            ASSERT_EQ(full[static_cast<std::size_t>(i + j * mr)], part[static_cast<std::size_t>(i + j * mr)])
                << kernel.shape.name << " k=" << k;
      }
    }
  }
}

/// B as it lies ends flush with a guard page; the panel must hold what the packing routine writes.
TYPED_TEST(Tile, PackingBOnTheWayGivesThePanelAndTheBits) {
  using T = TypeParam;
  Generator generator(test_seed());
  SCOPED_TRACE(::testing::Message() << "NUMAPACK_TEST_SEED=" << test_seed());
  for (const Kernel<T>& kernel : usable_kernels<T>()) {
    if (kernel.packing_tile == nullptr) continue;
    SCOPED_TRACE(kernel.shape.name);
    const int mr = kernel.shape.mr, nr = kernel.shape.nr;
    for (const Index k : {1, 2, 3, 4, 5, 8, 30, 33, 97, 124, 125, 130, 193, 320}) {
      const Index ldb = k + generator() % 9;
      const auto panel_size = static_cast<std::size_t>(k * nr);
      const Guarded<T> a(static_cast<std::size_t>(k * mr)), panel(panel_size), expected_panel(panel_size);
      const Guarded<T> b(static_cast<std::size_t>(ldb * (nr - 1) + k));
      for (Index i = 0; i < k * mr; ++i) a.data()[i] = random_value<T>(generator);
      for (Index i = 0; i < ldb * (nr - 1) + k; ++i) b.data()[i] = random_value<T>(generator);
      kernel.pack_b({b.data(), ldb, 1}, nr, k, expected_panel.data());
      for (const auto& [alpha, beta] : factors<T>(generator)) {
        const auto size = static_cast<std::size_t>(mr * nr);
        const Guarded<T> c(size), expected(size);
        for (std::size_t i = 0; i < size; ++i) c.data()[i] = expected.data()[i] = random_value<T>(generator);
        for (std::size_t i = 0; i < panel_size; ++i) panel.data()[i] = T{-1};
        kernel.packing_tile(k, a.data(), b.data(), ldb, panel.data(), alpha, beta, c.data(), mr, {});
        kernel.tile(k, a.data(), expected_panel.data(), alpha, beta, expected.data(), mr, mr, nr, {});
        for (std::size_t i = 0; i < panel_size; ++i) ASSERT_EQ(panel.data()[i], expected_panel.data()[i]);
        for (std::size_t i = 0; i < size; ++i) ASSERT_EQ(c.data()[i], expected.data()[i]) << "k " << k;
      }
    }
  }
}

TYPED_TEST(Tile, CarriesNaNAndInfinity) {
  using T = TypeParam;
  for (const Kernel<T>& kernel : usable_kernels<T>()) {
    const int mr = kernel.shape.mr, nr = kernel.shape.nr;
    const Guarded<T> a(static_cast<std::size_t>(3 * mr)), b(static_cast<std::size_t>(3 * nr));
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = T{1};
    for (std::size_t i = 0; i < b.size(); ++i) b[i] = T{0};
    a[static_cast<std::size_t>(mr)] = T{std::numeric_limits<Real<T>>::quiet_NaN()};
    a[static_cast<std::size_t>(mr + 1)] = T{std::numeric_limits<Real<T>>::infinity()};
    std::vector<T> c(static_cast<std::size_t>(mr * nr));
    kernel.tile(3, a.data(), b.data(), T{1}, T{0}, c.data(), mr, mr, nr, {});
    EXPECT_TRUE(std::isnan(std::abs(c[0]))) << kernel.shape.name;
    EXPECT_TRUE(std::isnan(std::abs(c[1]))) << "infinity times zero, " << kernel.shape.name;
  }
}

}  // namespace
}  // namespace numapack
