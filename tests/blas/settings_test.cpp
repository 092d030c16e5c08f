// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "numapack/numapack.h"

extern "C" {
void dgemm_(const char*, const char*, const int*, const int*, const int*, const double*, const double*,
            const int*, const double*, const int*, const double*, double*, const int*);
void dtrsv_(const char*, const char*, const char*, const int*, const double*, const int*, double*,
            const int*);
int openblas_get_num_threads(void);
}

namespace {

constexpr int n = 1000;

/// The library's own interface, which can tell its caller.
bool is_refused(const std::vector<double>& a, std::vector<double>& c) {
  const numapack_status status =
      numapack_dgemm(NUMAPACK_COLUMN_MAJOR, 'N', 'N', n, n, n, 1, a.data(), n, a.data(), n, 0, c.data(), n);
  return status == NUMAPACK_INVALID_ARGUMENT &&
         std::strstr(numapack_error_message(), "NUMAPACK_NUM_THREADS: \"abc\"") != nullptr;
}

bool multiplies(const std::vector<double>& a, std::vector<double>& c) {
  const double one = 1, zero = 0;
  dgemm_("N", "N", &n, &n, &n, &one, a.data(), &n, a.data(), &n, &zero, c.data(), &n);
  return c.front() == n && c.back() == n;
}

/// Ends the child: 0, or a number for what was wrong. `early`: the setting is wrong from the beginning.
[[noreturn]] void call_both(bool early) {
  std::vector<double> a(std::size_t{n} * n, 1), c(a.size(), -1);
  if (early) setenv("NUMAPACK_NUM_THREADS", "abc", 1);
  // So small that no runtime is made, which would have read them once and for all.
  const int two = 2;
  const double one = 1, zero = 0;
  dgemm_("N", "N", &two, &two, &two, &one, a.data(), &two, a.data(), &two, &zero, c.data(), &two);
  if (c.front() != 2) std::exit(1);
  c.front() = -1;
  setenv("NUMAPACK_NUM_THREADS", "abc", 1);
  if (!is_refused(a, c) || c.back() != -1) std::exit(2);
  if (!multiplies(a, c)) std::exit(3);
  // Each step by itself: nothing is done twice because something was refused on the way.
  std::vector<double> x(n, 1);
  for (int i = 0; i < n; ++i) a[static_cast<std::size_t>(i) * (n + 1)] = 2;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      if (i != j) a[static_cast<std::size_t>(j) * n + static_cast<std::size_t>(i)] = 0;
  const int step = 1;
  dtrsv_("L", "N", "N", &n, a.data(), &n, x.data(), &step);
  if (x != std::vector<double>(n, 0.5)) std::exit(4);
  if (!is_refused(a, c)) std::exit(5);
  if (openblas_get_num_threads() < 1) std::exit(6);
  std::exit(0);
}

TEST(WrongSettings, AreErrorsWhereACallerCanBeToldAndALineWhereNot) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  for (const bool early : {true, false})
    EXPECT_EXIT(
        call_both(early), ::testing::ExitedWithCode(0),
        "^numapack: NUMAPACK_NUM_THREADS: \"abc\" is not a number of threads; use 1 or more, or unset "
        "it; now it counts as not set\n$")
        << early;
}

}  // namespace
