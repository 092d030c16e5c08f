// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "support/stored_triangles.hpp"

namespace numapack::testing {

/// Tests of Cholesky's factorisation in one type, and matrices for them.
template <class T>
class Cholesky : public ::testing::Test {
 protected:
  using Operand = TriangleOperand<T>;
  Generator generator{test_seed()};
  ::testing::ScopedTrace trace{__FILE__, __LINE__, "NUMAPACK_TEST_SEED=" + std::to_string(test_seed())};

  Index below(Index most) { return static_cast<Index>(generator() % static_cast<std::uint64_t>(most)); }

  /// G G^H + shift I, scaled from both sides by powers of two up to 2^`grade`.
  Dense<T> definite(Index n, double shift, int grade) {
    const Dense<T> g(n, [&](Index, Index) { return Wide<T>(random_value<T>(generator)); });
    std::vector<int> powers;
    for (Index i = 0; i < n; ++i) powers.push_back(static_cast<int>(below(2 * grade + 1)) - grade);
    const Dense<T> product = g * g.adjoint();
    return Dense<T>(n, [&](Index i, Index j) {
      const Wide<T> value = product.at(i, j) + Wide<T>(i == j ? static_cast<WideReal<T>>(shift) : 0);
      return value * std::ldexp(WideReal<T>{1},
                                powers[static_cast<std::size_t>(i)] + powers[static_cast<std::size_t>(j)]);
    });
  }
  /// L of small integers whose inverse is small, too: everything about it is exact. From its two bands.
  static Dense<T> integers(Index n) {
    return Dense<T>(n, [&](Index i, Index j) {
      if (i == j) return Wide<T>(1);
      if (i == j + 1) return Wide<T>(i % 3 == 0 ? -1 : 1);
      if constexpr (!std::is_same_v<T, Real<T>>)
        if (i == j + 37) return Wide<T>(0, 1);
      return Wide<T>(i == j + 37 ? 1 : 0);
    });
  }
  /// L, whichever triangle it is stored as.
  static Dense<T> lower_factor(Operand& operand) {
    return operand.matrix.is_lower() ? operand.triangle() : operand.triangle().adjoint();
  }
};

}  // namespace numapack::testing
