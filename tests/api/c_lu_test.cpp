// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <complex>
#include <vector>

#include "numapack/lapack.hpp"
#include "numapack/numapack.h"

namespace numapack {
namespace {

/// A = [2 1; 4 3]: pivot row 2, L21 = 1/2, U = [4 3; 0 -1/2]. A x = [4; 10] has x = [1; 2], A' x = [10; 7]
/// too.
TEST(CInterfaceLu, FactorsAndSolvesForAllTypes) {
  const auto run = [](auto type, auto getrf, auto getrs, auto gesv) {
    using T = decltype(type);
    for (const numapack_layout layout : {NUMAPACK_ROW_MAJOR, NUMAPACK_COLUMN_MAJOR}) {
      const bool rows = layout == NUMAPACK_ROW_MAJOR;
      const std::vector<T> matrix =
          rows ? std::vector<T>{T(2), T(1), T(4), T(3)} : std::vector<T>{T(2), T(4), T(1), T(3)};
      std::vector<T> a = matrix;
      int64_t pivots[2] = {}, info = -99;
      ASSERT_EQ(getrf(layout, 2, 2, a.data(), 2, pivots, &info), NUMAPACK_OK) << numapack_error_message();
      EXPECT_EQ(info, 0);
      EXPECT_EQ(pivots[0], 2);
      EXPECT_EQ(pivots[1], 2);
      const std::vector<T> factors =
          rows ? std::vector<T>{T(4), T(3), T(0.5), T(-0.5)} : std::vector<T>{T(4), T(0.5), T(3), T(-0.5)};
      EXPECT_EQ(a, factors);
      const int64_t ldb = rows ? 1 : 2;
      std::vector<T> b{T(4), T(10)};
      ASSERT_EQ(getrs(layout, 'n', 2, 1, a.data(), 2, pivots, b.data(), ldb, &info), NUMAPACK_OK);
      EXPECT_EQ(b, (std::vector<T>{T(1), T(2)}));
      b = {T(10), T(7)};
      ASSERT_EQ(getrs(layout, 'T', 2, 1, a.data(), 2, pivots, b.data(), ldb, nullptr), NUMAPACK_OK);
      EXPECT_EQ(b, (std::vector<T>{T(1), T(2)}));
      a = matrix;
      b = {T(4), T(10)};
      ASSERT_EQ(gesv(layout, 2, 1, a.data(), 2, pivots, b.data(), ldb, &info), NUMAPACK_OK);
      EXPECT_EQ(b, (std::vector<T>{T(1), T(2)}));
    }
  };
  run(float{}, numapack_sgetrf, numapack_sgetrs, numapack_sgesv);
  run(double{}, numapack_dgetrf, numapack_dgetrs, numapack_dgesv);
  run(std::complex<float>{}, numapack_cgetrf, numapack_cgetrs, numapack_cgesv);
  run(std::complex<double>{}, numapack_zgetrf, numapack_zgetrs, numapack_zgesv);
}

TEST(CInterfaceLu, GivesLapacksInfoForSingularMatrices) {
  double a[4] = {1, 2, 2, 4}, b[2] = {5, 6};
  int64_t pivots[2], info = -99;
  EXPECT_EQ(numapack_dgesv(NUMAPACK_COLUMN_MAJOR, 2, 1, a, 2, pivots, b, 2, &info), NUMAPACK_OK);
  EXPECT_EQ(info, 2);
  EXPECT_EQ(b[0], 5);  // not touched
  EXPECT_EQ(b[1], 6);
}

TEST(CInterfaceLu, GivesLapacksInfoForWrongArguments) {
  double a[4] = {1, 2, 3, 4}, b[2] = {5, 6};
  int64_t pivots[2] = {1, 2};
  const auto getrf = [&](int64_t m, int64_t n, double* matrix, int64_t lda, int64_t* rows) {
    int64_t info = 99;
    EXPECT_EQ(numapack_dgetrf(NUMAPACK_COLUMN_MAJOR, m, n, matrix, lda, rows, &info),
              NUMAPACK_INVALID_ARGUMENT);
    EXPECT_STRNE(numapack_error_message(), "");
    return info;
  };
  EXPECT_EQ(getrf(-1, 2, a, 2, pivots), -1);
  EXPECT_EQ(getrf(2, -1, a, 2, pivots), -2);
  EXPECT_EQ(getrf(2, 2, nullptr, 2, pivots), -3);
  EXPECT_EQ(getrf(2, 2, a, 1, pivots), -4);
  EXPECT_EQ(getrf(2, 2, a, 2, nullptr), -5);
  const auto getrs = [&](char trans, int64_t n, int64_t nrhs, int64_t lda, int64_t ldb) {
    int64_t info = 99;
    EXPECT_EQ(numapack_dgetrs(NUMAPACK_COLUMN_MAJOR, trans, n, nrhs, a, lda, pivots, b, ldb, &info),
              NUMAPACK_INVALID_ARGUMENT);
    return info;
  };
  EXPECT_EQ(getrs('x', 2, 1, 2, 2), -1);
  EXPECT_EQ(getrs('r', 2, 1, 2, 2), -1);  // LAPACK has no such operation
  EXPECT_EQ(getrs('n', -2, 1, 2, 2), -2);
  EXPECT_EQ(getrs('n', 2, -1, 2, 2), -3);
  EXPECT_EQ(getrs('n', 2, 1, 1, 2), -5);
  EXPECT_EQ(getrs('n', 2, 1, 2, 1), -8);
  pivots[1] = 3;
  EXPECT_EQ(getrs('n', 2, 1, 2, 2), -6);
  pivots[1] = 2;
  int64_t info = 99;
  EXPECT_EQ(numapack_dgesv(NUMAPACK_COLUMN_MAJOR, 2, 1, a, 1, pivots, b, 2, &info),
            NUMAPACK_INVALID_ARGUMENT);
  EXPECT_EQ(info, -4);
  EXPECT_EQ(numapack_dgesv(NUMAPACK_COLUMN_MAJOR, 2, 1, a, 2, pivots, b, 1, &info),
            NUMAPACK_INVALID_ARGUMENT);
  EXPECT_EQ(info, -7);
  EXPECT_EQ(numapack_dgetrf(static_cast<numapack_layout>(7), 2, 2, a, 2, pivots, &info),
            NUMAPACK_INVALID_ARGUMENT);
  EXPECT_EQ(a[0], 1);
  EXPECT_EQ(b[0], 5);
}

}  // namespace
}  // namespace numapack
