// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "numapack/numapack.h"

// Nothing is thrown through a C function, whatever the environment holds: an exception would end the child.
namespace {

/// Large enough that a product starts the runtime; smaller ones may do without.
constexpr int64_t n = 200;

/// What the functions work on; each call may find anything in it.
struct Operands {
  Operands() {
    for (int64_t i = 0; i < n; ++i) rows[static_cast<std::size_t>(i)] = i + 1;
  }
  std::vector<double> a = std::vector<double>(2 * n * n), b = a, c = a;
  std::vector<int64_t> rows = std::vector<int64_t>(n), counts = std::vector<int64_t>(6 * 64);
  double one[2] = {1, 0};
};

float* single(std::vector<double>& matrix) { return reinterpret_cast<float*>(matrix.data()); }

void write_nothing(void*, int64_t, int64_t, void*, int64_t, int64_t, int64_t) {}

using Statuses = std::vector<std::pair<std::string, numapack_status>>;

Statuses call_gemms(Operands& x) {
  constexpr auto layout = NUMAPACK_COLUMN_MAJOR;
  return {
      {"sgemm",
       numapack_sgemm(layout, 'N', 'N', n, n, n, 1, single(x.a), n, single(x.b), n, 0, single(x.c), n)},
      {"dgemm", numapack_dgemm(layout, 'N', 'N', n, n, n, 1, x.a.data(), n, x.b.data(), n, 0, x.c.data(), n)},
      {"cgemm",
       numapack_cgemm(layout, 'N', 'N', n, n, n, x.one, x.a.data(), n, x.b.data(), n, x.one, x.c.data(), n)},
      {"zgemm",
       numapack_zgemm(layout, 'N', 'N', n, n, n, x.one, x.a.data(), n, x.b.data(), n, x.one, x.c.data(), n)}};
}

Statuses call_level3(Operands& x) {
  constexpr auto layout = NUMAPACK_COLUMN_MAJOR;
  return {
      {"ssymm", numapack_ssymm(layout, 'L', 'U', n, n, 1, single(x.a), n, single(x.b), n, 1, single(x.c), n)},
      {"ssyrk", numapack_ssyrk(layout, 'U', 'N', n, n, 1, single(x.a), n, 1, single(x.c), n)},
      {"ssyr2k",
       numapack_ssyr2k(layout, 'U', 'N', n, n, 1, single(x.a), n, single(x.b), n, 1, single(x.c), n)},
      {"sgemmt",
       numapack_sgemmt(layout, 'U', 'N', 'N', n, n, 1, single(x.a), n, single(x.b), n, 1, single(x.c), n)},
      {"dsymm", numapack_dsymm(layout, 'L', 'U', n, n, 1, x.a.data(), n, x.b.data(), n, 1, x.c.data(), n)},
      {"dsyrk", numapack_dsyrk(layout, 'U', 'N', n, n, 1, x.a.data(), n, 1, x.c.data(), n)},
      {"dsyr2k", numapack_dsyr2k(layout, 'U', 'N', n, n, 1, x.a.data(), n, x.b.data(), n, 1, x.c.data(), n)},
      {"dgemmt",
       numapack_dgemmt(layout, 'U', 'N', 'N', n, n, 1, x.a.data(), n, x.b.data(), n, 1, x.c.data(), n)},
      {"csymm",
       numapack_csymm(layout, 'L', 'U', n, n, x.one, x.a.data(), n, x.b.data(), n, x.one, x.c.data(), n)},
      {"chemm",
       numapack_chemm(layout, 'L', 'U', n, n, x.one, x.a.data(), n, x.b.data(), n, x.one, x.c.data(), n)},
      {"csyrk", numapack_csyrk(layout, 'U', 'N', n, n, x.one, x.a.data(), n, x.one, x.c.data(), n)},
      {"csyr2k",
       numapack_csyr2k(layout, 'U', 'N', n, n, x.one, x.a.data(), n, x.b.data(), n, x.one, x.c.data(), n)},
      {"cherk", numapack_cherk(layout, 'U', 'N', n, n, 1, x.a.data(), n, 1, x.c.data(), n)},
      {"cher2k",
       numapack_cher2k(layout, 'U', 'N', n, n, x.one, x.a.data(), n, x.b.data(), n, 1, x.c.data(), n)},
      {"cgemmt", numapack_cgemmt(layout, 'U', 'N', 'N', n, n, x.one, x.a.data(), n, x.b.data(), n, x.one,
                                 x.c.data(), n)},
      {"zsymm",
       numapack_zsymm(layout, 'L', 'U', n, n, x.one, x.a.data(), n, x.b.data(), n, x.one, x.c.data(), n)},
      {"zhemm",
       numapack_zhemm(layout, 'L', 'U', n, n, x.one, x.a.data(), n, x.b.data(), n, x.one, x.c.data(), n)},
      {"zsyrk", numapack_zsyrk(layout, 'U', 'N', n, n, x.one, x.a.data(), n, x.one, x.c.data(), n)},
      {"zsyr2k",
       numapack_zsyr2k(layout, 'U', 'N', n, n, x.one, x.a.data(), n, x.b.data(), n, x.one, x.c.data(), n)},
      {"zherk", numapack_zherk(layout, 'U', 'N', n, n, 1, x.a.data(), n, 1, x.c.data(), n)},
      {"zher2k",
       numapack_zher2k(layout, 'U', 'N', n, n, x.one, x.a.data(), n, x.b.data(), n, 1, x.c.data(), n)},
      {"zgemmt", numapack_zgemmt(layout, 'U', 'N', 'N', n, n, x.one, x.a.data(), n, x.b.data(), n, x.one,
                                 x.c.data(), n)}};
}

Statuses call_triangles(Operands& x) {
  constexpr auto layout = NUMAPACK_COLUMN_MAJOR;
  return {{"strmm", numapack_strmm(layout, 'L', 'U', 'N', 'N', n, n, 1, single(x.a), n, single(x.b), n)},
          {"strsm", numapack_strsm(layout, 'L', 'U', 'N', 'N', n, n, 1, single(x.a), n, single(x.b), n)},
          {"dtrmm", numapack_dtrmm(layout, 'L', 'U', 'N', 'N', n, n, 1, x.a.data(), n, x.b.data(), n)},
          {"dtrsm", numapack_dtrsm(layout, 'L', 'U', 'N', 'N', n, n, 1, x.a.data(), n, x.b.data(), n)},
          {"ctrmm", numapack_ctrmm(layout, 'L', 'U', 'N', 'N', n, n, x.one, x.a.data(), n, x.b.data(), n)},
          {"ctrsm", numapack_ctrsm(layout, 'L', 'U', 'N', 'N', n, n, x.one, x.a.data(), n, x.b.data(), n)},
          {"ztrmm", numapack_ztrmm(layout, 'L', 'U', 'N', 'N', n, n, x.one, x.a.data(), n, x.b.data(), n)},
          {"ztrsm", numapack_ztrsm(layout, 'L', 'U', 'N', 'N', n, n, x.one, x.a.data(), n, x.b.data(), n)}};
}

Statuses call_packed(Operands& x) {
  constexpr auto layout = NUMAPACK_COLUMN_MAJOR;
  Statuses statuses;
  {
    numapack_packed* packed = nullptr;
    statuses.emplace_back("spack", numapack_spack(&packed, layout, 'A', 'N', n, n, single(x.a), n));
    statuses.emplace_back("sgemm_packed",
                          numapack_sgemm_packed(packed, 'N', n, 1, single(x.b), n, 1, single(x.c), n));
    numapack_packed_free(packed);
  }
  {
    numapack_packed* packed = nullptr;
    statuses.emplace_back("dpack", numapack_dpack(&packed, layout, 'A', 'N', n, n, x.a.data(), n));
    statuses.emplace_back("dgemm_packed",
                          numapack_dgemm_packed(packed, 'N', n, 1, x.b.data(), n, 1, x.c.data(), n));
    numapack_packed_free(packed);
  }
  {
    numapack_packed* packed = nullptr;
    statuses.emplace_back("cpack", numapack_cpack(&packed, layout, 'A', 'N', n, n, x.a.data(), n));
    statuses.emplace_back("cgemm_packed",
                          numapack_cgemm_packed(packed, 'N', n, x.one, x.b.data(), n, x.one, x.c.data(), n));
    numapack_packed_free(packed);
  }
  {
    numapack_packed* packed = nullptr;
    statuses.emplace_back("zpack", numapack_zpack(&packed, layout, 'A', 'N', n, n, x.a.data(), n));
    statuses.emplace_back("zgemm_packed",
                          numapack_zgemm_packed(packed, 'N', n, x.one, x.b.data(), n, x.one, x.c.data(), n));
    numapack_packed_free(packed);
  }
  numapack_packed* copy = nullptr;
  statuses.emplace_back("packed_copy", numapack_packed_copy(&copy, nullptr));
  statuses.emplace_back("packed_where", numapack_packed_where(nullptr, x.counts.data()));
  return statuses;
}

Statuses call_factorisations(Operands& x) {
  constexpr auto layout = NUMAPACK_COLUMN_MAJOR;
  int64_t info = 0;
  float *const a = single(x.a), *const b = single(x.b);
  return {{"sgetrf", numapack_sgetrf(layout, n, n, a, n, x.rows.data(), &info)},
          {"dgetrf", numapack_dgetrf(layout, n, n, x.a.data(), n, x.rows.data(), &info)},
          {"cgetrf", numapack_cgetrf(layout, n, n, x.a.data(), n, x.rows.data(), &info)},
          {"zgetrf", numapack_zgetrf(layout, n, n, x.a.data(), n, x.rows.data(), &info)},
          {"sgetrs", numapack_sgetrs(layout, 'N', n, n, a, n, x.rows.data(), b, n, &info)},
          {"dgetrs", numapack_dgetrs(layout, 'N', n, n, x.a.data(), n, x.rows.data(), x.b.data(), n, &info)},
          {"cgetrs", numapack_cgetrs(layout, 'N', n, n, x.a.data(), n, x.rows.data(), x.b.data(), n, &info)},
          {"zgetrs", numapack_zgetrs(layout, 'N', n, n, x.a.data(), n, x.rows.data(), x.b.data(), n, &info)},
          {"sgesv", numapack_sgesv(layout, n, n, a, n, x.rows.data(), b, n, &info)},
          {"dgesv", numapack_dgesv(layout, n, n, x.a.data(), n, x.rows.data(), x.b.data(), n, &info)},
          {"cgesv", numapack_cgesv(layout, n, n, x.a.data(), n, x.rows.data(), x.b.data(), n, &info)},
          {"zgesv", numapack_zgesv(layout, n, n, x.a.data(), n, x.rows.data(), x.b.data(), n, &info)}};
}

/// Blocks are filled by threads.
Statuses call_parallel_copies(Operands& x) {
  constexpr auto layout = NUMAPACK_COLUMN_MAJOR;
  return {{"distribute", numapack_distribute(layout, n, n, x.a.data(), n, sizeof(double), "first-touch",
                                             write_nothing, nullptr)},
          {"copy", numapack_copy(layout, n, n, x.a.data(), n, x.b.data(), n, sizeof(double), "first-touch")}};
}

/// Whose answer depends on the kernel, too: any status will do.
void call_the_rest(Operands& x) {
  numapack_matrix* matrix = nullptr;
  const numapack_status made = numapack_matrix_create(&matrix, NUMAPACK_COLUMN_MAJOR, n, n, 0, sizeof(double),
                                                      "cyclic:2", NUMAPACK_PAGES_AUTOMATIC);
  if ((made == NUMAPACK_OK) != (matrix != nullptr)) std::exit(3);
  if (made == NUMAPACK_OK && numapack_matrix_data(matrix, 0) == nullptr) std::exit(4);
  numapack_matrix_copies(matrix);
  numapack_matrix_leading(matrix);
  numapack_matrix_free(matrix);
  numapack_migrate(NUMAPACK_COLUMN_MAJOR, n, n, x.a.data(), n, sizeof(double), "first-touch", nullptr,
                   nullptr);
  if (numapack_nodes() > 64) std::exit(5);
  numapack_node_number(0);
  numapack_node_number(1 << 20);
  numapack_where(x.a.data(), n * sizeof(double), x.counts.data(), nullptr, nullptr);
  numapack_numastat(x.counts.data());
  if (std::strlen(numapack_version()) == 0) std::exit(6);
}

struct Broken {
  const char* variable;
  const char* value;
  std::string_view
      must_fail;  ///< routines without the letter of the type; others may do without the variable
};

/// Ends the child: 0, or a number for what was wrong.
[[noreturn]] void call_everything(const Broken& broken) {
  setenv(broken.variable, broken.value, 1);
  Operands operands;
  numapack_release_workspace();
  if (std::strcmp(broken.variable, "NUMAPACK_NUM_THREADS") == 0 &&
      std::strstr(numapack_error_message(), broken.variable) == nullptr)
    std::exit(7);
  for (const Statuses& statuses : {call_gemms(operands), call_level3(operands), call_triangles(operands),
                                   call_packed(operands), call_factorisations(operands)})
    for (const auto& [function, status] : statuses)
      if (status == NUMAPACK_OK && broken.must_fail.find(function.substr(1)) != std::string_view::npos) {
        std::fprintf(stderr, "%s: nothing wrong with %s=%s\n", function.c_str(), broken.variable,
                     broken.value);
        std::exit(8);
      }
  call_parallel_copies(operands);
  call_the_rest(operands);
  std::exit(0);
}

class BrokenEnvironment : public ::testing::TestWithParam<Broken> {};

TEST_P(BrokenEnvironment, IsAStatusOfEachCFunction) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(call_everything(GetParam()), ::testing::ExitedWithCode(0), "");
}

INSTANTIATE_TEST_SUITE_P(CApi, BrokenEnvironment,
                         ::testing::Values(Broken{"NUMAPACK_NUM_THREADS", "x", "gemm getrf getrs gesv"},
                                           Broken{"NUMAPACK_BIND", "x", "gemm getrf getrs gesv"},
                                           Broken{"NUMAPACK_WORKSPACE", "nonsense", "gemm"},
                                           Broken{"NUMAPACK_KERNEL", "nosuch", "gemm getrf getrs gesv"},
                                           Broken{"NUMAPACK_PROFILE", "/no/such", ""}),
                         [](const auto& test) { return std::string(test.param.variable); });

}  // namespace
