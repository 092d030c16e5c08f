// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "numapack/numapack.hpp"
#include "runtime/process.hpp"
#include "support/threads.hpp"

// Calls so small that they need neither runtime nor kernel know of senseless settings all the same.
namespace numapack {
namespace {

constexpr auto tiny_layout = Layout::column_major;

/// Of identities of order 17, one behind the other.
struct TinyCall {
  const char* name;
  void (*call)(double* a, double* b);
};
void PrintTo(const TinyCall& call, std::ostream* out) { *out << call.name; }

class TinyCalls : public ::testing::TestWithParam<TinyCall> {};

int after_a_senseless_level(const TinyCall& tiny) {
  constexpr int n = 17;
  std::vector<double> a(n * n, 0.0), b(n * n, 3.0);
  for (int i = 0; i < n; ++i) a[static_cast<std::size_t>(i * (n + 1))] = 1;
  const std::vector<double> a_before = a, b_before = b;
  setenv("NUMAPACK_BITS", "nonsense", 1);
  try {
    tiny.call(a.data(), b.data());
    return 1;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::invalid_argument || error.where() != "NUMAPACK_BITS") return 2;
  }
  if (a != a_before || b != b_before) return 3;
  unsetenv("NUMAPACK_BITS");
  tiny.call(a.data(), b.data());
  try {
    set_bits("portable");
    return 4;
  } catch (const Error&) {
    return 0;
  }
}

/// By another test of this process: then a level comes too late, and settings were looked at.
bool kernels_are_chosen() {
  return testing::in_child([] {
           setenv("NUMAPACK_BITS", "nonsense", 1);
           try {
             const double one = 1;
             double c = 0;
             gemm(tiny_layout, Transpose::none, Transpose::none, 1, 1, 1, 1.0, &one, 1, &one, 1, 0.0, &c, 1);
             return 0;
           } catch (const Error&) {
             return 1;
           }
         }) == "exit 0";
}

TEST_P(TinyCalls, RefuseSenselessSettingsAndEndTheChoiceOfALevel) {
  if (kernels_are_chosen()) GTEST_SKIP() << "one test a process, as ctest has them";
  EXPECT_EQ(testing::in_child([] { return after_a_senseless_level(GetParam()); }), "exit 0");
}

template <std::int64_t m, std::int64_t n>
void solve_tiny_triangle(double* a, double* b) {
  trsm(tiny_layout, Side::left, Uplo::lower, Transpose::none, Diag::non_unit, m, n, 1.0, a, 17, b, 17);
}
template <std::int64_t n>
void factor_tiny(double* a, double*) {
  potrf(tiny_layout, Uplo::lower, n, a, 17);
}
std::int64_t tiny_numbers[17];

INSTANTIATE_TEST_SUITE_P(
    Each, TinyCalls,
    ::testing::Values(
        TinyCall{"trsm, one side", solve_tiny_triangle<3, 1>}, TinyCall{"trsm", solve_tiny_triangle<4, 4>},
        TinyCall{"trsm, alpha 0",
                 [](double* a, double* b) {
                   trsm(tiny_layout, Side::left, Uplo::lower, Transpose::none, Diag::non_unit, 2, 2, 0.0, a,
                        17, b, 17);
                 }},
        TinyCall{"trmm",
                 [](double* a, double* b) {
                   trmm(tiny_layout, Side::left, Uplo::lower, Transpose::none, Diag::non_unit, 2, 2, 1.0, a,
                        17, b, 17);
                 }},
        TinyCall{"gemm",
                 [](double* a, double* b) {
                   gemm(tiny_layout, Transpose::none, Transpose::none, 2, 2, 2, 1.0, a, 17, a, 17, 0.0, b,
                        17);
                 }},
        TinyCall{"potrf 1", factor_tiny<1>}, TinyCall{"potrf 17", factor_tiny<17>},
        TinyCall{"potrs", [](double* a, double* b) { potrs(tiny_layout, Uplo::lower, 3, 1, a, 17, b, 17); }},
        TinyCall{"posv", [](double* a, double* b) { posv(tiny_layout, Uplo::lower, 3, 1, a, 17, b, 17); }},
        TinyCall{"potri", [](double* a, double*) { potri(tiny_layout, Uplo::lower, 5, a, 17); }},
        TinyCall{"trtri",
                 [](double* a, double*) { trtri(tiny_layout, Uplo::lower, Diag::non_unit, 5, a, 17); }},
        TinyCall{"lauum", [](double* a, double*) { lauum(tiny_layout, Uplo::lower, 5, a, 17); }},
        TinyCall{"getrf", [](double* a, double*) { getrf(tiny_layout, 3, 3, a, 17, tiny_numbers); }},
        TinyCall{"geqrf", [](double* a, double* b) { geqrf(tiny_layout, 3, 3, a, 17, b); }},
        TinyCall{"trsm_batch",
                 [](double* a, double* b) {
                   trsm_batch_strided(tiny_layout, Side::left, Uplo::lower, Transpose::none, Diag::non_unit,
                                      3, 1, 1.0, a, 17, 0, b, 17, 4, 1);
                 }},
        TinyCall{"potrf_batch",
                 [](double* a, double*) {
                   potrf_batch_strided(tiny_layout, Uplo::lower, 4, a, 17, 4, 1, tiny_numbers);
                 }},
        TinyCall{"potrf_batch of two", [](double* a, double*) {
                   potrf_batch_strided(tiny_layout, Uplo::lower, 4, a, 17, 18 * 4, 2, tiny_numbers);
                 }}));

}  // namespace
}  // namespace numapack
