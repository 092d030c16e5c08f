// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

#include "numapack/types.hpp"
#include "support/random.hpp"

namespace numapack::testing {

inline constexpr Layout layouts[] = {Layout::column_major, Layout::row_major};

/// Matrices of one shape, by strides and by addresses, and the same again for single calls.
template <class T>
struct Stack {
  Index rows, columns, leading, stride, count;
  std::vector<T> together, listed, single;

  Stack(Generator& generator, Layout layout, Index m, Index n, Index problems, bool definite = false)
      : rows(layout == Layout::row_major ? n : m),
        columns(layout == Layout::row_major ? m : n),
        leading(std::max<Index>(1, rows) + static_cast<Index>(generator() % 4)),
        stride(leading * std::max<Index>(1, columns) + static_cast<Index>(generator() % 9)),
        count(problems),
        together(static_cast<std::size_t>(stride * problems)) {
    for (T& element : together) element = random_value<T>(generator);
    // Some are not definite, or singular.
    for (Index i = 0; i < count; ++i) {
      T* const a = together.data() + i * stride;
      const Index odd = static_cast<Index>(generator() % 8);
      for (Index j = 0; definite && j < std::min(m, n); ++j)
        a[j * (leading + 1)] = T{static_cast<Real<T>>(odd == 0 && j == n / 2 ? -1 : 2 * n)};
      if (!definite && odd == 0 && columns > 0) std::fill_n(a + (columns / 2) * leading, rows, T{0});
    }
    listed = single = together;
  }
  static std::vector<T*> addresses(std::vector<T>& data, Index stride, Index count) {
    std::vector<T*> found;
    for (Index i = 0; i < count; ++i) found.push_back(data.data() + i * stride);
    return found;
  }
  T* at(Index i) { return single.data() + i * stride; }
  void expect_same(const char* what, Index m, Index n) const {
    EXPECT_TRUE(same_bits(together, single)) << what << " " << m << " x " << n;
    EXPECT_TRUE(same_bits(listed, single)) << what << " by addresses " << m << " x " << n;
  }
};

/// Sizes and seed of the test of batches.
template <class T>
class BatchOfRandomSizes : public ::testing::Test {
 protected:
  Generator generator{test_seed()};
  ::testing::ScopedTrace trace{__FILE__, __LINE__, "NUMAPACK_TEST_SEED=" + std::to_string(test_seed())};

  Index some(std::initializer_list<Index> of) { return std::data(of)[generator() % of.size()]; }
  /// Around what is unblocked, a tile's, a panel's, and others.
  Index size() { return some({0, 1, 2, 5, 8, 13, 31, 32, 33, 47, 48, 49, 64, 100, 130}); }
  Index problems() { return some({1, 3, 40, 90}); }
};

}  // namespace numapack::testing
