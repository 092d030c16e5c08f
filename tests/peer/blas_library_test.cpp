// SPDX-License-Identifier: BSD-3-Clause
#include "peer/processes/blas_library.hpp"
#include "peer/fakes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "base/error.hpp"

namespace numapack {
namespace {

using ::testing::HasSubstr;

std::string refusal(const std::vector<std::string>& paths) {
  try {
    const BlasLibrary library(paths);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    return error.what();
  }
  return "";
}

TEST(BlasLibrary, MultipliesWithEitherWidthOfIntegers) {
  for (const auto& [name, symbol] : {std::pair{"right", "dgemm_"}, std::pair{"wide", "scipy_dgemm_64_"}}) {
    const BlasLibrary library({fake(name)});
    EXPECT_EQ(library.gemm_symbol(Type::d), symbol);
    const std::array<double, 4> a{1, 3, 2, 4}, b{5, 7, 6, 8};
    std::array<double, 4> c{1, 1, 1, 1};
    Problem<double> problem;
    problem.m = problem.n = problem.k = problem.lda = problem.ldb = problem.ldc = 2;
    problem.trans_b = Transpose::transpose;
    problem.beta = 10;
    problem.a = a.data();
    problem.b = b.data();
    problem.c = c.data();
    library.gemm(problem);
    EXPECT_EQ(c, (std::array<double, 4>{5 + 12 + 10, 15 + 24 + 10, 7 + 16 + 10, 21 + 32 + 10})) << name;
  }
}

template <class T>
std::array<T, 4> product_by_numapack(T alpha, T beta) {
  const BlasLibrary library({NUMAPACK_LIBRARY});
  const std::array<T, 4> a{1, 3, 2, 4}, b{5, 7, 6, 8};
  std::array<T, 4> c{1, 1, 1, 1};
  Problem<T> problem;
  problem.m = problem.n = problem.k = problem.lda = problem.ldb = problem.ldc = 2;
  problem.trans_b = Transpose::transpose;
  problem.alpha = alpha;
  problem.beta = beta;
  problem.a = a.data();
  problem.b = b.data();
  problem.c = c.data();
  library.gemm(problem);
  return c;
}

TEST(BlasLibrary, CallsABuildOfNumapackByItsOwnInterface) {
  const BlasLibrary library({NUMAPACK_LIBRARY});
  EXPECT_EQ(library.gemm_symbol(Type::z), "numapack_zgemm");
  EXPECT_EQ(library.version(), NUMAPACK_VERSION);
  EXPECT_EQ(product_by_numapack<float>(2, 1), (std::array<float, 4>{35, 79, 47, 107}));
  EXPECT_EQ(product_by_numapack<double>(2, 1), (std::array<double, 4>{35, 79, 47, 107}));
  using c = std::complex<float>;
  using z = std::complex<double>;
  EXPECT_EQ(product_by_numapack<c>({0, 1}, 2), (std::array<c, 4>{c(2, 17), c(2, 39), c(2, 23), c(2, 53)}));
  EXPECT_EQ(product_by_numapack<z>({0, 1}, 2), (std::array<z, 4>{z(2, 17), z(2, 39), z(2, 23), z(2, 53)}));
}

TEST(BlasLibrary, SolvesByABuildOfNumapack) {
  const BlasLibrary library({NUMAPACK_LIBRARY});
  EXPECT_EQ(library.factor_symbol(), "numapack_dgetrf");
  std::array<double, 4> a{0, 2, 4, 1}, singular{1, 1, 1, 1};
  std::array<double, 2> b{8, 4};
  std::array<double, 2> between{};
  EXPECT_EQ(library.factor_and_solve(2, a.data(), b.data(), [&] { between = b; }), 0);
  EXPECT_EQ(between, (std::array<double, 2>{8, 4})) << "before the solution";
  EXPECT_EQ(b, (std::array<double, 2>{1, 2}));
  EXPECT_EQ(library.factor_and_solve(2, singular.data(), b.data()), 2);
}

TEST(BlasLibrary, SaysWhatABuildOfNumapackRefuses) {
  const BlasLibrary library({NUMAPACK_LIBRARY});
  Problem<double> problem;
  problem.m = problem.n = problem.k = 2;
  problem.lda = problem.ldb = 1;
  problem.ldc = 2;
  try {
    library.gemm(problem);
    FAIL() << "multiplied";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("lda"));
  }
}

TEST(BlasLibrary, TakesTheFirstPathThatLoads) {
  const BlasLibrary library({"/nowhere/libblas.so", fake("wide"), fake("right")});
  EXPECT_EQ(library.path(), fake("wide"));
  EXPECT_EQ(library.version(), "a fake with 64-bit integers");
}

TEST(BlasLibrary, SaysWhatDoesNotLoad) {
  EXPECT_THAT(refusal({"/nowhere/libblas.so"}), HasSubstr("/nowhere/libblas.so"));
  EXPECT_THAT(refusal({fake("without_gemm")}), HasSubstr("no gemm"));
  EXPECT_THAT(refusal({NUMAPACK_COMMAND}), HasSubstr("does not load"));
}

TEST(BlasLibrary, LacksTypes) {
  const BlasLibrary library({fake("right")});
  EXPECT_THROW(library.gemm_symbol(Type::z), Error);
  EXPECT_THROW(library.gemm(Problem<float>{}), Error);
}

TEST(BlasLibrary, RefusesSizesBeyondItsIntegers) {
  const BlasLibrary library({fake("right")});
  Problem<double> problem;
  problem.m = problem.n = problem.k = 1;
  problem.lda = problem.ldb = 1;
  problem.ldc = Index{1} << 31;
  EXPECT_THROW(library.gemm(problem), Error);
}

}  // namespace
}  // namespace numapack
