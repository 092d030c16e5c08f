// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>

#include "numapack/numapack.h"
#include "support/operands.hpp"
#include "support/threads.hpp"

namespace numapack {
namespace {

using testing::Generator;
using testing::Operands;
using testing::test_seed;

TEST(CInterface, MultipliesColumnMajor) {
  Generator generator(test_seed());
  SCOPED_TRACE(test_seed());
  Operands<double> operands({40, 30, 20, Transpose::transpose, Transpose::none, 3, 2, 1}, 2, -1, generator);
  const Problem<double>& p = operands.problem;
  EXPECT_EQ(numapack_dgemm(NUMAPACK_COLUMN_MAJOR, 't', 'N', p.m, p.n, p.k, p.alpha, p.a, p.lda, p.b, p.ldb,
                           p.beta, p.c, p.ldc),
            NUMAPACK_OK);
  EXPECT_EQ(operands.check(), "");
  EXPECT_STREQ(numapack_error_message(), "");
}

/// A row-major problem is the column-major one of the transposed matrices: C' = op(B)' op(A)'.
TEST(CInterface, MultipliesRowMajorForAllTypes) {
  Generator generator(test_seed());
  SCOPED_TRACE(test_seed());
  const auto run = [&](auto type, auto call) {
    using T = decltype(type);
    Operands<T> operands({33, 21, 47, Transpose::none, Transpose::conjugate_transpose, 1, 2, 3}, T{2}, T{-1},
                         generator);
    const Problem<T>& p = operands.problem;
    EXPECT_EQ(call(p), NUMAPACK_OK) << numapack_error_message();
    EXPECT_EQ(operands.check(), "");
  };
  run(float{}, [](const auto& p) {
    return numapack_sgemm(NUMAPACK_ROW_MAJOR, 'C', 'N', p.n, p.m, p.k, p.alpha, p.b, p.ldb, p.a, p.lda,
                          p.beta, p.c, p.ldc);
  });
  run(double{}, [](const auto& p) {
    return numapack_dgemm(NUMAPACK_ROW_MAJOR, 'C', 'N', p.n, p.m, p.k, p.alpha, p.b, p.ldb, p.a, p.lda,
                          p.beta, p.c, p.ldc);
  });
  run(std::complex<float>{}, [](const auto& p) {
    return numapack_cgemm(NUMAPACK_ROW_MAJOR, 'C', 'N', p.n, p.m, p.k, &p.alpha, p.b, p.ldb, p.a, p.lda,
                          &p.beta, p.c, p.ldc);
  });
  run(std::complex<double>{}, [](const auto& p) {
    return numapack_zgemm(NUMAPACK_ROW_MAJOR, 'C', 'N', p.n, p.m, p.k, &p.alpha, p.b, p.ldb, p.a, p.lda,
                          &p.beta, p.c, p.ldc);
  });
}

TEST(CInterface, SaysWhatIsWrongAndTouchesNothing) {
  double a[4] = {1, 2, 3, 4}, c[4] = {5, 6, 7, 8};
  const auto call = [&](int layout, char trans, int64_t m, int64_t lda, const double* b) {
    return numapack_dgemm(static_cast<numapack_layout>(layout), trans, 'N', m, 2, 2, 1, a, lda, b, 2, 0, c,
                          2);
  };
  EXPECT_EQ(call(NUMAPACK_COLUMN_MAJOR, 'N', -2, 2, a), NUMAPACK_INVALID_ARGUMENT);
  EXPECT_STREQ(numapack_error_message(), "gemm: m is -2; sizes start at 0");
  EXPECT_EQ(call(NUMAPACK_COLUMN_MAJOR, 'Q', 2, 2, a), NUMAPACK_INVALID_ARGUMENT);
  EXPECT_NE(std::strstr(numapack_error_message(), "'Q'"), nullptr);
  EXPECT_EQ(call(7, 'N', 2, 2, a), NUMAPACK_INVALID_ARGUMENT);
  EXPECT_EQ(call(NUMAPACK_COLUMN_MAJOR, 'N', 2, 1, a), NUMAPACK_INVALID_ARGUMENT);
  EXPECT_EQ(call(NUMAPACK_COLUMN_MAJOR, 'N', 2, 2, nullptr), NUMAPACK_INVALID_ARGUMENT);
  EXPECT_EQ(numapack_zgemm(NUMAPACK_COLUMN_MAJOR, 'N', 'N', 1, 1, 1, nullptr, a, 1, a, 1, nullptr, c, 1),
            NUMAPACK_INVALID_ARGUMENT);
  EXPECT_EQ(c[0], 5);
  EXPECT_EQ(c[3], 8);
  EXPECT_EQ(call(NUMAPACK_COLUMN_MAJOR, 'N', 2, 2, a), NUMAPACK_OK);
  EXPECT_STREQ(numapack_error_message(), "") << "the message of an earlier call must not linger";
}

TEST(CInterface, WorksInAForkedChild) {
  if (testing::thread_sanitizer) GTEST_SKIP() << testing::no_threads_after_fork;
  Generator generator(test_seed());
  SCOPED_TRACE(test_seed());
  Operands<double> operands({300, 300, 300}, 1, 0, generator);
  const Problem<double>& p = operands.problem;
  const auto multiply = [&] {
    return numapack_dgemm(NUMAPACK_COLUMN_MAJOR, 'N', 'N', p.m, p.n, p.k, p.alpha, p.a, p.lda, p.b, p.ldb,
                          p.beta, p.c, p.ldc);
  };
  ASSERT_EQ(multiply(), NUMAPACK_OK);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    alarm(60);
    operands.restore();
    _exit(multiply() == NUMAPACK_OK && operands.check().empty() ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  operands.restore();
  EXPECT_EQ(multiply(), NUMAPACK_OK);
  EXPECT_EQ(operands.check(), "");
}

}  // namespace
}  // namespace numapack
