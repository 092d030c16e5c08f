// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "batch/random_groups.hpp"
#include "batch/random_stacks.hpp"
#include "numapack/batch.hpp"
#include "numapack/lapack.hpp"
#include "numapack/qr.hpp"

// What follows a factorisation: getrs, potrs, getri and orgqr by strides, against single calls.

namespace numapack {
namespace {

using testing::layouts;
using testing::same_bits;
using testing::Stack;

template <class T>
class StepsBatch : public testing::BatchOfRandomSizes<T> {
 protected:
  static constexpr int kRounds = 30;

  /// Factors each matrix of a stack, by getrf.
  static std::vector<std::int64_t> factors(Layout layout, Index n, Stack<T>& a) {
    std::vector<std::int64_t> pivots(static_cast<std::size_t>((n + 1) * a.count)),
        infos(static_cast<std::size_t>(a.count));
    getrf_batch_strided(layout, n, n, a.together.data(), a.leading, a.stride, pivots.data(), n + 1, a.count,
                        infos.data());
    a.single = a.together;
    return pivots;
  }
};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(StepsBatch, Types);

TYPED_TEST(StepsBatch, GetrsHasTheBitsOfSingleCalls) {
  using T = TypeParam;
  int solved = 0;
  for (int round = 0; round < this->kRounds; ++round) {
    const Layout layout = layouts[round % 2];
    const auto trans = static_cast<Transpose>(this->generator() % 3);
    const Index n = this->size(), columns = this->size(), count = this->problems();
    Stack<T> a(this->generator, layout, n, n, count, true), b(this->generator, layout, n, columns, count);
    const std::vector<std::int64_t> pivots = this->factors(layout, n, a);
    getrs_batch_strided(layout, trans, n, columns, a.together.data(), a.leading, a.stride, pivots.data(),
                        n + 1, b.together.data(), b.leading, b.stride, count);
    for (Index i = 0; i < count; ++i)
      getrs(layout, trans, n, columns, a.at(i), a.leading, pivots.data() + i * (n + 1), b.at(i), b.leading);
    EXPECT_TRUE(same_bits(b.together, b.single)) << n << " x " << columns;
    solved += same_bits(b.together, b.listed) ? 0 : 1;
  }
  EXPECT_GT(solved, 0);
}

TYPED_TEST(StepsBatch, PotrsHasTheBitsOfSingleCalls) {
  using T = TypeParam;
  int solved = 0;
  for (int round = 0; round < this->kRounds; ++round) {
    const Layout layout = layouts[round % 2];
    const Uplo uplo = this->generator() % 2 == 0 ? Uplo::lower : Uplo::upper;
    const Index n = this->size(), columns = this->size(), count = this->problems();
    Stack<T> a(this->generator, layout, n, n, count, true), b(this->generator, layout, n, columns, count);
    potrs_batch_strided(layout, uplo, n, columns, a.together.data(), a.leading, a.stride, b.together.data(),
                        b.leading, b.stride, count);
    for (Index i = 0; i < count; ++i) potrs(layout, uplo, n, columns, a.at(i), a.leading, b.at(i), b.leading);
    EXPECT_TRUE(same_bits(b.together, b.single)) << n << " x " << columns;
    solved += same_bits(b.together, b.listed) ? 0 : 1;
  }
  EXPECT_GT(solved, 0);
}

TYPED_TEST(StepsBatch, GetriHasTheBitsAndInfosOfSingleCalls) {
  using T = TypeParam;
  int singular = 0;
  for (int round = 0; round < this->kRounds; ++round) {
    const Layout layout = layouts[round % 2];
    const Index n = this->size(), count = this->problems();
    Stack<T> a(this->generator, layout, n, n, count);
    const std::vector<std::int64_t> pivots = this->factors(layout, n, a);
    std::vector<std::int64_t> infos(static_cast<std::size_t>(count), -7), expected(infos);
    getri_batch_strided(layout, n, a.together.data(), a.leading, a.stride, pivots.data(), n + 1, count,
                        infos.data());
    for (Index i = 0; i < count; ++i)
      expected[static_cast<std::size_t>(i)] =
          getri(layout, n, a.at(i), a.leading, pivots.data() + i * (n + 1));
    EXPECT_TRUE(same_bits(a.together, a.single)) << n;
    EXPECT_EQ(infos, expected);
    singular += static_cast<int>(std::ranges::count_if(expected, [](std::int64_t info) { return info > 0; }));
  }
  EXPECT_GT(singular, 0);
}

TYPED_TEST(StepsBatch, OrgqrHasTheBitsOfSingleCalls) {
  using T = TypeParam;
  for (int round = 0; round < this->kRounds; ++round) {
    const Layout layout = layouts[round % 2];
    const Index one = this->size(), other = this->size(), third = this->size(), count = this->problems();
    const Index m = std::max(one, other), n = std::min(one, other), k = std::min(n, third);
    Stack<T> a(this->generator, layout, m, n, count);
    const Index stride = n + 1;
    std::vector<T> tau(static_cast<std::size_t>(stride * count));
    geqrf_batch_strided(layout, m, n, a.together.data(), a.leading, a.stride, tau.data(), stride, count);
    a.single = a.together;
    orgqr_batch_strided(layout, m, n, k, a.together.data(), a.leading, a.stride, tau.data(), stride, count);
    for (Index i = 0; i < count; ++i) orgqr(layout, m, n, k, a.at(i), a.leading, tau.data() + i * stride);
    EXPECT_TRUE(same_bits(a.together, a.single)) << m << " x " << n << ", " << k;
  }
}

}  // namespace
}  // namespace numapack
