// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "base/error.hpp"
#include "level3/gemm.hpp"

namespace numapack {
namespace {

/// What gemm() says of a problem, or "" if it takes it.
std::string objection(const Problem<double>& problem) {
  try {
    validate(problem);
    return "";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    EXPECT_FALSE(error.advice().empty());
    return error.problem();
  }
}

struct Valid : ::testing::Test {
  std::vector<double> a = std::vector<double>(12, 1), b = std::vector<double>(12, 1),
                      c = std::vector<double>(9, 7);
  Problem<double> problem{
      Transpose::none, Transpose::none, 3, 3, 4, 1, a.data(), 3, b.data(), 4, 1, c.data(), 3};
};

TEST_F(Valid, IsTaken) { EXPECT_EQ(objection(problem), ""); }

TEST_F(Valid, NegativeSizesAreNamed) {
  problem.m = -1;
  EXPECT_EQ(objection(problem), "m is -1");
  problem.m = 3, problem.n = -2;
  EXPECT_EQ(objection(problem), "n is -2");
  problem.n = 3, problem.k = std::numeric_limits<Index>::min();
  EXPECT_EQ(objection(problem), "k is -9223372036854775808");
}

TEST_F(Valid, LeadingDimensionsAreNamedAsTheCallerKnowsThem) {
  problem.lda = 2;
  EXPECT_EQ(objection(problem), "lda is 2");
  problem.names = &gemm_by_rows;
  EXPECT_EQ(objection(problem), "ldb is 2");
  problem.names = &gemm_by_columns;
  problem.lda = 3, problem.ldb = 3;
  EXPECT_EQ(objection(problem), "ldb is 3");
  problem.ldb = 4, problem.ldc = 0;
  EXPECT_EQ(objection(problem), "ldc is 0");
}

TEST_F(Valid, TransposingChangesWhatALeadingDimensionMustHold) {
  problem.trans_a = Transpose::transpose;
  EXPECT_EQ(objection(problem), "lda is 3");
  problem.lda = 4;
  EXPECT_EQ(objection(problem), "");
}

TEST_F(Valid, NullPointersAreNamedOnlyWhereThereAreElements) {
  problem.c = nullptr;
  EXPECT_EQ(objection(problem), "c is a null pointer");
  problem.c = c.data(), problem.b = nullptr;
  EXPECT_EQ(objection(problem), "b is a null pointer");
  problem.alpha = 0;
  EXPECT_EQ(objection(problem), "");
  problem.alpha = 1, problem.k = 0;
  EXPECT_EQ(objection(problem), "");
}

TEST_F(Valid, SizesBeyondTheAddressSpaceAreRefused) {
  problem.n = problem.ldc = problem.m = std::numeric_limits<Index>::max() / 16;
  problem.lda = problem.m;
  EXPECT_NE(objection(problem).find("exceed the address space"), std::string::npos);
}

TEST_F(Valid, OverlapIsRefusedAndNothingTouched) {
  problem.c = a.data() + 11;
  std::vector<double> copy = a;
  EXPECT_THROW(gemm(problem), Error);
  EXPECT_EQ(a, copy);
}

/// The blocks of an LU step lie in one array and interleave without sharing an element.
TEST(Overlap, InterleavedSubMatricesAreFine) {
  const Index n = 20, nb = 4;
  std::vector<double> x(static_cast<std::size_t>(n * n), 1);
  double* const a21 = x.data() + nb;
  double* const a12 = x.data() + nb * n;
  double* const a22 = x.data() + nb + nb * n;
  Problem<double> update{Transpose::none, Transpose::none, n - nb, n - nb, nb, -1, a21, n, a12, n, 1, a22, n};
  EXPECT_EQ(objection(update), "");
  update.c = a22 - 1;  // reaches into the last row of A12's columns
  EXPECT_EQ(objection(update), "c shares memory with b");
  update.c = a22 - n;  // reaches into the last column of A21
  EXPECT_EQ(objection(update), "c shares memory with a");
}

TEST(Overlap, IsFoundBetweenDifferentLeadingDimensions) {
  std::vector<double> x(200, 0);
  Problem<double> problem{
      Transpose::none, Transpose::none, 2, 5, 2, 1, x.data() + 100, 2, x.data() + 110, 2, 1, x.data(), 7};
  EXPECT_EQ(objection(problem), "");
  problem.b = x.data() + 29;  // the last column of C is 28 and 29
  EXPECT_EQ(objection(problem), "c shares memory with b");
}

TEST(Trans, LettersAreThoseOfBlas) {
  EXPECT_EQ(parse_transpose('n'), Transpose::none);
  EXPECT_EQ(parse_transpose('T'), Transpose::transpose);
  EXPECT_EQ(parse_transpose('c'), Transpose::conjugate_transpose);
  EXPECT_EQ(parse_transpose('R'), Transpose::conjugate);
  EXPECT_THROW(parse_transpose('x'), Error);
}

}  // namespace
}  // namespace numapack
