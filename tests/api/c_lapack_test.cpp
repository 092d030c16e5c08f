// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <complex>
#include <vector>

#include "numapack/numapack.h"

namespace numapack {
namespace {

constexpr numapack_layout layouts[] = {NUMAPACK_ROW_MAJOR, NUMAPACK_COLUMN_MAJOR};

/// A = [4 2; 2 5] = L L^T with L = [2 0; 1 2]; A [1; 2] = [8; 12]; the inverse is [5 -2; -2 4] / 16.
TEST(CInterfaceLapack, FactorsSolvesAndInvertsForAllTypes) {
  const auto run = [](auto type, auto potrf, auto potrs, auto posv, auto potri) {
    using T = decltype(type);
    const T kept(-77);
    for (const numapack_layout layout : layouts) {
      // What is stored second belongs to the lower triangle by columns, and to the upper one by rows.
      const char triangle = layout == NUMAPACK_ROW_MAJOR ? 'u' : 'L';
      const int64_t ldb = layout == NUMAPACK_ROW_MAJOR ? 1 : 2;
      const std::vector<T> matrix{T(4), T(2), kept, T(5)};
      std::vector<T> a = matrix, b{T(8), T(12)};
      int64_t info = -99;
      ASSERT_EQ(potrf(layout, triangle, 2, a.data(), 2, &info), NUMAPACK_OK) << numapack_error_message();
      EXPECT_EQ(info, 0);
      EXPECT_EQ(a, (std::vector<T>{T(2), T(1), kept, T(2)}));
      ASSERT_EQ(potrs(layout, triangle, 2, 1, a.data(), 2, b.data(), ldb, &info), NUMAPACK_OK);
      EXPECT_EQ(info, 0);
      EXPECT_EQ(b, (std::vector<T>{T(1), T(2)}));
      ASSERT_EQ(potri(layout, triangle, 2, a.data(), 2, nullptr), NUMAPACK_OK);
      EXPECT_EQ(a, (std::vector<T>{T(0.3125), T(-0.125), kept, T(0.25)}));
      a = matrix, b = {T(8), T(12)};
      ASSERT_EQ(posv(layout, triangle, 2, 1, a.data(), 2, b.data(), ldb, &info), NUMAPACK_OK);
      EXPECT_EQ(b, (std::vector<T>{T(1), T(2)}));
    }
  };
  run(float{}, numapack_spotrf, numapack_spotrs, numapack_sposv, numapack_spotri);
  run(double{}, numapack_dpotrf, numapack_dpotrs, numapack_dposv, numapack_dpotri);
  run(std::complex<float>{}, numapack_cpotrf, numapack_cpotrs, numapack_cposv, numapack_cpotri);
  run(std::complex<double>{}, numapack_zpotrf, numapack_zpotrs, numapack_zposv, numapack_zpotri);
}

/// The inverse of L = [2 0; 1 4] is [1/2 0; -1/8 1/4], of [1 0; 1 1] [1 0; -1 1]; L^T L = [5 4; 4 16]. P A =
/// L U with rows exchanged, L = [1 0; 1/2 1], U = [4 3; 0 -1/2]: the inverse of A is [3/2 -1/2; -2 1].
TEST(CInterfaceLapack, InvertsTrianglesAndFromPivotsForAllTypes) {
  const auto run = [](auto type, auto trtri, auto lauum, auto getri) {
    using T = decltype(type);
    const T kept(-77);
    for (const numapack_layout layout : layouts) {
      const bool rows = layout == NUMAPACK_ROW_MAJOR;
      const char triangle = rows ? 'U' : 'l';
      int64_t info = -99;
      std::vector<T> a{T(2), T(1), kept, T(4)};
      ASSERT_EQ(trtri(layout, triangle, 'N', 2, a.data(), 2, &info), NUMAPACK_OK) << numapack_error_message();
      EXPECT_EQ(info, 0);
      EXPECT_EQ(a, (std::vector<T>{T(0.5), T(-0.125), kept, T(0.25)}));
      a = {kept, T(1), kept, kept};
      ASSERT_EQ(trtri(layout, triangle, 'u', 2, a.data(), 2, nullptr), NUMAPACK_OK);
      EXPECT_EQ(a, (std::vector<T>{kept, T(-1), kept, kept}));
      a = {T(2), T(1), kept, T(4)};
      ASSERT_EQ(lauum(layout, triangle, 2, a.data(), 2, &info), NUMAPACK_OK);
      EXPECT_EQ(info, 0);
      EXPECT_EQ(a, (std::vector<T>{T(5), T(4), kept, T(16)}));
      const int64_t pivots[2] = {2, 2};
      a = rows ? std::vector<T>{T(4), T(3), T(0.5), T(-0.5)} : std::vector<T>{T(4), T(0.5), T(3), T(-0.5)};
      ASSERT_EQ(getri(layout, 2, a.data(), 2, pivots, &info), NUMAPACK_OK);
      EXPECT_EQ(info, 0);
      EXPECT_EQ(a, rows ? (std::vector<T>{T(1.5), T(-0.5), T(-2), T(1)})
                        : (std::vector<T>{T(1.5), T(-2), T(-0.5), T(1)}));
    }
  };
  run(float{}, numapack_strtri, numapack_slauum, numapack_sgetri);
  run(double{}, numapack_dtrtri, numapack_dlauum, numapack_dgetri);
  run(std::complex<float>{}, numapack_ctrtri, numapack_clauum, numapack_cgetri);
  run(std::complex<double>{}, numapack_ztrtri, numapack_zlauum, numapack_zgetri);
}

TEST(CInterfaceLapack, GivesLapacksInfoForMatricesThatDoNot) {
  double a[4] = {1, 2, 2, 4}, b[2] = {5, 6};
  int64_t info = -99;
  EXPECT_EQ(numapack_dposv(NUMAPACK_COLUMN_MAJOR, 'L', 2, 1, a, 2, b, 2, &info), NUMAPACK_OK);
  EXPECT_EQ(info, 2);
  EXPECT_EQ(b[0], 5);  // not touched
  double singular[4] = {1, 2, 2, 0};
  const int64_t pivots[2] = {1, 2};
  EXPECT_EQ(numapack_dtrtri(NUMAPACK_ROW_MAJOR, 'L', 'N', 2, singular, 2, &info), NUMAPACK_OK);
  EXPECT_EQ(info, 2);
  info = -99;
  EXPECT_EQ(numapack_dpotri(NUMAPACK_ROW_MAJOR, 'L', 2, singular, 2, &info), NUMAPACK_OK);
  EXPECT_EQ(info, 2);
  info = -99;
  EXPECT_EQ(numapack_dgetri(NUMAPACK_ROW_MAJOR, 2, singular, 2, pivots, &info), NUMAPACK_OK);
  EXPECT_EQ(info, 2);
  EXPECT_EQ(singular[0], 1);
}

TEST(CInterfaceLapack, GivesLapacksInfoForWrongArguments) {
  double a[4] = {1, 2, 3, 4}, b[2] = {5, 6};
  int64_t pivots[2] = {1, 2}, info = 99;
  const auto columns = NUMAPACK_COLUMN_MAJOR;
  const auto expect = [&](numapack_status status, int64_t number) {
    EXPECT_EQ(status, NUMAPACK_INVALID_ARGUMENT) << number;
    EXPECT_STRNE(numapack_error_message(), "") << number;
    EXPECT_EQ(info, number);
    info = 99;
  };
  for (const auto& in_place : {numapack_dpotrf, numapack_dpotri, numapack_dlauum}) {
    expect(in_place(columns, 'x', 2, a, 2, &info), -1);
    expect(in_place(columns, 'L', -1, a, 2, &info), -2);
    expect(in_place(columns, 'L', 2, nullptr, 2, &info), -3);
    expect(in_place(columns, 'L', 2, a, 1, &info), -4);
    expect(in_place(static_cast<numapack_layout>(7), 'L', 2, a, 2, &info), 0);
  }
  const auto solve = [&](char uplo, int64_t n, int64_t nrhs, double* matrix, int64_t lda, double* right,
                         int64_t ldb, int64_t number, numapack_layout layout = NUMAPACK_COLUMN_MAJOR) {
    expect(numapack_dpotrs(layout, uplo, n, nrhs, matrix, lda, right, ldb, &info), number);
    expect(numapack_dposv(layout, uplo, n, nrhs, matrix, lda, right, ldb, &info), number);
  };
  solve('N', 2, 1, a, 2, b, 2, -1);
  solve('U', -2, 1, a, 2, b, 2, -2);
  solve('U', 2, -1, a, 2, b, 2, -3);
  solve('U', 2, 1, nullptr, 2, b, 2, -4);
  solve('U', 2, 1, a, 1, b, 2, -5);
  solve('U', 2, 1, a, 2, nullptr, 2, -6);
  solve('U', 2, 1, a, 2, b, 1, -7);
  solve('U', 1, 2, a, 2, b, 1, -7, NUMAPACK_ROW_MAJOR);
  expect(numapack_dtrtri(columns, 'x', 'N', 2, a, 2, &info), -1);
  expect(numapack_dtrtri(columns, 'U', 'x', 2, a, 2, &info), -2);
  expect(numapack_dtrtri(columns, 'U', 'N', -2, a, 2, &info), -3);
  expect(numapack_dtrtri(columns, 'U', 'N', 2, nullptr, 2, &info), -4);
  expect(numapack_dtrtri(columns, 'U', 'N', 2, a, 1, &info), -5);
  expect(numapack_dgetri(columns, -2, a, 2, pivots, &info), -1);
  expect(numapack_dgetri(columns, 2, nullptr, 2, pivots, &info), -2);
  expect(numapack_dgetri(columns, 2, a, 1, pivots, &info), -3);
  expect(numapack_dgetri(columns, 2, a, 2, nullptr, &info), -4);
  pivots[1] = 3;
  expect(numapack_dgetri(columns, 2, a, 2, pivots, &info), -4);
  EXPECT_EQ(a[0], 1);
  EXPECT_EQ(b[0], 5);
}

}  // namespace
}  // namespace numapack
