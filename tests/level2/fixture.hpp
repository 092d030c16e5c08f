// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "numapack/numapack.h"
#include "support/random.hpp"
#include "support/reference.hpp"
#include "support/values.hpp"

namespace numapack::testing {

/// A vector as BLAS has it, with something between its elements that is to stay.
template <class T>
struct Strided {
  std::int64_t size, step;
  std::vector<T> data;

  Strided(std::int64_t of, std::int64_t by, Generator& generator)
      : size(of), step(by), data(static_cast<std::size_t>(1 + (of - 1) * std::abs(by))) {
    for (T& element : data) element = random_value<T>(generator);
  }
  std::size_t place(std::int64_t i) const {
    return static_cast<std::size_t>(step > 0 ? i * step : (i - size + 1) * step);
  }
  const T& at(std::int64_t i) const { return data[place(i)]; }
};

template <class T>
class Level2 : public ::testing::Test {
 protected:
  using R = Real<T>;
  static constexpr bool complex = !std::is_same_v<T, R>;

  std::int64_t below(std::int64_t most) {
    return static_cast<std::int64_t>(generator_() % static_cast<std::uint64_t>(most));
  }
  std::int64_t size() { return 1 + below(below(3) == 0 ? 400 : 40); }
  std::int64_t step() {
    const std::int64_t steps[] = {1, 1, 1, 2, 3, -1, -2};
    return steps[below(7)];
  }
  T scalar() { return below(4) == 0 ? T{0} : (below(4) == 0 ? T{1} : random_value<T>(generator_)); }
  /// y is alpha A x + beta `before`, A by its elements, within the bound of so many terms; the rest of the
  /// memory is as it was.
  void expect(const Strided<T>& y, const Strided<T>& before, const T& alpha, const T& beta,
              const Strided<T>& x, const std::function<T(std::int64_t, std::int64_t)>& a) {
    const auto bound = complex ? 2 * testing::gamma<T>(2 * x.size + 10) : testing::gamma<T>(x.size + 6);
    std::vector<bool> is_element(y.data.size());
    for (std::int64_t i = 0; i < y.size; ++i) {
      is_element[y.place(i)] = true;
      Wide<T> sum = 0;
      WideReal<T> scale = 0;
      const auto add = [&](const Wide<T>& term) { sum += term, scale += std::abs(term); };
      if (beta != T{0}) add(Wide<T>(beta) * Wide<T>(before.at(i)));
      for (std::int64_t j = 0; j < x.size && alpha != T{0}; ++j)
        add(Wide<T>(alpha) * Wide<T>(a(i, j)) * Wide<T>(x.at(j)));
      ASSERT_LE(std::abs(Wide<T>(y.at(i)) - sum), bound * scale + std::numeric_limits<R>::min()) << i;
    }
    for (std::size_t i = 0; i < y.data.size(); ++i) {
      if (!is_element[i]) {
        ASSERT_EQ(y.data[i], before.data[i]);
      }
    }
  }

  Generator generator_{test_seed()};
  ::testing::ScopedTrace trace_{__FILE__, __LINE__, "NUMAPACK_TEST_SEED=" + std::to_string(test_seed())};
};

/// A C call said what is wrong, and left y as it was: all 2.
inline void expect_refused(numapack_status status, const std::string& text, const std::vector<double>& y) {
  EXPECT_EQ(status, NUMAPACK_INVALID_ARGUMENT);
  EXPECT_NE(std::string(numapack_error_message()).find(text), std::string::npos) << numapack_error_message();
  EXPECT_EQ(y, std::vector<double>(y.size(), 2));
}

}  // namespace numapack::testing
