// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "level3/gemm.hpp"
#include "level3/ways/in_place_way.hpp"
#include "support/operands.hpp"

namespace numapack {
namespace {

using namespace testing;  // NOLINT

KernelShape kernel_with(const CpuRow& row) {
  KernelShape shape{};
  shape.mr = 8;
  shape.nr = 6;
  shape.row = &row;
  return shape;
}

/// Of doubles, m x n and k steps, of which all columns serve a strip of A or not.
InPlaceWay choose(const CpuRow& row, Index m, Index n, Index k, bool strips = false) {
  return columns_in_place(kernel_with(row), n, 8 * k, 8 * m, strips, k);
}

TEST(ColumnsInPlace, AreAllWhereCStaysInTheCaches) {
  for (const CpuRow* const row : {&rows::zen3, &rows::skylake_x}) {
    EXPECT_EQ(choose(*row, 100, 100, 8).columns, 100);
    EXPECT_FALSE(choose(*row, 100, 100, 8).asks_below);
  }
  EXPECT_EQ(choose(rows::zen3, 1000, 600, 8).columns, 600);
  EXPECT_LT(choose(rows::skylake_x, 1000, 600, 8).columns, 600);
}

TEST(ColumnsInPlace, AskForCBelowOnlyWhereItIsSome) {
  const InPlaceWay high = choose(rows::zen3, 1000, 1000, 8);
  EXPECT_TRUE(high.asks_below);
  EXPECT_LT(high.columns, 1000);
  const InPlaceWay low = choose(rows::zen3, 100, 10000, 2);
  EXPECT_FALSE(low.asks_below);
  EXPECT_LT(low.columns, 1000);
}

TEST(ColumnsInPlace, OfALargeCAreMoreForMoreStepsAndAskForItBelow) {
  const InPlaceWay shallow = choose(rows::zen3, 4000, 4000, 2);
  const InPlaceWay deeper = choose(rows::zen3, 4000, 4000, 8);
  EXPECT_TRUE(shallow.asks_below);
  EXPECT_TRUE(deeper.asks_below);
  EXPECT_GT(deeper.columns, shallow.columns);
  EXPECT_EQ(deeper.columns % 6, 0);
  EXPECT_FALSE(choose(rows::skylake_x, 4000, 4000, 8).asks_below);
}

TEST(ColumnsInPlace, OfALargeBStayInL1UnlessStripsServeAll) {
  for (const CpuRow* const row : {&rows::zen3, &rows::skylake_x}) {
    const InPlaceWay far = choose(*row, 100, 8000, 64);
    EXPECT_LE(far.columns * 64 * 8, 16 << 10);
    EXPECT_FALSE(far.asks_below);
    EXPECT_GT(choose(*row, 100, 1600, 64, true).columns, choose(*row, 100, 1600, 64).columns);
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
