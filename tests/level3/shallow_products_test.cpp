// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <vector>

#include "level3/algorithms/skinny_choice.hpp"
#include "level3/gemm.hpp"
#include "support/operands.hpp"

namespace numapack {
namespace {

template <class T>
class ShallowProducts : public ::testing::Test {};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(ShallowProducts, Types);

/// Rows and columns of a product, from `row` and `column` on.
struct Block {
  Index row, column, rows, columns;
};

/// C, of which this block alone was computed.
template <class T>
std::vector<T> only(testing::Operands<T>& operands, const Block& block) {
  operands.restore();
  Problem<T> part = operands.problem;
  part.m = block.rows;
  part.n = block.columns;
  part.a += transposes(part.trans_a) ? block.row * part.lda : block.row;
  part.b += transposes(part.trans_b) ? block.column : block.column * part.ldb;
  part.c += block.row + block.column * part.ldc;
  gemm(part);
  return operands.result();
}

/// What LAPACK's eigenvalue routines rely on: with and without vectors they multiply the same numbers in
/// other shapes.
TYPED_TEST(ShallowProducts, OfPartsAreWhatTheWholeHas) {
  using T = TypeParam;
  testing::Generator generator(testing::test_seed());
  SCOPED_TRACE(testing::test_seed());
  const auto up_to = [&](Index most) { return 1 + Index(generator() % std::size_t(most)); };
  const Transpose all[] = {Transpose::none, Transpose::transpose, Transpose::conjugate_transpose};
  for (int round = 0; round < 40; ++round) {
    const Transpose of_a = all[generator() % 3], of_b = all[generator() % 3];
    testing::Operands<T> operands({up_to(60), up_to(60), up_to(most_steps_in_order), of_a, of_b},
                                  testing::random_value<T>(generator), testing::random_value<T>(generator),
                                  generator);
    const Problem<T>& product = operands.problem;
    const std::vector<T> whole = only(operands, {0, 0, product.m, product.n});
    for (int part = 0; part < 8; ++part) {
      Block block{Index(generator() % std::size_t(product.m)), Index(generator() % std::size_t(product.n)), 1,
                  1};
      // A row, a column, any block.
      if (part % 3 != 0) block.rows = up_to(product.m - block.row);
      if (part % 3 != 1) block.columns = up_to(product.n - block.column);
      const std::vector<T> result = only(operands, block);
      for (Index j = block.column; j < block.column + block.columns; ++j)
        for (Index i = block.row; i < block.row + block.rows; ++i)
          ASSERT_EQ(result[std::size_t(i + j * product.ldc)], whole[std::size_t(i + j * product.ldc)])
              << product.m << " x " << product.n << ", k = " << product.k << ", transposes " << int(of_a)
              << " and " << int(of_b) << "; " << block.rows << " x " << block.columns << " from " << block.row
              << ", " << block.column << ": element " << i << ", " << j;
    }
  }
}

}  // namespace
}  // namespace numapack
