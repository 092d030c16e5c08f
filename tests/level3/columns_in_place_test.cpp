// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "level3/algorithms/in_place_algorithm.hpp"
#include "level3/gemm.hpp"
#include "support/operands.hpp"

namespace numapack {
namespace {

using namespace testing;  // NOLINT

KernelShape kernel_with(const Microarch& microarch) {
  KernelShape shape{};
  shape.mr = 8;
  shape.nr = 6;
  shape.microarch = &microarch;
  return shape;
}

/// Of doubles, m x n and k steps, of which all columns serve a strip of A or not.
InPlaceAlgorithm choose(const Microarch& microarch, Index m, Index n, Index k, bool strips = false) {
  return columns_in_place(kernel_with(microarch), n, 8 * k, 8 * m, strips, k);
}

TEST(ColumnsInPlace, AreAllWhereCStaysInTheCaches) {
  for (const Microarch* const microarch : {&microarchs::zen3, &microarchs::skylake_x}) {
    EXPECT_EQ(choose(*microarch, 100, 100, 8).columns, 100);
    EXPECT_FALSE(choose(*microarch, 100, 100, 8).prefetches_below);
  }
  EXPECT_EQ(choose(microarchs::zen3, 1000, 600, 8).columns, 600);
  EXPECT_LT(choose(microarchs::skylake_x, 1000, 600, 8).columns, 600);
}

TEST(ColumnsInPlace, PrefetchCBelowOnlyWhereItIsSome) {
  const InPlaceAlgorithm high = choose(microarchs::zen3, 1000, 1000, 8);
  EXPECT_TRUE(high.prefetches_below);
  EXPECT_LT(high.columns, 1000);
  const InPlaceAlgorithm low = choose(microarchs::zen3, 100, 10000, 2);
  EXPECT_FALSE(low.prefetches_below);
  EXPECT_LT(low.columns, 1000);
}

TEST(ColumnsInPlace, OfALargeCAreMoreForMoreStepsAndPrefetchItBelow) {
  const InPlaceAlgorithm shallow = choose(microarchs::zen3, 4000, 4000, 2);
  const InPlaceAlgorithm deeper = choose(microarchs::zen3, 4000, 4000, 8);
  EXPECT_TRUE(shallow.prefetches_below);
  EXPECT_TRUE(deeper.prefetches_below);
  EXPECT_GT(deeper.columns, shallow.columns);
  EXPECT_EQ(deeper.columns % 6, 0);
  EXPECT_FALSE(choose(microarchs::skylake_x, 4000, 4000, 8).prefetches_below);
}

TEST(ColumnsInPlace, OfALargeBStayInL1UnlessStripsServeAll) {
  for (const Microarch* const microarch : {&microarchs::zen3, &microarchs::skylake_x}) {
    const InPlaceAlgorithm far = choose(*microarch, 100, 8000, 64);
    EXPECT_LE(far.columns * 64 * 8, 16 << 10);
    EXPECT_FALSE(far.prefetches_below);
    EXPECT_GT(choose(*microarch, 100, 1600, 64, true).columns, choose(*microarch, 100, 1600, 64).columns);
  }
}

template <class T>
class LargeCInPlace : public ::testing::Test {};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(LargeCInPlace, Types);

/// Larger than what all columns go through together, and of few steps, so that it is read once.
TYPED_TEST(LargeCInPlace, IsRight) {
  using T = TypeParam;
  Generator generator(test_seed());
  SCOPED_TRACE(test_seed());
  const Index n = 200 + Index(generator() % 8), k = 1 + Index(generator() % 4);
  const Index m = (Index{11} << 20) / Index(sizeof(T)) / n + Index(generator() % 8);
  for (const Transpose trans_b : {Transpose::none, Transpose::transpose}) {
    Operands<T> operands({m, n, k, Transpose::none, trans_b, 0, 0, Index(generator() % 3)},
                         random_value<T>(generator), random_value<T>(generator), generator);
    Options options;
    options.threads = 1;
    gemm(operands.problem, options);
    ASSERT_EQ(operands.check(), "") << operands;
  }
}

}  // namespace
}  // namespace numapack
