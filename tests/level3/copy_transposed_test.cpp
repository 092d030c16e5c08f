// SPDX-License-Identifier: BSD-3-Clause
#include "level3/call/copy_transposed.hpp"

#include <gtest/gtest.h>

#include <complex>
#include <vector>

#include "support/guarded.hpp"
#include "support/random.hpp"
#include "support/values.hpp"

namespace numapack {
namespace {

using testing::Generator;
using testing::Guarded;
using testing::random_value;
using testing::test_seed;

template <class T>
class Turn : public ::testing::Test {
 protected:
  Generator random{test_seed()};
  Index size() { return static_cast<Index>(random() % 90); }
  Index slack() { return static_cast<Index>(random() % 3); }
};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(Turn, Types);

TYPED_TEST(Turn, GivesTheTransposeAndNothingElse) {
  using T = TypeParam;
  for (int turn_number = 0; turn_number < 60; ++turn_number) {
    const Index m = 1 + this->size(), n = 1 + this->size(), lda = m + this->slack(), ldb = n + this->slack();
    Guarded<T> a(static_cast<std::size_t>(lda * (n - 1) + m)), b(static_cast<std::size_t>(ldb * (m - 1) + n));
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = random_value<T>(this->random);
    for (std::size_t i = 0; i < b.size(); ++i) b[i] = T{-77};
    const int kind = turn_number % 3;
    if (kind == 0) copy_transposed<false>(a.data(), lda, m, n, b.data(), ldb);
    if (kind == 1) copy_transposed<true>(a.data(), lda, m, n, b.data(), ldb);
    if (kind == 2) transpose_streaming(a.data(), lda, m, n, b.data(), ldb);
    for (Index i = 0; i < m; ++i)
      for (Index j = 0; j < ldb && (i + 1 < m || j < n); ++j) {
        const T element = j < n ? a[static_cast<std::size_t>(i + j * lda)] : T{-77};
        ASSERT_EQ(b[static_cast<std::size_t>(j + i * ldb)],
                  kind == 1 && j < n ? conjugate_of(element) : element);
      }
  }
}

TYPED_TEST(Turn, InPlaceDoesBlocksOfASquare) {
  using T = TypeParam;
  for (int turn_number = 0; turn_number < 40; ++turn_number) {
    const Index n = 1 + this->size(), lda = n + this->slack(), cut = static_cast<Index>(this->random() % n);
    Guarded<T> a(static_cast<std::size_t>(lda * (n - 1) + n));
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = random_value<T>(this->random);
    const std::vector<T> before(a.data(), a.data() + a.size());
    transpose_in_place(a.data(), lda, cut);
    transpose_in_place(a.data() + cut * (lda + 1), lda, n - cut);
    exchange_transposed(a.data() + cut, a.data() + cut * lda, lda, n - cut, cut);
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < lda && (j + 1 < n || i < n); ++i)
        ASSERT_EQ(a[static_cast<std::size_t>(i + j * lda)],
                  before[static_cast<std::size_t>(i < n ? j + i * lda : i + j * lda)]);
  }
}

}  // namespace
}  // namespace numapack
