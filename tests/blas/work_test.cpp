// SPDX-License-Identifier: BSD-3-Clause
#include "blas/counts/work.hpp"

#include <gtest/gtest.h>

#include "blas/verbose.hpp"

namespace numapack::standard {
namespace {

double count(Routine routine, std::int64_t m, std::int64_t n, std::int64_t k, char side = 'L') {
  return multiply_adds({routine, m, n, k, {side}, false});
}

/// LAPACK Working Note 41's multiplications of n = 120 without the lower terms: fractions of n^3.
TEST(MultiplyAdds, OfSquareOnes) {
  const std::int64_t n = 120;
  const double cube = double(n * n * n);
  EXPECT_EQ(count(Routine::gemm, n, n, n), cube);
  EXPECT_EQ(count(Routine::syrk, n, n, n), double(n * (n + 1) / 2 * n));
  EXPECT_EQ(count(Routine::her2k, n, n, n), double(n * (n + 1) * n));
  EXPECT_EQ(count(Routine::trsm, n, n, n), cube / 2);
  EXPECT_EQ(count(Routine::gemv, n, n, 1), double(n * n));
  EXPECT_DOUBLE_EQ(count(Routine::getrf, n, n, n), cube / 3);
  EXPECT_DOUBLE_EQ(count(Routine::getri, n, n, n), cube * 2 / 3);
  EXPECT_DOUBLE_EQ(count(Routine::potrf, n, n, n), cube / 6);
  EXPECT_DOUBLE_EQ(count(Routine::gesv, n, 1, n), cube / 3 + double(n * n));
  EXPECT_DOUBLE_EQ(count(Routine::geqrf, n, n, n), cube * 2 / 3);
  EXPECT_DOUBLE_EQ(count(Routine::orgqr, n, n, n), cube * 2 / 3);
  EXPECT_DOUBLE_EQ(count(Routine::ormqr, n, n, n), cube);
}

TEST(MultiplyAdds, OfOtherShapes) {
  EXPECT_EQ(count(Routine::gemm, 2, 3, 5), 30);
  EXPECT_EQ(count(Routine::symm, 2, 3, 3), 18);
  EXPECT_DOUBLE_EQ(count(Routine::geqrf, 30, 12, 12), 144 * (30 - 4.0));
  EXPECT_DOUBLE_EQ(count(Routine::geqrf, 12, 30, 12), 144 * (30 - 4.0));
  // Reflectors of as many elements as Q has rows, on all lines of C.
  EXPECT_DOUBLE_EQ(count(Routine::ormqr, 30, 7, 5, 'L'), 7.0 * 5 * (60 - 5));
  EXPECT_DOUBLE_EQ(count(Routine::ormqr, 30, 7, 5, 'r'), 30.0 * 5 * (14 - 5));
  EXPECT_DOUBLE_EQ(count(Routine::gels, 30, 12, 1), 144 * 26.0 + 12 * (60.0 - 12) + 72);
  for (unsigned routine = 0; routine < routine_count; ++routine)
    EXPECT_EQ(count(static_cast<Routine>(routine), 0, 0, 0), 0) << routine_names[routine];
}

TEST(SizeClasses, ArePowersOfTwo) {
  const auto of_cube = [](double n) { return size_class(n * n * n); };
  EXPECT_EQ(size_class(0), 0);
  EXPECT_EQ(of_cube(1), 0);
  EXPECT_EQ(of_cube(2), 1);
  for (int power = 1; power < size_classes - 1; ++power) {
    const double n = double(std::int64_t{1} << power);
    EXPECT_EQ(of_cube(n), power);
    EXPECT_EQ(size_class(n * n * n - 1), power - 1);
    EXPECT_EQ(least_size(power), std::int64_t{1} << power);
  }
  EXPECT_EQ(of_cube(1e9), size_classes - 1) << "the last one has no end";
  EXPECT_EQ(least_size(0), 0);
}

TEST(ServingLine, NamesAllInOneLine) {
  Serving serving{"0.1.0", "zen4", {0, 2}, 8, "/usr/lib/libblas.so.3", "/usr/lib/liblapack.so.3", ""};
  EXPECT_EQ(serving_line(serving),
            "numapack 0.1.0: CPU row zen4, nodes 0,2, 8 threads; the rest of BLAS: /usr/lib/libblas.so.3, of "
            "LAPACK: "
            "/usr/lib/liblapack.so.3");
  serving.nodes = {0};
  serving.threads = 1;
  serving.lapack = serving.blas;
  EXPECT_EQ(serving_line(serving),
            "numapack 0.1.0: CPU row zen4, node 0, 1 thread; the rest of BLAS: /usr/lib/libblas.so.3");
  serving.blas = serving.lapack = "";
  serving.problem = "NUMAPACK_BIND: \"x\" is neither 0 nor 1; use 0";
  EXPECT_EQ(serving_line(serving),
            "numapack 0.1.0: NUMAPACK_BIND: \"x\" is neither 0 nor 1; use 0; nobody serves the rest");
}

}  // namespace
}  // namespace numapack::standard
