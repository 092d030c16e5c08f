// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "numapack/numapack.hpp"
#include "support/random.hpp"
#include "support/variable.hpp"

// What the environment says is read once; a program may change it while others compute.
namespace numapack {
namespace {

using Elements = std::vector<double>;
constexpr auto by_columns = Layout::column_major;

struct CalledRoutine {
  std::string name;
  std::function<void(std::int64_t n, Elements& a, Elements& b)> call;  ///< of order n, a diagonally dominant
};

const std::vector<CalledRoutine> called_routines = {
    {"gemm",
     [](std::int64_t n, Elements& a, Elements& b) {
       const Elements left = b;
       gemm(by_columns, Transpose::none, Transpose::none, n, n, n, 1.0, left.data(), n, a.data(), n, 0.0,
            b.data(), n);
     }},
    {"symm",
     [](std::int64_t n, Elements& a, Elements& b) {
       const Elements right = b;
       symm(by_columns, Side::left, Uplo::lower, n, n, 1.0, a.data(), n, right.data(), n, 0.0, b.data(), n);
     }},
    {"syrk",
     [](std::int64_t n, Elements& a, Elements& b) {
       syrk(by_columns, Uplo::lower, Transpose::none, n, n, 1.0, a.data(), n, 0.0, b.data(), n);
     }},
    {"trsm",
     [](std::int64_t n, Elements& a, Elements& b) {
       trsm(by_columns, Side::left, Uplo::lower, Transpose::none, Diag::non_unit, n, n, 1.0, a.data(), n,
            b.data(), n);
     }},
    {"potrf, potri",
     [](std::int64_t n, Elements& a, Elements&) {
       potrf(by_columns, Uplo::lower, n, a.data(), n);
       potri(by_columns, Uplo::lower, n, a.data(), n);
     }},
    {"getrf, getri",
     [](std::int64_t n, Elements& a, Elements&) {
       std::vector<std::int64_t> pivots(static_cast<std::size_t>(n));
       getrf(by_columns, n, n, a.data(), n, pivots.data());
       getri(by_columns, n, a.data(), n, pivots.data());
     }},
    {"geqrf, orgqr",
     [](std::int64_t n, Elements& a, Elements& b) {
       geqrf(by_columns, n, n, a.data(), n, b.data());
       orgqr(by_columns, n, n, n, a.data(), n, b.data());
     }},
};

TEST(Settings, AreReadOnce) {
  testing::Generator random(testing::test_seed());
  for (const std::int64_t n : {7, 40, 300}) {
    Elements matrix(static_cast<std::size_t>(n * n)), other = matrix;
    for (double& element : matrix) element = testing::random_value<double>(random);
    for (double& element : other) element = testing::random_value<double>(random);
    for (std::int64_t i = 0; i < n; ++i) matrix[static_cast<std::size_t>(i * (n + 1))] += 2.0 * double(n);
    for (const CalledRoutine& routine : called_routines) {
      SCOPED_TRACE(routine.name + ", n = " + std::to_string(n) +
                   ", NUMAPACK_TEST_SEED=" + std::to_string(testing::test_seed()));
      const auto result = [&] {
        Elements a = matrix, b = other;
        routine.call(n, a, b);
        a.insert(a.end(), b.begin(), b.end());
        return a;
      };
      const Elements before = result();
      const testing::Variable kernel("NUMAPACK_KERNEL", "none"), cpu("NUMAPACK_CPU", "none"),
          level("NUMAPACK_BITS", "none");
      EXPECT_EQ(result(), before);
    }
  }
}

}  // namespace
}  // namespace numapack
