// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <vector>

#include "level3/gemm.hpp"
#include "level3/ways/thin_choice.hpp"
#include "support/random.hpp"

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

template <class T>
struct Shallow {
  Index m, n, k;
  Transpose of_a, of_b;
  std::vector<T> a, b, c;
  T alpha, beta;

  Shallow(Index rows, Index columns, Index depth, Transpose trans_a, Transpose trans_b,
          testing::Generator& generator)
      : m(rows), n(columns), k(depth), of_a(trans_a), of_b(trans_b) {
    for (auto* const matrix : {&a, &b, &c}) {
      matrix->resize(std::size_t(matrix == &a ? m * k : matrix == &b ? k * n : m * n));
      for (T& element : *matrix) element = testing::random_value<T>(generator);
    }
    alpha = testing::random_value<T>(generator);
    beta = testing::random_value<T>(generator);
  }

  /// C, of which this block alone was computed.
  std::vector<T> only(const Block& block) const {
    std::vector<T> result = c;
    const Index lda = transposes(of_a) ? k : m, ldb = transposes(of_b) ? n : k;
    gemm(Problem<T>{of_a, of_b, block.rows, block.columns, k, alpha,
                    a.data() + (transposes(of_a) ? block.row * lda : block.row), lda,
                    b.data() + (transposes(of_b) ? block.column : block.column * ldb), ldb, beta,
                    result.data() + block.row + block.column * m, m});
    return result;
  }
};

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
    const Shallow<T> product(up_to(60), up_to(60), up_to(most_steps_in_order), of_a, of_b, generator);
    const std::vector<T> whole = product.only({0, 0, product.m, product.n});
    for (int part = 0; part < 8; ++part) {
      Block block{Index(generator() % std::size_t(product.m)), Index(generator() % std::size_t(product.n)), 1,
                  1};
      // A row, a column, any block.
      if (part % 3 != 0) block.rows = up_to(product.m - block.row);
      if (part % 3 != 1) block.columns = up_to(product.n - block.column);
      const std::vector<T> result = product.only(block);
      for (Index j = block.column; j < block.column + block.columns; ++j)
        for (Index i = block.row; i < block.row + block.rows; ++i)
          ASSERT_EQ(result[std::size_t(i + j * product.m)], whole[std::size_t(i + j * product.m)])
              << product.m << " x " << product.n << ", k = " << product.k << ", transposes " << int(of_a)
              << " and " << int(of_b) << "; " << block.rows << " x " << block.columns << " from " << block.row
              << ", " << block.column << ": element " << i << ", " << j;
    }
  }
}

}  // namespace
}  // namespace numapack
