// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "api/level3_calls.hpp"
#include "numapack/level3.hpp"
#include "numapack/numapack.h"
#include "support/random.hpp"

// The functions of level 3 in C: the templates' bits, and what they refuse.
namespace numapack {
namespace {

using namespace testing;  // NOLINT

TEST(Level3InC, HasTheBitsOfTheTemplates) {
  constexpr std::int64_t n = 37, k = 21;
  Generator generator(test_seed());
  SCOPED_TRACE(test_seed());
  const Stored<double> a(Layout::column_major, n, n, 0, generator), b = a;
  const auto same = [&](auto by_c, auto by_template) {
    std::vector<double> in_c(n * n, 1), in_template(n * n, 1);
    EXPECT_EQ(by_c(in_c.data()), NUMAPACK_OK) << numapack_error_message();
    by_template(in_template.data());
    EXPECT_EQ(in_c, in_template);
  };
  const double* const x = a.data.data();
  const double* const y = b.data.data();
  same([&](double* c) { return numapack_dsymm(NUMAPACK_ROW_MAJOR, 'r', 'u', n, n, 2, x, n, y, n, 3, c, n); },
       [&](double* c) {
         symm(Layout::row_major, Side::right, Uplo::upper, n, n, 2.0, x, n, y, n, 3.0, c, n);
       });
  same([&](double* c) { return numapack_dsyrk(NUMAPACK_COLUMN_MAJOR, 'L', 'N', n, k, 2, x, n, 3, c, n); },
       [&](double* c) {
         syrk(Layout::column_major, Uplo::lower, Transpose::none, n, k, 2.0, x, n, 3.0, c, n);
       });
  same(
      [&](double* c) {
        return numapack_dsyr2k(NUMAPACK_COLUMN_MAJOR, 'U', 'T', n, k, 2, x, n, y, n, 3, c, n);
      },
      [&](double* c) {
        syr2k(Layout::column_major, Uplo::upper, Transpose::transpose, n, k, 2.0, x, n, y, n, 3.0, c, n);
      });
  same(
      [&](double* c) {
        return numapack_dgemmt(NUMAPACK_ROW_MAJOR, 'L', 'N', 'T', n, k, 2, x, n, y, n, 3, c, n);
      },
      [&](double* c) {
        gemmt(Layout::row_major, Uplo::lower, Transpose::none, Transpose::transpose, n, k, 2.0, x, n, y, n,
              3.0, c, n);
      });
}

TEST(Level3InC, RefusesInOneLine) {
  std::vector<double> x(100, 1), c = x;
  const auto refused = [&](numapack_status status, const char* text) {
    EXPECT_EQ(status, NUMAPACK_INVALID_ARGUMENT);
    EXPECT_NE(std::strstr(numapack_error_message(), text), nullptr) << numapack_error_message();
    EXPECT_EQ(c, std::vector<double>(100, 1));
  };
  const double* const a = x.data();
  double* const out = c.data();
  constexpr auto columns = NUMAPACK_COLUMN_MAJOR, rows = NUMAPACK_ROW_MAJOR;
  refused(numapack_dsymm(columns, 'Q', 'L', 4, 4, 1, a, 4, a, 4, 0, out, 4), "symm: side 'Q'");
  refused(numapack_dsymm(columns, 'L', 'Q', 4, 4, 1, a, 4, a, 4, 0, out, 4), "symm: uplo 'Q'");
  refused(numapack_dsymm(columns, 'L', 'L', -4, 4, 1, a, 4, a, 4, 0, out, 4), "symm: m is -4");
  refused(numapack_dsymm(columns, 'R', 'L', 4, 5, 1, a, 4, a, 4, 0, out, 4), "symm: lda is 4");
  refused(numapack_dsymm(rows, 'L', 'L', 5, 4, 1, a, 4, a, 4, 0, out, 4), "symm: lda is 4");
  refused(numapack_dsyrk(columns, 'L', 'R', 4, 4, 1, a, 4, 0, out, 4), "syrk: transposition");
  refused(numapack_dsyrk(columns, 'L', 'N', 4, 4, 1, a, 3, 0, out, 4), "syrk: lda is 3");
  refused(numapack_dsyrk(columns, 'L', 'N', 4, -1, 1, a, 4, 0, out, 4), "syrk: k is -1");
  refused(numapack_dsyrk(columns, 'L', 'N', 4, 4, 1, nullptr, 4, 0, out, 4), "syrk: a is a null pointer");
  refused(numapack_dsyrk(columns, 'L', 'N', 4, 4, 1, out, 4, 0, out, 4), "syrk: c shares memory with a");
  refused(numapack_dsyr2k(columns, 'U', 'N', 4, 4, 1, a, 4, a, 3, 0, out, 4), "syr2k: ldb is 3");
  refused(numapack_dgemmt(rows, 'U', 'N', 'N', 4, 4, 1, a, 4, a, 4, 0, out, 3), "gemmt: ldc is 3");
  refused(numapack_dgemmt(static_cast<numapack_layout>(7), 'U', 'N', 'N', 4, 4, 1, a, 4, a, 4, 0, out, 4),
          "gemmt: layout 7");
  refused(numapack_dtrsm(columns, 'X', 'U', 'N', 'N', 4, 4, 1, a, 4, out, 4), "trsm: side 'X'");
  refused(numapack_dtrsm(columns, 'L', 'X', 'N', 'N', 4, 4, 1, a, 4, out, 4), "trsm: uplo 'X'");
  refused(numapack_dtrsm(columns, 'L', 'U', 'N', 'X', 4, 4, 1, a, 4, out, 4), "trsm: diag 'X'");
  refused(numapack_dtrsm(columns, 'L', 'U', 'X', 'N', 4, 4, 1, a, 4, out, 4), "transposition 'X'");
  refused(numapack_dtrmm(columns, 'L', 'U', 'N', 'N', -1, 4, 1, a, 4, out, 4), "trmm: m is -1");
  refused(numapack_dtrmm(rows, 'L', 'U', 'N', 'N', 4, -2, 1, a, 4, out, 4), "trmm: n is -2");
  refused(numapack_dtrmm(columns, 'R', 'U', 'N', 'N', 4, 5, 1, a, 4, out, 4), "trmm: lda is 4");
  refused(numapack_dtrmm(rows, 'R', 'U', 'N', 'N', 4, 5, 1, a, 5, out, 4), "trmm: ldb is 4");
  refused(numapack_dtrsm(columns, 'L', 'U', 'N', 'N', 4, 4, 1, nullptr, 4, out, 4), "trsm: a is a null");
  refused(numapack_dtrsm(static_cast<numapack_layout>(7), 'L', 'U', 'N', 'N', 4, 4, 1, a, 4, out, 4),
          "trsm: layout 7");
  refused(numapack_zherk(columns, 'L', 'T', 4, 4, 1, a, 4, 0, out, 4), "herk: transposition");
  refused(numapack_zsymm(columns, 'L', 'L', 4, 4, nullptr, a, 4, a, 4, a, out, 4),
          "symm: alpha is a null pointer");
}

}  // namespace
}  // namespace numapack
